/** The command line: which commands and options there are, and what `--help` says of them. Data, and its parsing. */
import { parseArgs } from 'node:util';
import { nearest } from '../text/nearest.ts';
import { CLIENT_NAMES } from './clients/names.ts';
import { splitToolArguments, type ToolArgument } from './tool-arguments.ts';

/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    /** A second line. */
    readonly detail?: string,
  ) {
    super(message);
  }
}

export interface Option {
  type: 'string' | 'boolean';
  multiple?: true;
  /** What the value is, in `--help`. */
  value?: string;
  help: string;
}

const description = {
  spec: { type: 'string', value: 'FILE', help: 'an OpenAPI description: a path or an https URL. Without it: Nuntius' },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'an OpenAPI Overlay to apply; can be given again, applied in order',
  },
  prefix: { type: 'string', value: 'NAME', help: "first part of the tools' names and, in capitals, of the settings" },
  'base-url': { type: 'string', value: 'URL', help: "the API's address, in place of the description's servers" },
  'allow-remote-refs': { type: 'boolean', help: 'follow $refs to https URLs while reading the description' },
  quiet: { type: 'boolean', help: 'no progress bar, and nothing on stderr but what is wrong' },
} as const satisfies Record<string, Option>;

const api = {
  ...description,
  catalogue: {
    type: 'string',
    value: 'FILE',
    help: 'the module that generate wrote, in place of --spec: starts faster. Read as data, never run',
  },
} as const satisfies Record<string, Option>;

const choosing = {
  tools: {
    type: 'string',
    multiple: true,
    value: 'GLOB,…',
    help: 'only tools whose names match, with or without the prefix: leads_*,contacts_get; !GLOB takes away',
  },
  tags: { type: 'string', multiple: true, value: 'TAG,…', help: 'only tools of operations with one of these tags' },
  only: { type: 'string', value: 'TYPE', help: 'only Lectura (reads), or only Escritura (writes)' },
} as const satisfies Record<string, Option>;

const json = { json: { type: 'boolean', help: 'print JSON' } } as const satisfies Record<string, Option>;

const chaos = {
  chaos: { type: 'boolean', help: 'make the sandbox misbehave: one request in five, in every way there is' },
  faults: {
    type: 'string',
    value: 'LIST',
    help: 'with --chaos, which: slow,hang,500 …; with :0.1 behind, one request in ten',
  },
} as const satisfies Record<string, Option>;

const sandbox = {
  sandbox: { type: 'boolean', help: 'against the embedded Nuntius API: no account, no key' },
} as const satisfies Record<string, Option>;

const confirm = {
  confirm: {
    type: 'string',
    value: 'MODE',
    help: 'how a write is confirmed: flag, ask or strict. Where the setting is stricter, the setting counts',
  },
} as const satisfies Record<string, Option>;

/** What decides what is served, and how. */
const serving = {
  ...sandbox,
  ...api,
  ...choosing,
  discover: {
    type: 'boolean',
    help: 'list four tools that find, describe and call the others: for an API of hundreds of operations',
  },
  descriptions: {
    type: 'string',
    value: 'LENGTH',
    help: 'full, or short: of each description the first sentence. Without it: full',
  },
  ...confirm,
} as const satisfies Record<string, Option>;

const everywhere = {
  help: { type: 'boolean', help: 'show this' },
  debug: { type: 'boolean', help: 'show where an error came from, and log more (to stderr)' },
} as const satisfies Record<string, Option>;

export interface Command {
  summary: string;
  /** What may stand after the command, besides options; without it, nothing. */
  operands?: string;
  /** What is no option of the command is an argument of the tool that it calls. */
  toolArguments?: true;
  options: Record<string, Option>;
}

