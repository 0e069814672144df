import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName, helpText, parseCommandLine, UsageError } from '../../src/cli/usage.ts';

describe('the command line', () => {
  const table: [argv: string[], command: string, values: object, positionals?: string[]][] = [
    [[], 'serve', {}],
    [['--sandbox'], 'serve', { sandbox: true }],
    [
      ['serve', '--spec', 'a.yaml', '--overlay', 'b', '--overlay', 'c'],
      'serve',
      { spec: 'a.yaml', overlay: ['b', 'c'] },
    ],
    [['--spec=a.yaml', '--debug'], 'serve', { spec: 'a.yaml', debug: true }],
    [['tools', '--json'], 'tools', { json: true }],
    [['check', '--help'], 'check', { help: true }],
    [['generate', '--spec', 'a', '--out', 'b', '--check'], 'generate', { spec: 'a', out: 'b', check: true }],
    [['overlay', 'init', '--spec', 'a'], 'overlay', { spec: 'a' }, ['init']],
    [['sandbox', '--port', '0'], 'sandbox', { port: '0' }],
  ];
  it.each(table)('%j', (argv, command, values, positionals = []) => {
    const parsed = parseCommandLine(argv);
    expect({ ...parsed, given: { ...parsed.given, values: { ...parsed.given.values } } }).toEqual({
      command,
      given: { values, positionals },
    });
  });

  const list = Object.keys(COMMANDS).join(', ');
  const refused: [argv: string[], message: string][] = [
    [['tolls'], `There is no command "tolls". Did you mean "tools"? Commands: ${list}`],
    [['xyz'], `There is no command "xyz". Commands: ${list}`],
    [['__proto__'], `There is no command "__proto__". Commands: ${list}`],
    [['toString'], `There is no command "toString". Commands: ${list}`],
    [['tools', '--jsno'], 'Unknown option "--jsno". Did you mean "--json"? See: nuntius-mcp tools --help'],
    [['tools', '--sandbox'], 'Unknown option "--sandbox". See: nuntius-mcp tools --help'],
    [['--spce', 'a'], 'Unknown option "--spce". Did you mean "--spec"? See: nuntius-mcp serve --help'],
    [['-x'], 'Unknown option "-x". See: nuntius-mcp serve --help'],
    [['tools', 'extra'], 'Unexpected argument "extra". See: nuntius-mcp tools --help'],
    [['serve', '--spec'], 'Option "--spec <value>" argument missing. See: nuntius-mcp serve --help'],
    [['serve', '--spec', '--json'], 'Option "--spec" argument is ambiguous. See: nuntius-mcp serve --help'],
    [['tools', '--json=yes'], 'Option "--json" does not take an argument. See: nuntius-mcp tools --help'],
  ];
  it.each(refused)('%j is refused', (argv, message) => {
    expect(() => parseCommandLine(argv)).toThrow(new UsageError(message));
  });
});

describe('help', () => {
  it('lists every command', () => {
    for (const [name, { summary }] of Object.entries(COMMANDS))
      expect(helpText()).toContain(`  ${name.padEnd(10)} ${summary}\n`);
  });

  it('lists every option of a command, with what it takes', () => {
    for (const name of Object.keys(COMMANDS) as CommandName[]) {
      const text = helpText(name);
      for (const option of [...Object.keys(COMMANDS[name].options), 'help', 'debug'])
        expect(text).toContain(`  --${option}`);
      expect(text).toMatch(/\n$/);
      for (const line of text.split('\n')) expect(line.length).toBeLessThan(140);
    }
    expect(helpText('sandbox')).toMatch(
      /^Usage: nuntius-mcp sandbox \[options\]\n\nRun the embedded Nuntius API alone, on loopback, with sample data in memory\.\n\n {2}--port N +the port; without it: a free one\n/,
    );
  });
});
