import type { Catalogue } from '../../catalogue/index.ts';
import type { Answer } from '../../runtime/gate/decision.ts';
import type { Journal } from '../../runtime/journal/journal.ts';
import { inEffect } from '../../runtime/journal/operations.ts';
import { refusalCode, refusalOf, type ToolResult } from '../../runtime/results.ts';
import { createService } from '../../runtime/service.ts';
import { type Settings, settingsPrefix } from '../../runtime/settings.ts';
import { readCatalogue } from '../api.ts';
import { version } from '../environment.ts';
import { Failure } from '../failure.ts';
import { openJournal } from '../journal.ts';
import { printResult, refusalFailure } from '../printed-result.ts';
import { askOnTerminal, shownQuestion } from '../question.ts';
import { warn } from '../say.ts';
import { serveSettings, settingsWarnings } from '../serve-settings.ts';
import { type Given, UsageError } from '../usage.ts';

/**
 * `nuntius-mcp undo [OPERATION]`: the same tool and the same gate as in `serve`, always in its strict mode, with the terminal
 * as the way to ask.
 */
export async function run(given: Given): Promise<number> {
  const [operation, ...more] = given.positionals;
  if (more.length > 0 || (operation !== undefined && !/^[0-9a-f]{12}$/.test(operation)))
    throw new UsageError(
      'It is: nuntius-mcp undo [OPERATION], where OPERATION is 12 hex digits, as in nuntius-mcp journal',
    );
  const catalogue = await readCatalogue(given);
  const settings = serveSettings(catalogue.api.prefix, given.values);
  for (const warning of settingsWarnings(catalogue.api.prefix, given.values, settings)) warn(warning);
  const journal = openJournal(settings, 'journal');
  if (journal === undefined) throw new Failure('there is no journal: the setting says off, so nothing can be undone');
  const yes = given.values.yes === true;
  if (yes && settings.confirm === 'strict')
    throw new Failure('--yes does not go with the setting strict: a person must answer');
  if (!yes && process.stdin.isTTY !== true)
    throw new Failure('there is no terminal to ask on; --yes undoes without asking');
  const service = createService(catalogue, { ...settings, confirm: 'strict' }, { version: version(), journal });
  const tool = [...service.own.values()].find(({ type }) => type === 'Escritura');
  if (tool === undefined) throw new Failure('nothing may be written: the setting says read-only');

  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const outcome = await service.call(tool.name, operation === undefined ? {} : { operation }, {
    caller: 'terminal',
    client: `nuntius-mcp ${version()}`,
    signal: controller.signal,
    asking: {
      way: 'during',
      ask: (question) => (yes ? shown(question) : askOnTerminal(question, 'Undo it?', controller.signal)),
    },
  });
  await service.settled();
  if (outcome.kind !== 'result') throw new Error('the gate asked in a way that the terminal has not');
  const { result } = outcome;
  if (result.isError !== true) return printResult(result, settings.language, given.values.quiet === true);
  throw await refused(result, operation, catalogue, settings, journal);
}

/** Why nothing is undone, and which operation it was about; where it is another API's or account's, how to get at it. */
async function refused(
  result: ToolResult,
  id: string | undefined,
  { api, tools }: Catalogue,
  { language }: Settings,
  journal: Journal,
): Promise<Error> {
  const failure = refusalFailure(result, language);
  const refusal = refusalOf(result);
  const code = refusalCode(result);
  if (code !== 'unknown_operation' && code !== 'nothing_to_undo' && code !== 'cannot_undo') return failure;
  const about = typeof refusal?.operation === 'string' ? refusal.operation : id;
  const { operations } = await journal.read({ whole: true });
  const found = operations.findLast((o) =>
    about === undefined ? inEffect(o) && o.sending.undoes === undefined : o.sending.id === about,
  );
  if (found === undefined) return failure;
  const { tool, at } = found.sending;
  const operation = `Operation ${found.sending.id} (${tool}, ${at.slice(0, 19).replace('T', ' ')} UTC)`;
  if (refusal?.operation !== undefined)
    return new Failure(failure.message, { detail: `${operation}: ${found.sending.method} ${found.sending.path}` });
  const prefix = settingsPrefix(api.prefix);
  return new Failure(failure.message, {
    detail: tools.some(({ name }) => name === tool)
      ? `${operation} was sent to another address, or with another key: set ${prefix}_BASE_URL and the key as they were then`
      : `${operation} is of another API: give the description that it was served from, with --spec and its --prefix, or --catalogue`,
  });
}

async function shown(question: string): Promise<Answer> {
  process.stderr.write(`${shownQuestion(question)}\n`);
  return 'ticked';
}
