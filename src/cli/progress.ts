/**
 * A progress bar on stderr for long work. Only where a person watches: stderr is a terminal that can move its cursor, and
 * neither `--quiet`, NO_COLOR nor CI is set. Work that is done soon shows none.
 */
import { oneLine } from '../runtime/one-line.ts';

export interface Progress {
  /** What takes an unknown time: fetching and reading. */
  begin(what: string): void;
  /** How much of the work is done; cheap to call often. */
  step(done: number, total: number): void;
  /** Removes the bar. */
  end(): void;
}

export interface Watching {
  quiet: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  stream: NodeJS.WriteStream;
}

const SHOWN_AFTER_MS = 400;
const SILENT: Progress = { begin: () => {}, step: () => {}, end: () => {} };

/** The package is loaded only where a bar may be shown. */
export async function openProgress({ quiet, environment, stream }: Watching): Promise<Progress> {
  const { TERM, NO_COLOR = '', CI = '' } = environment;
  if (quiet || !stream.isTTY || TERM === 'dumb' || NO_COLOR !== '' || CI !== '') return SILENT;
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar(
    {
      format: '{what} {bar} {percentage}%',
      stream,
      clearOnComplete: true,
      linewrap: true,
      gracefulExit: false,
      barsize: 30,
    },
    progress.Presets.shades_classic,
  );
  const start = performance.now();
  let what = '';
  let shown = false;
  const show = (total: number) => {
    if (!shown) bar.start(total, 0, { what });
    shown = true;
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(name) {
      what = oneLine(name, 30);
      // Reading waits for the network or the disk: the bar stands while it does.
      timer = setTimeout(() => show(1), SHOWN_AFTER_MS);
    },
    step(done, total) {
      clearTimeout(timer);
      if (!shown && performance.now() - start < SHOWN_AFTER_MS) return;
      show(total);
      bar.setTotal(total);
      bar.update(done);
    },
    end() {
      clearTimeout(timer);
      if (shown) bar.stop();
    },
  };
}
