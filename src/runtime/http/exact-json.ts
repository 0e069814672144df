/** JSON text → its value, if reading it as JavaScript numbers loses nothing. */

export type ReadJson =
  /** No number in it would change. */
  | { kind: 'exact'; value: unknown }
  /** It is JSON, but some number has more digits than a double keeps: show the text, never the value. */
  | { kind: 'rounded' }
  | { kind: 'invalid' };

export function readJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'invalid' };
  }
  return keepsNumbers(text) ? { kind: 'exact', value } : { kind: 'rounded' };
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/gs;

function keepsNumbers(json: string): boolean {
  // Fifteen digits without an exponent always survive; most answers have nothing longer.
  if (!/\d[\d.]{15}|[\d.][eE][+-]?\d/.test(json)) return true;
  for (const [token] of json.matchAll(TOKEN)) {
    if (token.startsWith('"')) continue;
    // No double has more digits than 400; what claims to is not worth the time to compare.
    if (token.length > 400 || decimal(token) !== decimal(String(Number(token)))) return false;
  }
  return true;
}

/** A number's one spelling: `1.10`, `11e-1` and `0.11E1` are all `11e-1`. */
function decimal(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (match === null) return number;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
