/**
 * Random descriptions for the generator: valid ones of every version with everything OpenAPI has, and broken ones made
 * of them. Names, texts and values are hostile as often as not.
 */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/codegen/load/document.ts';

/** Text that has escaped from other programs: names of the prototype, ends of comments and strings, controls, bidi, ANSI. */
export const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$ref',
  '$defs',
  'x-mcp',
  'confirm',
  'confirmation',
  'body',
  '',
  ' ',
  '.',
  '..',
  '../../../etc/passwd',
  '/',
  '~0~1',
  '%2e%2e',
  '*/ globalThis.pwned = 1; /*',
  '${globalThis.pwned = 1}',
  '`+(globalThis.pwned=1)+`',
  '"; globalThis.pwned = 1; "',
  "'; globalThis.pwned = 1; '",
  '\\"; globalThis.pwned = 1; //',
  '</script><script>globalThis.pwned=1</script>',
  ';\n// End of the catalogue.\n',
  'export const catalogue: Catalogue = {',
  'a\r\nX-Injected: 1\r\n\r\n',
  'a\u2028globalThis.pwned=1\u2029',
  '\u0000\u0007\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u009b31m',
  '\u202eevil\u202c\u2066\u2069',
  '\u200b\ufeff\u00ad',
  '\udb40\udc41\udb40\udc42',
  '\ud800',
  '{id}',
  '{',
  '}}',
  '#/components/schemas/A',
  '#',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '(a+)+$',
  '[',
  '(?<',
  'a'.repeat(300),
  'ñandú',
  '日本語',
  '👩‍👩‍👧',
];

const hostile = fc.constantFrom(...HOSTILE);
const plainWord = fc.constantFrom(
  'id',
  'name',
  'user',
  'list',
  'a',
  'filter',
  'X-Trace',
  'pageSize',
  'created_at',
  'items',
);
const word = fc.oneof(
  { weight: 5, arbitrary: plainWord },
  { weight: 2, arbitrary: hostile },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Reads a user.', 'Deletes nothing', 'See `id`.', 'x\n\ny') },
  { weight: 1, arbitrary: hostile },
);
const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), hostile, fc.constant(1.5), fc.constant('5'));
const anyJson = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(hostile, leaf), { maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
  },
) as fc.Arbitrary<Json>;
const COMPONENTS = ['A', 'B', '__proto__', 'a/b'];
const componentName = fc.constantFrom(...COMPONENTS);

const ABSENT = Symbol('absent');

/** An object of these members: the required ones, and of the others about one in four. */
function some(members: Record<string, fc.Arbitrary<unknown>>, required: string[] = []): fc.Arbitrary<JsonObject> {
  const optional = (value: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(ABSENT) }, { weight: 1, arbitrary: value });
  const whole = Object.entries(members).map(
    ([key, value]) => [key, required.includes(key) ? value : optional(value)] as const,
  );
  return fc
    .record(Object.fromEntries(whole))
    .map((record) => fromEntries(Object.entries(record).filter(([, value]) => value !== ABSENT) as [string, Json][]));
}

function named(value: fc.Arbitrary<Json>, maxKeys = 3): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(word, value), { maxLength: maxKeys }).map(fromEntries);
}

/** Own properties, `__proto__` too. */
function fromEntries(entries: [string, Json][]): JsonObject {
  return Object.fromEntries(entries);
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const reference = (section: string) =>
  fc.oneof(
    { weight: 60, arbitrary: componentName.map((name) => ({ $ref: `#/components/${section}/${escaped(name)}` })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '#/components/schemas/Missing',
          'other.yaml#/A',
          'https://else.example/a',
          '#',
          '#/paths',
          '#anchor',
          '',
        )
        .map(($ref) => ({ $ref })),
    },
  ) as fc.Arbitrary<JsonObject>;

const primitive = some(
  {
    type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'string', 'null'),
    format: fc.constantFrom('int64', 'int32', 'date-time', 'email', 'binary', 'byte', 'x', 'password'),
    description: words,
    enum: fc.array(anyJson, { maxLength: 3 }),
    default: anyJson,
    example: anyJson,
    const: anyJson,
    pattern: fc.constantFrom('^a+$', '(a+)+$', '\\p{L}', '(?i)x', '[', '^\\d{3}$'),
    minLength: fc.nat({ max: 5 }),
    maximum: fc.integer(),
    exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
    minimum: fc.integer(),
    multipleOf: fc.constantFrom(1, 0.1, 0, -1),
    nullable: fc.boolean(),
    readOnly: fc.boolean(),
    writeOnly: fc.boolean(),
    deprecated: fc.boolean(),
    contentMediaType: fc.constantFrom('image/png', 'application/json'),
    contentEncoding: fc.constantFrom('base64', 'x'),
    'x-extra': anyJson,
  },
  ['type'],
);

