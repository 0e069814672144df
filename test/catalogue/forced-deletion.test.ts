/**
 * A deletion that comes into the catalogue by whatever route: `check` names it, which fails CI, and the runtime refuses to
 * start with it. And by the proper route it does not come in at all.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../src/catalogue/check.ts';
import type { Catalogue, Tool } from '../../src/catalogue/index.ts';
import { emitModule } from '../../src/codegen/emit.ts';
import { catalogue } from '../../src/generated/catalogue.ts';
import { createService } from '../../src/runtime/service.ts';
import { readSettings } from '../../src/runtime/settings.ts';
import { connect } from '../end-to-end/clients.ts';
import { ended, only, ROOT, run } from '../end-to-end/program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'forced-deletion-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = catalogue.tools.find((tool) => tool.name === 'nuntius_leads_update') as Tool;
const read = catalogue.tools.find((tool) => tool.name === 'nuntius_leads_get') as Tool;
const reading = {
  type: 'Lectura',
  annotations: read.annotations,
  inputSchema: read.inputSchema,
  arguments: read.arguments,
} as const;

/** What slipped in, and what is said of it. */
const FORCED: [what: string, tool: Tool, rule: string, message: string][] = [
  [
    'a DELETE',
    { ...write, method: 'DELETE' as never },
    'deletes',
    'DELETE /public/v1/leads/{leadId} can never be a tool',
  ],
  [
    'a DELETE that says it is a Lectura',
    { ...write, ...reading, method: 'DELETE' as never, typeFrom: 'overlay' },
    'deletes',
    'DELETE /public/v1/leads/{leadId} can never be a tool',
  ],
  [
    'a DELETE that an overlay freed',
    { ...write, method: 'DELETE' as never, deletes: false },
    'deletes',
    'DELETE /public/v1/leads/{leadId} can never be a tool',
  ],
  [
    'a delete in small letters',
    { ...write, method: 'delete' as never },
    'deletes',
    'delete /public/v1/leads/{leadId} can never be a tool',
  ],
  [
    'a POST …/delete',
    { ...write, method: 'POST', path: '/public/v1/leads/{leadId}/delete', operationId: 'x' },
    'deletes',
    'POST /public/v1/leads/{leadId}/delete deletes: the path "/public/v1/leads/{leadId}/delete" says so',
  ],
  [
    'a POST by its operationId',
    { ...write, method: 'POST', operationId: 'purgeLead' },
    'deletes',
    'POST /public/v1/leads/{leadId} deletes: the operationId "purgeLead" says so',
  ],
  [
    'a PATCH by its title',
    { ...write, title: 'Permanently delete a lead' },
    'deletes',
    'PATCH /public/v1/leads/{leadId} deletes: the summary "Permanently delete a lead" says so',
  ],
  [
    'a GET …/purge',
    { ...read, path: '/public/v1/leads/{leadId}/purge', operationId: 'x' },
    'deletes',
    'GET /public/v1/leads/{leadId}/purge deletes: the path "/public/v1/leads/{leadId}/purge" says so',
  ],
  [
    'another method by a header',
    {
      ...write,
      arguments: [
        ...write.arguments,
        { name: 'method', in: 'header', wireName: 'X-HTTP-Method-Override', required: false },
      ],
    },
    'override',
    'the argument "method" can turn the request into another method',
  ],
  ['a TRACE', { ...read, method: 'TRACE' as never }, 'deletes', 'TRACE /public/v1/leads/{leadId} can never be a tool'],
  [
    'a write without the gate',
    { ...write, inputSchema: read.inputSchema },
    'not_gated',
    'the write takes no "confirm"',
  ],
  [
    'a write that says it reads',
    { ...write, ...reading, arguments: write.arguments },
    'wrong_type',
    'PATCH is Escritura; only an overlay can say Lectura',
  ],
];

