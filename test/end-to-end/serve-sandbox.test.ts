/**
 * Every tool of the Nuntius catalogue against the sandbox, through the built program, with the description's own examples: each
 * Lectura answers, each Escritura does its work, seen by a later reading; every answer is as the description says.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { catalogue } from '../../src/generated/catalogue.ts';
import { follow, type JsonObject } from '../../src/sandbox/description/document.ts';
import { Schemas } from '../../src/sandbox/description/schemas.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type DescribedOperation, document, operations } from '../sandbox/description.ts';
import { callOf, SURFACES, type Surface } from '../surfaces.ts';
import { type CallResult, type Connected, connect } from './clients.ts';

let sandbox: Sandbox;
const servers = new Map<Surface, Connected>();
beforeAll(async () => {
  sandbox = await startSandbox({ jobStepMs: 0 });
  const settings = { NUNTIUS_BASE_URL: sandbox.url, NUNTIUS_API_KEY: sandbox.apiKey };
  for (const surface of SURFACES) {
    const args = surface === 'discover' ? ['serve', '--discover'] : ['serve'];
    servers.set(surface, await connect('v2 client, 2026-07-28', { settings, args }));
  }
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await sandbox.close();
});

type Arguments = Record<string, unknown>;

function callTool(surface: Surface, tool: Tool, given: Arguments): Promise<CallResult> {
  const server = servers.get(surface);
  if (server === undefined) throw new Error(`nothing is served as ${surface}`);
  return server.call(...callOf(surface, 'nuntius', tool, given));
}

/** Every tool of a type, on each surface. */
function onEach(type: Tool['type']): { surface: Surface; name: string; tool: Tool }[] {
  const tools = catalogue.tools.filter((tool) => tool.type === type);
  return SURFACES.flatMap((surface) => tools.map((tool) => ({ surface, name: tool.name, tool })));
}

const schemas = new Schemas(document);

function operationOf(tool: Tool): DescribedOperation {
  const found = operations.find((o) => o.method === tool.method && o.path === tool.path);
  if (found === undefined) throw new Error(`${tool.name} is of no operation`);
  return found;
}

/** Parameters by their examples; with each example of the body, where there is one. */
function exampleCalls(tool: Tool): [label: string, given: Arguments][] {
  const { operation, parameters, requests } = operationOf(tool);
  const place = (name: unknown, location: unknown) =>
    tool.arguments.find((a) => a.wireName === name && a.in === location)?.name ?? String(name);
  const parametersOf = (all: boolean): Arguments =>
    Object.fromEntries(
      parameters
        .filter((p) => p.required === true || (all && p.example !== undefined && p.in === 'query'))
        .map((p) => [place(p.name, p.in), p.example]),
    );
  const calls: [string, Arguments][] = [];
  for (const { name, body } of requests) {
    if (name === 'every parameter') calls.push([name, parametersOf(true)]);
    else if (typeof body === 'string') {
      const values = Object.entries(JSON.parse(body) as JsonObject).map(([key, value]) => [place(key, 'body'), value]);
      calls.push([name, { ...parametersOf(false), ...Object.fromEntries(values) }]);
    } else if (body !== undefined)
      calls.push([
        name,
        {
          file: Buffer.from('%PDF-1.4 …').toString('base64'),
          name: 'consentimiento.pdf',
          about: { contactId: 'contact_01' },
        },
      ]);
    else calls.push([name, parametersOf(false)]);
  }
  expect(operation.operationId).toBe(tool.operationId);
  return calls;
}

/** What was answered is what the description has for that status. @returns its JSON, where it is JSON. */
function expectDescribed(tool: Tool, result: CallResult): JsonObject {
  expect(result.isError, result.content[0]?.text).toBeFalsy();
  const status = /^HTTP (\d{3})/m.exec(result.content.map((block) => block.text ?? '').join('\n'))?.[1] ?? '';
  expect(status).toMatch(/^2/);
  const response = follow(document, (operationOf(tool).operation.responses as JsonObject)[status]);
  expect(response, `status ${status} is not described`).toBeDefined();
  const [mediaType = '', content] =
    Object.entries((response.content ?? {}) as Record<string, { schema: JsonObject }>)[0] ?? [];
  const [first] = result.content;
  if (!mediaType.endsWith('json')) {
    const bytes =
      first?.type === 'resource'
        ? String(first.resource.blob ?? first.resource.text)
        : String(first?.data ?? first?.text);
    expect(bytes.length).toBeGreaterThan(10);
    return {};
  }
  const value = JSON.parse(first?.text ?? '') as JsonObject;
  expect(schemas.faults('answer', content?.schema ?? {}, value)).toEqual([]);
  if (!Array.isArray(value)) expect(result.structuredContent).toEqual(value);
  return value;
}