const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    primitive,
    reference('schemas'),
    some({
      type: fc.constantFrom<Json>('object', ['object', 'null'], 'array', ['string', 'null'], []),
      title: words,
      description: words,
      properties: named(tie('schema')),
      required: fc.array(word, { maxLength: 3 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      patternProperties: named(tie('schema'), 2),
      nullable: fc.boolean(),
      minProperties: fc.nat({ max: 3 }),
      discriminator: some({ propertyName: word, mapping: named(fc.constantFrom<Json>('A', '#/components/schemas/B')) }),
      items: tie('schema'),
      dependentRequired: named(fc.array(word, { maxLength: 2 }), 2),
      unevaluatedProperties: fc.boolean(),
      xml: some({ name: word }),
    }),
    some(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.nat({ max: 3 }),
        uniqueItems: fc.boolean(),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        contains: tie('schema'),
      },
      ['type'],
    ),
    some({ allOf: fc.array(tie('schema'), { maxLength: 3 }), properties: named(tie('schema')), description: words }, [
      'allOf',
    ]),
    some({
      oneOf: fc.array(tie('schema'), { maxLength: 3 }),
      anyOf: fc.array(tie('schema'), { maxLength: 3 }),
      type: fc.constant('object'),
    }),
    some({
      not: tie('schema'),
      if: tie('schema'),
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
      then: tie('schema'),
      else: tie('schema'),
      $defs: named(tie('schema'), 2),
      $anchor: fc.constant('anchor'),
      $id: fc.constantFrom('https://s.example/a', 'x'),
      $dynamicRef: fc.constant('#anchor'),
      $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
    }),
    fc.boolean(),
  ),
}));

const mediaType = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain',
      'application/octet-stream',
      'application/merge-patch+json',
      '*/*',
      'application/xml',
      'image/png',
      'application/json; charset=utf-8',
      'multipart/mixed',
    ),
  },
  { weight: 1, arbitrary: hostile },
);
const style = fc.constantFrom(
  'form',
  'simple',
  'label',
  'matrix',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
  'x',
);
const media = some({
  schema,
  example: anyJson,
  examples: named(some({ value: anyJson })),
  itemSchema: schema,
  encoding: named(
    some({
      contentType: mediaType,
      style,
      explode: fc.boolean(),
      allowReserved: fc.boolean(),
      headers: named(some({ schema })),
    }),
  ),
});
const content = fc
  .array(fc.tuple(mediaType, media), { maxLength: 3 })
  .map((entries) => fromEntries(entries as [string, Json][]));