function forced(tool: Tool): Catalogue {
  const named = { ...tool, name: 'nuntius_leads_slipped_in' };
  return { ...catalogue, tools: [...catalogue.tools, named].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

test('the catalogue as it is holds none', () => {
  expect(violations(catalogue)).toEqual([]);
});

describe.each(FORCED)('%s', (_, tool, rule, message) => {
  const whole = forced(tool);

  test('violations() names it', () => {
    expect(violations(whole)).toContainEqual({ tool: 'nuntius_leads_slipped_in', rule, message });
  });

  test('the runtime refuses to start with it, whatever the settings', () => {
    for (const environment of [{}, { NUNTIUS_CONFIRM: 'strict' }, { NUNTIUS_BASE_URL: 'http://127.0.0.1:9' }]) {
      const settings = readSettings('nuntius', environment, () => '');
      expect(() => createService(whole, settings, { version: '0' })).toThrow(
        /^the catalogue cannot be served: nuntius_leads_slipped_in: /,
      );
    }
  });
});

test('the check of CI fails on a generated module that holds them, and names each', async () => {
  const file = path.join(folder, 'catalogue.ts');
  const contract = path.join(ROOT, 'src/catalogue/index.ts');
  const tools = FORCED.map(([, tool], i) => ({ ...tool, name: `nuntius_slipped_in_${i}` }));
  await writeFile(file, emitModule({ ...catalogue, tools: [...catalogue.tools, ...tools] }, { inputs: [], contract }));
  const { code, stdout, stderr } = await checkTools(file);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const [i, [, , rule, message]] of FORCED.entries())
    expect(stderr).toContain(`nuntius_slipped_in_${i}: ${rule}: ${message}\n`);
  expect(stderr).not.toContain('nuntius_leads_');
});

test('the check of CI passes on the module that is there, and .ci/run runs it', async () => {
  expect(await checkTools()).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(path.join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm run check:tools$/m);
});

function checkTools(...modules: string[]) {
  const args = ['--import', 'tsx', path.join(ROOT, 'scripts/check-tools.ts'), ...modules];
  return ended(spawn(process.execPath, args, { cwd: ROOT, env: only(), stdio: ['ignore', 'pipe', 'pipe'] }));
}

describe('a description that deletes', () => {
  const DELETING = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: http://127.0.0.1:9 }]
paths:
  /things:
    get: { operationId: listThings, responses: { '200': { description: ok } } }
    post: { operationId: createThing, responses: { '201': { description: ok } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: forgetThing, responses: { '204': { description: gone } } }
  /things/{id}/delete:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: endThing, responses: { '204': { description: gone } } }
  /things/{id}/purge:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: goThing, responses: { '204': { description: gone } } }
`;
  const omitted = [
    ['DELETE', '/things/{id}', 'deletes: DELETE is never a tool'],
    ['POST', '/things/{id}/delete', 'deletes: the path "/things/{id}/delete" says so'],
    ['GET', '/things/{id}/purge', 'deletes: the path "/things/{id}/purge" says so'],
  ];
  let spec: string;
  beforeAll(async () => {
    spec = path.join(folder, 'shop.yaml');
    await writeFile(spec, DELETING);
  });

  test('tools --json leaves them out, each with its reason', async () => {
    const { code, stdout } = await run(['tools', '--spec', spec, '--json']);
    const shown = JSON.parse(stdout) as Catalogue;
    expect(code).toBe(0);
    expect(shown.tools.map((tool) => tool.name)).toEqual(['shop_things_create', 'shop_things_list']);
    expect(shown.omitted.map((o) => [o.method, o.path, o.reason])).toEqual(expect.arrayContaining(omitted));
    expect(shown.omitted).toHaveLength(omitted.length);
  });

  test('the table shows them as omitted', async () => {
    const { stdout } = await run(['tools', '--spec', spec]);
    for (const [method, where, reason] of omitted)
      expect(stdout).toMatch(new RegExp(`^${method} ${where?.replace(/[{}]/g, '\\$&')} +${reason}$`, 'm'));
  });

  test('check passes: nothing of them is a tool', async () => {
    expect(await run(['check', '--spec', spec])).toEqual({
      code: 0,
      stdout: '2 tools: none deletes, every name is legal, every write is gated\n',
      stderr: '',
    });
  });

  test('the server neither lists nor calls them', async () => {
    await using server = await connect('v1 SDK', {
      args: ['serve', '--spec', spec],
      settings: { SHOP_JOURNAL: 'off' },
    });
    expect((await server.tools()).map((tool) => tool.name)).toEqual(['shop_things_create', 'shop_things_list']);
    for (const name of ['shop_things_delete', 'shop_things_purge', 'forgetThing']) {
      const { isError, content } = await server.call(name, { id: '1', confirm: true });
      expect(isError).toBe(true);
      expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ error: 'unknown_tool' });
    }
  });

  test("the API's own file cannot say that they do not delete", async () => {
    const own = path.join(folder, 'own-word.yaml');
    const says = DELETING.replaceAll(
      /operationId: (forget|end|go)Thing,/g,
      'operationId: $1Thing, x-mcp: { deletes: false, include: true },',
    );
    await writeFile(own, says);
    const { stdout } = await run(['tools', '--spec', own, '--json']);
    expect((JSON.parse(stdout) as Catalogue).omitted).toHaveLength(omitted.length);
  });

  test('not even an overlay can make a tool of a DELETE', async () => {
    const overlay = path.join(folder, 'overlay.yaml');
    await writeFile(
      overlay,
      `overlay: 1.0.0
info: { title: t, version: '1' }
actions:
  - target: $.paths['/things/{id}'].delete
    update: { x-mcp: { deletes: false, include: true, type: Lectura } }
`,
    );
    const { code, stdout, stderr } = await run(['tools', '--spec', spec, '--overlay', overlay, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((JSON.parse(stdout) as Catalogue).omitted.map((o) => o.method)).toContain('DELETE');
  });
});
