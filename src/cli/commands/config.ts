import { CONFIRM_MODES } from '../../runtime/gate/decision.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { nearest } from '../../text/nearest.ts';
import { readCatalogue, text } from '../api.ts';
import { CLIENTS, type Client } from '../clients/clients.ts';
import { credentialsNeeded } from '../clients/credentials-needed.ts';
import { MergeError } from '../clients/merge-error.ts';
import { CLIENT_NAMES, type ClientName } from '../clients/names.ts';
import { shownDiff } from '../clients/show-diff.ts';
import { quoted, type Snippet, snippetFor } from '../clients/snippet.ts';
import { readText, writeText } from '../clients/write-file.ts';
import { jsonSnippet, mergeJson } from '../clients/write-json.ts';
import { mergeToml, tomlSnippet } from '../clients/write-toml.ts';
import { system } from '../environment.ts';
import { Failure } from '../failure.ts';
import { askOnTerminal, canAsk } from '../question.ts';
import { checkSandbox } from '../sandbox.ts';
import { say } from '../say.ts';
import { startOf } from '../start.ts';
import { coloursOf } from '../terminal.ts';
import { type Given, UsageError } from '../usage.ts';

/** `nuntius-mcp config CLIENT`: the snippet on stdout, where it goes on stderr; with `--write`, into the client's file. */
export async function run(given: Given): Promise<number> {
  const { values, positionals } = given;
  const name = clientName(positionals);
  const client = CLIENTS[name];
  const confirm = text(values.confirm);
  if (confirm !== undefined && !CONFIRM_MODES.some((mode) => mode === confirm))
    throw new UsageError(`--confirm takes one of ${CONFIRM_MODES.join(', ')}`);
  checkSandbox(values);
  const catalogue = await readCatalogue(given);
  const here = system();
  const start = startOf(values);
  const snippet = snippetFor(client, {
    name: catalogue.api.prefix,
    start,
    credentials: values.sandbox === true ? [] : credentialsNeeded(catalogue),
    system: here,
  });
  if (values['base-url'] === undefined && values.sandbox !== true && !/^https?:/i.test(catalogue.api.baseUrl ?? ''))
    snippet.notes.push("The description names no server's address: give it with --base-url.");
  if (name === 'claude-code')
    snippet.notes.push(
      `For every folder of yours instead: claude mcp add --scope user ${snippet.name} -- ${[start.command, ...start.args].map(quoted).join(' ')}`,
    );
  const file = text(values.file) ?? client.file(here);
  if (values.write === true) return write(client, snippet, file, values.yes === true);
  say(file === undefined ? client.next : `${client.title}: this goes into ${file}`);
  process.stdout.write(`${client.format === 'json' ? jsonSnippet(client, snippet) : tomlSnippet(client, snippet)}\n`);
  for (const note of [...snippet.notes, ...(file === undefined ? [] : [client.next])]) say(note);
  return 0;
}

function clientName([given, ...more]: string[]): ClientName {
  const known: readonly string[] = CLIENT_NAMES;
  if (given !== undefined && more.length === 0 && known.includes(given)) return given as ClientName;
  const meant = given === undefined ? undefined : nearest(given, known);
  const advice = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new UsageError(`It is: nuntius-mcp config CLIENT.${advice} Clients: ${known.join(', ')}`);
}

async function write(client: Client, snippet: Snippet, file: string | undefined, yes: boolean): Promise<number> {
  if (file === undefined) throw new UsageError(`It is not known which file ${client.title} reads: name it with --file`);
  const before = readText(file);
  const after = merged(client, snippet, file, before);
  if (after === before) {
    say(`${file} has it already: nothing was changed`);
    return 0;
  }
  process.stderr.write(`${shownDiff(file, before, after, coloursOf(process.stderr))}\n`);
  if (!yes) {
    if (!canAsk())
      throw new Failure(`${file} was not changed: there is no terminal to ask on. --yes writes it without asking`);
    const answer = await askOnTerminal('', `Write ${oneLine(file)}?`, new AbortController().signal);
    if (answer !== 'ticked') throw new Failure(`${file} was not changed`);
  }
  const backup = writeText(file, after);
  say(`${file} was written${backup === undefined ? '' : `; what it was is in ${backup}`}`);
  for (const note of [...snippet.notes, client.next]) say(note);
  return 0;
}

function merged(client: Client, snippet: Snippet, file: string, before: string): string {
  try {
    return client.format === 'json' ? mergeJson(before, client, snippet) : mergeToml(before, client, snippet);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    throw new Failure(`${file} was not changed: ${error.message}. Mend it, or put the snippet in by hand`);
  }
}