const parameter = fc.oneof(
  {
    weight: 5,
    arbitrary: some(
      {
        name: word,
        in: fc.constantFrom(
          'query',
          'query',
          'query',
          'path',
          'path',
          'header',
          'header',
          'cookie',
          'cookie',
          'querystring',
        ),
        required: fc.boolean(),
        description: words,
        schema,
        style,
        explode: fc.boolean(),
        allowReserved: fc.boolean(),
        allowEmptyValue: fc.boolean(),
        deprecated: fc.boolean(),
      },
      ['name', 'in', 'schema'],
    ),
  },
  {
    weight: 1,
    arbitrary: some({ name: word, in: fc.constantFrom('query', 'querystring', 'header', 'path'), content }, [
      'name',
      'in',
      'content',
    ]),
  },
  { weight: 1, arbitrary: reference('parameters') },
);
const requestBody = fc.oneof(
  { weight: 4, arbitrary: some({ content, required: fc.boolean(), description: words }, ['content']) },
  { weight: 1, arbitrary: reference('requestBodies') },
);
const response = fc.oneof(
  {
    weight: 4,
    arbitrary: some(
      { description: words, content, headers: named(some({ schema })), links: named(some({ operationId: word })) },
      ['description'],
    ),
  },
  { weight: 1, arbitrary: reference('responses') },
);
const requirement = fc.array(named(fc.array(word, { maxLength: 2 }), 2), { maxLength: 2 });
const server = some(
  {
    url: fc.oneof(
      fc.constantFrom('https://api.example/v1', '/v2', '', 'https://{host}:{port}/', '//other.example', '..'),
      hostile,
    ),
    description: words,
    variables: named(some({ default: words, enum: fc.array(words, { maxLength: 2 }) })),
  },
  ['url'],
);

const operation = some(
  {
    operationId: word,
    summary: words,
    description: words,
    tags: fc.array(word, { maxLength: 2 }),
    parameters: fc.array(parameter, { maxLength: 4 }),
    requestBody,
    responses: fc
      .array(fc.tuple(fc.constantFrom('200', '2XX', 'default', '404'), response), { maxLength: 2 })
      .map((entries) => fromEntries(entries as [string, Json][])),
    security: requirement,
    servers: fc.array(server, { maxLength: 2 }),
    deprecated: fc.boolean(),
    callbacks: named(named(some({ post: fc.constant({}) }))),
    'x-mcp': some({ type: fc.constant('Lectura'), name: fc.constant('x') }),
  },
  ['responses'],
);
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '/users',
      '/users/{id}',
      '/users/{id}/items/{name}',
      '/v1/a.b:search',
      '/users?action=list',
      '/users#two',
      '/{id}.json',
      '/users/{id}{name}',
      '/',
    ),
  },
  { weight: 2, arbitrary: hostile.map((text) => `/${text}`) },
  { weight: 0, arbitrary: word },
);
const method = fc.constantFrom('get', 'get', 'post', 'post', 'put', 'patch', 'head', 'query', 'delete', 'options');
const pathItem = fc
  .tuple(
    fc.array(fc.tuple(method, operation), { maxLength: 3 }),
    some({
      parameters: fc.array(parameter, { maxLength: 2 }),
      servers: fc.array(server, { maxLength: 1 }),
      summary: words,
      additionalOperations: fc
        .array(fc.tuple(fc.constantFrom('COPY', 'LINK', 'post', 'POST', 'GET'), operation), { maxLength: 1 })
        .map((entries) => fromEntries(entries as [string, Json][])),
    }),
  )
  .map(([operations, rest]) => ({ ...rest, ...fromEntries(operations as [string, Json][]) }));

const securityScheme = some(
  {
    type: fc.constantFrom('apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'),
    in: fc.constantFrom('header', 'query', 'cookie'),
    name: word,
    scheme: fc.constantFrom('basic', 'Bearer', 'digest'),
    flows: some({ clientCredentials: some({ tokenUrl: hostile, scopes: named(words) }) }),
    description: words,
  },
  ['type'],
);
/** Every component is there: what refers to one finds it, but where it is meant not to. */
const componentsOf = (value: fc.Arbitrary<Json>) =>
  fc.tuple(...COMPONENTS.map((name) => fc.tuple(fc.constant(name), value))).map((entries) => fromEntries(entries));
const info = some({ title: words, version: words, description: words, contact: some({ name: words }) }, [
  'title',
  'version',
]);

const openApi3: fc.Arbitrary<JsonObject> = some(
  {
    openapi: fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
    info,
    servers: fc.array(server, { maxLength: 2 }),
    paths: fc
      .array(fc.tuple(path, pathItem), { minLength: 1, maxLength: 3 })
      .map((entries) => fromEntries(entries as [string, Json][])),
    components: some(
      {
        schemas: componentsOf(schema),
        parameters: componentsOf(parameter),
        requestBodies: componentsOf(requestBody),
        responses: componentsOf(response),
        securitySchemes: named(securityScheme),
      },
      ['schemas', 'parameters', 'requestBodies', 'responses'],
    ),
    security: requirement,
    tags: fc.array(some({ name: word, description: words }), { maxLength: 2 }),
    webhooks: named(pathItem, 1),
  },
  ['openapi', 'info', 'paths', 'components'],
);

