/**
 * `serve --spec` on published descriptions, where they lie beside the clone: the tools are listed, and a read and a confirmed
 * write each reach a recording server as the description, read by hand, says.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, stubApi } from '../runtime/http/stub-api.ts';
import { type Connected, connect } from './clients.ts';
import { type Environment, ROOT, run } from './program.ts';

const SPECS = path.join(ROOT, '../shared/specs');
const present = existsSync(SPECS);

interface Call {
  operation: string;
  args: Record<string, unknown>;
  /** Raw path and query below the base URL. */
  target: string;
  /** Besides the credentials. */
  headers?: Record<string, string>;
  body?: unknown;
}

interface RealApi {
  file: string;
  basePath: string;
  settings: Environment;
  credentials: Record<string, string>;
  /** Operations that the description holds. */
  operations: number;
  read: Call;
  write: Call;
}

const TOKEN = 'tok_0123456789';

const APIS: RealApi[] = [
  {
    file: 'intercom-2.15.yaml',
    basePath: '',
    settings: { T_TOKEN: TOKEN },
    credentials: { authorization: `Bearer ${TOKEN}` },
    operations: 162,
    read: {
      operation: 'GET /companies',
      args: { name: 'Año & Co', page: 2, 'Intercom-Version': '2.15' },
      target: '/companies?name=A%C3%B1o%20%26%20Co&page=2',
      headers: { 'intercom-version': '2.15' },
    },
    write: {
      operation: 'POST /contacts',
      args: { body: { email: 'ana@example.com', name: 'Ana' } },
      target: '/contacts',
      body: { email: 'ana@example.com', name: 'Ana' },
    },
  },
  {
    file: 'apideck-crm.yaml',
    basePath: '',
    settings: { T_API_KEY: TOKEN },
    credentials: { authorization: TOKEN },
    operations: 53,
    read: {
      operation: 'GET /crm/contacts',
      args: {
        'x-apideck-consumer-id': 'c1',
        'x-apideck-app-id': 'a1',
        limit: 5,
        filter: { name: 'Elon', email: 'e@x.es' },
        raw: true,
      },
      target: '/crm/contacts?raw=true&limit=5&filter%5Bname%5D=Elon&filter%5Bemail%5D=e%40x.es',
      headers: { 'x-apideck-consumer-id': 'c1', 'x-apideck-app-id': 'a1' },
    },
    write: {
      operation: 'PATCH /crm/contacts/{id}',
      args: {
        'x-apideck-consumer-id': 'c1',
        'x-apideck-app-id': 'a1',
        id: 'con tact+1',
        first_name: 'Ana',
        title: null,
        tags: ['vip'],
      },
      target: '/crm/contacts/con%20tact%2B1',
      headers: { 'x-apideck-consumer-id': 'c1', 'x-apideck-app-id': 'a1' },
      body: { first_name: 'Ana', title: null, tags: ['vip'] },
    },
  },
  {
    file: 'ynab-sdk-js.yaml',
    basePath: '/v1',
    settings: { T_TOKEN: TOKEN },
    credentials: { authorization: `Bearer ${TOKEN}` },
    operations: 44,
    read: {
      operation: 'GET /plans/{plan_id}/accounts/{account_id}/transactions',
      args: {
        plan_id: 'last-used',
        account_id: '123e4567-e89b-42d3-a456-426614174000',
        since_date: '2030-01-01',
        type: 'unapproved',
      },
      target:
        '/plans/last-used/accounts/123e4567-e89b-42d3-a456-426614174000/transactions?since_date=2030-01-01&type=unapproved',
    },
    write: {
      operation: 'POST /plans/{plan_id}/transactions',
      args: {
        plan_id: 'last-used',
        transaction: {
          account_id: '123e4567-e89b-42d3-a456-426614174000',
          date: '2030-01-02',
          amount: -12500,
          memo: 'Pan',
        },
      },
      target: '/plans/last-used/transactions',
      body: {
        transaction: {
          account_id: '123e4567-e89b-42d3-a456-426614174000',
          date: '2030-01-02',
          amount: -12500,
          memo: 'Pan',
        },
      },
    },
  },
  {
    file: 'redocly-museum-3.1.yaml',
    basePath: '/_mock/docs/openapi/museum-api',
    settings: { T_USERNAME: 'ana', T_PASSWORD: TOKEN },
    credentials: { authorization: `Basic ${Buffer.from(`ana:${TOKEN}`).toString('base64')}` },
    operations: 8,
    read: {
      operation: 'GET /special-events',
      args: { startDate: '2030-02-23', limit: 3 },
      target: '/special-events?startDate=2030-02-23&limit=3',
    },
    write: {
      operation: 'POST /special-events',
      args: { name: 'Noche', location: 'Sala 1', eventDescription: 'De museos', dates: ['2030-03-01'], price: 12.5 },
      target: '/special-events',
      body: { name: 'Noche', location: 'Sala 1', eventDescription: 'De museos', dates: ['2030-03-01'], price: 12.5 },
    },
  },
  {
    file: 'github-api.json',
    basePath: '',
    settings: {},
    credentials: {},
    operations: 1223,
    read: {
      operation: 'GET /repos/{owner}/{repo}/issues',
      args: { owner: 'octo', repo: 'hello.world', state: 'open', labels: 'bug,ui', per_page: 10 },
      target: '/repos/octo/hello.world/issues?state=open&labels=bug%2Cui&per_page=10',
    },
    write: {
      operation: 'POST /repos/{owner}/{repo}/issues',
      args: { owner: 'octo', repo: 'hello.world', title: 'It fails', labels: ['bug'] },
      target: '/repos/octo/hello.world/issues',
      body: { title: 'It fails', labels: ['bug'] },
    },
  },
];

