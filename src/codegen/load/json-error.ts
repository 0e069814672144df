/** White space, then one token of JSON other than a string (RFC 8259, sections 2 to 6), or the quote that opens one. */
const TOKEN = /[ \t\n\r]*(?:([{}[\],:"])|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/y;

/** A string's characters up to its end or its next escape (section 7). In pieces: one expression for all would exhaust the stack. */
const PIECE = /[^"\\\u0000-\u001f]*("|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))/y;

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
    const token = match[1] ?? 'literal';
    const start = at + match[0].length - match[0].trimStart().length;
    const end = token === '"' ? stringEnd(text, start) : TOKEN.lastIndex;
    if (end === undefined) return start;
    at = end;
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
      } else if (token === '"' || token === 'literal') expected = after();
      else return start;
    } else if (expected === 'key' || expected === 'firstKey') {
      if (token !== '"') return start;
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

/** The offset after the quote that closes the string; undefined where none does, or what is between is not allowed. */
function stringEnd(text: string, start: number): number | undefined {
  PIECE.lastIndex = start + 1;
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    if (match[1] === '"') return PIECE.lastIndex;
  }
  return undefined;
}
