import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LoadOptions, loadDocument } from '../../../src/codegen/load/load.ts';
import { inFolder } from './from-text.ts';

const HEAD = 'openapi: 3.1.0\n';
const load = (files: Record<string, string>, options?: LoadOptions) =>
  inFolder(files, (folder) => loadDocument(path.join(folder, 'api.yaml'), options));

describe('files beside the description become one document', () => {
  const cases: [what: string, files: Record<string, string>, want: object][] = [
    [
      'a schema by its file, and one by its place there',
      {
        'api.yaml': `${HEAD}components: {schemas: {A: {properties: {b: {$ref: 's/b.yaml'}, c: {$ref: 's/all.json#/C', description: mine}}}}}`,
        's/b.yaml': 'type: string',
        's/all.json': '{"C": {"type": "integer"}}',
      },
      {
        components: {
          schemas: {
            A: {
              properties: {
                b: { $ref: '#/components/schemas/b' },
                c: { $ref: '#/components/schemas/C', description: 'mine' },
              },
            },
            b: { type: 'string' },
            C: { type: 'integer' },
          },
        },
      },
    ],
    [
      'references of those files: relative to them, local to them, back to the first',
      {
        'api.yaml': `${HEAD}components: {schemas: {A: {items: {$ref: 's/b.yaml#/B'}}, Z: {type: boolean}}}`,
        's/b.yaml':
          'B: {allOf: [{$ref: "#/C"}, {$ref: "../t/d.yaml"}, {$ref: "../api.yaml#/components/schemas/Z"}]}\nC: {type: string}',
        't/d.yaml': 'type: object',
      },
      {
        components: {
          schemas: {
            A: { items: { $ref: '#/components/schemas/B' } },
            Z: { type: 'boolean' },
            B: {
              allOf: [
                { $ref: '#/components/schemas/C' },
                { $ref: '#/components/schemas/d' },
                { $ref: '#/components/schemas/Z' },
              ],
            },
            C: { type: 'string' },
            d: { type: 'object' },
          },
        },
      },
    ],
    [
      'recursion, in one file and over two',
      {
        'api.yaml': `${HEAD}components: {schemas: {A: {items: {$ref: b.yaml}}}}`,
        'b.yaml': 'properties: {self: {$ref: "#"}, c: {$ref: c.yaml}}',
        'c.yaml': 'properties: {b: {$ref: b.yaml}}',
      },
      {
        components: {
          schemas: {
            A: { items: { $ref: '#/components/schemas/b' } },
            b: { properties: { self: { $ref: '#/components/schemas/b' }, c: { $ref: '#/components/schemas/c' } } },
            c: { properties: { b: { $ref: '#/components/schemas/b' } } },
          },
        },
      },
    ],
    [
      'a component that only names a file keeps its name',
      {
        'api.yaml': `${HEAD}components: {schemas: {User: {$ref: u.yaml}, L: {items: {$ref: u.yaml}}}}`,
        'u.yaml': 'properties: {boss: {$ref: u.yaml}}',
      },
      {
        components: {
          schemas: {
            User: { properties: { boss: { $ref: '#/components/schemas/User' } } },
            L: { items: { $ref: '#/components/schemas/User' } },
          },
        },
      },
    ],
    [
      'names that are taken',
      {
        'api.yaml': `${HEAD}components: {schemas: {b: {type: string}, A: {items: {$ref: x/b.yaml}, not: {$ref: y/b.yaml}}}}`,
        'x/b.yaml': 'type: integer',
        'y/b.yaml': 'type: number',
      },
      {
        components: {
          schemas: {
            b: { type: 'string' },
            A: { items: { $ref: '#/components/schemas/b_2' }, not: { $ref: '#/components/schemas/b_3' } },
            b_2: { type: 'integer' },
            b_3: { type: 'number' },
          },
        },
      },
    ],
    [
      'path items, operations, parameters, bodies, responses, headers, examples',
      {
        'api.yaml': `${HEAD}paths:\n  /a: {$ref: p.yaml#/~1a}\n  /b: {get: {$ref: p.yaml#/get}}`,
        'p.yaml': `
/a:
  parameters: [{$ref: '#/P'}]
  post: {requestBody: {$ref: '#/B'}, responses: {200: {$ref: '#/R'}}}
get: {operationId: get, responses: {}}
P: {name: p, in: query}
B: {content: {application/json: {schema: {type: object}, examples: {e: {$ref: '#/E'}}}}}
R: {description: ok, headers: {h: {$ref: '#/H'}}}
E: {value: {$ref: no.yaml}}
H: {schema: {type: string}}
`,
      },
      {
        paths: { '/a': { $ref: '#/components/pathItems/_a' }, '/b': { get: { operationId: 'get', responses: {} } } },
        components: {
          pathItems: {
            _a: {
              parameters: [{ $ref: '#/components/parameters/P' }],
              post: {
                requestBody: { $ref: '#/components/requestBodies/B' },
                responses: { '200': { $ref: '#/components/responses/R' } },
              },
            },
          },
          parameters: { P: { name: 'p', in: 'query' } },
          requestBodies: {
            B: {
              content: {
                'application/json': {
                  schema: { type: 'object' },
                  examples: { e: { $ref: '#/components/examples/E' } },
                },
              },
            },
          },
          responses: { R: { description: 'ok', headers: { h: { $ref: '#/components/headers/H' } } } },
          examples: { E: { value: { $ref: 'no.yaml' } } },
          headers: { H: { schema: { type: 'string' } } },
        },
      },
    ],
    [
      'whole maps and lists from files',
      {
        'api.yaml': `${HEAD}paths: {$ref: paths/index.yaml}\ncomponents: {schemas: {$ref: schemas.yaml}}`,
        'paths/index.yaml': '/a: {$ref: a.yaml}\n/b: {parameters: {$ref: "params.yaml"}, get: {responses: {}}}',
        'paths/a.yaml': 'get: {responses: {200: {content: {application/json: {schema: {$ref: ../schemas.yaml#/S}}}}}}',
        'paths/params.yaml': '- {name: p, in: query}',
        'schemas.yaml': 'S: {type: string}',
      },
      {
        paths: {
          '/a': { $ref: '#/components/pathItems/a' },
          '/b': { parameters: [{ name: 'p', in: 'query' }], get: { responses: {} } },
        },
        components: {
          schemas: { S: { type: 'string' }, S_2: { type: 'string' } },
          pathItems: {
            a: {
              get: {
                responses: {
                  '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/S_2' } } } },
                },
              },
            },
          },
        },
      },
    ],
    [
      'a discriminator’s mapping',
      {
        'api.yaml': `${HEAD}components: {schemas: {Pet: {discriminator: {propertyName: k, mapping: {cat: c.yaml, dog: Dog, x: '#/components/schemas/Dog'}}}, Dog: {}}}`,
        'c.yaml': 'type: object',
      },
      {
        components: {
          schemas: {
            Pet: {
              discriminator: {
                propertyName: 'k',
                mapping: { cat: '#/components/schemas/c', dog: 'Dog', x: '#/components/schemas/Dog' },
              },
            },
            Dog: {},
            c: { type: 'object' },
          },
        },
      },
    ],
    [
      'what is data, not a reference',
      {
        'api.yaml': `${HEAD}components: {schemas: {A: {properties: {$ref: {type: string}, e: {example: {$ref: b.yaml}, enum: [{$ref: b.yaml}], default: {$ref: b.yaml}}}, not: {$ref: b.yaml}}}}`,
        'b.yaml': 'type: string',
      },
      {
        components: {
          schemas: {
            A: {
              properties: {
                $ref: { type: 'string' },
                e: { example: { $ref: 'b.yaml' }, enum: [{ $ref: 'b.yaml' }], default: { $ref: 'b.yaml' } },
              },
              not: { $ref: '#/components/schemas/b' },
            },
            b: { type: 'string' },
          },
        },
      },
    ],
    [
      'names of inherited members, spaces and umlauts',
      {
        'api.yaml': `${HEAD}components: {schemas: {A: {allOf: [{$ref: b.yaml#/__proto__}, {$ref: 'b.yaml#/constructor'}, {$ref: 'my%20file.yaml'}]}}}`,
        'b.yaml': '__proto__: {type: string}\nconstructor: {type: integer}',
        'my file.yaml': 'title: ü',
      },
      {
        components: {
          schemas: Object.fromEntries([
            [
              'A',
              {
                allOf: [
                  { $ref: '#/components/schemas/__proto__' },
                  { $ref: '#/components/schemas/constructor' },
                  { $ref: '#/components/schemas/my_file' },
                ],
              },
            ],
            ['__proto__', { type: 'string' }],
            ['constructor', { type: 'integer' }],
            ['my_file', { title: 'ü' }],
          ]),
        },
      },
    ],
  ];
  test.each(cases)('%s', async (_, files, want) => {
    const { root, warnings } = await load(files);
    expect(warnings).toEqual([]);
    expect(root).toEqual({ openapi: '3.1.0', ...want });
  });

  test('Swagger 2.0 over files', async () => {
    const { root, version } = await load({
      'api.yaml': `swagger: "2.0"\npaths: {/a: {$ref: a.yaml}}\ndefinitions: {A: {$ref: s.yaml#/A}}`,
      'a.yaml':
        'post: {parameters: [{$ref: s.yaml#/P}], responses: {200: {description: ok, schema: {$ref: s.yaml#/A}}}}',
      's.yaml': 'A: {type: object}\nP: {in: body, name: b, required: true, schema: {$ref: "#/A"}}',
    });
    expect([version, root]).toEqual([
      '3.0',
      {
        openapi: '3.0.4',
        paths: {
          '/a': {
            post: {
              parameters: [],
              requestBody: {
                'x-body-name': 'b',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
                required: true,
              },
              responses: {
                '200': {
                  description: 'ok',
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
                },
              },
            },
          },
        },
        components: { schemas: { A: { type: 'object' } } },
      },
    ]);
  });
});

