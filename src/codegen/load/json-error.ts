/** One token of JSON (RFC 8259, sections 2 to 7), after white space. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/y;

/** What may come next: a value, a key, a colon, a comma or the end of what is open; `first…` also an end at once. */
type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end';

/**
 * The offset at which a text stops being JSON; undefined where it is JSON. `JSON.parse` does not always say.
 */
export function jsonErrorOffset(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const after = (): Expected => (open.length === 0 ? 'end' : 'comma');
  for (;;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      const rest = at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0);
      return rest === text.length && expected === 'end' ? undefined : rest;
    }
    const start = TOKEN.lastIndex - (match[1] ?? match[2] ?? match[3] ?? '').length;
    const token = match[1] ?? (match[2] === undefined ? 'literal' : 'string');
    at = TOKEN.lastIndex;
    if (
      (token === '}' && (expected === 'firstKey' || expected === 'comma')) ||
      (token === ']' && (expected === 'firstValue' || expected === 'comma'))
    ) {
      if (open.pop() !== token) return start;
      expected = after();
    } else if (expected === 'value' || expected === 'firstValue') {
      if (token === '{') {
        open.push('}');
        expected = 'firstKey';
      } else if (token === '[') {
        open.push(']');
        expected = 'firstValue';
      } else if (token === 'string' || token === 'literal') expected = after();
      else return start;
    } else if (expected === 'key' || expected === 'firstKey') {
      if (token !== 'string') return start;
      expected = 'colon';
    } else if (expected === 'colon') {
      if (token !== ':') return start;
      expected = 'value';
    } else if (expected === 'comma') {
      if (token !== ',') return start;
      expected = open.at(-1) === '}' ? 'key' : 'value';
    } else return start;
  }
}
