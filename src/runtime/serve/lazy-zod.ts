/**
 * In place of `zod/v4` in the bundle's MCP SDK, which builds some three hundred schemas as it is loaded and as many again for each
 * protocol era; a connection uses a few of them. Here a schema is a recipe: what is asked of it first (`parse`, `shape` …) makes
 * the real one, and that alone answers from then on.
 */
import * as zod from 'zod/v4';

/** Methods that give another schema and ask nothing of this one. */
const DERIVING = new Set(
  `optional nullable nullish default catch describe array or and pipe transform refine superRefine int min max nonnegative url
  startsWith trim extend merge pick omit partial strict loose strip catchall passthrough readonly`.split(/\s+/),
);
/** Those whose schema has the same members. */
const SAME_SHAPE = new Set('strict loose strip catchall passthrough refine superRefine describe'.split(' '));

/** Parsing more often than this pays for compiling what parses; the start of a connection does not. */
const COMPILED_AFTER = 24;

type Schema = object;
type Shape = Record<string, unknown>;

const makers = new WeakMap<Schema, () => Schema>();

/**
 * @param make called once, when the schema is first looked into.
 * @param shape an object's members, which are known without making it.
 */
function recipe(make: () => Schema, shape?: () => Shape): Schema {
  let made: Schema | undefined;
  let parsed = 0;
  const real = () => {
    made ??= make();
    return made;
  };
  const parsing =
    (key: 'parse' | 'safeParse') =>
    (value: unknown, context?: object): unknown =>
      (real() as zod.ZodType)[key](value, parsed++ < COMPILED_AFTER ? { ...context, jitless: true } : context);
  const own = { parse: parsing('parse'), safeParse: parsing('safeParse') };
  const schema = new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key === 'string' && DERIVING.has(key))
          return (...given: unknown[]) =>
            recipe(() => call(Reflect.get(real(), key), real(), given), derived(key, given));
        if (key === 'parse' || key === 'safeParse') return own[key];
        return key === 'shape' && shape !== undefined ? shape() : Reflect.get(real(), key);
      },
      has: (_, key) => Reflect.has(real(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(real()),
    },
  );
  const derived = (method: string, [given]: readonly unknown[]): (() => Shape) | undefined => {
    if (shape === undefined) return undefined;
    if (SAME_SHAPE.has(method)) return shape;
    if (method === 'extend') return () => ({ ...shape(), ...(given as Shape) });
    if (method === 'pick')
      return () => Object.fromEntries(Object.keys(given as Shape).map((key) => [key, shape()[key]]));
    return method === 'merge' ? () => ({ ...shape(), ...(given as { shape: Shape }).shape }) : undefined;
  };
  makers.set(schema, real);
  return schema;
}

function call(method: unknown, self: unknown, given: readonly unknown[]): Schema {
  return (method as (...args: unknown[]) => Schema).apply(self, given.map(made));
}

/** zod itself gets real schemas only, also in a shape and in a list of options. */
function made(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const make = makers.get(value);
  if (make !== undefined) return make();
  if (Array.isArray(value)) return value.map(made);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, made(member)]));
}

/** @returns the factory of zod, whose schemas are made when they are needed. */
function later<F>(factory: F, hasShape = false): F {
  return ((...given: unknown[]) =>
    recipe(() => call(factory, undefined, given), hasShape ? () => given[0] as Shape : undefined)) as F;
}

export const any = later(zod.any);
export const array = later(zod.array);
export const boolean = later(zod.boolean);
export const discriminatedUnion = later(zod.discriminatedUnion);
export const email = later(zod.email);
const enumOf = later(zod.enum);
export const intersection = later(zod.intersection);
export const lazy: typeof zod.lazy = (getter) => zod.lazy(() => made(getter()) as ReturnType<typeof getter>);
export const literal = later(zod.literal);
export const looseObject = later(zod.looseObject, true);
const nullOf = later(zod.null);
export const number = later(zod.number);
export const object = later(zod.object, true);
export const optional = later(zod.optional);
export const preprocess = later(zod.preprocess);
export const record = later(zod.record);
export const string = later(zod.string);
export const union = later(zod.union);
export const unknown = later(zod.unknown);
export const url = later(zod.url);
export const iso = { date: later(zod.iso.date), datetime: later(zod.iso.datetime) };
export const coerce = { number: later(zod.coerce.number) };
export { enumOf as enum, nullOf as null };
export const NEVER = zod.NEVER;
export const ZodIssueCode = zod.ZodIssueCode;

export const safeParse: typeof zod.safeParse = (schema, ...rest) =>
  zod.safeParse(made(schema) as typeof schema, ...rest);
export const toJSONSchema = ((schema: unknown, ...rest: never[]) =>
  (zod.toJSONSchema as (schema: unknown, ...rest: never[]) => unknown)(
    made(schema),
    ...rest,
  )) as typeof zod.toJSONSchema;
