import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName, helpText } from '../../src/cli/usage.ts';
import { wrapHelp } from '../../src/cli/wrap-help.ts';

describe('help on a narrow terminal', () => {
  it('is wrapped under where its text begins', () =>
    expect(
      wrapHelp('Usage: x\n\n  --spec FILE  an OpenAPI description: a path or a URL\n  --help       show this', 40),
    ).toBe(
      'Usage: x\n\n  --spec FILE  an OpenAPI description: a\n               path or a URL\n  --help       show this',
    ));

  it('fits, says the same, and is left alone where it fits already', () => {
    for (const name of [undefined, ...(Object.keys(COMMANDS) as CommandName[])]) {
      const text = helpText(name);
      const wrapped = wrapHelp(text, 80);
      expect(wrapHelp(text, 500)).toBe(text);
      expect(wrapped.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
      for (const line of wrapped.split('\n'))
        if (!/^Usage:|\S{40}/.test(line)) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});
