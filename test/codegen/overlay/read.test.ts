import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readOverlay } from '../../../src/codegen/overlay/index.ts';
import { errorOf } from '../load/from-text.ts';
import { actionsFrom, overlayFrom, SOURCE } from './documents.ts';

test('what is read', async () => {
  const text = `
overlay: 1.1.0
info: {title: Ours, version: 1.0.0, description: d, x-a: 1}
extends: ./api.yaml
x-b: 2
actions:
  - {target: $.info, update: {x-kept: 1}, description: d, x-c: 3}
  - {target: $.servers, remove: true}
  - {target: $.paths, copy: $.x-paths}
`;
  expect(await overlayFrom(text)).toEqual({
    source: SOURCE,
    sha256: createHash('sha256').update(text).digest('hex'),
    version: '1.1',
    title: 'Ours',
    actions: [
      { target: '$.info', update: { 'x-kept': 1 }, description: 'd' },
      { target: '$.servers', remove: true },
      { target: '$.paths', copy: '$.x-paths' },
    ],
  });
});

test.each([
  ['1.0.0', '1.0'],
  ['1.0.7', '1.0'],
  ['1.0', '1.0'],
  ["'1.1'", '1.1'],
  ['1.1.0', '1.1'],
])('overlay: %s', async (version, want) => {
  expect((await actionsFrom('  - {target: $.a, remove: true}', version)).version).toBe(want);
});

describe('what is refused', () => {
  const info = "info: {title: t, version: '1'}\n";
  const one = (action: string) => `overlay: 1.1.0\n${info}actions:\n  - ${action}`;
  const cases: [text: string, code: string, pointer: string, message: RegExp][] = [
    ['openapi: 3.0.0', 'invalid_overlay', '#', /this is no overlay/],
    ['[1]', 'invalid_overlay', '#', /this is no overlay/],
    [`overlay: 1.2.0\n${info}actions: []`, 'unsupported_version', '#/overlay', /line 1.*1\.2\.0.*1\.0 and 1\.1/],
    [`overlay: {}\n${info}actions: []`, 'unsupported_version', '#/overlay', /1\.0 and 1\.1/],
    ['overlay: 1.0.0\nactions: []', 'invalid_overlay', '#/info', /expected object/],
    ['overlay: 1.0.0\ninfo: {title: t}\nactions: []', 'invalid_overlay', '#/info/version', /expected string/],
    [`overlay: 1.0.0\n${info}`, 'invalid_overlay', '#/actions', /expected array/],
    [
      `overlay: 1.0.0\n${info}action: []\nactions: []`,
      'invalid_overlay',
      '#',
      /no key "action" here; the nearest known one is “actions”/,
    ],
    [
      one('{target: $.a, updates: {}}'),
      'invalid_overlay',
      '#/actions/0',
      /line 4.*no key "updates" here; the nearest known one is “update”/,
    ],
    [one('{target: $.a, remove: yes please}'), 'invalid_overlay', '#/actions/0/remove', /line 4.*expected boolean/],
    [one('{target: paths, remove: true}'), 'invalid_overlay', '#/actions/0/target', /a JSONPath begins with \$/],
    [one('{remove: true}'), 'invalid_overlay', '#/actions/0/target', /expected string/],
    [one('{target: $.a}'), 'invalid_overlay', '#/actions/0', /needs “update”, “remove” or “copy”/],
    [one('{target: $.a, update: {}, copy: $.b}'), 'invalid_overlay', '#/actions/0', /“update” or “copy”, not both/],
    [
      one('{target: $.a, copy: $.b}').replace('1.1.0', '1.0.0'),
      'invalid_overlay',
      '#/actions/0',
      /“copy” came with Overlay 1\.1/,
    ],
    [one('text'), 'invalid_overlay', '#/actions/0', /expected object/],
    ['overlay: [', 'syntax', '#', /line 1/],
  ];
  test.each(cases)('%j', async (text, code, pointer, message) => {
    const error = await errorOf(overlayFrom(text));
    expect([error.code, error.pointer, error.message]).toEqual([code, pointer, expect.stringMatching(message)]);
    expect(error.message.startsWith(SOURCE)).toBe(true);
  });

  test('a file that is not there', async () => {
    const error = await errorOf(readOverlay('nowhere.overlay.yaml'));
    expect(error.message).toBe('nowhere.overlay.yaml cannot be read: there is no such file.');
  });
});
