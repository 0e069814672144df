/** `--spec URL` and `--overlay URL`, through the built program, from a real server on loopback. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from './program.ts';

const document = (more = '') => `openapi: 3.1.0
info: {title: Remote, version: 1.0.0}
${more}
paths:
  /things:
    get: {operationId: listThings, responses: {'200': {description: ok}}}
`;
const REFERRING = document().replace(
  'get: {operationId: listThings,',
  "get: {operationId: listThings, parameters: [{$ref: 'shared/parameters.yaml#/Page'}],",
);
const OVERLAY = `overlay: 1.0.0
info: {title: Ours, version: 1.0.0}
actions: [{target: "$.paths['/things'].get", update: {x-mcp: {name: t_ours}}}]
`;

let origin = '';
let other = '';
let asked: string[] = [];
const servers = [0, 1].map(() =>
  http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', origin);
    asked.push(`${request.headers.host === new URL(origin).host ? '' : 'other '}${pathname}`);
    const redirects: Record<string, string> = {
      '/moved': '/v2/api.yaml',
      '/away': `${other}/v2/api.yaml`,
      '/round': '/round',
    };
    const files: Record<string, string | Buffer> = {
      '/v2/api.yaml': document(),
      '/v2/relative.yaml': document('servers: [{url: ../rest}]'),
      '/v2/referring.yaml': REFERRING,
      '/v2/outside.yaml': REFERRING.replace('shared/', `${other}/shared/`),
      '/v2/shared/parameters.yaml': 'Page: {name: page, in: query, schema: {type: integer}}\n',
      '/shared/parameters.yaml': 'Page: {name: page, in: query, schema: {type: integer}}\n',
      '/v2/overlay.yaml': OVERLAY,
      '/page': '<!doctype html><html><body>Sign in</body></html>',
      '/bomb.yaml': gzipSync(Buffer.alloc(60_000_000, '#')),
      '/latin1.yaml': Buffer.from(document('# caf\u00e9'), 'latin1'),
    };
    const location = redirects[pathname];
    const file = files[pathname];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (file === undefined) response.writeHead(404).end('no');
    else response.writeHead(200, pathname === '/bomb.yaml' ? { 'content-encoding': 'gzip' } : {}).end(file);
  }),
);
beforeAll(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  [origin = '', other = ''] = servers.map((s) => `http://127.0.0.1:${(s.address() as AddressInfo).port}`);
});
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});
beforeEach(() => {
  asked = [];
});

async function tools(path: string, more: string[] = []) {
  const { stdout, stderr, code } = await run(['tools', '--json', '--prefix', 't', '--spec', origin + path, ...more]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as {
    api: { baseUrl: string };
    tools: { name: string; arguments: { name: string }[] }[];
    omitted: { reason: string }[];
  };
}

describe('a description from a URL', () => {
  it('is read; without servers its own origin is the API', async () => {
    const { api, tools: list } = await tools('/v2/api.yaml');
    expect(list.map((t) => t.name)).toEqual(['t_things_list']);
    expect(api.baseUrl).toBe(`${origin}/`);
    expect(asked).toEqual(['/v2/api.yaml']);
  });

  it('has servers relative to it, also after a redirect within its origin', async () => {
    expect((await tools('/v2/relative.yaml')).api.baseUrl).toBe(`${origin}/rest`);
    expect((await tools('/moved')).tools).toHaveLength(1);
    expect(asked).toEqual(['/v2/relative.yaml', '/moved', '/v2/api.yaml']);
  });

  it('refers to files only where that is allowed', async () => {
    const refused = await tools('/v2/referring.yaml');
    expect(refused.tools).toEqual([]);
    expect(refused.omitted[0]?.reason).toMatch(
      /^broken at #\/paths\/~1things\/get\/parameters\/0: .*shared\/parameters/,
    );
    expect(asked).toEqual(['/v2/referring.yaml']);

    const allowed = await tools('/v2/referring.yaml', ['--allow-remote-refs']);
    expect(allowed.tools[0]?.arguments.map((a) => a.name)).toEqual(['page']);
    const elsewhere = await tools('/v2/outside.yaml', ['--allow-remote-refs']);
    expect(elsewhere.tools[0]?.arguments.map((a) => a.name)).toEqual(['page']);
  });

  it('takes an overlay from a URL', async () => {
    const { tools: list } = await tools('/v2/api.yaml', ['--overlay', `${origin}/v2/overlay.yaml`]);
    expect(list.map((t) => t.name)).toEqual(['t_ours']);
  });

  const refused: [what: string, path: string, says: RegExp, asks: string[]][] = [
    ['a redirect to another origin', '/away', /points elsewhere \(HTTP 302\), which is not followed/, ['/away']],
    ['what is not there', '/nothing', /answered HTTP 404/, ['/nothing']],
    ['a page', '/page', /page/, ['/page']],
    ['what is too large, unpacked', '/bomb.yaml', /larger than 50000000 bytes/, ['/bomb.yaml']],
    ['what is no UTF-8', '/latin1.yaml', /not UTF-8/, ['/latin1.yaml']],
  ];
  it.each(refused)('refuses %s in one line', async (_, path, says, asks) => {
    const { code, stdout, stderr } = await run(['tools', '--spec', origin + path]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^nuntius-mcp: [^\n]+\n$/);
    expect(stderr).toMatch(says);
    expect(asked).toEqual(asks);
  });

  it('follows a redirect in circles to an end', async () => {
    const { code, stderr } = await run(['tools', '--spec', `${origin}/round`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^nuntius-mcp: [^\n]+\n$/);
    expect(asked.length).toBeLessThan(20);
  });

  it.each([
    ['http to another machine', 'http://192.0.2.1/a.yaml'],
    ['a user name in it', 'https://ana:hunter2@api.example/a.yaml'],
    ['another scheme', 'ftp://api.example/a.yaml'],
    ['a file URL', 'file:///etc/hostname'],
  ])('refuses %s and sends nothing', async (_, url) => {
    const { code, stdout, stderr } = await run(['tools', '--spec', url]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^nuntius-mcp: [^\n]+\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});
