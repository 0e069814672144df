/**
 * The Schema Objects of a document, as tools need them. In: a schema and its pointer. Out: a body's properties where it is
 * a plain object, and the input schema of a tool. Refuses broken references and endless nesting with a DescriptionError;
 * all else that is wrong is mended or dropped, with a warning.
 */
import type { InputSchema, JsonSchema, Warning } from '../../catalogue/index.ts';
import type { Json, OpenApiVersion } from '../load/document.ts';
import { isObject } from '../pointer.ts';
import { cleanText, cutText } from '../text.ts';
import { MAX_DESCRIPTION } from './assertions.ts';
import { bundle } from './bundle.ts';
import type { Unit } from './component.ts';
import { Converter } from './convert.ts';
import { type Node, type NodeObject, ordered, put } from './node.ts';
import { ObjectGroups } from './object-group.ts';
import { type PlainObject, readPlainObject } from './plain-object.ts';
import { References } from './references.ts';
import { Subtypes } from './subtypes.ts';

/** One argument of a tool, with its schema as the document has it. */
export interface SchemaEntry {
  name: string;
  schema: Json;
  pointer: string;
  required: boolean;
  /** Wins over the schema's own description. */
  description?: string;
  /** The value is sent as bytes; the assistant gives base64. */
  binary?: boolean;
}

export interface SchemaReader {
  /**
   * The properties of a request body that is a plain object, without read-only ones; undefined where it must stay one
   * argument: it is no object, may be null, has alternatives or subtypes, names no properties, or welcomes others.
   * @throws DescriptionError `broken_reference`, `forbidden_reference`
   */
  plainObject(schema: Json, pointer: string): PlainObject | undefined;
  /**
   * The schema of a tool with these arguments: JSON Schema 2020-12, an object without combinators at the top; each
   * `$ref` in it is `#/$defs/Name` and resolves.
   * @throws DescriptionError `broken_reference`, `forbidden_reference`, `invalid_schema`
   */
  inputSchema(entries: SchemaEntry[]): InputSchema;
}

/**
 * @param root the whole document, whose `$ref`s are local
 * @param warn told of everything that was mended or dropped, once for each place
 */
export function createSchemaReader(
  root: Json,
  version: OpenApiVersion,
  warn: (warning: Warning) => void,
): SchemaReader {
  const references = new References(root);
  const groups = new ObjectGroups(references);
  const subtypes = new Subtypes(root, references, groups);
  const said = new Set<string>();
  const warnOnce = (warning: Warning) => {
    const key = `${warning.where} ${warning.message}`;
    if (!said.has(key)) warn(warning);
    said.add(key);
  };
  const converter = new Converter(version, warnOnce, references, groups, subtypes);
  const limit = schemaLimit(root);
  const known = new WeakMap<object, Unit & { node: Node }>();

  const convert = (schema: Json, pointer: string): Unit & { node: Node } => {
    if (typeof schema !== 'object' || schema === null) return converter.root(schema, pointer);
    let unit = known.get(schema);
    if (unit === undefined) {
      unit = converter.root(schema, pointer);
      known.set(schema, unit);
    }
    return unit;
  };

  return {
    plainObject: (schema, pointer) => readPlainObject(schema, pointer, references, groups, subtypes, warnOnce),
    inputSchema(entries) {
      const units = entries.map((e) => convert(e.schema, e.pointer));
      const { nodes, defs, cut } = bundle(units, converter, limit);
      if (cut > 0) {
        const where = entries.find((_, i) => (units[i]?.references.length ?? 0) > 0)?.pointer ?? '#';
        warnOnce({
          where,
          message: `The schema is very long: ${cut} of its types, those farthest inside, accept any value.`,
        });
      }
      const properties: Record<string, JsonSchema> = {};
      entries.forEach((entry, i) => {
        put(properties, entry.name, argument(nodes[i] ?? {}, entry));
      });
      const required = entries.filter((e) => e.required).map((e) => e.name);
      return {
        type: 'object',
        properties,
        ...(required.length > 0 && { required }),
        additionalProperties: false,
        ...(Object.keys(defs).length > 0 && { $defs: defs }),
      };
    },
  };
}

/**
 * About how long one tool's schema may be, in characters: far more than an assistant wants to read, and less where there
 * are very many operations, so that all tools together still fit into memory, into one module and into one answer.
 */
function schemaLimit(root: Json): number {
  const paths = isObject(root) && isObject(root.paths) ? Object.values(root.paths) : [];
  const operations = paths.reduce<number>((n, item) => n + (isObject(item) ? Object.keys(item).length : 0), 0);
  return operations <= MANY ? MOST_PER_TOOL : Math.max(LEAST_PER_TOOL, Math.floor(ALL_TOOLS / operations));
}

/** Fields of all path items together: operations, mostly. */
const MANY = 2500;
const MOST_PER_TOOL = 160_000;
const LEAST_PER_TOOL = 6000;
const ALL_TOOLS = 100_000_000;

function argument(node: JsonSchema, entry: SchemaEntry): JsonSchema {
  if (node === false) return { not: {} };
  const schema = (node === true ? {} : node) as unknown as NodeObject;
  const description = cutText(cleanText(entry.description ?? '').trim(), MAX_DESCRIPTION);
  const described = description === '' ? schema : ordered({ ...schema, description });
  return entry.binary ? asBase64(described as unknown as JsonSchema) : (described as unknown as JsonSchema);
}

/** Bytes cannot be said in JSON: base64 text stands for them, one text per part where there are several. */
function asBase64(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return { type: 'string', contentEncoding: 'base64' };
  if (schema.type === 'array') return { ...schema, items: asBase64(schema.items ?? {}) };
  const { description, contentMediaType } = schema;
  return {
    type: 'string',
    ...(description !== undefined && { description }),
    contentEncoding: 'base64',
    ...(contentMediaType !== undefined && { contentMediaType }),
  };
}