describe('references that are refused stay, with a warning', () => {
  const cases: [ref: string, reason: RegExp][] = [
    ['../outside.yaml', /points outside the folder/],
    ['sub/../../outside.yaml', /points outside the folder/],
    ['%2e%2e/outside.yaml', /points outside the folder/],
    ['..%2foutside.yaml', /points outside the folder/],
    ['..\\outside.yaml', /points outside the folder/],
    ['/etc/hostname', /points outside the folder/],
    ['file:///etc/hostname', /points outside the folder/],
    ['C:/secret.yaml', /points outside the folder/],
    ['link.yaml', /points outside the folder/],
    ['linked/outside.yaml', /points outside the folder/],
    ['data:text/plain,type', /points outside the folder/],
    ['https://api.example/s.yaml', /points to the network/],
    ['http://127.0.0.1:9/internal/meta.yaml#/Secret', /points to the network/],
    ['//api.example/s.yaml', /points outside|points to the network/],
    ['nowhere.yaml', /names a file that is not there/],
    ['sub', /names a file that is not there/],
    ['.', /points outside|not there/],
    ['good.yaml#/Missing', /finds nothing/],
    ['good.yaml#/constructor', /finds nothing/],
    ['good.yaml#/text', /finds no schema/],
    ['broken.yaml', /cannot be used: broken\.yaml, line 1/],
    ['image.png', /cannot be used: image\.png is not UTF-8/],
  ];
  test.each(cases)('%s', async (ref, reason) => {
    const secret = 'SECRET-TEXT';
    await inFolder(
      {
        'outside.yaml': `type: ${secret}`,
        'api/api.yaml': `${HEAD}paths: {}\ncomponents: {schemas: {A: {properties: {p: {$ref: ${JSON.stringify(ref)}}}}}}`,
        'api/good.yaml': 'text: just text',
        'api/broken.yaml': '[',
        'api/sub/x.yaml': '',
      },
      async (folder) => {
        await symlink(path.join(folder, 'outside.yaml'), path.join(folder, 'api/link.yaml'));
        await symlink(folder, path.join(folder, 'api/linked'));
        await writeFile(path.join(folder, 'api/image.png'), new Uint8Array([0x89, 0x50, 0xff, 0xfe, 0xfd]));
        const { root, warnings } = await loadDocument(path.join(folder, 'api/api.yaml'));
        expect(root.components).toEqual({ schemas: { A: { properties: { p: { $ref: ref } } } } });
        expect(warnings).toEqual([
          { where: '#/components/schemas/A/properties/p', message: expect.stringMatching(reason) },
        ]);
        expect(warnings[0]?.message).toContain(JSON.stringify(ref));
        expect(JSON.stringify([root, warnings])).not.toContain(secret);
      },
    );
  });

  test('a broken local reference of another file is not taken for one into the description', async () => {
    const { root, warnings } = await load({
      'api.yaml': `${HEAD}components: {schemas: {A: {items: {$ref: b.yaml}}, Z: {type: string}}}`,
      'b.yaml': 'not: {$ref: "#/components/schemas/Z"}',
    });
    expect(root.components).toMatchObject({ schemas: { b: { not: { $ref: 'b.yaml#/components/schemas/Z' } } } });
    expect(warnings).toEqual([
      {
        where: '#/components/schemas/b/not',
        message: 'The reference "b.yaml#/components/schemas/Z" (in b.yaml) finds nothing.',
      },
    ]);
  });

  test('what would contain itself', async () => {
    const { warnings } = await load({
      'api.yaml': `${HEAD}paths: {/a: {get: {$ref: o.yaml}}}\ncomponents: {schemas: {A: {$ref: a.yaml}}}`,
      'o.yaml': '$ref: o.yaml',
      'a.yaml': '$ref: a.yaml',
    });
    expect(warnings.map((w) => w.message)).toEqual([
      'The reference "o.yaml" (in o.yaml) leads to itself.',
      'The reference "a.yaml" (in a.yaml) leads to itself.',
    ]);
  });

  test('too many files, too many bytes', async () => {
    const files = {
      'api.yaml': `${HEAD}components: {schemas: {A: {items: {$ref: b.yaml}, not: {$ref: c.yaml}}}}`,
      'b.yaml': '{}',
      'c.yaml': '{}',
    };
    await expect(load(files, { limits: { files: 2 } })).rejects.toMatchObject({ code: 'too_large' });
    const large = { ...files, 'c.yaml': `title: ${'x'.repeat(300)}` };
    const { warnings } = await load(large, { limits: { bytes: 200 } });
    expect(warnings.map((w) => w.message)).toEqual([
      expect.stringMatching(/"c\.yaml" names a file that cannot be used: .*bytes/),
    ]);
  });
});

