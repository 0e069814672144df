import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import { applyOverlays, type Overlay } from '../../../src/codegen/overlay/index.ts';
import { errorOf, fromText, isPlain } from '../load/from-text.ts';
import { overlaid, SOURCE } from './documents.ts';

const API = `
openapi: 3.0.3
info: {title: t, version: '1'}
tags: [a, b, c, b]
paths:
  /public/v1/leads/{id}:
    get: {operationId: get, tags: [x], parameters: [{name: a, in: query}, {name: b, in: query}, {name: c, in: query}]}
    patch: {operationId: patch, description: old}
  /it's/{a.b}: {get: {operationId: its}}
x-data: {n: 1, list: [1, 2], deep: {a: {b: 1, keep: true}}}
`;

describe('actions', () => {
  const cases: [what: string, actions: string, want: object][] = [
    [
      'update merges objects',
      '  - {target: $.x-data.deep, update: {a: {b: 2, c: [3]}, d: 4}}',
      { 'x-data': { n: 1, list: [1, 2], deep: { a: { b: 2, keep: true, c: [3] }, d: 4 } } },
    ],
    [
      'update from the root',
      '  - {target: $, update: {info: {title: u}, x-new: 1}}',
      { info: { title: 'u', version: '1' }, 'x-new': 1 },
    ],
    [
      'update appends one to a list',
      '  - {target: $.tags, update: {name: d}}',
      { tags: ['a', 'b', 'c', 'b', { name: 'd' }] },
    ],
    [
      'update appends a list to a list',
      '  - {target: $.tags, update: [d, e]}',
      { tags: ['a', 'b', 'c', 'b', 'd', 'e'] },
    ],
    ['also further in', '  - {target: $, update: {tags: [d]}}', { tags: ['a', 'b', 'c', 'b', 'd'] }],
    ['update replaces a single value', '  - {target: $.info.title, update: u}', { info: { title: 'u', version: '1' } }],
    ['and by null', '  - {target: $.info, update: {title: null}}', { info: { title: null, version: '1' } }],
    ['remove from an object', '  - {target: $.x-data, remove: true}', { 'x-data': undefined }],
    ['remove from a list, by index', "  - {target: '$.tags[1,3]', remove: true}", { tags: ['a', 'c'] }],
    ['remove from a list, by value', '  - {target: \'$.tags[?@=="b"]\', remove: true}', { tags: ['a', 'c'] }],
    ['remove wins over update', '  - {target: $.x-data, remove: true, update: {a: 1}}', { 'x-data': undefined }],
    ['remove: false changes nothing', '  - {target: $.x-data, remove: false}', {}],
    [
      'remove what contains and what is contained',
      "  - {target: $..deep, remove: true}\n  - {target: \"$.x-data['list','n']\", remove: true}",
      { 'x-data': {} },
    ],
    [
      'copy merges one node into others',
      '  - {target: $.x-data.deep, copy: $.info}',
      { 'x-data': { n: 1, list: [1, 2], deep: { a: { b: 1, keep: true }, title: 't', version: '1' } } },
    ],
    [
      'copy, then remove: a move',
      '  - {target: $, update: {x-moved: {}}}\n  - {target: $.x-moved, copy: $.x-data.deep}\n  - {target: $.x-data, remove: true}',
      { 'x-moved': { a: { b: 1, keep: true } }, 'x-data': undefined },
    ],
    [
      'each sees what those before did',
      '  - {target: $.x-data, remove: true}\n  - {target: $, update: {x-data: {z: 1}}}\n  - {target: $.x-data, update: {y: 2}}',
      { 'x-data': { z: 1, y: 2 } },
    ],
    [
      'names of inherited members',
      '  - {target: $.x-data.deep, update: {__proto__: {a: 1}, constructor: 2}}',
      {
        'x-data': {
          n: 1,
          list: [1, 2],
          deep: JSON.parse('{"a":{"b":1,"keep":true},"__proto__":{"a":1},"constructor":2}'),
        },
      },
    ],
  ];
  test.each(cases)('%s', async (_, actions, want) => {
    const before = await fromText(API);
    const given = JSON.stringify(before.root);
    const { root, warnings } = await overlaid(API, actions);
    const wanted: Record<string, unknown> = { ...before.root, ...want };
    for (const key of Object.keys(wanted)) if (wanted[key] === undefined) delete wanted[key];
    expect(JSON.parse(JSON.stringify(root))).toEqual(wanted);
    expect(Object.keys(root).sort()).toEqual(Object.keys(wanted).sort());
    expect(warnings).toEqual([]);
    expect(JSON.stringify(before.root)).toBe(given);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('several overlays, in order', async () => {
    const { root } = await overlaid(
      API,
      '  - {target: $.info.title, update: one}',
      '  - {target: $.info.title, update: two}',
    );
    expect(root.info).toEqual({ title: 'two', version: '1' });
  });

  test('none: the document itself', async () => {
    const document = await fromText(API);
    expect(applyOverlays(document, [])).toBe(document);
  });

  test('the version is what the result says; lines are the file’s', async () => {
    const document = await overlaid(API, '  - {target: $.openapi, update: 3.1.0}');
    expect([document.version, document.line('#/tags')]).toEqual(['3.1', 4]);
  });
});

describe('targets', () => {
  test.each([
    ["$.paths['/public/v1/leads/{id}'].get", ['get']],
    ['$.paths["/public/v1/leads/{id}"].*', ['get', 'patch']],
    ["$.paths['/it\\'s/{a.b}'].get", ['its']],
    ['$.paths.*.get', ['get', 'its']],
    ['$.paths[*][*]', ['get', 'its', 'patch']],
    ["$.paths[*][?@.operationId=='patch']", ['patch']],
    ["$.paths[*][?search(@.operationId, '^i')]", ['its']],
    ["$..[?@.name=='a']", []],
    ["$.paths.*[?@.parameters[?@.name=='b']]", ['get']],
    ["$.paths.*['get','get']", ['get', 'its']],
  ])('%s', async (target, want) => {
    const { root } = await overlaid(API, `  - {target: ${JSON.stringify(target)}, update: {x-hit: 1}}`);
    const hit = Object.values(root.paths as Record<string, Record<string, { operationId: string; 'x-hit'?: number }>>)
      .flatMap((item) => Object.values(item))
      .filter((operation) => operation['x-hit'] === 1);
    expect(hit.map((operation) => operation.operationId).sort()).toEqual(want);
  });

  test('many, of which removing one moves the others', async () => {
    const { root } = await overlaid(API, '  - {target: "$..parameters[?@.name!=\'b\']", remove: true}');
    expect(JSON.stringify(root)).toContain('"parameters":[{"name":"b","in":"query"}]');
  });

  test('one that matches nothing is a warning', async () => {
    const document = await overlaid(
      API,
      '  - {target: "$.paths[\'/no\']", update: {a: 1}}\n  - {target: $.a.b, remove: true}\n  - {target: $.c, copy: $.info}',
    );
    expect(document.root).toEqual((await fromText(API)).root);
    expect(document.warnings).toEqual([
      { where: '#', message: `${SOURCE}, action 1 ($.paths['/no']) matches nothing.` },
      { where: '#', message: `${SOURCE}, action 2 ($.a.b) matches nothing.` },
      { where: '#', message: `${SOURCE}, action 3 ($.c) matches nothing.` },
    ]);
  });
});

describe('what is refused', () => {
  test.each([
    ['{target: "$[", remove: true}', '#/actions/0/target', /no valid JSONPath \(RFC 9535\) as its target/],
    ['{target: "$.paths[?@.x==]", remove: true}', '#/actions/0/target', /no valid JSONPath/],
    ['{target: "$.a[?nope(@)]", remove: true}', '#/actions/0/target', /no valid JSONPath/],
    ['{target: $, remove: true}', '#/actions/0/remove', /would remove the whole description/],
    [
      '{target: $.info, update: text}',
      '#/actions/0/update',
      /#\/info is an object, the new value a single value; remove it first/,
    ],
    ['{target: $.info, update: [a]}', '#/actions/0/update', /#\/info is an object, the new value an array/],
    [
      '{target: $.info.title, update: {a: 1}}',
      '#/actions/0/update',
      /#\/info\/title is a single value, the new value an object/,
    ],
    [
      '{target: $, update: {info: {title: [a]}}}',
      '#/actions/0/update',
      /#\/info\/title is a single value, the new value an array/,
    ],
    ['{target: $.*, update: {a: 1}}', '#/actions/0/target', /different kinds/],
    ['{target: $.info, copy: $.nowhere}', '#/actions/0/copy', /\$\.nowhere, which selects 0 nodes/],
    ['{target: $.info, copy: "$.tags[*]"}', '#/actions/0/copy', /selects 4 nodes/],
    ['{target: $.info, copy: "$["}', '#/actions/0/copy', /no valid JSONPath \(RFC 9535\) to copy from/],
    ['{target: $.info, copy: $.tags}', '#/actions/0/copy', /#\/info is an object, the new value an array/],
    ['{target: $.openapi, update: 4.0.0}', '#/openapi', /4\.0\.0/],
  ])('%s', async (action, pointer, message) => {
    const error = await errorOf(overlaid(API, `  - ${action}`));
    expect([error.pointer, error.message]).toEqual([pointer, expect.stringMatching(message)]);
    expect(error.message).not.toContain('\n');
  });
});

test('whatever overlays do, it is a document or a clear error, and the description is not changed', async () => {
  const paths = fc.constantFrom(
    '$',
    '$.*',
    '$..*',
    '$.info',
    '$.tags',
    '$.tags[0]',
    '$.tags[*]',
    '$.paths.*.*',
    '$..parameters',
    '$..name',
    '$.x-data.deep',
    '$.no',
    '$..b',
    '$[?@.a]',
    '$.',
    '$[',
  );
  const action = fc.oneof(
    fc.record({ target: paths, update: fc.jsonValue({ maxDepth: 2 }) }),
    fc.record({ target: paths, remove: fc.constant(true) }),
    fc.record({ target: paths, copy: paths }),
  );
  const document = await fromText(API);
  const given = JSON.stringify(document.root);
  const outcomes = { applied: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(action, { maxLength: 4 }), (actions) => {
      const overlay: Overlay = {
        source: SOURCE,
        sha256: '',
        version: '1.1',
        title: 't',
        actions: actions as Overlay['actions'],
      };
      try {
        const { root } = applyOverlays(document, [overlay]);
        expect(isPlain(root)).toBe(true);
        outcomes.applied++;
      } catch (error) {
        if (!(error instanceof DescriptionError)) throw error;
        outcomes.refused++;
      }
      expect(JSON.stringify(document.root)).toBe(given);
    }),
    { numRuns: 1500 },
  );
  expect(Math.min(outcomes.applied, outcomes.refused)).toBeGreaterThan(100);
});
