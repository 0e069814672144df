/**
 * `pattern`: JSON Schema wants ECMA-262 with the `u` flag (Core 2020-12, section 6.4); descriptions hold what their own
 * language took. In: any text. Out: a regular expression that means the same, or nothing.
 */

/** `pattern` as a regular expression that compiles under the `u` flag; undefined where there is none that means the same. */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern)) return undelimited(pattern);
  const repaired = undelimited(repair(pattern));
  return repaired !== undefined && compiles(repaired) ? repaired : undefined;
}

/** Whether `pattern` is a regular expression under the `u` flag. */
export function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** `/^a$/` is how some languages write the pattern `^a$`; with flags it means something that JSON Schema cannot say. */
function undelimited(pattern: string): string | undefined {
  const match = /^\/(\^.*\$)\/([a-z]*)$/su.exec(pattern);
  if (match === null) return pattern;
  return /^[gu]*$/.test(match[2] ?? '') ? match[1] : undefined;
}

/** POSIX classes, inline flags, atomic and possessive groups: compiling without `u` would change what they mean. */
const FOREIGN = /\[\[?:\^?[a-z]+:\]|\(\?[a-z-]+[:)]|\(\?>|\(\?#|[*+?}]\+|\\[GXRKhQE]/;
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

/** What engines without the `u` flag tolerate (ECMA-262, annex B), written as the `u` flag demands. */
function repair(pattern: string): string {
  if (FOREIGN.test(pattern)) return '(';
  const text = pattern.replaceAll('(?P<', '(?<');
  let out = '';
  let inClass = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    const next = text.charAt(i + 1);
    if (c === '\\') {
      i++;
      if (next === 'A' && !inClass) out += '^';
      else if ((next === 'z' || next === 'Z') && !inClass) out += '$';
      // A needless escape: `\@`, `\_`, and `\-` outside a class.
      else if (/[^a-zA-Z0-9]/.test(next) && !SYNTAX.test(next) && !(inClass && next === '-')) out += next;
      else out += c + next;
    } else if (inClass) {
      if (c === ']') inClass = false;
      // `[\w-.]`: a class cannot begin or end a range, so the hyphen stands for itself.
      const literal =
        c === '-' && (/\\[dDwWsS]$/.test(out) || (/^\\[dDwWsS]/.test(text.slice(i + 1)) && !out.endsWith('[')));
      out += literal ? '\\-' : c;
    } else if (c === '[') {
      inClass = true;
      out += c;
    } else if (c === ']' || c === '}' || (c === '{' && !/^\{\d+(,\d*)?\}/.test(text.slice(i)))) {
      out += c === '}' && /(?<!\\)\{\d+(,\d*)?$/.test(out) ? c : `\\${c}`;
    } else {
      out += c;
    }
  }
  return out;
}