interface Shown {
  tools: { name: string; type: string; method: string; path: string }[];
  omitted: { reason: string }[];
}

describe.skipIf(!present)(present ? 'real descriptions' : `real descriptions: skipped, ${SPECS} is not there`, () => {
  test.each(APIS)('$file', async ({ file, basePath, settings, credentials, operations, read, write }) => {
    const spec = ['--spec', path.join(SPECS, file), '--prefix', 't'];
    await using api = await stubApi(json(200, { id: 'x' }));
    const base = new URL(basePath, api.url).href.replace(/\/$/, '');
    const [{ stdout }, server] = await Promise.all([
      run(['tools', ...spec, '--json']),
      connect('v1 SDK', { args: ['serve', ...spec, '--base-url', base], settings: { ...settings, T_JOURNAL: 'off' } }),
    ]);
    await using connected: Connected = server;
    const shown = JSON.parse(stdout) as Shown;
    const listed = await connected.tools();
    expect(listed.map((tool) => tool.name)).toEqual(shown.tools.map((tool) => tool.name));
    expect(shown.tools.length + shown.omitted.length).toBe(operations);
    expect(shown.omitted.filter((one) => one.reason === '')).toEqual([]);

    const nameOf = (operation: string) =>
      shown.tools.find((tool) => `${tool.method} ${tool.path}` === operation)?.name ?? operation;
    const expectArrived = ({ operation, target, headers = {}, body }: Call) => {
      expect(api.arrived).toHaveLength(1);
      const [one] = api.arrived.splice(0);
      expect(`${one?.method} ${one?.target}`).toBe(`${operation.split(' ')[0]} ${basePath}${target}`);
      expect(one?.headers).toMatchObject({ ...credentials, ...headers });
      if (credentials.authorization === undefined) expect(one?.headers).not.toHaveProperty('authorization');
      expect(one?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
      expect(body === undefined ? String(one?.body) : JSON.parse(String(one?.body))).toEqual(body ?? '');
    };

    const answer = await connected.call(nameOf(read.operation), read.args);
    expect(answer.isError, answer.content[0]?.text).toBeFalsy();
    expect(answer.structuredContent).toEqual({ id: 'x' });
    expectArrived(read);

    const refused = await connected.call(nameOf(write.operation), write.args);
    expect(refused.isError).toBe(true);
    const { error, action_summary } = JSON.parse(refused.content[0]?.text ?? '') as Record<string, string>;
    expect(error).toBe('confirmation_required');
    expect(action_summary).toContain(
      `${write.operation.split(' ')[0]} ${write.target} (${nameOf(write.operation)}) with `,
    );
    expect(api.arrived).toEqual([]);

    const done = await connected.call(nameOf(write.operation), { ...write.args, confirm: true });
    expect(done.isError, done.content[0]?.text).toBeFalsy();
    expectArrived(write);
    expect(connected.stderr()).not.toContain(TOKEN);
  });
});