export const COMMANDS = {
  serve: {
    summary: 'Serve the tools over stdio (MCP). This is what runs when no command is given',
    options: { ...serving, ...chaos },
  },
  tools: { summary: 'List the tools: a table, or JSON', options: { ...api, ...choosing, ...json } },
  check: {
    summary: 'Check the tools: no deletion, names legal, every write gated. Exit code 1 names each offender',
    options: { ...api, ...choosing, ...json },
  },
  generate: {
    summary: 'Write the module that holds the tools',
    options: {
      ...description,
      out: { type: 'string', value: 'DIR', help: 'where to write; without it: generated' },
      check: { type: 'boolean', help: 'write nothing; exit code 1 if what is there is stale' },
      ...json,
    },
  },
  docs: {
    summary: 'Write the tools as a page to read and search, in English and Spanish, and as text',
    options: { ...api, out: { type: 'string', value: 'DIR', help: 'where to write; without it: site' } },
  },
  overlay: {
    summary: 'overlay init: print a starting overlay for a description, ready to edit',
    operands: 'init',
    options: { ...description },
  },
  sandbox: {
    summary: 'Run the embedded Nuntius API alone, on loopback, with sample data in memory',
    options: { port: { type: 'string', value: 'N', help: 'the port; without it: a free one' }, ...chaos },
  },
  journal: {
    summary: 'Show the record of writes: what was sent, when, how it was confirmed, what came of it',
    options: {
      since: { type: 'string', value: 'WHEN', help: 'from 2026-05-31, 2026-05-31T10:00:00Z, or 30m, 12h, 7d ago' },
      tool: { type: 'string', value: 'NAME', help: 'of this tool alone' },
      status: { type: 'string', value: 'STATUS', help: 'done, refused, failed, unknown, sending or undone' },
      ...json,
      verify: {
        type: 'boolean',
        help: 'find the first line that was altered or is missing; exit code 1 if there is one',
      },
      settle: {
        type: 'string',
        value: 'ID=OUTCOME',
        help: 'say what came of an operation of unknown outcome: done or failed',
      },
      file: { type: 'string', value: 'FILE', help: 'this journal, in place of the one that the settings name' },
      sandbox: { type: 'boolean', help: 'the journal of serve --sandbox' },
      prefix: { type: 'string', value: 'NAME', help: 'of this API alone: what its tools and settings begin with' },
    },
  },
  call: {
    summary: 'Call one tool from the terminal, through the same gate. A write asks you first',
    operands: 'TOOL [--ARGUMENT VALUE]…',
    toolArguments: true,
    options: {
      json: { type: 'string', value: 'JSON', help: 'arguments as a JSON object; @- reads it from stdin' },
      yes: { type: 'boolean', help: 'send a write without asking; not where the setting is ask or strict' },
      ...sandbox,
      ...api,
      ...confirm,
    },
  },
  config: {
    summary: "Print the settings snippet for an MCP client, and where it goes; --write puts it into the client's file",
    operands: CLIENT_NAMES.join('|'),
    options: {
      write: { type: 'boolean', help: "show what would change in the client's file, and change it; a backup is kept" },
      file: { type: 'string', value: 'FILE', help: 'this file, in place of the one that the client reads here' },
      yes: { type: 'boolean', help: 'with --write: do not ask; needed where there is no terminal' },
      ...serving,
    },
  },
  doctor: {
    summary: 'Find out whether all is ready: settings, key, clock, journal, clients. Exit code 1 if not',
    options: { ...sandbox, ...api, ...json },
  },
  completion: {
    summary: 'Print a completion script for a shell',
    operands: 'bash|zsh|fish',
    options: {},
  },
  undo: {
    summary: "Take back a write that is on record: without an operation, this account's latest",
    operands: '[OPERATION]',
    options: { ...api, yes: { type: 'boolean', help: 'do not ask; not where the setting is strict' } },
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The options of one command as they were given. */
export interface Given {
  values: Record<string, string | boolean | string[] | undefined>;
  positionals: string[];
  /** Of a command that calls a tool. */
  toolArguments?: ToolArgument[];
}

/** Every option that a command takes. */
export function optionsOf(command: CommandName): Record<string, Option> {
  return { ...COMMANDS[command].options, ...everywhere };
}

/** @throws UsageError naming what is not understood, and what was likely meant. */
export function parseCommandLine(argv: readonly string[]): { command: CommandName; given: Given } {
  const first = argv[0];
  const named = first !== undefined && !first.startsWith('-');
  const command = named ? first : 'serve';
  if (!isCommand(command))
    throw new UsageError(
      `There is no command "${command}".${didYouMean(command, Object.keys(COMMANDS), '')} Commands: ${Object.keys(COMMANDS).join(', ')}`,
    );
  const options = optionsOf(command);
  const given = argv.slice(named ? 1 : 0);
  const { args, toolArguments } =
    'toolArguments' in COMMANDS[command] ? splitToolArguments(given, options) : { args: given };
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
      ),
      allowPositionals: 'operands' in COMMANDS[command],
      strict: true,
    });
    return {
      command,
      given: {
        values: values as Given['values'],
        positionals,
        ...(toolArguments !== undefined && { toolArguments }),
      },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const what = (message.split(/\.\s/)[0] ?? message).replaceAll("'", '"').replace(/\.$/, '');
    const unknown = /^Unknown option "-*([^"]*)"/.exec(what)?.[1];
    if (command === 'undo' && unknown === 'sandbox') throw new UsageError(NO_SANDBOX_UNDO);
    const meant = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options), '--');
    throw new UsageError(`${what}.${meant} See: nuntius-mcp ${command} --help`);
  }
}

const NO_SANDBOX_UNDO =
  'undo takes no --sandbox: what is written to a sandbox is gone when it ends. nuntius-mcp journal --sandbox shows what was; to try undo, start nuntius-mcp sandbox and set what it prints';

function didYouMean(name: string, known: string[], dashes: string): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : ` Did you mean "${dashes}${meant}"?`;
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

export function helpText(command?: CommandName): string {
  if (command !== undefined) {
    const { summary, options, operands }: Command = COMMANDS[command];
    return `Usage: nuntius-mcp ${command}${operands === undefined ? '' : ` ${operands}`} [options]\n\n${summary}.\n\n${optionLines({ ...options, ...everywhere })}\n`;
  }
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `Usage: nuntius-mcp [command] [options]

An MCP server made from an OpenAPI description: reads freely, writes only when confirmed.

Commands:
${commands.join('\n')}

Options:
  --help     show this; after a command: its options
  --version  print the version

Settings come from the environment, with the prefix in capitals: NUNTIUS_BASE_URL, NUNTIUS_API_KEY …: see the README.
`;
}

function optionLines(options: Record<string, Option>): string {
  const rows = Object.entries(options).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}
