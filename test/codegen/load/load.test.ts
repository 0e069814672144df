import { createHash } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDocument } from '../../../src/codegen/load/load.ts';
import { errorOf, fromText, inFolder, refusal } from './from-text.ts';

describe('dialects', () => {
  test.each([
    ['openapi: 3.0.3', '3.0'],
    ['openapi: "3.0"', '3.0'],
    ['openapi: 3.1.0', '3.1'],
    ['openapi: 3.1', '3.1'],
    ['openapi: 3.1.0-rc1', '3.1'],
    ['openapi: 3.2.0', '3.2'],
    ['swagger: "2.0"', '3.0'],
    ['swagger: 2.0', '3.0'],
  ])('%s', async (text, want) => {
    expect((await fromText(`${text}\npaths: {}`)).version).toBe(want);
  });

  test.each([
    ['openapi: 4.0.0', 'unsupported_version', /“openapi: 4\.0\.0”.*reads Swagger 2\.0 and OpenAPI 3\.0, 3\.1 and 3\.2/],
    ['openapi: 3.10.0', 'unsupported_version', /3\.10\.0/],
    ['openapi: {a: 1}', 'unsupported_version', /openapi/],
    ['swagger: "1.2"', 'unsupported_version', /1\.2/],
    ['info: {title: t}', 'not_openapi', /neither “openapi” nor “swagger”/],
    ['overlay: 1.0.0', 'not_openapi', /an overlay; give it with --overlay/],
    ['arazzo: 1.0.0', 'not_openapi', /Arazzo/],
    ['asyncapi: 3.0.0', 'not_openapi', /AsyncAPI/],
    ['- a', 'not_openapi', /holds a list/],
    ['[]', 'not_openapi', /holds a list/],
    ['just text', 'not_openapi', /holds a string/],
    ['', 'not_openapi', /holds nothing/],
    ['# nothing', 'not_openapi', /holds nothing/],
    ['<html></html>', 'not_openapi', /holds a string/],
  ])('%s', async (text, code, message) => {
    const error = await refusal(text);
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });
});

describe('sources', () => {
  test('a path: its digest and its name', async () => {
    const text = 'openapi: 3.0.3\npaths: {}\n';
    await inFolder({ 'a.yaml': text }, async (folder) => {
      const source = path.join(folder, 'a.yaml');
      const document = await loadDocument(source);
      expect(document).toMatchObject({ source, sha256: createHash('sha256').update(text).digest('hex'), warnings: [] });
    });
  });

  test.each([
    ['nowhere.yaml', /nowhere\.yaml cannot be read: there is no such file/],
    ['a.yaml/b', /there is no such file/],
    ['folder', /folder is not a file/],
  ])('%s', async (name, message) => {
    await inFolder({ 'a.yaml': '', 'folder/b': '' }, async (folder) => {
      const error = await errorOf(loadDocument(path.join(folder, name)));
      expect([error.code, error.message]).toEqual(['unreadable', expect.stringMatching(message)]);
    });
  });

  test.each([
    ['https://api.example/x.yaml', {}, /is a URL, which cannot be read here/],
    ['http://api.example/x.yaml', { fetchText: never }, /give a path, an https URL, or an http URL to this machine/],
    ['http://127.0.0.1.api.example/x.yaml', { fetchText: never }, /give a path/],
    ['file:///etc/hostname', { fetchText: never }, /give a path/],
    ['ftp://api.example/x', { fetchText: never }, /give a path/],
    ['https://', { fetchText: never }, /not a valid URL/],
    ['https://ana:secreto@api.example/x', { fetchText: never }, /holds a user name or password/],
  ])('the URL %s', async (url, options, message) => {
    const error = await errorOf(loadDocument(url, options));
    expect([error.code, error.message]).toEqual(['unreadable', expect.stringMatching(message)]);
    expect(error.message).not.toContain('secreto');
  });

  test('http to this machine', async () => {
    const fetchText = async (url: string) => ({ bytes: new TextEncoder().encode('openapi: 3.0.3'), url });
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:1']) {
      expect((await loadDocument(`http://${host}/a.yaml`, { fetchText })).version).toBe('3.0');
    }
  });

  test('a failing fetch is a clear error', async () => {
    const error = await refusal('', { fetchText: () => Promise.reject(new Error('connect\nECONNREFUSED.')) });
    expect(error.message).toBe('https://api.example/openapi.yaml cannot be read: connect ECONNREFUSED.');
  });
});

async function never(): Promise<never> {
  throw new Error('nothing may be fetched');
}

describe('x-mcp in the API’s own file', () => {
  test('is removed from operations wherever they are, with a warning; what is named so is kept', async () => {
    const { root, warnings } = await fromText(`
openapi: 3.2.0
paths:
  /a: {post: {x-mcp: {type: Lectura}, operationId: a}, additionalOperations: {COPY: {x-mcp: {}}}}
  /b: {$ref: '#/x-items/b'}
  /c: {$ref: '#/components/schemas/S/properties'}
x-items: {b: {post: {x-mcp: {confirm: none}}}}
components:
  schemas: {S: {type: object, properties: {x-mcp: {type: string}, post: {x-mcp: {confirm: none}}}}}
  responses: {R: {headers: {x-mcp: {schema: {type: string}}}}}
`);
    expect(warnings.map((w) => w.where)).toEqual([
      '#/paths/~1a/post',
      '#/paths/~1a/additionalOperations/COPY',
      '#/x-items/b/post',
      '#/components/schemas/S/properties/post',
    ]);
    expect(root).toMatchObject({
      paths: { '/a': { post: { operationId: 'a' } } },
      'x-items': { b: { post: {} } },
      components: {
        schemas: { S: { properties: { 'x-mcp': { type: 'string' }, post: {} } } },
        responses: { R: { headers: { 'x-mcp': { schema: { type: 'string' } } } } },
      },
    });
    expect(JSON.stringify(root)).not.toMatch(/Lectura|confirm/);
  });

  test('is removed from what comes from other files', async () => {
    await inFolder(
      { 'a.yaml': 'openapi: 3.1.0\npaths: {/a: {$ref: b.yaml}}', 'b.yaml': 'post: {x-mcp: {confirm: none}}' },
      async (folder) => {
        const { root, warnings } = await loadDocument(path.join(folder, 'a.yaml'));
        expect(JSON.stringify(root)).not.toContain('x-mcp');
        expect(warnings).toHaveLength(1);
      },
    );
  });
});

test('a link to the description: its references are beside the link', async () => {
  await inFolder({ 'real/a.yaml': 'openapi: 3.0.3\nx: 1\npaths: {/a: {$ref: b.yaml}}' }, async (folder) => {
    await mkdir(path.join(folder, 'linked'));
    await symlink(path.join(folder, 'real/a.yaml'), path.join(folder, 'linked/a.yaml'));
    const { warnings } = await loadDocument(path.join(folder, 'linked/a.yaml'));
    expect(warnings.map((w) => w.message)).toEqual(['The reference "b.yaml" names a file that is not there.']);
  });
});
