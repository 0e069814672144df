import { describe, expect, it } from 'vitest';
import type { Catalogue, Tool } from '../../src/catalogue/index.ts';
import { type CatalogueChange, compareCatalogues } from '../../src/codegen/compare.ts';
import { type TestTool, testTool } from '../runtime/validate/tool.ts';

const catalogue = (...tools: Tool[]): Catalogue => ({
  api: { title: 'T', version: '1', prefix: 't' },
  tools,
  omitted: [],
  warnings: [],
  securitySchemes: {},
});
const tool = (name: string, more: Partial<Tool> = {}, test: TestTool = {}): Tool => ({
  ...testTool(test),
  name,
  ...more,
});
const one = (more: Partial<Tool> = {}, test: TestTool = {}) =>
  catalogue(tool('t_a', { path: '/a/{id}', ...more }, test));
const args = (properties: string[], required: string[] = []): TestTool => ({
  properties: Object.fromEntries(properties.map((p) => [p, {}])),
  required,
});

describe('what changed', () => {
  const table: [what: string, before: Catalogue, after: Catalogue, changes: CatalogueChange[]][] = [
    ['nothing', one(), one(), []],
    ['a description', one(), one({ description: 'other' }), []],
    ['added', catalogue(), one(), [{ tool: 't_a', change: 'added', detail: 'POST /a/{id}, Escritura' }]],
    ['removed', one(), catalogue(), [{ tool: 't_a', change: 'removed', detail: 'POST /a/{id}' }]],
    ['renamed', one(), one({ name: 't_b' }), [{ tool: 't_b', change: 'renamed', detail: 'was t_a' }]],
    [
      'another method',
      one(),
      one({ method: 'PUT' }),
      [{ tool: 't_a', change: 'operation changed', detail: 'POST /a/{id} → PUT /a/{id}' }],
    ],
    [
      'a path parameter by another name',
      one(),
      one({ name: 't_b', path: '/a/{key}' }),
      [
        { tool: 't_b', change: 'renamed', detail: 'was t_a' },
        { tool: 't_b', change: 'operation changed', detail: 'POST /a/{id} → POST /a/{key}' },
      ],
    ],
    [
      'type',
      one(),
      one({ type: 'Lectura' }),
      [
        { tool: 't_a', change: 'type changed', detail: 'Escritura → Lectura' },
        { tool: 't_a', change: 'confirmation no longer needed', detail: 'POST /a/{id}' },
      ],
    ],
    [
      'a write freed of its confirmation',
      one(),
      one({ confirm: 'none' }),
      [{ tool: 't_a', change: 'confirmation no longer needed', detail: 'POST /a/{id}' }],
    ],
    [
      'a write that needs one again',
      one({ confirm: 'none' }),
      one(),
      [{ tool: 't_a', change: 'confirmation now needed', detail: 'POST /a/{id}' }],
    ],
    [
      'an argument added',
      one({}, args(['x'])),
      one({}, args(['x', 'y'])),
      [{ tool: 't_a', change: 'argument added', detail: 'y' }],
    ],
    [
      'a required argument added',
      one(),
      one({}, args(['y'], ['y'])),
      [{ tool: 't_a', change: 'argument added', detail: 'y (required)' }],
    ],
    ['an argument removed', one({}, args(['x'])), one(), [{ tool: 't_a', change: 'argument removed', detail: 'x' }]],
    [
      'an argument now required',
      one({}, args(['x'])),
      one({}, args(['x'], ['x'])),
      [{ tool: 't_a', change: 'argument now required', detail: 'x' }],
    ],
    [
      'an argument now optional',
      one({}, args(['x'], ['x'])),
      one({}, args(['x'])),
      [{ tool: 't_a', change: 'argument now optional', detail: 'x' }],
    ],
    [
      'arguments of any name',
      one({}, args(['constructor'])),
      one({}, args(['toString'])),
      [
        { tool: 't_a', change: 'argument added', detail: 'toString' },
        { tool: 't_a', change: 'argument removed', detail: 'constructor' },
      ],
    ],
    [
      'two tools that swapped names',
      catalogue(tool('t_a', { path: '/a' }), tool('t_b', { path: '/b' })),
      catalogue(tool('t_b', { path: '/a' }), tool('t_a', { path: '/b' })),
      [
        { tool: 't_a', change: 'renamed', detail: 'was t_b' },
        { tool: 't_b', change: 'renamed', detail: 'was t_a' },
      ],
    ],
    [
      'two paths that differ by the parameter’s name only',
      catalogue(tool('t_a', { path: '/a/{x}' }), tool('t_b', { path: '/a/{y}' })),
      catalogue(tool('t_b', { path: '/a/{y}' })),
      [{ tool: 't_a', change: 'removed', detail: 'POST /a/{x}' }],
    ],
  ];
  it.each(table)('%s', (_, before, after, changes) => expect(compareCatalogues(before, after)).toEqual(changes));

  it('is sorted by tool, then by kind, whatever the order of arguments and tools', () => {
    const before = catalogue(tool('t_z', { path: '/z' }, args(['a', 'b', 'c'])), tool('t_gone', { path: '/gone' }));
    const after = catalogue(
      tool('t_new', { path: '/new' }),
      tool('t_z', { path: '/z' }, args(['d', 'c', 'b'], ['c', 'd'])),
    );
    const changes = [
      't_gone removed',
      't_new added',
      't_z argument added',
      't_z argument removed',
      't_z argument now required',
    ];
    expect(compareCatalogues(before, after).map((c) => `${c.tool} ${c.change}`)).toEqual(changes);
  });
});
