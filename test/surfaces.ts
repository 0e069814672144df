/** The two surfaces that a catalogue is served through: every tool listed, or a few that find and call them (`--discover`). */
import type { Tool } from '../src/catalogue/index.ts';

export const SURFACES = ['listed', 'discover'] as const;
export type Surface = (typeof SURFACES)[number];

/** The call of a tool on a surface: what a client would send. The gate's own arguments stand beside the tool's. */
export function callOf(
  surface: Surface,
  prefix: string,
  tool: Pick<Tool, 'name' | 'type'>,
  given: Record<string, unknown>,
): [name: string, given: Record<string, unknown>] {
  if (surface === 'listed') return [tool.name, given];
  if (tool.type === 'Lectura') return [`${prefix}_call_read`, { tool: tool.name, arguments: given }];
  const { confirm, confirmation, ...rest } = given;
  const gates = {
    ...(Object.hasOwn(given, 'confirm') && { confirm }),
    ...(Object.hasOwn(given, 'confirmation') && { confirmation }),
  };
  return [`${prefix}_call_write`, { tool: tool.name, arguments: rest, ...gates }];
}
