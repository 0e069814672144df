/** A tool's arguments, checked: coerced where one reading is left, then held against the very schema that is listed. */
import type { JsonSchema, Tool } from '../../catalogue/index.ts';
import { coerce } from './coerce.ts';
import { isTooDeep } from './depth.ts';
import { type Problem, schemaProblems, unknownArgument } from './problems.ts';
import { spreadBody } from './spread-body.ts';
import { schemaErrors } from './validator.ts';

export type { Problem } from './problems.ts';

export type Checked = { ok: true; args: Record<string, unknown> } | { ok: false; problems: Problem[] };

const MAX_PROBLEMS = 10;

/**
 * @param given the arguments as the client sent them, without the gate's own (`confirm`).
 * @returns own-property copies, coerced; nothing that the tool does not know is in them. Or every problem, ten at most:
 *   unknown arguments, each with the nearest known one, then what is missing or wrong.
 */
export function checkArguments(tool: Tool, given: Record<string, unknown>): Checked {
  const args: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const set = new Set<string>();
  for (const [name, value] of Object.entries(spreadBody(tool, given))) {
    const schema = ownSchema(tool, name);
    if (schema === undefined) {
      const { meant, ...problem } = unknownArgument(tool, name);
      problems.push(problem);
      if (meant !== undefined) set.add(meant);
    } else if (isTooDeep(value)) {
      problems.push({ argument: name, message: 'is nested too deeply: 100 levels at most' });
      set.add(name);
    } else if (!isOmittedParameter(tool, name, value)) {
      args[name] = coerce(value, schema, tool.inputSchema, isSentAsText(tool, name));
      if (!holdsRoundedInteger(args[name])) continue;
      problems.push({
        argument: name,
        message: 'holds an integer too large to be exact as a JSON number; give it as a string of digits',
      });
      set.add(name);
    }
  }
  // What was misspelt is not missing as well.
  problems.push(
    ...schemaProblems(schemaErrors(tool, args), tool.inputSchema).filter(({ argument }) => !set.has(argument)),
  );
  return problems.length === 0 ? { ok: true, args } : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** The schema of an argument of the tool; `confirm` is the gate's, but where the API has an argument of that name. */
function ownSchema(tool: Tool, name: string): JsonSchema | undefined {
  const known = tool.arguments.some((a) => a.name === name) && Object.hasOwn(tool.inputSchema.properties, name);
  return known ? tool.inputSchema.properties[name] : undefined;
}

/** Parameters and forms are text on the wire: there, 5 and "5" are the same. In JSON they are not. */
function isSentAsText(tool: Tool, name: string): boolean {
  const argument = tool.arguments.find((a) => a.name === name);
  if (argument?.in === 'body' || argument?.in === 'whole-body')
    return tool.body !== undefined && tool.body.kind !== 'json';
  return argument?.contentType === undefined;
}

/** Some clients send null for what they leave out. A parameter has no null on the wire; in a body it means something, and stays. */
function isOmittedParameter(tool: Tool, name: string, value: unknown): boolean {
  const argument = tool.arguments.find((a) => a.name === name);
  return (
    value === null &&
    argument !== undefined &&
    !argument.required &&
    argument.in !== 'body' &&
    argument.in !== 'whole-body'
  );
}

/** JSON.parse rounded it before it came here: what was meant is lost. */
function holdsRoundedInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsRoundedInteger);
}
