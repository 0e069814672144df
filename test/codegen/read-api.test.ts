import { describe, expect, it } from 'vitest';
import { defaultPrefix, readApi } from '../../src/codegen/read-api.ts';

const prefix = (title: unknown) =>
  defaultPrefix({
    root: { info: { title } } as never,
    version: '3.1',
    source: '',
    sha256: '',
    warnings: [],
    line: () => undefined,
  });

describe('the prefix, where none is given', () => {
  const table: [title: unknown, want: string][] = [
    ['Nuntius CRM', 'nuntius'],
    ['The Museum API', 'museum'],
    ['API v2 for Ánimo', 'for'],
    ['Compañía de citas', 'compania'],
    ['REST API', 'api'],
    ['v1', 'api'],
    ['3scale', 'scale'],
    ['日本', 'api'],
    ['', 'api'],
    [undefined, 'api'],
    ['Supercalifragilisticexpialidocious', 'supercalifragilistic'],
    ['\u202e*/ evil', 'evil'],
  ];
  it.each(table)('of %j is %s', (title, want) => {
    expect(prefix(title)).toBe(want);
    expect(prefix(title)).toMatch(/^[a-z][a-z0-9]{0,19}$/);
  });
});

describe('a description from the web', () => {
  it('is named without its query, which may hold a key', async () => {
    const text = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n';
    const { inputs } = await readApi('https://example.com/v1/api.yaml?key=hunter2#x', {
      fetchText: async (url) => ({ url, bytes: new TextEncoder().encode(text) }),
    });
    expect(inputs).toEqual([{ name: 'api.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});
