import type { Catalogue } from '../../catalogue/index.ts';
import { CatalogueError } from '../../runtime/service.ts';
import { type Settings, SettingsError, settingsPrefix, unknownSettings } from '../../runtime/settings.ts';
import { readCatalogue } from '../api.ts';
import { checkApi } from '../doctor/api.ts';
import type { Check } from '../doctor/check.ts';
import { checkClients } from '../doctor/clients.ts';
import { checkJournal } from '../doctor/journal.ts';
import { checkVersions } from '../doctor/versions.ts';
import { environment, system, version } from '../environment.ts';
import { journalFile } from '../journal-file.ts';
import { checkSandbox, useSandbox } from '../sandbox.ts';
import { serveSettings } from '../serve-settings.ts';
import { plainTable, printJson } from '../table.ts';
import { coloursOf } from '../terminal.ts';
import type { Given } from '../usage.ts';

/** `nuntius-mcp doctor`: looks at everything that a call needs. Exit code 1 where something will not work. */
export async function run(given: Given): Promise<number> {
  const { values } = given;
  checkSandbox(values);
  const catalogue = await readCatalogue(given);
  const checks = [
    ...checkVersions(version(), process.version, `${process.platform} ${process.arch}`),
    toolsCheck(catalogue),
    ...(await checksOfSettings(catalogue, values)),
    ...checkClients(system()),
  ];
  const ready = checks.every(({ status }) => status !== 'failed');
  if (values.json === true) printJson({ ready, checks });
  else process.stdout.write(shown(checks, ready));
  return ready ? 0 : 1;
}

function toolsCheck({ api, tools, omitted }: Catalogue): Check {
  const message = `${api.title} ${api.version}: ${tools.length} tools, ${omitted.length} omitted`;
  return tools.length > 0
    ? { name: 'tools', status: 'ok', message }
    : { name: 'tools', status: 'failed', message, mend: 'nuntius-mcp tools says why each operation was omitted' };
}

async function checksOfSettings(catalogue: Catalogue, values: Given['values']): Promise<Check[]> {
  const { prefix } = catalogue.api;
  let settings: Settings;
  try {
    settings = serveSettings(prefix, values);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [
      { name: 'settings', status: 'failed', message: error.message, mend: 'Correct it; the README lists the settings' },
    ];
  }
  const unknown = unknownSettings(prefix, environment);
  const checks: Check[] = unknown.map((name) => ({
    name: 'settings',
    status: 'warning',
    message: `${name} is no setting of this program`,
    mend: 'Look for a misspelling; the README lists the settings',
  }));
  const mode = settings.readOnly ? 'read-only' : `writes confirmed by ${settings.confirm}`;
  if (unknown.length === 0)
    checks.push({ name: 'settings', status: 'ok', message: `${settingsPrefix(prefix)}_…: ${mode}` });
  const closeSandbox = values.sandbox === true ? await useSandbox(settings, values) : undefined;
  try {
    checks.push(...(await checkApi(catalogue, settings, version())));
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    checks.push({ name: 'address', status: 'failed', message: error.message, mend: 'Give --base-url URL' });
  } finally {
    await closeSandbox?.();
  }
  const journal = journalFile(settings, values.sandbox === true ? 'sandbox' : 'journal');
  return [...checks, ...(await checkJournal(journal, `${settingsPrefix(prefix)}_JOURNAL`))];
}

const MARKS: Readonly<Record<Check['status'], string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '–' };

function shown(checks: Check[], ready: boolean): string {
  const colours = coloursOf(process.stdout);
  const byMark: Readonly<Record<string, (text: string) => string>> = {
    '✓': colours.green,
    '!': colours.yellow,
    '✗': colours.red,
    '–': colours.dim,
  };
  const rows = checks.flatMap(({ name, status, message, mend }) => [
    [MARKS[status], name, message],
    ...(mend === undefined ? [] : [['', '', `→ ${mend}`]]),
  ]);
  const paint = (text: string, column: number, cell: string) => (column === 0 ? (byMark[cell]?.(text) ?? text) : text);
  return `${plainTable(rows, { paint })}\n\n${ready ? colours.green('Ready.') : colours.red('Not ready.')}\n`;
}
