/** The schemas that are made late say of every value what zod's own say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as real from 'zod/v4';
import * as late from '../../../src/runtime/serve/lazy-zod.ts';

type Zod = typeof real;

/** Each way in which the SDK builds its schemas. */
const SCHEMAS: Record<string, (z: Zod) => real.ZodType> = {
  object: (z) => z.object({ a: z.string().optional(), b: z.number().int().min(0) }),
  strict: (z) => z.object({ a: z.string() }).strict(),
  loose: (z) => z.looseObject({ a: z.array(z.unknown()) }),
  catchall: (z) => z.object({ a: z.string() }).catchall(z.number()),
  extend: (z) => z.object({ a: z.string() }).extend({ b: z.boolean().default(true) }),
  merge: (z) => z.object({ a: z.string() }).merge(z.object({ b: z.literal('b') })),
  pick: (z) => z.object({ a: z.string(), b: z.number() }).pick({ b: true }),
  'spread shape': (z) => z.object({ ...z.object({ a: z.string() }).loose().shape, b: z.null() }),
  union: (z) => z.union([z.string(), z.number().int(), z.array(z.boolean())]),
  'discriminated union': (z) =>
    z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b'), b: z.number() })]),
  intersection: (z) => z.intersection(z.object({ a: z.string() }), z.looseObject({ b: z.number() })),
  record: (z) => z.record(z.string(), z.enum(['a', 'b'])),
  recursive: (z) => {
    const node: real.ZodType = z.lazy(() => z.object({ a: z.array(node).optional() }));
    return node;
  },
  or: (z) =>
    z
      .string()
      .optional()
      .or(z.literal(0).transform(() => 'zero')),
  preprocess: (z) => z.preprocess((v) => (v === null ? 'null' : v), z.string().max(4)),
  refine: (z) => z.object({ a: z.string() }).refine(({ a }) => a !== 'b', 'not b'),
  superRefine: (z) =>
    z
      .string()
      .superRefine((v, ctx) => void (v === '' && ctx.addIssue({ code: z.ZodIssueCode.custom, message: 'empty' }))),
  catch: (z) => z.object({ a: z.number().catch(7) }),
  pipe: (z) => z.string().pipe(z.coerce.number()),
  texts: (z) => z.union([z.iso.datetime(), z.iso.date(), z.email(), z.url()]),
};

const member = fc.oneof(
  fc.constantFrom('a', 'b', '', 0, 1, -1, 1.5, null, true, '2026-07-28', 'a@b.es', 'https://b.es'),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    member,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 't', 'c'), tie('any'), { maxKeys: 4 }),
  ),
})).any;

describe.each(Object.entries(SCHEMAS))('%s', (_, build) => {
  const [theirs, ours] = [build(real), build(late as unknown as Zod)];

  test('accepts, refuses and gives back the same, compiled or not', () => {
    fc.assert(
      fc.property(value, (given) => {
        const [want, got] = [theirs.safeParse(given), ours.safeParse(given)];
        expect(got.success).toBe(want.success);
        expect(got.data).toEqual(want.data);
        expect(got.error?.issues).toEqual(want.error?.issues);
      }),
    );
  });

  test('is the same to who looks into it', () => {
    expect(ours instanceof real.ZodType).toBe(true);
    expect('_zod' in ours).toBe(true);
    expect(late.safeParse(ours, 'a').success).toBe(real.safeParse(theirs, 'a').success);
  });
});

test('nothing is made before it is asked', () => {
  let looked = 0;
  const shape = {
    get a() {
      looked++;
      return late.string();
    },
  };
  const schema = late
    .object(shape)
    .optional()
    .or(late.array(late.object(shape)));
  expect(looked).toBe(0);
  expect(schema.safeParse({ a: 'b' }).success).toBe(true);
  expect(looked).toBe(2);
});

test('a schema becomes the same JSON Schema', () => {
  const build = (z: Zod) => z.object({ a: z.string().min(1), b: z.array(z.number().int()).optional() });
  expect(late.toJSONSchema(build(late as unknown as Zod))).toEqual(real.toJSONSchema(build(real)));
});
