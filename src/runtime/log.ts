/** One line per event, by level, as text or JSON. Where it goes is the caller's: stderr in `serve`, never stdout. */
import { escapeUnseen } from '../text/unseen.ts';
import { oneLine } from './one-line.ts';
import { LOG_LEVELS, type LogFormat, type LogLevel } from './settings.ts';

/** Short facts about the event; never what a person wrote or an API answered. */
export type Fields = Readonly<Record<string, string | number>>;
export type Log = (level: LogLevel, message: string, fields?: Fields) => void;

export interface LogOptions {
  /** What is less grave than this is not written. */
  threshold: LogLevel;
  format: LogFormat;
  write(line: string): void;
  now?: () => Date;
}

export function createLog({ threshold, format, write, now = () => new Date() }: LogOptions): Log {
  const limit = LOG_LEVELS.indexOf(threshold);
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) > limit) return;
    write(
      format === 'json'
        ? `${escapeUnseen(JSON.stringify({ time: now().toISOString(), level, message, ...fields }))}\n`
        : `nuntius-mcp ${level}: ${oneLine([message, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(' '))}\n`,
    );
  };
}
