import { expect, test } from 'vitest';
import type { SchemaEntry } from '../../../src/codegen/schema/schema-reader.ts';
import { reading } from './document.ts';

function entry(name: string, schema: SchemaEntry['schema'], more: Partial<SchemaEntry> = {}): SchemaEntry {
  return { name, schema, pointer: `#/${name}`, required: false, ...more };
}

test('a tool without arguments', () => {
  expect(reading().reader.inputSchema([])).toEqual({ type: 'object', properties: {}, additionalProperties: false });
});

test('keys stand in one order: type, properties, required, additionalProperties, $defs', () => {
  const { reader } = reading({ A: { maxLength: 30, pattern: '^[a-z]+$', description: 'An A', type: 'string' } });
  const a = { $ref: '#/components/schemas/A' };
  const made = reader.inputSchema([
    entry('x', a, { required: true }),
    entry('y', a),
    entry('z', a, { description: 'Last' }),
  ]);
  expect(JSON.stringify(made)).toBe(
    '{"type":"object","properties":{"x":{"$ref":"#/$defs/A"},"y":{"$ref":"#/$defs/A"},"z":{"$ref":"#/$defs/A","description":"Last"}},' +
      '"required":["x"],"additionalProperties":false,' +
      '"$defs":{"A":{"type":"string","description":"An A","pattern":"^[a-z]+$","maxLength":30}}}',
  );
});

test('the entry’s description wins, cleaned', () => {
  const made = reading().reader.inputSchema([
    entry('x', { type: 'string', description: 'schema' }, { description: ' entry\u202e ' }),
  ]);
  expect(made.properties).toEqual({ x: { type: 'string', description: 'entry' } });
});

test.each([
  ['of any schema', {}, { type: 'string', contentEncoding: 'base64' }],
  [
    'with its media type',
    { type: 'string', format: 'binary', contentMediaType: 'image/png' },
    { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
  ],
  [
    'several',
    { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 2 },
    { type: 'array', items: { type: 'string', contentEncoding: 'base64' }, maxItems: 2 },
  ],
])('bytes are base64: %s', (_, schema, want) => {
  expect(reading().reader.inputSchema([entry('file', schema, { binary: true })]).properties.file).toEqual(want);
});

test('each call gives an object of its own: adding to one changes no other', () => {
  const { reader } = reading();
  const entries = [entry('x', { type: 'string' })];
  reader.inputSchema(entries).properties.confirm = { type: 'boolean' };
  expect(Object.keys(reader.inputSchema(entries).properties)).toEqual(['x']);
});

test('one broken component costs only the tools that need it', () => {
  const { reader } = reading({
    A: { properties: { b: { $ref: '#/components/schemas/Missing' } } },
    C: { type: 'string' },
  });
  const broken = [entry('x', { $ref: '#/components/schemas/A' })];
  for (let i = 0; i < 2; i++) expect(() => reader.inputSchema(broken)).toThrow('leads nowhere');
  expect(reader.inputSchema([entry('y', { $ref: '#/components/schemas/C' })]).properties).toEqual({
    y: { type: 'string' },
  });
});
