import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/codegen/load/document.ts';
import { operationExtension } from '../../../src/codegen/overlay/index.ts';
import { lookup } from '../../../src/codegen/pointer.ts';
import { errorOf } from '../load/from-text.ts';
import { overlaid } from './documents.ts';

const API = `
openapi: 3.2.0
info: {title: t, version: '1'}
paths:
  /leads/{id}:
    post: {operationId: search, x-mcp: {type: Lectura, confirm: none, deletes: false}}
    additionalOperations: {COPY: {operationId: copy}}
x-hidden: {x-mcp: {confirm: none}}
`;
const POST = '#/paths/~1leads~1{id}/post';
const post = "$.paths['/leads/{id}'].post";
const extensionOf = (root: JsonObject, pointer: string) =>
  operationExtension(lookup(root, pointer) as JsonObject, pointer);

test.each([
  ['{name: search, title: T, description: D}', { name: 'search', title: 'T', description: 'D' }],
  ['{type: Lectura, include: true}', { type: 'Lectura', include: true }],
  ['{type: Escritura, include: false, deletes: false}', { type: 'Escritura', include: false, deletes: false }],
  [
    '{question: "¿Cambiar {name}?", before: get, undo: put}',
    { question: '¿Cambiar {name}?', before: 'get', undo: 'put' },
  ],
  ['{unordered: [tags], confirm: none}', { unordered: ['tags'], confirm: 'none' }],
  ['{}', {}],
])('%s', async (extension, want) => {
  const { root } = await overlaid(API, `  - {target: "${post}", update: {x-mcp: ${extension}}}`);
  expect(extensionOf(root, POST)).toEqual(want);
});

describe('only our overlay is heard', () => {
  test('the API’s own says nothing, nor adds to ours', async () => {
    const { root, warnings } = await overlaid(API, `  - {target: "${post}", update: {x-mcp: {title: T}}}`);
    expect(extensionOf(root, POST)).toEqual({ title: 'T' });
    expect(warnings.map((w) => w.where)).toEqual([POST, '#/x-hidden']);
  });

  test('nor does it come in by copying', async () => {
    const { root } = await overlaid(API, `  - {target: "${post}", copy: $.x-hidden}`);
    expect(extensionOf(root, POST)).toBeUndefined();
  });

  test('nothing said', async () => {
    const { root } = await overlaid(API, '  - {target: $.info.title, update: u}');
    expect(extensionOf(root, POST)).toBeUndefined();
    expect(operationExtension(Object.create({ 'x-mcp': { title: 'T' } }) as JsonObject, POST)).toBeUndefined();
  });
});

describe('what is refused', () => {
  test.each([
    ['{confrim: none}', `${POST}/x-mcp`, /no key "confrim" here; the nearest known one is “confirm”/],
    ['{Title: T}', `${POST}/x-mcp`, /no key "Title" here; the nearest known one is “title”/],
    ['{zzzzzzzzzzzzzzz: T}', `${POST}/x-mcp`, /no key "zzzzzzzzzzzzzzz" here\.$/],
    ['{toString: T}', `${POST}/x-mcp`, /no key "toString"/],
    ['{type: lectura}', `${POST}/x-mcp/type`, /"Lectura"\|"Escritura"/],
    ['{confirm: never}', `${POST}/x-mcp/confirm`, /expected "none"/],
    ['{confirm: true}', `${POST}/x-mcp/confirm`, /expected "none"/],
    ['{deletes: true}', `${POST}/x-mcp/deletes`, /expected false/],
    ['{include: no}', `${POST}/x-mcp/include`, /expected boolean/],
    ['{unordered: tags}', `${POST}/x-mcp/unordered`, /expected array/],
    ['{unordered: [1]}', `${POST}/x-mcp/unordered/0`, /expected string/],
    ['{name: ""}', `${POST}/x-mcp/name`, /1 character/],
    ['{title: null}', `${POST}/x-mcp/title`, /expected string/],
    ['text', `${POST}/x-mcp`, /expected object/],
    ['[]', `${POST}/x-mcp`, /expected object/],
  ])('%s', async (extension, pointer, message) => {
    const error = await errorOf(overlaid(API, `  - {target: "${post}", update: {x-mcp: ${extension}}}`));
    expect([error.code, error.pointer, error.message]).toEqual([
      'invalid_overlay',
      pointer,
      expect.stringMatching(message),
    ]);
  });

  test('also on an operation of another method', async () => {
    const error = await errorOf(
      overlaid(API, '  - {target: $..additionalOperations.COPY, update: {x-mcp: {tpye: Lectura}}}'),
    );
    expect(error.message).toMatch(/nearest known one is “type”/);
  });
});

test('one that is not on an operation has no effect, which is a warning', async () => {
  const { warnings } = await overlaid(
    API,
    '  - {target: "$.paths[\'/leads/{id}\']", update: {x-mcp: {include: false}}}',
  );
  expect(warnings.at(-1)).toEqual({
    where: '#/paths/~1leads~1{id}',
    message: 'The overlay’s x-mcp is not on an operation here and has no effect.',
  });
});
