/** Whatever the API answers to a write that has left: the outcome is on record, and the call has a result. */
import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../../src/codegen/catalogue.ts';
import { Journal } from '../../../src/runtime/journal/journal.ts';
import { createService } from '../../../src/runtime/service.ts';
import { readSettings } from '../../../src/runtime/settings.ts';
import { fromText } from '../../codegen/load/from-text.ts';
import { callByName, DISCOVER } from '../../surfaces.ts';
import { type Reply, stubApi } from '../http/stub-api.ts';
import { identity, temporaryFolder } from './served.ts';

const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const operation = { parameters, responses: { 200: { description: 'ok' } } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: { '/leads/{id}': { put: operation }, '/%ff{id}': { put: operation } },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
});
const KEY = 'key/of+1234';

async function write(path: string, body: string) {
  const reply: Reply = (_, response) => void response.setHeader('content-type', 'application/json').end(body);
  await using api = await stubApi(reply);
  const catalogue = buildCatalogue(await fromText(document), { prefix: 't' });
  const settings = readSettings('t', { T_BASE_URL: api.url.href, T_API_KEY: KEY }, () => '');
  const journal = new Journal(`${temporaryFolder()}/journal.jsonl`, { identity });
  const service = createService(catalogue, settings, { version: '0', journal, discover: DISCOVER });
  const name = catalogue.tools.find((t) => t.path === path)?.name ?? '';
  const context = { caller: 'c', asking: { way: 'none' as const }, signal: new AbortController().signal };
  const { kind, ...outcome } = await service.call(
    ...callByName(name, { id: '1', confirm: true }, 't', catalogue.tools),
    context,
  );
  const { operations } = await journal.read();
  return { result: 'result' in outcome ? outcome.result : undefined, operations };
}

describe('a write whose answer is', () => {
  it.each([
    ['nested without end', '/leads/{id}', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['an object nested without end', '/leads/{id}', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['nested, and still short enough to show', '/leads/{id}', `${'{"":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
    ['for a path that is no UTF-8', '/%ff{id}', '{"ok":true}'],
  ])('%s', async (_, path, body) => {
    const { result, operations } = await write(path, body);
    expect(operations).toMatchObject([{ status: 'done', outcome: { status: 200 } }]);
    expect(result?.isError).toBeUndefined();
    expect(() => JSON.stringify(result)).not.toThrow();
  });

  it('an echo of the key', async () => {
    const { result, operations } = await write(
      '/leads/{id}',
      JSON.stringify({ id: 1, note: KEY }).replaceAll('/', '\\/'),
    );
    expect(result?.structuredContent).toEqual({ id: 1, note: '[secret]' });
    expect(JSON.stringify(operations)).not.toContain(KEY);
  });
});
