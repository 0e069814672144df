import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName, helpText } from '../../src/cli/usage.ts';
import { wrapHelp, wrapLine } from '../../src/cli/wrap-help.ts';

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

  it('breaks no option, path or name, however narrow it is', () => {
    for (const name of [undefined, ...(Object.keys(COMMANDS) as CommandName[])])
      for (const width of [20, 40, 60]) {
        const words = (text: string) => text.split(/\s+/);
        expect(words(wrapHelp(helpText(name), width))).toEqual(words(helpText(name)));
      }
    expect(wrapHelp('  --allow-remote-refs  follow them while reading', 30)).toBe(
      '  --allow-remote-refs\n      follow them while\n      reading',
    );
  });
});

describe('a line', () => {
  const table: [line: string, width: number, want: string][] = [
    ['short', 10, 'short'],
    ['one two three', 8, 'one two\nthree'],
    ['one /a/very/long/path two', 8, 'one\n/a/very/long/path\ntwo'],
    ['  one two three', 8, '  one\n  two\n  three'],
    ['', 8, ''],
  ];
  it.each(table)('%j in %i columns', (line, width, want) => expect(wrapLine(line, width)).toBe(want));
});