describe('references to the network, where they are allowed', () => {
  const web = (pages: Record<string, string>) => {
    const asked: string[] = [];
    const fetchText = async (url: string) => {
      asked.push(url);
      const text = pages[url];
      if (text === undefined) throw new Error('404');
      return { bytes: new TextEncoder().encode(text), url };
    };
    return { asked, fetchText };
  };

  test('relative to where they stand', async () => {
    const { asked, fetchText } = web({
      'https://api.example/v1/api.yaml': `${HEAD}components: {schemas: {A: {items: {$ref: 's/b.yaml#/B'}}}}`,
      'https://api.example/v1/s/b.yaml': 'B: {items: {$ref: "../../c.yaml"}}',
      'https://api.example/c.yaml': 'not: {$ref: "https://api.example/v1/api.yaml#/components/schemas/A"}',
    });
    const { root, warnings } = await loadDocument('https://api.example/v1/api.yaml', {
      allowRemoteRefs: true,
      fetchText,
    });
    expect(warnings).toEqual([]);
    expect(root.components).toEqual({
      schemas: {
        A: { items: { $ref: '#/components/schemas/B' } },
        B: { items: { $ref: '#/components/schemas/c' } },
        c: { not: { $ref: '#/components/schemas/A' } },
      },
    });
    expect(asked).toHaveLength(3);
  });

  test('nothing is fetched unless allowed, nor what may not be', async () => {
    const refs = [
      'http://api.example/a',
      'http://127.0.0.1/a',
      'http://localhost/a',
      'http://[::1]/a',
      'https://127.0.0.1/a',
      'file:///etc/hostname',
      'https://u:p@api.example/a',
      'https://api.example/404',
      'ftp://api.example/a',
    ];
    const { asked, fetchText } = web({
      'https://api.example/api.yaml': `${HEAD}components: {schemas: {A: {allOf: [${refs.map((r) => `{$ref: "${r}"}`).join(', ')}]}}}`,
    });
    for (const allowRemoteRefs of [false, true]) {
      const { root, warnings } = await loadDocument('https://api.example/api.yaml', { allowRemoteRefs, fetchText });
      expect(warnings).toHaveLength(refs.length);
      expect(root.components).toEqual({ schemas: { A: { allOf: refs.map(($ref) => ({ $ref })) } } });
    }
    expect([...new Set(asked)]).toEqual(['https://api.example/api.yaml', 'https://api.example/404']);
  });
});
