/**
 * From a description to the wire: for random operations and arguments, what a server that follows OpenAPI reads from the raw
 * request is what was passed, and nothing else came. Generator, checks, gate and client are all the real ones.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tool } from '../../src/catalogue/index.ts';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import type { JsonObject } from '../../src/codegen/load/document.ts';
import { createService } from '../../src/runtime/service.ts';
import { readSettings } from '../../src/runtime/settings.ts';
import { fromText } from '../codegen/load/from-text.ts';
import { callOf, SURFACES, type Surface } from '../surfaces.ts';
import { type StubApi, stubApi } from './http/stub-api.ts';
import { type Declared, queryNames, readForm, readMultipart, readParameters } from './standard-server.ts';

let api: StubApi;
beforeAll(async () => {
  api = await stubApi();
});
afterAll(() => api[Symbol.asyncDispose]());

// --- values -----------------------------------------------------------------------------------------------------------

const TRICKY = [
  'a,b',
  'a&b=c',
  '+',
  '%2F',
  '%',
  ' ',
  ' x ',
  '#',
  '?',
  "'",
  '"',
  '\r\n',
  '😀',
  'é',
  '|',
  ';',
  '=',
  '[0]',
  '\\',
  '__proto__',
  'null',
  '5',
  'true',
  '{"a":1}',
];
const any = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom(...TRICKY) },
);
const without = (bad: RegExp) => any.filter((text) => text !== '' && !bad.test(text));
const integer = fc.integer();

interface Value {
  schema: JsonObject;
  value: unknown;
}

const primitive = (text: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  fc.oneof(
    text.map((value): Value => ({ schema: { type: 'string' }, value })),
    integer.map((value): Value => ({ schema: { type: 'integer' }, value })),
    fc.boolean().map((value): Value => ({ schema: { type: 'boolean' }, value })),
  );
const array = (text: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  fc.oneof(
    fc
      .array(text, { minLength: 1, maxLength: 4 })
      .map((value): Value => ({ schema: { type: 'array', items: { type: 'string' } }, value })),
    fc
      .array(integer, { minLength: 1, maxLength: 4 })
      .map((value): Value => ({ schema: { type: 'array', items: { type: 'integer' } }, value })),
  );
let key = 0;
const object = (text: fc.Arbitrary<string>, member = primitive(text)): fc.Arbitrary<Value> =>
  fc.array(member, { minLength: 1, maxLength: 3 }).map((members): Value => {
    // Exploded members stand beside other parameters: their names are their own.
    const names = members.map(() => `k${key++}`);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map((m, i) => [names[i], m.schema])) as JsonObject,
      },
      value: Object.fromEntries(members.map((m, i) => [names[i], m.value])),
    };
  });
const whole = (text: fc.Arbitrary<string>) => fc.oneof(primitive(text), array(text), object(text));

// --- parameters -------------------------------------------------------------------------------------------------------

interface Given extends Value {
  in: Declared['in'];
  style?: string;
  explode?: boolean;
  content?: true;
}

const styled = (
  location: Declared['in'],
  values: fc.Arbitrary<Value>,
  style?: string,
  explode?: boolean,
): fc.Arbitrary<Given> =>
  values.map((v) => ({ ...v, in: location, ...(style && { style }), ...(explode !== undefined && { explode }) }));

const inPath = without(/^\.{1,2}$|\/|(^|\\)\.{1,2}($|\\)/);
const noDots = without(/[./]/);
const pathParameter = fc.oneof(
  styled('path', whole(inPath)),
  styled('path', whole(inPath), 'simple', true),
  styled('path', whole(inPath), 'label', false),
  styled('path', whole(noDots), 'label', true),
  styled('path', whole(inPath), 'matrix', false),
  styled('path', whole(inPath), 'matrix', true),
);
const queryParameter = fc.oneof(
  styled('query', whole(any)),
  styled('query', whole(any), 'form', false),
  styled('query', fc.oneof(array(without(/ /)), object(without(/ /))), 'spaceDelimited', false),
  styled('query', fc.oneof(array(without(/\|/)), object(without(/\|/))), 'pipeDelimited', false),
  styled('query', array(any), 'pipeDelimited', true),
  styled('query', object(any, fc.oneof(primitive(any), array(any))), 'deepObject', true),
  whole(any).map((v): Given => ({ ...v, in: 'query', content: true })),
);
const inHeader = fc.stringMatching(/^[A-Za-z0-9_-]([A-Za-z0-9 _-]*[A-Za-z0-9_-])?$/, { size: 'small' });
const headerParameter = fc.oneof(
  styled('header', primitive(fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/, { size: 'small' }))),
  styled('header', whole(inHeader)),
  styled('header', whole(inHeader), 'simple', true),
  whole(any).map((v): Given => ({ ...v, in: 'header', content: true })),
);
const cookieParameter = fc.oneof(styled('cookie', whole(any)), styled('cookie', whole(any), 'form', false));

const PATH_NAMES = ['id', 'x-y'];
const NAMES = [
  'id',
  'name',
  'a.b',
  'ñ',
  '__proto__',
  'constructor',
  'confirm',
  'a b',
  '$filter',
  'x&y',
  '%41',
  'body',
  'tags[]',
];
const few = <T>(value: fc.Arbitrary<T>, max: number) => fc.array(value, { maxLength: max });
const parameters = fc
  .tuple(
    fc.array(pathParameter, { minLength: 0, maxLength: 2 }),
    few(queryParameter, 4),
    few(headerParameter, 2),
    few(cookieParameter, 2),
    fc.shuffledSubarray(NAMES, { minLength: 4 }),
  )
  .map(([path, query, header, cookie, names]): (Given & { name: string })[] => [
    ...path.map((p, i) => ({ ...p, name: PATH_NAMES[i] ?? '' })),
    ...query.map((p, i) => ({ ...p, name: names[i] ?? '' })),
    ...header.map((p, i) => ({ ...p, name: i === 0 ? 'id' : `X-${i}` })),
    ...cookie.map((p, i) => ({ ...p, name: names[i] ?? '' })),
  ]);

// --- bodies -----------------------------------------------------------------------------------------------------------

type Kind = 'json' | 'form' | 'multipart' | 'text' | 'binary';
interface Body extends Value {
  kind: Kind;
  mediaType: string;
  encoding?: JsonObject;
  required: boolean;
}
type Member = Value & { encoding?: JsonObject };

const bytes = fc.uint8Array({ maxLength: 40 }).map((b) => Buffer.from(b).toString('base64'));
/** Integers that JSON.parse rounds are refused, by design. */
const exact = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, v) => (Number.isInteger(v) && !Number.isSafeInteger(v) ? 1 : v));
const json = fc.jsonValue({ maxDepth: 3 }).map(exact);
const member = (schema: JsonObject, value: fc.Arbitrary<unknown>, encoding?: JsonObject): fc.Arbitrary<Member> =>
  value.map((v) => ({ schema, value: v, ...(encoding && { encoding }) }));
