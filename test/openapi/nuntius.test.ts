/** What the description of the API promises as a whole; its form is the linter's business. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Parameter {
  name: string;
  in: string;
  style?: string;
  $ref?: string;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: { $ref: string }; encoding?: object }> };
  responses: Record<string, { $ref?: string; headers?: object; content?: object }>;
  security?: object[];
}
interface Schema {
  type?: string | string[];
  properties?: Record<string, { readOnly?: boolean; writeOnly?: boolean; format?: string; examples?: unknown[] }>;
  required?: string[];
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, { headers?: object }>;
  };
}

const read = (name: string): unknown => parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8'));
const { openapi, paths, components } = read('nuntius.yaml') as Description;

const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);
const named = (id: string) => {
  const found = operations.find((o) => o.operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const parameters = (o: Operation) =>
  (o.parameters ?? []).map((p) => (p.$ref ? components.parameters[p.$ref.split('/').at(-1) ?? ''] : p));
const bodySchema = (o: Operation) => {
  const ref = Object.values(o.requestBody?.content ?? {})[0]?.schema.$ref;
  return ref === undefined ? undefined : components.schemas[ref.split('/').at(-1) ?? ''];
};

test('it is OpenAPI 3.1 with at least 45 operations, all under /public/v1/', () => {
  expect(openapi).toMatch(/^3\.1\.\d+$/);
  expect(operations.length).toBeGreaterThanOrEqual(45);
  expect(operations.filter((o) => !o.path.startsWith('/public/v1/'))).toEqual([]);
});

test('nothing deletes, under whatever name', () => {
  const says = /delet|destroy|erase|purge|trash|wipe|discard|\bremove|\bdrop\b/i;
  expect(
    operations
      .filter((o) => o.method === 'DELETE' || says.test(`${o.operationId} ${o.path} ${o.summary}`))
      .map((o) => o.operationId),
  ).toEqual([]);
});

test('operationIds are a verb and a thing, and no two are alike', () => {
  const ids = operations.map((o) => o.operationId);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
});

test('descriptions name only operations that there are', () => {
  const ids = new Set(operations.map((o) => o.operationId));
  const verbs = [...new Set([...ids].map((id) => /^[a-z]+/.exec(id)?.[0]))].join('|');
  const text = JSON.stringify([paths, components]);
  const mentioned = [
    ...new Set([...text.matchAll(new RegExp(`\\b(?:${verbs})(?:[A-Z][a-z]+)+\\b`, 'g'))].map(([m]) => m)),
  ];
  expect(mentioned.length).toBeGreaterThan(40);
  expect(mentioned.filter((m) => !ids.has(m))).toEqual([]);
});

test('a lead needs a name and nothing else, and its body is plain and required', () => {
  const { method, path, requestBody } = named('createLead');
  expect([method, path, requestBody?.required]).toEqual(['POST', '/public/v1/leads', true]);
  expect(bodySchema(named('createLead'))).toMatchObject({
    type: 'object',
    required: ['customerName'],
    properties: { quality: { enum: ['hot', 'warm', 'cold'] } },
  });
});

test('every body is required, and an object with named properties', () => {
  for (const o of operations.filter((o) => o.requestBody)) {
    expect(o.requestBody?.required, o.operationId).toBe(true);
    expect(bodySchema(o), o.operationId).toMatchObject({ type: 'object', properties: expect.any(Object) });
  }
});

test('every POST that writes takes an Idempotency-Key; every PATCH and PUT an If-Match that some GET gives', () => {
  for (const o of operations) {
    const headers = parameters(o)
      .filter((p) => p?.in === 'header')
      .map((p) => p?.name);
    const want =
      o.method === 'POST' && o.operationId !== 'searchContacts'
        ? ['Idempotency-Key']
        : ['PATCH', 'PUT'].includes(o.method)
          ? ['If-Match']
          : [];
    expect(headers, o.operationId).toEqual(want);
    if (want[0] !== 'If-Match') continue;
    expect(o.responses[200]?.headers, o.operationId).toHaveProperty('ETag');
    const readers = [o.path, o.path.slice(0, o.path.lastIndexOf('/'))].map((path) => paths[path]?.get);
    expect(readers.find(Boolean)?.responses[200]?.headers, o.operationId).toHaveProperty('ETag');
  }
});

test('only the status is public; every operation may be limited', () => {
  expect(operations.filter((o) => o.security?.length === 0).map((o) => o.operationId)).toEqual(['getStatus']);
  expect(operations.filter((o) => o.responses[429]?.$ref !== '#/components/responses/TooManyRequests')).toEqual([]);
  expect(components.responses.TooManyRequests?.headers).toHaveProperty('Retry-After');
});

test('every list comes in pages', () => {
  for (const o of operations.filter((o) => o.operationId.startsWith('list'))) {
    expect(
      parameters(o).map((p) => p?.name),
      o.operationId,
    ).toEqual(expect.arrayContaining(['cursor', 'limit']));
  }
});

test('it has what an API can have: array and deepObject filters, upload, CSV, download, a job, a PUT', () => {
  const styles = (id: string) => parameters(named(id)).map((p) => p?.style);
  expect(styles('listLeads')).toEqual(expect.arrayContaining(['form', 'deepObject']));
  expect(named('uploadFile').requestBody?.content['multipart/form-data']).toHaveProperty('encoding');
  expect(Object.keys(named('exportLeads').responses[200]?.content ?? {})).toEqual(['text/csv']);
  expect(Object.keys(named('downloadFile').responses[200]?.content ?? {})).toContain('application/pdf');
  expect(Object.keys(named('importContacts').responses)).toContain('202');
  expect(operations.filter((o) => o.method === 'PUT').length).toBeGreaterThan(0);
});

test('a secret can be written and not read', () => {
  const { signingSecret } = components.schemas.ChannelUpdate?.properties ?? {};
  expect(signingSecret).toMatchObject({ writeOnly: true, format: 'password' });
  const answers = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Update'));
  expect(answers.filter(([, s]) => s.properties && 'signingSecret' in s.properties)).toEqual([]);
});

test('every property of a body has an example, a reference, or a reason to have none', () => {
  const without = operations.flatMap((o) =>
    Object.entries(bodySchema(o)?.properties ?? {})
      .filter(
        ([, p]) =>
          !('$ref' in p) &&
          !('oneOf' in p) &&
          !('properties' in p) &&
          p.format !== 'binary' &&
          p.examples === undefined,
      )
      .map(([name]) => `${o.operationId}.${name}`),
  );
  // A cursor comes from an answer; options go only with one kind of field.
  expect(without).toEqual(['searchContacts.cursor', 'createCustomField.options']);
});