describe.each(onEach('Lectura'))('$surface: $name', ({ surface, tool }) => {
  test.each(exampleCalls(tool))('answers: %s', async (_, given) => {
    expectDescribed(tool, await callTool(surface, tool, given));
    expect(sandbox.requests).toHaveLength(1);
    expect(sandbox.requests[0]?.method).toBe(tool.method);
  });
});

/** The reading that shows what a write did: the thing itself by its id, else the same path, else the path before the last word. */
function readingOf(tool: Tool, given: Arguments, answer: JsonObject): [Tool, Arguments] {
  const special = READ_AFTER[tool.name]?.(given, answer);
  if (special !== undefined) return [toolNamed(special[0]), special[1]];
  const paths = Object.fromEntries(tool.arguments.filter((a) => a.in === 'path').map((a) => [a.name, given[a.name]]));
  const gets = catalogue.tools.filter((t) => t.method === 'GET');
  const item = gets.find(
    (t) => t.path.startsWith(`${tool.path}/{`) && t.path.split('/').length === tool.path.split('/').length + 1,
  );
  const own = item?.arguments.find((a) => a.in === 'path' && !Object.hasOwn(paths, a.name));
  if (tool.method === 'POST' && item !== undefined && own !== undefined)
    return [item, { ...paths, [own.name]: answer.id }];
  const same =
    gets.find((t) => t.path === tool.path) ?? gets.find((t) => t.path === tool.path.replace(/\/[^/{}]+$/, ''));
  if (same === undefined) throw new Error(`nothing reads what ${tool.name} wrote`);
  return [same, paths];
}

const READ_AFTER: Record<string, (given: Arguments, answer: JsonObject) => [string, Arguments] | undefined> = {
  nuntius_contacts_import: (_, answer) => ['nuntius_jobs_get', { jobId: answer.id }],
};

function toolNamed(name: string): Tool {
  const found = catalogue.tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`there is no tool ${name}`);
  return found;
}

describe.each(onEach('Escritura'))('$surface: $name', ({ surface, tool }) => {
  test.each(exampleCalls(tool))('does its work: %s', async (_, given) => {
    const refused = await callTool(surface, tool, given);
    expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({ error: 'confirmation_required' });
    expect(sandbox.requests).toEqual([]);

    const whole = expectDescribed(tool, await callTool(surface, tool, { ...given, confirm: true }));
    // A conversion answers with both: the lead that was, the contact that is.
    const answer = tool.name === 'nuntius_leads_convert' ? (whole.lead as JsonObject) : whole;
    expect(sandbox.requests.map((request) => request.method)).toEqual([tool.method]);

    const [reading, at] = readingOf(tool, given, answer);
    const seen = expectDescribed(reading, await callTool(surface, reading, at));
    const things = Array.isArray(seen.data) ? (seen.data as JsonObject[]) : [seen];
    const thing = answer.id === undefined ? seen : (things.find((one) => one.id === answer.id) ?? seen);
    // What was given, and what was answered, is what is read: but for a secret, which is never read, and for what goes on by itself.
    const written = Object.fromEntries(
      Object.entries(answer).filter(([key]) => Object.hasOwn(thing, key) && !MOVING.has(key)),
    );
    expect(Object.keys(written).length, `${tool.name} → ${reading.name}: ${JSON.stringify(thing)}`).toBeGreaterThan(0);
    expect(thing).toMatchObject(written);
    for (const { name, in: place, wireName } of tool.arguments) {
      if (
        place === 'body' &&
        Object.hasOwn(given, name) &&
        Object.hasOwn(thing, wireName) &&
        tool.name !== 'nuntius_files_upload'
      )
        expect(thing).toMatchObject({ [wireName]: given[name] });
    }
  });
});

const MOVING = new Set(['updatedAt', 'status', 'progress', 'result', 'finishedAt', 'sentAt', 'deliveredAt']);
