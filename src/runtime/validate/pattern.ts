/**
 * `pattern` within a time limit. A description's pattern may backtrack for minutes on the value a model was talked into
 * sending; in a VM context with a timeout it is stopped, and the value is refused.
 */
import { createContext, Script } from 'node:vm';

/** For all patterns of one call together: enough for any honest pattern on any honest value. */
const LIMIT_MS = 300;
/** Shorter values cannot backtrack long enough to matter: no context is needed for them. */
const SHORT = 12;

const sandbox = { source: '', flags: '', value: '' };
let left = LIMIT_MS;
let context: ReturnType<typeof createContext> | undefined;
let script: Script | undefined;

/** What ajv calls in place of `RegExp`: `code.regExp`. */
export const boundedRegExp = Object.assign(
  (source: string, flags: string) => {
    const regExp = new RegExp(source, flags);
    return { test: (value: string) => (value.length <= SHORT ? regExp.test(value) : testWithin(source, flags, value)) };
  },
  { code: 'boundedRegExp' },
);

/** A new call begins: it has the whole limit. */
export function resetPatternTime(): void {
  left = LIMIT_MS;
}

function testWithin(source: string, flags: string, value: string): boolean {
  if (left < 1) return false;
  const started = performance.now();
  context ??= createContext(sandbox);
  script ??= new Script('new RegExp(source, flags).test(value)');
  Object.assign(sandbox, { source, flags, value });
  try {
    return script.runInContext(context, { timeout: Math.ceil(left) }) === true;
  } catch {
    return false;
  } finally {
    sandbox.value = '';
    left -= performance.now() - started;
  }
}
