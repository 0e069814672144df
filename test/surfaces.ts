/**
 * The two surfaces that a catalogue is served through: every tool listed, or a few that find and call them (`--discover`).
 * Files that drive a server are run on both: the project `discover` of vitest.config.ts runs them again with `SURFACE=discover`,
 * and then what starts servers and calls tools (end-to-end/program.ts, clients.ts, journal/served.ts) goes through those few.
 */
import type { Tool } from '../src/catalogue/index.ts';
import { catalogue } from '../src/generated/catalogue.ts';

export const SURFACES = ['listed', 'discover'] as const;
export type Surface = (typeof SURFACES)[number];

/** The surface of this run. */
const SURFACE: Surface = process.env.SURFACE === 'discover' ? 'discover' : 'listed';
/** For `skipIf`, with a reason beside it: what is tested is the same program whatever is served, and was tested already. */
export const DISCOVER = SURFACE === 'discover';

type Given = Record<string, unknown>;
export type Called = [name: string, given: Given];
export type Named = Pick<Tool, 'name' | 'type'>;

/** The call of a tool on a surface: what a client would send. The gate's own arguments stand beside the tool's. */
export function callOf(surface: Surface, prefix: string, tool: Named, given: Given): Called {
  if (surface === 'listed') return [tool.name, given];
  if (tool.type === 'Lectura') return [`${prefix}_call_read`, { tool: tool.name, arguments: given }];
  const { confirm, confirmation, ...rest } = given;
  const gates = {
    ...(Object.hasOwn(given, 'confirm') && { confirm }),
    ...(Object.hasOwn(given, 'confirmation') && { confirmation }),
  };
  return [`${prefix}_call_write`, { tool: tool.name, arguments: rest, ...gates }];
}

/** The same by its name, on this run's surface; what is no tool is asked for by the reading one. The program's own are listed. */
export function callByName(
  name: string,
  given: Given,
  prefix = 'nuntius',
  tools: readonly Named[] = catalogue.tools,
): Called {
  if (OWN.test(name.slice(prefix.length))) return [name, given];
  return callOf(SURFACE, prefix, tools.find((tool) => tool.name === name) ?? { name, type: 'Lectura' }, given);
}

const OWN = /^_(operations_(list|undo)|tools_(search|describe)|call_(read|write))$/;

/** The arguments of the program, as this run's surface is served. */
export function servedBy(args: readonly string[]): string[] {
  return DISCOVER && args[0] === 'serve' ? [...args, '--discover'] : [...args];
}
