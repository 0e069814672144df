import { JournalError } from '../../runtime/journal/journal-error.ts';
import { select, shown, statusOf } from '../../runtime/journal/list-tool.ts';
import type { Operation } from '../../runtime/journal/operations.ts';
import { readSince } from '../../runtime/journal/since.ts';
import { STATUSES } from '../../runtime/journal/status.ts';
import { verify } from '../../runtime/journal/verify.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { text } from '../api.ts';
import { Failure } from '../failure.ts';
import { openJournal } from '../journal.ts';
import { serveSettings } from '../serve-settings.ts';
import { plainTable, printJson } from '../table.ts';
import { coloursOf, widthOf } from '../terminal.ts';
import { type Given, UsageError } from '../usage.ts';
import { wrapLine } from '../wrap-help.ts';

/** `nuntius-mcp journal`: the record of writes, oldest first; `--verify` its chain, `--settle` an unknown outcome. */
export async function run({ values }: Given): Promise<number> {
  const file = text(values.file);
  const settings = serveSettings(text(values.prefix) ?? 'nuntius', {});
  const name = values.sandbox === true ? 'sandbox' : 'journal';
  const journal = openJournal(file === undefined ? settings : { ...settings, journal: file }, name);
  if (journal === undefined) throw new Failure('there is no journal: the setting says off. --file names one');
  try {
    if (values.verify === true) return await verified(journal.file);
    const settle = text(values.settle);
    if (settle !== undefined) return await settled(settle, journal);
    return await listed(journal, values);
  } catch (error) {
    if (error instanceof JournalError) throw new Failure(error.message);
    throw error;
  }
}

type OpenJournal = NonNullable<ReturnType<typeof openJournal>>;

async function listed(journal: OpenJournal, values: Given['values']): Promise<number> {
  const { since, tool, status, prefix } = values;
  if (typeof since === 'string' && readSince(since, new Date()) === undefined)
    throw new UsageError('--since takes 2026-05-31, 2026-05-31T10:00:00Z, or 30m, 12h, 7d');
  if (status !== undefined && !STATUSES.some((s) => s === status))
    throw new UsageError(`--status takes one of ${STATUSES.join(', ')}`);
  const { operations, damaged } = await journal.read({ whole: true });
  for (const { file, at, torn } of damaged) {
    process.stderr.write(`${file}, line ${at}: ${torn ? 'torn: a process died while it wrote it' : 'damaged'}\n`);
  }
  const chosen = select(operations, { since, tool, status, prefix }).reverse();
  if (values.json === true) {
    printJson({ file: journal.file, operations: chosen.map((o) => shown(o)) });
  } else if (chosen.length === 0) process.stdout.write(`Nothing on record in ${journal.file}\n`);
  else {
    const apis = apiNames(operations);
    const isOne = new Set(apis.values()).size < 2;
    const width = widthOf(process.stdout) ?? LEAST_WIDTH;
    if (width < LEAST_WIDTH) {
      const texts = chosen.map((o) => stacked(isOne ? row(o) : [apis.get(o.sending.api) ?? '', ...row(o)], width));
      process.stdout.write(`${texts.join('\n')}\n`);
      return 0;
    }
    const rows = chosen.map((o) => (isOne ? row(o) : [apis.get(o.sending.api) ?? '', ...row(o)]));
    process.stdout.write(`${plainTable([isOne ? HEAD : ['API', ...HEAD], ...rows])}\n`);
  }
  return 0;
}

/** Narrower than this, the columns would break names and times. */
const LEAST_WIDTH = 100;

/** A row as three lines: when and what came of it; the tool and what it did; how it was confirmed. */
function stacked(cells: string[], width: number): string {
  const [when = '', id = '', status = '', tool = '', what = '', confirmed = ''] = cells.slice(-HEAD.length);
  const api = cells.slice(0, -HEAD.length);
  const { bold, dim } = coloursOf(process.stdout);
  const wrapped = (text: string) => wrapLine(`  ${text}`, width);
  return [
    bold(wrapLine([...api, when, id, status].join('  '), width)),
    wrapped(`${tool}: ${what}`),
    dim(wrapped(`confirmed by ${confirmed}`)),
  ].join('\n');
}

/** What the APIs on record are called, by their digests: as their tools; with some of the digest, where two have one name. */
function apiNames(operations: readonly Operation[]): Map<string, string> {
  const names = new Map(operations.map(({ sending }) => [sending.api, sending.tool.split('_', 1)[0] ?? '']));
  const all = [...names.values()];
  return new Map(
    [...names].map(([api, name]) => [
      api,
      all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} ${api.slice(0, 4)}`,
    ]),
  );
}

const HEAD = ['WHEN (UTC)', 'OPERATION', 'STATUS', 'TOOL', 'WHAT', 'CONFIRMED BY'];
const MAX_CELL = 48;

function row(operation: Operation): string[] {
  const { sending, outcome } = operation;
  const thing = outcome?.thing;
  const what = [thing?.name, thing?.id ?? thing?.location ?? sending.path]
    .filter((part) => part !== undefined)
    .join(', ');
  const http = outcome?.status === undefined ? (outcome?.code ?? '') : String(outcome.status);
  const undoes = sending.undoes === undefined ? '' : ` (undoes ${sending.undoes})`;
  return [
    sending.at.slice(0, 19).replace('T', ' '),
    sending.id,
    http === '' ? statusOf(operation) : `${statusOf(operation)} ${http}`,
    `${sending.tool}${undoes}`,
    oneLine(what, MAX_CELL),
    oneLine(sending.client === undefined ? sending.confirmed : `${sending.confirmed}, ${sending.client}`, MAX_CELL),
  ];
}

async function verified(file: string): Promise<number> {
  const { ok, lines, files, head, fault, torn } = await verify(file);
  for (const { file: where, at } of torn)
    process.stdout.write(
      `${where}, line ${at}: torn: a process died while it wrote it. Nothing was sent on its account\n`,
    );
  if (!ok && fault !== undefined) {
    process.stderr.write(`${fault.file}, line ${fault.at}: ${fault.what}\n`);
    return 1;
  }
  const end = head === undefined ? '' : `; the last is number ${head.n}, sha256 ${head.digest}`;
  process.stdout.write(
    `${lines} lines in ${files.length === 1 ? file : `${files.length} files, up to ${file}`}: none altered, none missing${end}\n`,
  );
  return 0;
}

async function settled(given: string, journal: OpenJournal): Promise<number> {
  const [, id, outcome] = /^([0-9a-f]{12})=(done|failed)$/.exec(given) ?? [];
  if (id === undefined || (outcome !== 'done' && outcome !== 'failed'))
    throw new UsageError('--settle takes an operation and what came of it: 0123456789ab=done, or =failed');
  const at = new Date().toISOString();
  await journal.append({ event: 'outcome', id, at, outcome, by: 'person' }, ({ operations }) => {
    const operation = operations.find(({ sending }) => sending.id === id);
    if (operation === undefined) return `There is no operation ${id} on record in ${journal.file}.`;
    return operation.status === 'unknown' ? undefined : `The outcome of operation ${id} is known: ${operation.status}.`;
  });
  process.stdout.write(`Operation ${id} is on record as ${outcome}\n`);
  return 0;
}
