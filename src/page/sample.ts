/**
 * A regular expression → short texts that likely match it: an id such as `contact_12` for `^contact_[A-Za-z0-9]{2,32}$`.
 * Reads the common part of ECMA-262's syntax; what it does not know it leaves out, so that every text has to be tested.
 */

/** The characters that are taken first where a class leaves a choice. */
const PREFERRED = '1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ -_./';
const MAX_LENGTH = 4096;

/** @param repeats how often what can repeat without end, or a number of times, is repeated beyond its least. */
export function sample(pattern: string, repeats: number): string {
  return new Sampler(pattern, repeats).alternatives().slice(0, MAX_LENGTH);
}

class Sampler {
  #at = 0;
  /** Where in the preferred characters the next is looked for first: `12`, not `11`. */
  #from = 0;

  constructor(
    readonly pattern: string,
    readonly repeats: number,
  ) {}

  /** The first alternative, up to `)` or the end. */
  alternatives(): string {
    const text = this.#sequence();
    const from = this.#from;
    while (this.#peek() === '|') {
      this.#at += 1;
      this.#sequence();
    }
    this.#from = from;
    return text;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.pattern.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const from = this.#at;
      const once = this.#atom();
      const to = this.#at;
      const count = this.#count();
      if (count === 0) continue;
      text += once;
      // Again, not once more the same: the next characters of a class.
      const after = this.#at;
      for (let i = 1; i < count && text.length < MAX_LENGTH; i++) {
        this.#at = from;
        text += this.#atom();
        if (this.#at !== to) break;
      }
      this.#at = after;
    }
    return text;
  }

  #atom(): string {
    const sign = this.#next();
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return this.#take(() => true);
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#class();
    return sign === '\\' ? this.#escape() : sign;
  }

  #group(): string {
    const opening = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(this.pattern.slice(this.#at))?.[0] ?? '';
    this.#at += opening.length;
    const text = this.alternatives();
    this.#at += 1;
    return /[=!]$/.test(opening) ? '' : text;
  }

  #escape(): string {
    const sign = this.#next();
    const known = CLASSES[sign];
    if (known !== undefined) return this.#take((c) => known.test(c));
    if (sign === 'p' || sign === 'P') return this.#take(matcher(`\\${sign}${this.#until('}')}`));
    if (sign === 'b' || sign === 'B') return '';
    if (sign === 'x' || sign === 'u') return this.#code(sign);
    return CONTROLS[sign] ?? sign;
  }

  #code(sign: string): string {
    const digits = /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2,4}))/.exec(
      this.pattern.slice(this.#at, this.#at + (sign === 'x' ? 2 : 10)),
    );
    const text = digits?.[2]?.slice(0, sign === 'x' ? 2 : 4) ?? digits?.[1] ?? '';
    this.#at += digits?.[1] === undefined ? text.length : text.length + 2;
    const code = Number.parseInt(text, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }

  #class(): string {
    const from = this.#at - 1;
    for (let sign = this.#next(); sign !== ']' && sign !== ''; sign = this.#next()) if (sign === '\\') this.#at += 1;
    return this.#take(matcher(this.pattern.slice(from, this.#at)));
  }

  #take(accepts: (character: string) => boolean): string {
    for (let i = 0; i < PREFERRED.length; i++) {
      const at = (this.#from + i) % PREFERRED.length;
      const character = PREFERRED[at] ?? '';
      if (!accepts(character)) continue;
      this.#from = at + 1;
      return character;
    }
    return [...'áñ@:+#,;=%&!*()?\n'].find(accepts) ?? '';
  }

  #count(): number {
    const [whole = '', sign, least, , most] =
      /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(this.pattern.slice(this.#at, this.#at + 20)) ?? [];
    this.#at += whole.length;
    if (whole === '') return 1;
    if (sign === '?') return Math.min(1, this.repeats);
    const low = sign === '+' ? 1 : Number(least ?? 0);
    const open = sign !== undefined || whole.includes(',');
    const high = most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return open ? Math.min(low + this.repeats, high) : low;
  }

  #until(end: string): string {
    const from = this.#at;
    const to = this.pattern.indexOf(end, from);
    this.#at = to < 0 ? this.pattern.length : to + 1;
    return this.pattern.slice(from, this.#at);
  }

  #peek(): string {
    return this.pattern[this.#at] ?? '';
  }

  #next(): string {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.#at) ?? 0);
    if (this.#at >= this.pattern.length) return '';
    this.#at += character.length;
    return character;
  }
}

const CLASSES: Record<string, RegExp> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ };
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' };

/** One class matches one character: there is nothing to backtrack over. */
function matcher(source: string): (character: string) => boolean {
  try {
    const one = new RegExp(`^${source}$`, 'u');
    return (character) => one.test(character);
  } catch {
    return () => false;
  }
}
