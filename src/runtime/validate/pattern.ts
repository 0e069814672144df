/**
 * `pattern` within a time limit. A description's pattern may backtrack for minutes on the value a model was talked into
 * sending: where it could, it runs in a VM context with a timeout, which stops it, and the value is refused.
 */
import { createContext, Script } from 'node:vm';

/** For all patterns of one call together: enough for any honest pattern on any honest value. */
const LIMIT_MS = 300;
/** A match that takes at most so many steps needs no limit; a context costs about as much as 100,000 of them. */
const CHEAP_STEPS = 1_000_000;

const sandbox = { source: '', flags: '', value: '' };
let left = LIMIT_MS;
let expired = false;
let context: ReturnType<typeof createContext> | undefined;
let script: Script | undefined;

/** What ajv calls in place of `RegExp`: `code.regExp`. */
export const boundedRegExp = Object.assign(
  (source: string, flags: string) => {
    const regExp = new RegExp(source, flags);
    const choices = choicesOf(source);
    return {
      // ajv keeps patterns by their text: without it, every pattern of a schema would be the first.
      toString: () => regExp.toString(),
      test: (value: string) =>
        (value.length + 2) ** (choices + 1) <= CHEAP_STEPS ? regExp.test(value) : testWithin(source, flags, value),
    };
  },
  { code: 'boundedRegExp' },
);

/** A new call begins: it has the whole limit. */
export function resetPatternTime(): void {
  left = LIMIT_MS;
  expired = false;
}

/** Whether a pattern of this call was stopped, so that its value was refused unchecked. */
export function patternTimeRanOut(): boolean {
  return expired;
}

/**
 * How often a match can choose: it takes at most (length + 2) ^ (choices + 1) steps, one factor for where it begins.
 * Without end where a group repeats, since what is in it then chooses again each time.
 */
function choicesOf(source: string): number {
  const bare = source
    .replace(/\\(?:[pPu]\{[^}]*\}|.)/gs, (escaped) => (/^\\[1-9k]/.test(escaped) ? '|' : 'x'))
    .replace(/\[[^\]]*\]/g, 'x');
  if (/\)[*+{]/.test(bare)) return Number.POSITIVE_INFINITY;
  return (bare.match(/[*+|]|(?<!\()\?|\{\d+,\d*\}/g) ?? []).length;
}

function testWithin(source: string, flags: string, value: string): boolean {
  if (left < 1) {
    expired = true;
    return false;
  }
  const started = performance.now();
  context ??= createContext(sandbox);
  script ??= new Script('new RegExp(source, flags).test(value)');
  Object.assign(sandbox, { source, flags, value });
  try {
    return script.runInContext(context, { timeout: Math.ceil(left) }) === true;
  } catch {
    expired = true;
    return false;
  } finally {
    sandbox.value = '';
    left -= performance.now() - started;
  }
}
