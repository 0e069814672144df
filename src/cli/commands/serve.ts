import { existsSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { fieldsOf, levelOf } from '../../runtime/call-report.ts';
import { createLog, type Log } from '../../runtime/log.ts';
import { listedTool } from '../../runtime/serve/listed-tool.ts';
import { serverFactory } from '../../runtime/serve/server.ts';
import type { Descriptions } from '../../runtime/serve/short.ts';
import { estimatedTokens, sizeWarning } from '../../runtime/serve/size.ts';
import { createService, listedTools, type Service } from '../../runtime/service.ts';
import type { Settings } from '../../runtime/settings.ts';
import { readCatalogue } from '../api.ts';
import { version } from '../environment.ts';
import { journalFile } from '../journal-file.ts';
import { checkSandbox, useSandbox } from '../sandbox.ts';
import { serveSettings, settingsWarnings } from '../serve-settings.ts';
import { type Given, UsageError } from '../usage.ts';

const REPORT_AFTER_MS = 300;

/** `nuntius-mcp serve`: MCP over stdio until the client closes stdin or the process is told to stop. */
export async function run(given: Given): Promise<undefined> {
  const { values } = given;
  checkSandbox(values);
  if (values.sandbox !== true && (values.chaos === true || values.faults !== undefined))
    throw new UsageError('--chaos goes with --sandbox: no other API is made to misbehave');
  const descriptions = descriptionsOption(values.descriptions);
  const catalogue = await readCatalogue(given);
  const settings = serveSettings(catalogue.api.prefix, values);
  const threshold = values.debug === true ? 'debug' : settings.logLevel;
  const log = createLog({
    threshold,
    format: settings.logFormat,
    write: (line) => process.stderr.write(line),
  });
  for (const warning of settingsWarnings(catalogue.api.prefix, values, settings)) log('warn', warning);
  const closeSandbox = values.sandbox === true ? await useSandbox(settings, values) : undefined;
  if (closeSandbox !== undefined) log('info', `the sandbox API is on ${settings.baseUrl}`);

  const journal = opener(journalFile(settings, values.sandbox === true ? 'sandbox' : 'journal'), settings);
  const service = createService(catalogue, settings, {
    version: version(),
    ...(journal !== undefined && { journal: journal.open }),
    ...(threshold === 'debug' && { onExchange: (report) => log('debug', 'request', { ...report }) }),
    discover: values.discover === true,
    descriptions,
  });
  // A person who starts it by hand would wait for a prompt.
  if (process.stdin.isTTY && values.quiet !== true)
    process.stderr.write('nuntius-mcp: waiting for an MCP client on stdin; Ctrl-C ends it\n');
  const onError = (error: unknown) =>
    log('error', values.debug === true && error instanceof Error ? (error.stack ?? error.message) : String(error));
  const handle = serveStdio(
    serverFactory(service, {
      version: version(),
      askTimeoutMs: settings.askTimeoutMs,
      onError,
      onCall: (report) => log(levelOf(report), 'call', fieldsOf(report)),
    }),
    { onerror: onError },
  );
  log(
    'info',
    `${catalogue.api.title}: ${service.catalogue.tools.length} tools of ${service.baseUrl.origin}, writes confirmed by ${settings.confirm}`,
  );
  // Not before the client has its answers: it waits for the tools.
  setTimeout(async () => {
    warnOfSize(service, log);
    if (journal === undefined || !existsSync(journal.file)) return;
    const { reportUnresolved } = await import('../unresolved.ts');
    await reportUnresolved(await journal.open(), service, settings, log);
  }, REPORT_AFTER_MS).unref();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await handle.close();
    // What is under way is cancelled by that; its outcome goes on record.
    await Promise.race([service.settled(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
    await closeSandbox?.();
    process.exit(0);
  };
  process.stdin.once('end', stop).once('close', stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return undefined;
}

function warnOfSize(service: Service, log: Log): void {
  const listed = listedTools(service);
  const tokens = estimatedTokens(listed, (tool) => listedTool(tool, service.mode));
  const large = sizeWarning(listed.length, tokens);
  if (large !== undefined) log('warn', large);
}

function opener(file: string | undefined, settings: Settings) {
  if (file === undefined) return undefined;
  return { file, open: async () => (await import('../journal.ts')).journalAt(file, settings) };
}

function descriptionsOption(value: Given['values'][string]): Descriptions {
  if (value === undefined || value === 'full' || value === 'short') return value ?? 'full';
  throw new UsageError('--descriptions takes full or short');
}
