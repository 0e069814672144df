import type { Answer } from '../../runtime/gate/decision.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { createService } from '../../runtime/service.ts';
import { readCatalogue } from '../api.ts';
import { version } from '../environment.ts';
import { Failure } from '../failure.ts';
import { openJournal } from '../journal.ts';
import { refusalFailure } from '../printed-result.ts';
import { askOnTerminal } from '../question.ts';
import { serveSettings } from '../serve-settings.ts';
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
  const lines = outcome.result.content.flatMap((c) => (c.type === 'text' ? c.text.split('\n') : []));
  if (outcome.result.isError !== true) {
    process.stdout.write(`${lines.map((line) => oneLine(line)).join('\n')}\n`);
    return 0;
  }
  throw refusalFailure(outcome.result);
}

async function shown(question: string): Promise<Answer> {
  process.stderr.write(`${question}\n`);
  return 'ticked';
}
