import { describe, expect, it } from 'vitest';
import { exitCode, explain, Failure } from '../../src/cli/failure.ts';
import { UsageError } from '../../src/cli/usage.ts';
import { DescriptionError } from '../../src/codegen/description-error.ts';
import { SettingsError } from '../../src/runtime/settings.ts';

const system = Object.assign(new Error("EACCES: permission denied, open '/x'"), {
  code: 'EACCES',
  syscall: 'open',
  path: '/x',
});

describe('what a person reads', () => {
  const table: [error: unknown, line: string, code: 1 | 2][] = [
    [new UsageError('generate takes --spec FILE'), 'nuntius-mcp: generate takes --spec FILE', 2],
    [new Failure('it is stale: run x'), 'nuntius-mcp: it is stale: run x', 1],
    [new SettingsError('T_CONFIRM must be one of flag'), 'nuntius-mcp: T_CONFIRM must be one of flag', 1],
    [
      new DescriptionError('not_openapi', 'a.txt is no OpenAPI description'),
      'nuntius-mcp: a.txt is no OpenAPI description',
      1,
    ],
    [
      new DescriptionError('syntax', 'a key is repeated', '#/paths/~1a', 7),
      'nuntius-mcp: a key is repeated (at #/paths/~1a, line 7)',
      1,
    ],
    [
      new DescriptionError('syntax', 'a key is repeated', '#/paths/~1a'),
      'nuntius-mcp: a key is repeated (at #/paths/~1a)',
      1,
    ],
    [new DescriptionError('syntax', 'not YAML', '#', 1), 'nuntius-mcp: not YAML (at #, line 1)', 1],
    [system, "nuntius-mcp: EACCES: permission denied, open '/x'", 1],
    [
      new TypeError('x is not a function'),
      'nuntius-mcp: unexpected failure: x is not a function. --debug shows where',
      1,
    ],
    ['thrown text', 'nuntius-mcp: thrown text', 1],
    [undefined, 'nuntius-mcp: undefined', 1],
    [new Failure('a\nb\u001b[31m\u202ec'), 'nuntius-mcp: a\\nb\\u001b[31m\\u202ec', 1],
    [new Failure('x'.repeat(2000)), `nuntius-mcp: ${'x'.repeat(1000)}…`, 1],
  ];
  it.each(table)('%o', (error, line, code) => {
    expect(explain(error, false)).toBe(line);
    expect(exitCode(error)).toBe(code);
  });

  it('with --debug, is followed by the stack, the cause with it, and no control character', () => {
    const text = explain(new Failure('out\u001b[31m', { cause: new Error('in\u202e') }), true);
    expect(text).toMatch(/^nuntius-mcp: out\\u001b\[31m\nFailure: out\\u001b\[31m\n {4}at /);
    expect(text).toMatch(/\ncaused by: Error: in\\u202e\n {4}at /);
    expect(text).not.toMatch(/(?!\n)\p{C}/u);
  });
});
