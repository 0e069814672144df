import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escaped, html, scriptJson } from '../../src/page/html.ts';

test.each([
  ['plain', 'plain'],
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  [`"it's"`, '&quot;it&#39;s&quot;'],
  ['año €', 'año €'],
  ['line\nline', 'line\nline'],
  ['a\u202eb', 'a\\u202eb'],
  ['a\u0000b', 'a\\u0000b'],
  ['a\u00a0b', 'a b'],
  ['⚠\ufe0f', '⚠'],
])('%j is written as %j', (given, want) => {
  expect(escaped(given)).toBe(want);
});

test('a template escapes what stands in it, and nothing twice', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<p title="${'"'}">${[inner, '&', undefined, 3]}</p>`.text).toBe(
    '<p title="&quot;"><b>&lt;i&gt;</b>&amp;3</p>',
  );
});

test('no text becomes markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escaped(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
});

test('data in a script means the same and cannot end it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--', '<script', ']]>', '\u2028'))),
      (value) => {
        const { text } = scriptJson(value);
        expect(text).not.toMatch(/[<>\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(value);
      },
    ),
  );
});
