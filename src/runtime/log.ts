/** One line per event, by level. Where it goes is the caller's: stderr in `serve`, never stdout. */
import { oneLine } from './one-line.ts';
import { LOG_LEVELS, type LogLevel } from './settings.ts';

export type Log = (level: LogLevel, message: string) => void;

export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  const limit = LOG_LEVELS.indexOf(threshold);
  return (level, message) => {
    if (LOG_LEVELS.indexOf(level) <= limit) write(`nuntius-mcp ${level}: ${oneLine(message)}\n`);
  };
}
