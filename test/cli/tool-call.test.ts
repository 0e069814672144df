import { describe, expect, it } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { argumentsOf } from '../../src/cli/tool-call.ts';
import { parseCommandLine, UsageError } from '../../src/cli/usage.ts';

const tool = {
  inputSchema: {
    type: 'object',
    properties: {
      tagIds: { type: 'array', items: { type: 'string' } },
      note: { type: ['array', 'string'] },
      name: { type: 'string' },
    },
  },
} as unknown as Tool;

describe('the command line of call', () => {
  const table: [argv: string[], args: Record<string, unknown>, values?: object][] = [
    [['--name', 'Ana'], { name: 'Ana' }],
    [['--name=Ana=Luz'], { name: 'Ana=Luz' }],
    [['--amount', '-5'], { amount: '-5' }],
    [['--active'], { active: true }],
    [['--active', '--name', 'Ana'], { active: true, name: 'Ana' }],
    [['--empty='], { empty: '' }],
    [['--empty', ''], { empty: '' }],
    [['--tagIds', 'a', '--tagIds', 'b'], { tagIds: ['a', 'b'] }],
    [['--tagIds', 'a'], { tagIds: ['a'] }],
    [['--tagIds', '["a","b"]'], { tagIds: '["a","b"]' }],
    [['--note', 'a'], { note: 'a' }],
    [['--json', '{"name":"Ana","x":1}', '--name', 'Luz'], { name: 'Luz', x: 1 }, { json: '{"name":"Ana","x":1}' }],
    [['--sandbox', '--confirm', 'strict', '--name', 'Ana'], { name: 'Ana' }, { sandbox: true, confirm: 'strict' }],
    [['--yes', '--', '--yes', '1', '--spec', 'x'], { yes: '1', spec: 'x' }, { yes: true }],
    [['--toString', 'a', '--constructor', 'b'], { toString: 'a', constructor: 'b' }],
  ];
  it.each(table)('%j', (argv, args, values = {}) => {
    const { command, given } = parseCommandLine(['call', 'x_get', ...argv]);
    expect(command).toBe('call');
    expect(given.positionals).toEqual(['x_get']);
    expect({ ...given.values }).toEqual(values);
    const { json } = given.values;
    expect(argumentsOf(tool, given.toolArguments ?? [], typeof json === 'string' ? json : undefined)).toEqual(args);
  });

  it('keeps an argument called __proto__ as one', () => {
    const args = argumentsOf(tool, [['__proto__', 'x']], undefined);
    expect(Object.hasOwn(args, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });

  it.each(['', '[]', '"a"', '{', 'null'])('refuses --json %j', (json) =>
    expect(() => argumentsOf(tool, [], json)).toThrow(UsageError),
  );

  it('is only that of call', () => expect(() => parseCommandLine(['tools', '--name', 'x'])).toThrow(UsageError));
});