const strings: JsonObject = { type: 'array', items: { type: 'string' } };

const fields = (kind: Kind, names: string[], members: fc.Arbitrary<Member>, mediaType: string): fc.Arbitrary<Body> =>
  fc
    .tuple(
      fc.shuffledSubarray(names, { minLength: 1 }),
      fc.array(members, { minLength: names.length, maxLength: names.length }),
      fc.boolean(),
    )
    .map(([chosen, made, required]) => {
      const pick = (what: (m: Member) => unknown) =>
        Object.fromEntries(
          chosen.map((name, i) => [name, what(made[i] as Member)]).filter(([, v]) => v !== undefined),
        ) as JsonObject;
      return {
        kind,
        mediaType,
        required,
        schema: { type: 'object', properties: pick((m) => m.schema) },
        value: pick((m) => m.value),
        encoding: pick((m) => m.encoding),
      };
    });

const jsonMember = fc.oneof(
  member({ type: 'string' }, any),
  member({ type: 'integer', format: 'int64' }, fc.maxSafeInteger()),
  member({ type: 'number' }, fc.double({ noNaN: true, noDefaultInfinity: true }).map(exact)),
  member({ type: ['string', 'null'] }, fc.constant(null)),
  member({ type: 'boolean' }, fc.boolean()),
  member({}, json),
  member({ type: 'array', items: {} }, fc.array(json, { maxLength: 3 })),
  member({ type: 'object', additionalProperties: true }, fc.dictionary(any, json, { maxKeys: 3 })),
);
const formMember = fc.oneof(
  member({ type: 'string' }, any),
  member({ type: 'integer' }, integer),
  member({ type: 'boolean' }, fc.boolean()),
  member({ type: 'object' }, fc.dictionary(any, json, { maxKeys: 2 })),
  member(strings, fc.array(any, { minLength: 1, maxLength: 3 })),
  member(strings, fc.array(any, { minLength: 1, maxLength: 3 }), { explode: false }),
  member(strings, fc.array(without(/\|/), { minLength: 1, maxLength: 3 }), { style: 'pipeDelimited', explode: false }),
  member(
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    fc.record({ a: any, b: integer }),
    { style: 'deepObject', explode: true },
  ),
);
const multipartMember = fc.oneof(
  member({ type: 'string' }, any),
  member({ type: 'integer' }, integer),
  member({ type: 'object' }, fc.dictionary(any, json, { maxKeys: 2 })),
  member(strings, fc.array(any, { minLength: 1, maxLength: 3 })),
  member({ type: 'string', contentMediaType: 'image/png' }, bytes),
  member(
    { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
    fc.array(bytes, { minLength: 1, maxLength: 2 }),
    { contentType: 'application/octet-stream' },
  ),
);
const body: fc.Arbitrary<Body | undefined> = fc.oneof(
  fc.constant(undefined),
  fields('json', ['id', 'name', '__proto__', 'confirm', '$ref', 'a b', 'ñ'], jsonMember, 'application/json'),
  fields('json', ['id', 'x'], jsonMember, 'application/vnd.api+json'),
  fc.array(json, { maxLength: 3 }).map(
    (value): Body => ({
      kind: 'json',
      mediaType: 'application/json',
      required: true,
      schema: { type: 'array', items: {} },
      value,
    }),
  ),
  fields('form', ['id', 'name', 'a b', 'x&y', '__proto__'], formMember, 'application/x-www-form-urlencoded'),
  fields('multipart', ['id', 'file', 'a b', 'ñ', 'a"b', '__proto__'], multipartMember, 'multipart/form-data'),
  any.map(
    (value): Body => ({ kind: 'text', mediaType: 'text/plain', required: true, schema: { type: 'string' }, value }),
  ),
  bytes.map(
    (value): Body => ({ kind: 'binary', mediaType: 'application/octet-stream', required: true, schema: {}, value }),
  ),
);

// --- the property -----------------------------------------------------------------------------------------------------

const method = fc.constantFrom('get', 'post', 'put', 'patch', 'query');

interface Case {
  method: string;
  parameters: (Given & { name: string })[];
  body: Body | undefined;
}

const declaredOf = ({ parameters }: Case): Declared[] =>
  parameters.map(({ name, in: location, schema, style, explode, content }) => ({
    name,
    in: location,
    ...(content ? { content: { 'application/json': { schema } } } : { schema }),
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    ...(location === 'path' && { required: true }),
  })) as unknown as Declared[];

const templateOf = ({ parameters }: Case) =>
  `/things/${parameters
    .filter((p) => p.in === 'path')
    .map((p) => `{${p.name}}`)
    .join('/sub/')}`;

function documentOf(one: Case): JsonObject {
  const { body } = one;
  const content = body && {
    [body.mediaType]: { schema: body.schema, ...(body.encoding && { encoding: body.encoding }) },
  };
  const operation = {
    parameters: declaredOf(one),
    ...(body && { requestBody: { required: body.required, content } }),
    responses: { 200: { description: 'ok' } },
  };
  const paths = { [templateOf(one)]: { [one.method]: operation } };
  return { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths } as unknown as JsonObject;
}

function argumentsOf(tool: Tool, { parameters, body }: Case): Record<string, unknown> {
  const given: [string, unknown][] = tool.arguments.map((a) => {
    if (a.in === 'whole-body') return [a.name, body?.value];
    if (a.in === 'body') return [a.name, Object.getOwnPropertyDescriptor(body?.value, a.wireName)?.value];
    return [a.name, parameters.find((p) => p.in === a.in && p.name === a.wireName)?.value];
  });
  if (tool.type === 'Escritura') given.push(['confirm', true]);
  return JSON.parse(JSON.stringify(Object.fromEntries(given))) as Record<string, unknown>;
}

/** Objects without prototypes' tricks: sorted lists of members. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return [
    'object',
    ...Object.entries(value)
      .map(([k, v]) => [k, plain(v)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
}

async function sent(one: Case, surface: Surface) {
  const catalogue = buildCatalogue(await fromText(JSON.stringify(documentOf(one))), { prefix: 't' });
  const [tool] = catalogue.tools;
  if (tool === undefined) throw new Error(JSON.stringify(catalogue.omitted));
  const settings = readSettings('t', { T_BASE_URL: api.url.href }, () => '');
  const service = createService(catalogue, settings, { version: '0', discover: surface === 'discover' });
  const before = api.arrived.length;
  const context = { caller: 'test', asking: { way: 'none' as const }, signal: AbortSignal.timeout(20_000) };
  const outcome = await service.call(...callOf(surface, 't', tool, argumentsOf(tool, one)), context);
  const requests = api.arrived.slice(before);
  expect({ outcome: requests.length === 1 ? undefined : outcome, requests: requests.length }).toEqual({
    outcome: undefined,
    requests: 1,
  });
  return requests[0] as (typeof requests)[number];
}

test('what a server that follows OpenAPI reads from the request is what was passed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ method, parameters, body }),
      fc.constantFrom(...SURFACES),
      async (one: Case, surface) => {
        const request = await sent(one, surface);
        expect(request.method).toBe(one.method.toUpperCase());

        const declared = one.parameters.map((p) => ({
          ...p,
          ...(p.content && { content: {} }),
        })) as unknown as Declared[];
        const want = Object.fromEntries(one.parameters.map((p) => [`${p.in} ${p.name}`, p.value]));
        expect(plain(readParameters(request, templateOf(one), declared))).toEqual(plain(want));

        // Nothing else stands in the query.
        const known = one.parameters.flatMap((p) => [p.name, ...Object.keys((p.schema.properties as object) ?? {})]);
        for (const name of queryNames(request))
          expect([...known, name.replace(/\[.*$/s, '')]).toContain(name.replace(/(?<=.)\[(?!\]).*$/s, ''));

        await checkBody(one, request);
      },
    ),
    // FUZZ_REQUESTS=10000 for a long night.
    { numRuns: Number(process.env.FUZZ_REQUESTS ?? 400) },
  );
}, 300_000);

async function checkBody({ body: given }: Case, request: Awaited<ReturnType<typeof sent>>): Promise<void> {
  const type = request.headers['content-type'];
  if (given === undefined) {
    expect([request.body.length, type]).toEqual([0, undefined]);
    return;
  }
  const schema = given.schema as never;
  expect(type?.split(';')[0]).toBe(given.mediaType);
  const text = request.body.toString('utf8');
  if (given.kind === 'json') expect(plain(JSON.parse(text))).toEqual(plain(JSON.parse(JSON.stringify(given.value))));
  if (given.kind === 'form') expect(plain(readForm(text, schema, given.encoding as never))).toEqual(plain(given.value));
  if (given.kind === 'multipart') expect(plain(await readMultipart(request, schema))).toEqual(plain(given.value));
  if (given.kind === 'text') expect(text).toBe(given.value);
  if (given.kind === 'binary') expect(request.body.toString('base64')).toBe(given.value);
}
