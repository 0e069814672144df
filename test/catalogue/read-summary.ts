/** An action summary, read back by the grammar of the design: `METHOD path (tool) with name=value, …`. Shares nothing with what writes it. */

export interface ReadSummary {
  method: string;
  path: string;
  tool: string;
  values: Record<string, unknown>;
}

/** A value that the summary hides or cuts: only what it says of it can be compared. */
export class Partly {
  constructor(
    readonly shown: string,
    readonly length: number,
    readonly sha256?: string,
  ) {}
}

/** @throws Error where the text is not of that form, or more than one line. */
export function readSummary(text: string): ReadSummary {
  const head = /^([A-Z]+) (\/[^ ]*) \(([A-Za-z0-9_-]{1,64})\)(?: with (?=.)|$)/.exec(text);
  if (head === null || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) throw new Error(`no action summary: ${JSON.stringify(text)}`);
  const values: Record<string, unknown> = {};
  let rest = text.slice(head[0].length);
  while (rest !== '') {
    const name = /^([^=]+)=/.exec(rest);
    if (name === null) throw new Error(`no name at: ${rest}`);
    const [value, length] = readValue(rest.slice(name[0].length));
    if (Object.hasOwn(values, name[1] ?? '')) throw new Error(`twice: ${name[1]}`);
    Object.defineProperty(values, name[1] ?? '', { value, enumerable: true });
    rest = rest.slice(name[0].length + length);
    if (rest === '') break;
    if (!rest.startsWith(', ') || rest.length === 2) throw new Error(`no further value at: ${rest}`);
    rest = rest.slice(2);
  }
  return { method: head[1] ?? '', path: head[2] ?? '', tool: head[3] ?? '', values };
}

/** @returns the value and how many characters it takes. */
function readValue(text: string): [value: unknown, length: number] {
  const hidden = /^\[hidden: (\d+) characters\]/.exec(text);
  if (hidden !== null) return [new Partly('', Number(hidden[1])), hidden[0].length];
  const quoted = /^'((?:[^'\\]|\\.)*)'/u.exec(text);
  const [value, raw] = quoted === null ? readJson(text) : [unquoted(quoted[1] ?? ''), quoted[0]];
  const cut = /^… \((\d+) characters, sha256 ([0-9a-f]{16})\)/.exec(text.slice(raw.length));
  if (cut === null) return [value, raw.length];
  return [new Partly(String(value), Number(cut[1]), cut[2]), raw.length + cut[0].length];
}

/** The shortest piece that is JSON and ends where a value may: the end, or a comma. Cut JSON is kept as text. */
function readJson(text: string): [unknown, string] {
  for (const end of [...text.matchAll(/, |$/g)].map((m) => m.index)) {
    try {
      return [JSON.parse(text.slice(0, end)), text.slice(0, end)];
    } catch {
      const cut = /^(.*?)… \(\d+ characters, sha256 [0-9a-f]{16}\)$/.exec(text.slice(0, end));
      if (cut !== null) return [cut[1], cut[1] ?? ''];
    }
  }
  throw new Error(`no value at: ${text}`);
}

function unquoted(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|(.))/gu,
    (_, long?: string, short?: string, one?: string) => {
      const code = long ?? short;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return { n: '\n', r: '\r', t: '\t' }[one ?? ''] ?? one ?? '';
    },
  );
}
