import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/text/nearest.ts';

describe('nearest', () => {
  const known = ['customerName', 'quality', 'id', 'limit', 'assignedTo'];
  const table: [name: string, want: string | undefined][] = [
    ['customer_name', 'customerName'],
    ['CustomerName', 'customerName'],
    ['custmerNme', 'customerName'],
    ['customer', 'customerName'],
    ['qualty', 'quality'],
    ['lmit', 'limit'],
    ['ID', 'id'],
    ['assigned', 'assignedTo'],
    ['lead_limit', 'limit'],
    ['x', undefined],
    ['to', undefined],
    ['zzzzzz', undefined],
    ['', undefined],
    ['名前', undefined],
    ['__proto__', undefined],
    ['q'.repeat(100_000), undefined],
  ];
  it.each(table)('%j means %j', (name, want) => expect(nearest(name, known)).toBe(want));
  it('names none where several hold the word', () =>
    expect(nearest('lead', ['leads_list', 'leads_create'])).toBeUndefined());
  it('names none where there is none', () => expect(nearest('lead', [])).toBeUndefined());
});
