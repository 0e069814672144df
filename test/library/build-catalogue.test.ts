/** A description by its path, its URL or as it was parsed: the same catalogue, by the same rules. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '../../src/generated/catalogue.ts';
import { buildCatalogue, type Description } from '../../src/library/index.ts';
import { ROOT } from '../end-to-end/program.ts';
import { stubApi } from '../runtime/http/stub-api.ts';

const FILE = path.join(ROOT, 'openapi/nuntius.yaml');
const OVERLAY = path.join(ROOT, 'openapi/nuntius.overlay.yaml');
const parsed = (file: string) => parse(readFileSync(file, 'utf8')) as object;

describe('the generated catalogue comes of', () => {
  test.each<[string, Description, Description]>([
    ['paths', FILE, OVERLAY],
    ['file URLs', pathToFileURL(FILE), pathToFileURL(OVERLAY)],
    ['parsed documents', parsed(FILE), parsed(OVERLAY)],
  ])('%s', async (_, description, overlay) => {
    expect(await buildCatalogue(description, { overlays: [overlay], prefix: 'nuntius' })).toEqual(catalogue);
  });

  test('a URL, fetched by the one module that may', async () => {
    await using api = await stubApi((_, response) => response.end(readFileSync(FILE)));
    const built = await buildCatalogue(new URL('/openapi.yaml', api.url), { overlays: [OVERLAY] });
    expect(built.tools).toEqual(catalogue.tools);
  });
});

test('progress is told', async () => {
  const steps: [number, number][] = [];
  await buildCatalogue(FILE, { onProgress: (...step) => steps.push(step) });
  expect(steps[0]).toEqual([0, 68]);
});

const API = { openapi: '3.1.0', info: { title: 'Shop', version: '1' } };
const circle: Record<string, unknown> = { ...API };
circle.self = circle;

describe('what cannot be used is refused with a stable code', () => {
  test.each<[string, Description, string, string]>([
    ['a file that is not there', 'no-such-file.yaml', 'unreadable', 'no-such-file.yaml cannot be read'],
    ['a plain http URL', 'http://shop.example/a.yaml', 'unreadable', 'give a path, an https URL'],
    ['a list', [], 'not_openapi', 'the description is no OpenAPI description'],
    ['a circle', circle, 'unreadable', 'the description is no plain JSON data'],
    ['a BigInt', { ...API, 'x-big': 1n }, 'unreadable', 'the description is no plain JSON data'],
    ['a function', () => {}, 'unreadable', 'the description is no plain JSON data'],
    ['another version', { openapi: '4.0.0' }, 'unsupported_version', '4.0.0'],
  ])('%s', async (_, description, code, message) => {
    await expect(buildCatalogue(description)).rejects.toThrow(
      expect.objectContaining({ name: 'DescriptionError', code, message: expect.stringContaining(message) }),
    );
  });

  test.each(['', 'Shop', '1shop', 'a_b', 'x'.repeat(21)])('the prefix %j', async (prefix) => {
    await expect(buildCatalogue({ ...API, paths: {} }, { prefix })).rejects.toThrow(/^prefix must be/);
  });
});

test.each(['./secrets.yaml#/a', '/etc/passwd', '../x.yaml', 'https://shop.example/x.yaml'])(
  'a parsed document is nowhere, so nothing is read for its reference to %s',
  async ($ref) => {
    const get = { operationId: 'getThing', parameters: [{ $ref }], responses: { 200: { description: 'Done' } } };
    const { tools, omitted, warnings } = await buildCatalogue({ ...API, paths: { '/things': { get } } });
    expect(tools).toEqual([]);
    expect(omitted).toHaveLength(1);
    expect(JSON.stringify([omitted, warnings])).toMatch(/outside the folder|--allow-remote-refs/);
  },
);

test('the description’s own x-mcp is ignored; an overlay’s is not, also where it was parsed', async () => {
  const post = { operationId: 'purge', 'x-mcp': { deletes: false }, responses: { 200: { description: 'Done' } } };
  const description = { ...API, paths: { '/orders/purge': { post } } };
  expect((await buildCatalogue(description)).tools).toEqual([]);
  const overlay = {
    overlay: '1.1.0',
    info: { title: 'Ours', version: '1' },
    actions: [{ target: "$.paths['/orders/purge'].post", update: { 'x-mcp': { deletes: false } } }],
  };
  expect((await buildCatalogue(description, { overlays: [overlay] })).tools).toHaveLength(1);
});