const swaggerParameter = some(
  {
    name: word,
    in: fc.constantFrom('query', 'header', 'path', 'formData', 'body'),
    required: fc.boolean(),
    type: fc.constantFrom('string', 'integer', 'array', 'file', 'boolean'),
    items: primitive,
    collectionFormat: fc.constantFrom('csv', 'ssv', 'tsv', 'pipes', 'multi'),
    schema,
    description: words,
    default: anyJson,
  },
  ['name', 'in'],
);
const swaggerOperation = some(
  {
    operationId: word,
    summary: words,
    parameters: fc.array(swaggerParameter, { maxLength: 4 }),
    consumes: fc.array(mediaType, { maxLength: 2 }),
    produces: fc.array(mediaType, { maxLength: 2 }),
    responses: fc.constant({ 200: { description: 'ok' } }),
    schemes: fc.constant(['https']),
    security: requirement,
  },
  ['responses'],
);
const swagger2: fc.Arbitrary<JsonObject> = some(
  {
    swagger: fc.constant('2.0'),
    info,
    host: fc.oneof(fc.constant('api.example'), hostile),
    basePath: fc.oneof(fc.constant('/v1'), hostile),
    schemes: fc.constant(['https']),
    paths: fc
      .array(
        fc.tuple(
          path,
          fc
            .array(fc.tuple(method, swaggerOperation), { maxLength: 2 })
            .map((entries) => fromEntries(entries as [string, Json][])),
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((entries) => fromEntries(entries as [string, Json][])),
    definitions: componentsOf(schema),
    parameters: componentsOf(swaggerParameter),
    securityDefinitions: named(
      some(
        {
          type: fc.constantFrom('basic', 'apiKey', 'oauth2'),
          in: fc.constantFrom('header', 'query'),
          name: word,
          flow: fc.constant('application'),
          tokenUrl: hostile,
        },
        ['type'],
      ),
    ),
  },
  ['swagger', 'info', 'paths', 'definitions', 'parameters'],
);

/** A document whose structure is what OpenAPI says, but for references that may lead nowhere. */
export const validDocument: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 5, arbitrary: openApi3 },
  { weight: 1, arbitrary: swagger2 },
);

const mutation = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('drop', 'replace', 'hostile', 'rename', 'ref', 'wrap', 'null'),
  value: anyJson,
  text: hostile,
});

/** A valid document with keys dropped or renamed, values of other types, hostile text, and references that lead back or away. */
export const brokenDocument: fc.Arbitrary<JsonObject> = fc
  .tuple(validDocument, fc.array(mutation, { minLength: 1, maxLength: 6 }))
  .map(([valid, mutations]) => {
    const root = copy(valid) as JsonObject;
    for (const { at, how, value, text } of mutations) {
      const places = placesOf(root);
      const place = places[at % places.length];
      if (place === undefined) continue;
      const { object, key, pointer } = place;
      if (how === 'drop') delete object[key];
      else if (how === 'rename') {
        const held = object[key] as Json;
        delete object[key];
        set(object, text, held);
      } else if (how === 'ref') set(object, key, { $ref: pointer.slice(0, 1 + (at % pointer.length)) });
      else if (how === 'wrap') set(object, key, [object[key] as Json]);
      else set(object, key, how === 'null' ? null : how === 'hostile' ? text : value);
    }
    return root;
  });

interface Place {
  object: JsonObject;
  key: string;
  pointer: string;
}

function placesOf(root: JsonObject): Place[] {
  const places: Place[] = [];
  const visit = (value: Json, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      const here = `${pointer}/${escaped(key)}`;
      if (here !== '#/openapi' && here !== '#/swagger')
        places.push({ object: value as JsonObject, key, pointer: here });
      visit(item, here);
    }
  };
  visit(root, '#');
  return places;
}

function set(object: JsonObject, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function copy(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
