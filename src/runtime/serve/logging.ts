/**
 * MCP's log messages: a line per call to the client, where the client asked for them: by `logging/setLevel` (2025-11-25,
 * server/utilities/logging), or on the very request (2026-07-28). A client that did not ask gets none.
 */
import { LOG_LEVEL_META_KEY, type LoggingLevel, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { type CallReport, fieldsOf, levelOf } from '../call-report.ts';

/** RFC 5424's, from the least grave. */
const LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
const NAMES = { error: 'error', warn: 'warning', info: 'info', debug: 'debug' } as const;

export interface Logging {
  tell(context: ServerContext, report: CallReport): void;
}

/** Serves `logging/setLevel` on a connection. Its server declares `logging`. */
export function serveLogging(server: Server): Logging {
  let wanted: unknown;
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    wanted = params.level;
    return {};
  });
  return {
    tell({ mcpReq }, report) {
      const onRequest = (mcpReq.envelope as Record<string, unknown> | undefined)?.[LOG_LEVEL_META_KEY];
      const threshold = LEVELS.indexOf((onRequest ?? wanted) as LoggingLevel);
      const level = NAMES[levelOf(report)];
      if (threshold < 0 || LEVELS.indexOf(level) < threshold) return;
      const params = { level, logger: 'nuntius-mcp', data: { message: 'call', ...fieldsOf(report) } };
      mcpReq.notify({ method: 'notifications/message', params }).catch(() => {});
    },
  };
}
