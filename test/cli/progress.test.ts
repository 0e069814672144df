import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openProgress } from '../../src/cli/progress.ts';

/** A stderr that keeps what is written. */
function terminal(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => text };
}

async function work(
  ms: number,
  { isTTY = true, quiet = false, environment = {} }: { isTTY?: boolean; quiet?: boolean; environment?: object } = {},
) {
  const { stream, written } = terminal(isTTY);
  const progress = await openProgress({ quiet, environment: { TERM: 'xterm', ...environment }, stream });
  progress.begin('api\u001b[31m.yaml');
  await wait(ms);
  progress.step(50, 200);
  progress.end();
  await wait(1);
  return written();
}

describe('the progress of long work', () => {
  it('is a bar on a terminal, which is gone at the end', async () => {
    const text = await work(600);
    expect(text).toContain('api\\u001b[31m.yaml');
    expect(text).toContain('25%');
    // The last that is written erases the line.
    expect(text.endsWith('\u001b[2K')).toBe(true);
  });

  it('is not shown where the work is done soon', async () => expect(await work(0)).toBe(''));

  const silent: [what: string, options: Parameters<typeof work>[1]][] = [
    ['stderr is no terminal', { isTTY: false }],
    ['--quiet is given', { quiet: true }],
    ['NO_COLOR is set', { environment: { NO_COLOR: '1' } }],
    ['CI is set', { environment: { CI: 'true' } }],
    ['the terminal is dumb', { environment: { TERM: 'dumb' } }],
  ];
  it.each(silent)('writes nothing where %s', async (_, options) => expect(await work(600, options)).toBe(''));
});
