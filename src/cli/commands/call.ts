import { readFileSync } from 'node:fs';
import type { Asking } from '../../runtime/gate/decision.ts';
import { refusalCode, refusalOf, type ToolResult } from '../../runtime/results.ts';
import { createService, listedTools, type Service } from '../../runtime/service.ts';
import type { Settings } from '../../runtime/settings.ts';
import { readCatalogue, text } from '../api.ts';
import { version } from '../environment.ts';
import { Failure } from '../failure.ts';
import { openJournal } from '../journal.ts';
import { printResult, refusalFailure } from '../printed-result.ts';
import { askOnTerminal, canAsk } from '../question.ts';
import { checkSandbox, useSandbox } from '../sandbox.ts';
import { warn } from '../say.ts';
import { serveSettings, settingsWarnings } from '../serve-settings.ts';
import { argumentsOf } from '../tool-call.ts';
import { toolHelp } from '../tool-help.ts';
import { type Given, UsageError } from '../usage.ts';

/**
 * `nuntius-mcp call TOOL`: one call through the same gate as in `serve`. On a terminal a write always asks, and only a typed
 * yes counts. Without one nothing is asked: in the mode `flag` the call itself must say so (`--yes`), in `ask` and `strict`
 * nothing is written.
 */
export async function run(given: Given): Promise<number> {
  const { values, positionals, toolArguments = [] } = given;
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError('It is: nuntius-mcp call TOOL [--ARGUMENT VALUE]…; nuntius-mcp tools lists the tools');
  checkSandbox(values);
  const catalogue = await readCatalogue(given);
  const settings = serveSettings(catalogue.api.prefix, values);
  for (const warning of settingsWarnings(catalogue.api.prefix, values, settings)) warn(warning);
  const yes = values.yes === true;
  if (yes && settings.confirm !== 'flag')
    throw new Failure(`--yes does not go with the setting ${settings.confirm}: a person must answer on the terminal`);
  const closeSandbox = values.sandbox === true ? await useSandbox(settings, values) : undefined;
  try {
    const service = serviceOf(catalogue, settings, values);
    const tool = listedTools(service).find((one) => one.name === name);
    if (values.help === true && tool !== undefined) {
      process.stdout.write(toolHelp(tool));
      return 0;
    }
    const args = argumentsOf(tool, toolArguments, readJson(text(values.json)));
    if (yes && tool?.type === 'Escritura') args.confirm = true;
    return print(await call(service, name, args, !yes && canAsk()), settings, values.quiet === true);
  } finally {
    await closeSandbox?.();
  }
}

/** In `flag` without a terminal, the call confirms itself or not at all; everywhere else only the person does. */
function serviceOf(
  catalogue: Parameters<typeof createService>[0],
  settings: Settings,
  { sandbox, yes }: Given['values'],
): Service {
  const journal = openJournal(settings, sandbox === true ? 'sandbox' : 'journal');
  const byPerson = settings.confirm !== 'flag' || (yes !== true && canAsk());
  return createService(
    catalogue,
    { ...settings, confirm: byPerson ? 'strict' : 'flag' },
    { version: version(), ...(journal !== undefined && { journal }) },
  );
}

async function call(
  service: Service,
  name: string,
  args: Record<string, unknown>,
  isAsked: boolean,
): Promise<ToolResult> {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const asking: Asking = isAsked
    ? { way: 'during', ask: (question) => askOnTerminal(question, 'Send it?', controller.signal) }
    : { way: 'none' };
  const outcome = await service.call(name, args, {
    caller: 'terminal',
    client: `nuntius-mcp ${version()}`,
    signal: controller.signal,
    asking,
  });
  await service.settled();
  if (outcome.kind !== 'result') throw new Error('the gate asked in a way that the terminal has not');
  return outcome.result;
}

function print(result: ToolResult, settings: Settings, quiet: boolean): number {
  if (result.isError === true) throw failure(result, settings);
  return printResult(result, settings.language, quiet);
}

/** Without a terminal, what stood in the way was that nobody could be asked. */
function failure(result: ToolResult, { confirm, language }: Settings): Error {
  const code = refusalCode(result);
  if (code === 'confirmation_required') {
    const summary = refusalOf(result)?.action_summary;
    return new Failure(
      'Nothing was sent: a write needs your yes, and there is no terminal to ask on. --yes sends it without asking',
      { detail: String(summary) },
    );
  }
  if (code === 'confirmation_unavailable')
    return new Failure(
      `Nothing was sent: there is no terminal to ask on, and where the setting is ${confirm} only a person's answer counts`,
    );
  return refusalFailure(result, language);
}

/** `@-`: the whole of stdin. */
function readJson(given: string | undefined): string | undefined {
  return given === '@-' ? readFileSync(0, 'utf8') : given;
}
