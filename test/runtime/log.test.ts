import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from '../../src/runtime/log.ts';

function written(options: Partial<LogOptions>, ...events: Parameters<ReturnType<typeof createLog>>[]): string {
  let text = '';
  const log = createLog({
    threshold: 'info',
    format: 'text',
    write: (line) => {
      text += line;
    },
    now: () => new Date('2026-05-31T10:00:00Z'),
    ...options,
  });
  for (const event of events) log(...event);
  return text;
}

describe('the log', () => {
  it('is a line for each event, with its facts behind', () =>
    expect(written({}, ['warn', 'odd'], ['info', 'call', { tool: 'x_get', status: 200, ms: 3 }])).toBe(
      'nuntius-mcp warn: odd\nnuntius-mcp info: call tool=x_get status=200 ms=3\n',
    ));

  it('is JSON where that is wanted, with the time', () =>
    expect(written({ format: 'json' }, ['info', 'call', { tool: 'x_get', status: 200 }])).toBe(
      '{"time":"2026-05-31T10:00:00.000Z","level":"info","message":"call","tool":"x_get","status":200}\n',
    ));

  it('leaves out what is less grave than the threshold', () => {
    expect(written({ threshold: 'warn' }, ['info', 'i'], ['debug', 'd'], ['error', 'e'])).toBe(
      'nuntius-mcp error: e\n',
    );
    expect(written({ threshold: 'debug' }, ['debug', 'd'])).toBe('nuntius-mcp debug: d\n');
  });

  it.each(['text', 'json'] as const)('as %s, is one line whatever is in it, and hides nothing', (format) => {
    const text = written({ format }, ['info', 'a\nb\u001b[31m\u2028', { tool: 'x\r\n\u202e', level: 'error' }]);
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(text).toMatch(/\n$/);
    expect(text).not.toMatch(/(?!\n)[\p{C}\u2028]/u);
  });
});
