/** What the overlay says is about operations that there are, and says it in words that mean something. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Extension {
  type?: string;
  name?: string;
  question?: { en: string; es: string };
  before?: string;
  unordered?: string[];
}
interface Overlay {
  overlay: string;
  extends: string;
  actions: { target: string; update: { 'x-mcp': Extension } }[];
}
type Parameters = { name?: string; $ref?: string }[];
interface Operation {
  operationId: string;
  parameters?: Parameters;
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
}

const read = (name: string): unknown => parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8'));
const { paths, components } = read('nuntius.yaml') as {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameters }>;
  components: {
    schemas: Record<string, { properties?: Record<string, { type?: string }> }>;
    parameters: Record<string, { name: string }>;
  };
};
const { overlay, extends: described, actions } = read('nuntius.overlay.yaml') as Overlay;

/** The targets used are all of this simple form (RFC 9535). */
const TARGET = /^\$\.paths\['([^']+)'\]\.(get|post|put|patch)$/;

const said = actions.map(({ target, update }) => {
  const [, path = '', method = ''] = TARGET.exec(target) ?? [];
  const operation = paths[path]?.[method];
  return { target, path, method, operation, extension: update['x-mcp'] };
});

function properties({ operation }: (typeof said)[number]): Record<string, { type?: string }> {
  const ref = operation?.requestBody?.content['application/json']?.schema.$ref;
  return components.schemas[ref?.split('/').at(-1) ?? '']?.properties ?? {};
}

function argumentsOf(one: (typeof said)[number]): string[] {
  const given = [...(paths[one.path]?.parameters ?? []), ...(one.operation?.parameters ?? [])];
  return [
    ...given.map((p) =>
      p.$ref ? (components.parameters[p.$ref.split('/').at(-1) ?? '']?.name ?? '') : (p.name ?? ''),
    ),
    ...Object.keys(properties(one)),
  ];
}

test('it is an Overlay 1.0 document of the description', () => {
  expect([overlay, described]).toEqual(['1.0.0', 'nuntius.yaml']);
});

test('every target is one operation, and none is named twice', () => {
  expect(said.filter((s) => !s.operation).map((s) => s.target)).toEqual([]);
  expect(new Set(said.map((s) => s.target)).size).toBe(said.length);
});

test('only known keys, and only the search is said to read', () => {
  const known = ['type', 'name', 'question', 'before', 'undo', 'unordered'];
  expect(said.flatMap((s) => Object.keys(s.extension)).filter((k) => !known.includes(k))).toEqual([]);
  expect(
    said.filter((s) => s.extension.type !== undefined).map((s) => [s.operation?.operationId, s.extension.type]),
  ).toEqual([['searchContacts', 'Lectura']]);
});

test.each(said.filter((s) => s.method !== 'get' && s.extension.type === undefined))('$target', (one) => {
  const { question, before, unordered = [] } = one.extension;
  expect(question?.en).toMatch(/\?/);
  expect(question?.es).toMatch(/^¿.*\?/);
  const [en, es] = [question?.en ?? '', question?.es ?? ''].map((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  expect(argumentsOf(one)).toEqual(expect.arrayContaining(en ?? []));
  // Each language names the same things.
  expect([...(es ?? [])].sort()).toEqual([...(en ?? [])].sort());
  for (const name of unordered) expect(properties(one)[name]?.type).toBe('array');
  if (before === undefined) return;
  const readers = Object.values(paths).map((item) => item.get?.operationId);
  expect(readers).toContain(before);
});

test('every PATCH and PUT says what is read before it', () => {
  const without = Object.entries(paths).flatMap(([path, item]) =>
    ['patch', 'put']
      .filter((m) => item[m] && !said.some((s) => s.path === path && s.method === m && s.extension.before))
      .map((m) => `${m} ${path}`),
  );
  expect(without).toEqual([]);
});
