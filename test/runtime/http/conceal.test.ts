import { describe, expect, test } from 'vitest';
import { conceal } from '../../../src/runtime/http/conceal.ts';
import type { SendResult } from '../../../src/runtime/http/send-result.ts';

const SECRET = 'sk/live+A"b\\c=é1';
const answer = (body: string, headers: [string, string][] = []): SendResult => ({
  kind: 'response',
  status: 200,
  url: 'https://x.test/',
  headers,
  body: new TextEncoder().encode(body),
  truncated: false,
});
const cleaned = (body: string, secrets = [SECRET]) => {
  const sent = conceal(answer(body), secrets);
  return sent.kind === 'response' ? Buffer.from(sent.body).toString('utf8') : undefined;
};

describe('a secret in an answer', () => {
  test.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON, slashes escaped', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON, only ASCII', JSON.stringify(SECRET).slice(1, -1).replace('é', '\\u00E9').replace('+', '\\u002b')],
    [
      'in JSON, all by number',
      Array.from(SECRET, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in a URL, in lower case', encodeURIComponent(SECRET).toLowerCase().replace('a', 'A')],
  ])('%s', (_, spelt) => {
    expect(cleaned(`{"a":"x ${spelt} y"}`)).toBe('{"a":"x [secret] y"}');
  });

  test('is gone from headers and from where a redirect leads', () => {
    const location = `/next?key=${encodeURIComponent(SECRET)}`;
    const sent = conceal(
      { ...answer('', [['link', `<${location}>`]]), redirect: { location, reason: 'write' } } as SendResult,
      [SECRET],
    );
    expect(sent).toMatchObject({
      headers: [['link', '</next?key=[secret]>']],
      redirect: { location: '/next?key=[secret]' },
    });
  });

  test('JSON stays JSON where a backslash stands before it', () => {
    expect(JSON.parse(cleaned('{"a":"C:\\\\tok-123456"}', ['tok-123456']) ?? '')).toEqual({ a: 'C:\\[secret]' });
  });

  test('a short one, and what is no answer, stay', () => {
    expect(cleaned('{"a":"12345"}', ['12345'])).toBe('{"a":"12345"}');
    const failed: SendResult = { kind: 'failed', code: 'refused', message: 'x' };
    expect(conceal(failed, [SECRET])).toBe(failed);
  });

  test('every other byte is as it came', () => {
    const body = Uint8Array.from({ length: 512 }, (_, i) => i % 256);
    const sent = conceal({ ...answer(''), body } as SendResult, [SECRET]);
    expect(sent.kind === 'response' && Buffer.from(sent.body).equals(Buffer.from(body))).toBe(true);
  });
});
