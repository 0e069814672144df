/** What must hold of every catalogue, however it was made. `check` names each offender; the runtime refuses to start with one. */
import type { Catalogue } from './catalogue.ts';
import { deletionReason, isOverrideHeader } from './deletion.ts';
import type { Tool } from './tool.ts';

export interface Violation {
  tool: string;
  rule: 'deletes' | 'illegal_name' | 'repeated_name' | 'wrong_type' | 'not_gated' | 'path_argument' | 'override';
  message: string;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH'];
const READING: readonly string[] = ['GET', 'HEAD', 'QUERY'];

/** @returns every violation, tool by tool; empty where the catalogue is sound. */
export function violations(catalogue: Catalogue): Violation[] {
  const names = new Set<string>();
  return catalogue.tools.flatMap((tool) => {
    const found = toolViolations(tool);
    if (names.has(tool.name.toLowerCase())) found.push(['repeated_name', 'another tool has this name']);
    names.add(tool.name.toLowerCase());
    return found.map(([rule, message]) => ({ tool: tool.name, rule, message }));
  });
}

function toolViolations(tool: Tool): [Violation['rule'], string][] {
  const found: [Violation['rule'], string][] = [];
  if (!METHODS.includes(tool.method)) found.push(['deletes', `${tool.method} ${tool.path} can never be a tool`]);
  const reason = tool.deletes === false ? undefined : deletionReason({ ...tool, summary: tool.title });
  if (reason !== undefined && METHODS.includes(tool.method))
    found.push(['deletes', `${tool.method} ${tool.path} ${reason}`]);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name))
    found.push(['illegal_name', 'the name does not match ^[a-zA-Z0-9_-]{1,64}$']);
  const expected = READING.includes(tool.method) ? 'Lectura' : 'Escritura';
  if (tool.type !== expected && tool.typeFrom !== 'overlay') {
    found.push(['wrong_type', `${tool.method} is ${expected}; only an overlay can say ${tool.type}`]);
  }
  if (tool.annotations.readOnlyHint !== (tool.type === 'Lectura'))
    found.push(['wrong_type', 'readOnlyHint contradicts the type']);
  const gated =
    Object.hasOwn(tool.inputSchema.properties, 'confirm') && !tool.arguments.some((a) => a.name === 'confirm');
  if (tool.type === 'Escritura' && tool.confirm !== 'none' && !gated)
    found.push(['not_gated', 'the write takes no "confirm"']);
  for (const { name, in: place, wireName } of tool.arguments) {
    if (place !== 'path' && place !== 'whole-body' && isOverrideHeader(wireName))
      found.push(['override', `the argument "${name}" can turn the request into another method`]);
  }
  for (const [, name] of tool.path.matchAll(/\{([^{}]+)\}/g)) {
    if (!tool.arguments.some((a) => a.in === 'path' && a.wireName === name))
      found.push(['path_argument', `no argument fills {${name}}`]);
  }
  return found;
}
