/** What a start says of the record: writes whose outcome nobody knows, and lines that cannot be read. */
import { findOutTool } from '../runtime/journal/find-out.ts';
import type { Journal } from '../runtime/journal/journal.ts';
import { scopeDigests } from '../runtime/journal/record.ts';
import type { Log } from '../runtime/log.ts';
import { scopeOf } from '../runtime/scope.ts';
import type { Service } from '../runtime/service.ts';
import type { Settings } from '../runtime/settings.ts';

const MAX_SHOWN = 10;

export async function reportUnresolved(
  journal: Journal,
  { catalogue, baseUrl }: Service,
  settings: Settings,
  log: Log,
): Promise<void> {
  try {
    const { operations, damaged } = await journal.read();
    for (const { file, at } of damaged.filter(({ torn }) => !torn)) {
      log('warn', `${file}, line ${at}: damaged; nuntius-mcp journal --verify says more`);
    }
    const scope = scopeDigests(scopeOf(baseUrl, settings));
    const unknown = operations.filter(
      ({ sending, status }) => status === 'unknown' && sending.api === scope.api && sending.account === scope.account,
    );
    const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
    for (const { sending } of unknown.slice(-MAX_SHOWN)) {
      const tool = tools.get(sending.tool);
      const reading = tool === undefined ? undefined : findOutTool(tool, tools);
      log(
        'warn',
        `operation ${sending.id} (${sending.at}, ${sending.method} ${sending.path}, ${sending.tool}) has no known outcome: it may have been done. ${reading === undefined ? 'Read what it concerns' : `${reading} can tell`}; then: nuntius-mcp journal --settle ${sending.id}=done, or =failed`,
      );
    }
    if (unknown.length > MAX_SHOWN)
      log(
        'warn',
        `and ${unknown.length - MAX_SHOWN} operations more of unknown outcome: nuntius-mcp journal --status unknown`,
      );
  } catch (error) {
    log('warn', error instanceof Error ? error.message : String(error));
  }
}
