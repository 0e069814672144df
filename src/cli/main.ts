/** The program: finds the command, runs it, and turns its failure into one line and an exit code. */
import { version } from './environment.ts';
import { exitCode, explain } from './failure.ts';
import { type CommandName, type Given, helpText, parseCommandLine } from './usage.ts';

/** Resolves to the exit code; undefined where the process ends by itself (a server whose client is gone). */
export type Run = (given: Given) => Promise<number | undefined>;

const RUNS: Record<CommandName, () => Promise<{ run: Run }>> = {
  serve: () => import('./commands/serve.ts'),
  tools: () => import('./commands/tools.ts'),
  check: () => import('./commands/check.ts'),
  generate: () => import('./commands/generate.ts'),
  docs: () => import('./commands/docs.ts'),
  overlay: () => import('./commands/overlay.ts'),
  sandbox: () => import('./commands/sandbox.ts'),
  journal: () => import('./commands/journal.ts'),
  undo: () => import('./commands/undo.ts'),
  call: () => import('./commands/call.ts'),
  config: () => import('./commands/config.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completion: () => import('./commands/completion.ts'),
};

async function main(argv: readonly string[]): Promise<number | undefined> {
  if (argv[0] === '--version' || argv[0] === '-v') return print(`${version()}\n`);
  if (argv[0] === '--help' || argv[0] === '-h' || argv[0] === 'help') return printHelp(helpText());
  const { command, given } = parseCommandLine(argv);
  // With a tool named, help is about that tool.
  if (given.values.help === true && (command !== 'call' || given.positionals.length === 0))
    return printHelp(helpText(command));
  const { run } = await RUNS[command]();
  return run(given);
}

async function printHelp(text: string): Promise<number> {
  const { isTTY, columns } = process.stdout;
  if (isTTY !== true || !(columns > 0)) return print(text);
  return print((await import('./wrap-help.ts')).wrapHelp(text, columns));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

const argv = process.argv.slice(2);
// A reader that goes away (`| head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
main(argv).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const { isTTY, columns } = process.stderr;
    process.stderr.write(`${explain(error, argv.includes('--debug'), isTTY && columns > 0 ? columns : undefined)}\n`);
    process.exitCode = exitCode(error);
  },
);
