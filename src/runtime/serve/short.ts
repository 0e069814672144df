/** `--descriptions short`: of a tool and of each argument, the first sentence; the tool's type and request stay. */
import type { InputSchema, JsonSchema, Tool } from '../../catalogue/index.ts';

export type Descriptions = 'full' | 'short';

const MAX = 200;

export function described(tool: Tool, descriptions: Descriptions): Tool {
  if (descriptions === 'full') return tool;
  const [, text = '', type = tool.description] = /^(.*?)(?:\n\n)?(Tipo: [^\n]*)$/s.exec(tool.description) ?? [];
  const first = firstSentence(text);
  return {
    ...tool,
    description: first === '' ? type : `${first}\n\n${type}`,
    inputSchema: short(tool.inputSchema) as InputSchema,
  };
}

/** Up to the first full stop that ends a sentence, or the first empty line; 200 characters at most. */
export function firstSentence(text: string): string {
  const paragraph =
    text
      .trim()
      .split(/\n\s*\n/, 1)[0]
      ?.replace(/\s+/g, ' ') ?? '';
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|approx|incl|p\.ej|ej|No|Sr|Sra))[.!?](?=\s+[\p{Lu}\p{N}"'(`[¿¡*]|$)/u.exec(
    paragraph,
  );
  const sentence = end === null ? paragraph : paragraph.slice(0, end.index + 1);
  if (sentence.length <= MAX) return sentence;
  return `${sentence
    .slice(0, MAX - 2)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s+\S*$/, '')} …`;
}

const MAPS = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
];

/** The same schema: only what nobody validates by is shorter. */
function short(schema: JsonSchema): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = { ...schema };
  if (typeof copy.description === 'string') copy.description = firstSentence(copy.description);
  for (const key of MAPS) {
    const map = copy[key];
    if (typeof map === 'object' && map !== null)
      copy[key] = Object.fromEntries(Object.entries(map).map(([name, member]) => [name, short(member as JsonSchema)]));
  }
  for (const key of LISTS) if (Array.isArray(copy[key])) copy[key] = (copy[key] as JsonSchema[]).map(short);
  for (const key of SINGLE) if (typeof copy[key] === 'object') copy[key] = short(copy[key] as JsonSchema);
  return copy;
}
