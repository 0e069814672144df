/**
 * `npm run demo`: the main job in half a minute, against the built program and its sandbox, by a real MCP client over stdio.
 * What is printed is what came back. Exit code 1 where anything is not as told.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DESCRIPTION, openLibrary } from './demo/library.ts';
import { bold, called, dim, quote, refused, say, step, table, went } from './demo/transcript.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [program = path.join(ROOT, 'dist/nuntius-mcp.js')] = process.argv.slice(2);

interface Result {
  isError?: boolean;
  content: { text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: answers of two APIs, asserted on where they are used
  structuredContent?: any;
}

/** The program with these options, and a client that is connected to it. Nothing of this environment's settings gets in. */
async function connected(args: string[], settings: Record<string, string>) {
  const client = new Client({ name: 'demo', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '', ...settings };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, ...args], env, stderr: 'inherit' }),
  );
  const { tools } = await client.listTools();
  const count = (type: string) => tools.filter((tool) => tool._meta?.['nuntius-mcp/type'] === type).length;
  return {
    names: tools.map((tool) => tool.name),
    lectura: count('Lectura'),
    escritura: count('Escritura'),
    close: () => client.close(),
    async call(name: string, given: Record<string, unknown>): Promise<Result> {
      called(name, given);
      return (await client.callTool({ name, arguments: given })) as unknown as Result;
    },
  };
}

type Server = Awaited<ReturnType<typeof connected>>;

function refusal(result: Result, error: string): Record<string, string> {
  assert.equal(result.isError, true, `not refused: ${result.content[0]?.text}`);
  const told = JSON.parse(result.content[0]?.text ?? '') as Record<string, string>;
  assert.equal(told.error, error);
  refused(`${bold(error)}: ${told.message}`);
  return told;
}

function answer(result: Result): NonNullable<Result['structuredContent']> {
  assert.ok(!result.isError, result.content[0]?.text);
  return result.structuredContent;
}

async function nuntius(server: Server): Promise<void> {
  step('The catalogue of Nuntius, a CRM, made from openapi/nuntius.yaml');
  const deleting = server.names.filter((name) => /delete|purge|destroy/.test(name));
  assert.deepEqual(deleting, []);
  assert.ok(server.names.length >= 45 && server.lectura > 0 && server.escritura > 0, 'reads and writes are listed');
  table(
    ['type', 'tools', 'the assistant'],
    [
      ['Lectura', String(server.lectura), 'reads freely'],
      ['Escritura', String(server.escritura), 'writes only after a confirmation'],
      ['deletion', String(deleting.length), 'cannot'],
    ],
  );

  step('«Who is about to buy?» A read needs nobody');
  const hot = answer(await server.call('nuntius_leads_list', { quality: ['hot'], limit: 4 })).data as Record<
    string,
    string
  >[];
  assert.equal(hot.length, 4);
  table(
    ['customerName', 'quality', 'interest'],
    hot.map((lead) => [lead.customerName ?? '', lead.quality ?? '', lead.interest ?? '']),
  );

  const lead = { customerName: 'Lead de ejemplo', quality: 'hot' };
  const find = { q: lead.customerName };
  step('«Add a lead.» A write is refused, with what it would do');
  const told = refusal(await server.call('nuntius_leads_create', lead), 'confirmation_required');
  quote(told.action_summary ?? '');
  assert.equal(
    told.action_summary,
    "POST /public/v1/leads (nuntius_leads_create) with customerName='Lead de ejemplo', quality='hot'",
  );
  assert.deepEqual(answer(await server.call('nuntius_leads_list', find)).data, []);
  went('nothing was written');

  step('The person says yes: the same call, with confirm: true');
  const created = answer(await server.call('nuntius_leads_create', { ...lead, confirm: true }));
  assert.deepEqual({ customerName: created.customerName, quality: created.quality }, lead);
  went(`created ${created.id}`);
  const found = answer(await server.call('nuntius_leads_list', find)).data as Record<string, string>[];
  assert.deepEqual(
    found.map(({ id }) => id),
    [created.id],
  );
  table(
    ['id', 'customerName', 'quality', 'status'],
    found.map((one) => [one.id ?? '', one.customerName ?? '', one.quality ?? '', one.status ?? '']),
  );

  step('«Delete it.» A deletion is no tool, confirmed or not');
  refusal(await server.call('nuntius_leads_delete', { leadId: created.id, confirm: true }), 'unknown_tool');
  assert.equal(answer(await server.call('nuntius_leads_get', { leadId: created.id })).id, created.id);
  went(`${created.id} is still there`);
}

async function anotherApi(folder: string): Promise<void> {
  const library = await openLibrary();
  const spec = path.join(folder, 'biblioteca.yaml');
  await writeFile(spec, DESCRIPTION);
  step('The same for any API: serve --spec biblioteca.yaml');
  const server = await connected(['serve', '--spec', spec, '--base-url', library.url], { BIBLIOTECA_JOURNAL: 'off' });
  try {
    assert.deepEqual([...server.names].sort(), ['biblioteca_books_list', 'biblioteca_loans_create']);
    went(`${server.lectura} Lectura, ${server.escritura} Escritura; its DELETE and its POST …/purge are no tools`);
    const { books } = answer(await server.call('biblioteca_books_list', { author: 'Laforet' }));
    assert.equal(books.length, 1);
    went(`${books[0].title}, ${books[0].author}`);
    const loan = { isbn: '9788433973610', reader: 'Lucía Ferrer', days: 21 };
    quote(refusal(await server.call('biblioteca_loans_create', loan), 'confirmation_required').action_summary ?? '');
    assert.equal(library.received.length, 1, 'the refused write left');
    answer(await server.call('biblioteca_loans_create', { ...loan, confirm: true }));
    went('all that the library received:');
    for (const { line, body } of library.received) say(`     ${line} ${dim(body)}`.trimEnd());
    assert.deepEqual(library.received, [
      { line: 'GET /books?author=Laforet', body: '' },
      { line: 'POST /loans', body: JSON.stringify(loan) },
    ]);
  } finally {
    await server.close();
    await library.close();
  }
}

async function main(): Promise<void> {
  say(bold('nuntius-mcp: an assistant reads a CRM freely, and writes to it only what a person confirmed'));
  say(
    dim(
      'The built program over stdio, against its own sandbox; the assistant is an MCP client that this script drives.',
    ),
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nuntius-demo-'));
  try {
    const server = await connected(['serve', '--sandbox'], { NUNTIUS_JOURNAL: 'off' });
    await nuntius(server).finally(() => server.close());
    await anotherApi(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  say(`\n${bold('All of it as told.')} Try it with your own assistant: node dist/nuntius-mcp.js serve --sandbox`);
}

main().catch((error: unknown) => {
  process.stderr.write(`\nThe demo did not go as told: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
