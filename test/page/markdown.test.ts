import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdown } from '../../src/page/markdown.ts';

const TOOLS = new Set(['shop_orders_list', 'a-b']);
const shown = (text: string) =>
  markdown(text, TOOLS)
    .map((block) => block.text)
    .join('');

test.each([
  ['One line.', '<p>One line.</p>'],
  ['One\nparagraph.\n\nAnother.', '<p>One paragraph.</p><p>Another.</p>'],
  ['Use `q` **well**.', '<p>Use <code>q</code> <strong>well</strong>.</p>'],
  ['- one\n- two\n  goes on', '<ul><li>one</li><li>two goes on</li></ul>'],
  ['1. one\n2) two', '<ul><li>one</li><li>two</li></ul>'],
  ['## Head\ntext', '<p><strong>Head</strong></p><p>text</p>'],
  ['> [!WARNING]\n> Take care.', '<p class="note">Take care.</p>'],
  ['```json\n{"a": 1}\n```\nafter', '<pre><code>{&quot;a&quot;: 1}</code></pre><p>after</p>'],
  ['See shop_orders_list.', '<p>See <a href="#shop_orders_list"><code>shop_orders_list</code></a>.</p>'],
  ['See `a-b`, not a-bc.', '<p>See <a href="#a-b"><code>a-b</code></a>, not a-bc.</p>'],
  [
    '[docs](https://example.com/a?b=1&c=2)',
    '<p><a href="https://example.com/a?b=1&amp;c=2" rel="external noopener noreferrer nofollow">docs</a></p>',
  ],
  ['[docs](/rest/a)', '<p>docs</p>'],
  ['a < b', '<p>a &lt; b</p>'],
  ['', ''],
])('%j becomes %j', (text, want) => {
  expect(shown(text)).toBe(want);
});

describe('nothing in a text runs or loads', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](http://example.com)',
    '[x](https://example.com/"onmouseover="alert(1))',
    '![x](https://example.com/x.png)',
    '`</code><script>`',
    '**<b onclick=x>**',
    '```\n</pre><script>\n```',
    '> [!x]\n> <iframe src=//x>',
  ])('%j', (text) => {
    const tags = [...shown(text).matchAll(/<(\/?[a-z]+)([^>]*)>/g)];
    for (const [, tag, attributes] of tags) {
      expect(['p', 'ul', 'li', 'code', 'pre', 'strong', 'a']).toContain(tag?.replace('/', ''));
      expect(attributes).toMatch(/^$|^ class="note"$|^ href="(#[\w-]+|https:[^"<>]*)"( rel="[a-z ]+")?$/);
    }
  });
});

test('a text keeps its words, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('**', '`', '[', '](', ')', '\n', '- ', '> ', '```', '# ', 'word', '<')),
      (pieces) => {
        const words = pieces.filter((piece) => piece === 'word').length;
        expect(shown(pieces.join('')).match(/word/g)?.length ?? 0).toBeGreaterThanOrEqual(
          pieces.includes('```') ? 0 : words,
        );
      },
    ),
  );
});
