/** The description, read for tests: every operation with requests made from its own examples. */
import {
  follow,
  isObject,
  type Json,
  type JsonObject,
  readDescription,
} from '../../src/sandbox/description/document.ts';

export const document = readDescription();

export interface ExampleRequest {
  name: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  operation: JsonObject;
  parameters: JsonObject[];
  /** One with every parameter, one for each example of the body, and two made from the examples of its properties. */
  requests: ExampleRequest[];
}

export const operations: DescribedOperation[] = Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
  Object.entries(item as JsonObject)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => describe(method.toUpperCase(), path, item as JsonObject, operation as JsonObject)),
);

function describe(method: string, path: string, item: JsonObject, operation: JsonObject): DescribedOperation {
  const all = [...list(item.parameters), ...list(operation.parameters)].map((p) => follow(document, p));
  const target = (parameters: JsonObject[]): string => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(all.find((p) => p.name === name)?.example)),
    );
    const query = parameters.filter((p) => p.in === 'query').flatMap(pairs);
    return query.length === 0
      ? filled
      : `${filled}?${query.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`).join('&')}`;
  };
  const required = target(all.filter((p) => p.required === true));
  const full = target(all.filter((p) => p.example !== undefined));
  const requests: ExampleRequest[] = bodies(operation).map(([name, body, headers]) => ({
    name,
    method,
    target: required,
    headers,
    ...(body !== undefined && { body }),
  }));
  if (full !== required) requests.push({ name: 'every parameter', method, target: full, headers: {} });
  return { id: String(operation.operationId), method, path, operation, parameters: all, requests };
}

/** A parameter's example, as OpenAPI's form (exploded) and deepObject styles write it. */
function pairs({ name, example }: JsonObject): [string, string][] {
  if (Array.isArray(example)) return example.map((v) => [String(name), String(v)]);
  if (isObject(example)) return Object.entries(example).map(([k, v]) => [`${name}[${k}]`, String(v)]);
  return [[String(name), String(example)]];
}

function bodies(operation: JsonObject): [string, string | FormData | undefined, Record<string, string>][] {
  if (operation.requestBody === undefined) return [['no body', undefined, {}]];
  const [mediaType, content] =
    Object.entries((operation.requestBody as { content: Record<string, JsonObject> }).content)[0] ?? [];
  if (mediaType === 'multipart/form-data') {
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.4 …'], { type: 'application/pdf' }), 'blob');
    form.set('name', 'consentimiento.pdf');
    form.set('about', new Blob([JSON.stringify({ contactId: 'contact_01' })], { type: 'application/json' }));
    return [['multipart', form, {}]];
  }
  const headers = { 'content-type': 'application/json' };
  const examples = Object.entries((content?.examples ?? {}) as Record<string, JsonObject>);
  const schema = follow(document, content?.schema ?? {});
  const required = Object.entries(sample(schema) as JsonObject).filter(([name]) =>
    list(schema.required).includes(name),
  );
  return [
    ...examples.map(([name, { value }]): [string, string, Record<string, string>] => [
      name,
      JSON.stringify(value),
      headers,
    ]),
    ['from the examples of all properties', JSON.stringify(sample(schema)), headers],
    ['from the examples of the required properties', JSON.stringify(Object.fromEntries(required)), headers],
  ];
}

/** A value from the examples of the properties, without read-only ones. */
function sample(schema: Json): Json {
  const { properties } = follow(document, schema);
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonObject>)
      .map(([name, p]): [string, JsonObject] => [name, follow(document, p)])
      .filter(([, p]) => p.readOnly !== true && Array.isArray(p.examples))
      .map(([name, p]) => [name, (p.examples as Json[])[0] ?? null]),
  );
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
