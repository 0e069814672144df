import { describe, expect, it } from 'vitest';
import { fitted } from '../../src/cli/fit.ts';
import { plainTable } from '../../src/cli/table.ts';

describe('a table that is wider than the terminal', () => {
  const rows = [
    ['Lectura', 'x_leads_get', 'GET /public/v1/leads/{leadId}/appointments'],
    ['Escritura', 'x_leads_create', 'POST /leads'],
  ];

  it('is wrapped in its longest column, and nothing is lost', () =>
    expect(plainTable(rows, { width: 50 })).toBe(
      [
        'Lectura    x_leads_get     GET /public/v1/leads/',
        '                           {leadId}/appointments',
        'Escritura  x_leads_create  POST /leads',
      ].join('\n'),
    ));

  it('keeps names and paths whole where a line of their own has room for them', () =>
    expect(fitted([['PATCH /leads/lead_01 of nuntius_leads_update']], 22)).toEqual([
      ['PATCH /leads/lead_01\nof\nnuntius_leads_update'],
    ]));

  it('is left alone where it fits, or where there is no terminal', () => {
    expect(plainTable(rows, { width: 200 })).toBe(plainTable(rows));
    expect(plainTable(rows)).toContain('{leadId}/appointments\n');
  });

  it('breaks what has no place to break, and knows wide letters', () => {
    expect(fitted([['x'.repeat(30)]], 12)).toEqual([[`${'x'.repeat(12)}\n${'x'.repeat(12)}\n${'x'.repeat(6)}`]]);
    expect(fitted([['日本語日本語日本語']], 12)).toEqual([['日本語日本語\n日本語']]);
  });

  it('never goes under what can be read', () => {
    const cells = fitted([['a'.repeat(40), 'b'.repeat(40)]], 5)[0] ?? [];
    for (const cell of cells) for (const line of cell.split('\n')) expect(line.length).toBeLessThanOrEqual(12);
  });

  it('is coloured by the cell, each line of it', () => {
    const paint = (shown: string, column: number, cell: string) =>
      column === 0 && cell === 'b b' ? `<${shown}>` : shown;
    expect(plainTable([['a'], ['b b']], { paint })).toBe('a\n<b b>');
  });
});
