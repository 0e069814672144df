/** A service, or a catalogue with settings → an MCP server that any transport of the MCP SDK connects. */
import type { Server } from '@modelcontextprotocol/server';
import type { Catalogue } from '../catalogue/index.ts';
import { version } from '../cli/environment.ts';
import { fieldsOf, levelOf } from '../runtime/call-report.ts';
import { serverFactory } from '../runtime/serve/server.ts';
import { createService, type Inside, insideOf, type Service } from './service.ts';
import type { Settings } from './settings.ts';

const factories = new WeakMap<Inside, () => Server>();

/**
 * Makes an MCP server for one connection: `await createServer(catalogue, settings).connect(transport)`.
 *
 * For more than one connection, make the service once, and a server of it for each: `serveStdio(() => createServer(service))`,
 * `createMcpHandler(() => createServer(service))`. They share the service's open questions, codes and record.
 *
 * @returns the MCP SDK's low-level `Server`.
 * @throws CatalogueError, SettingsError as `createService` does.
 */
export function createServer(service: Service): Server;
export function createServer(catalogue: Catalogue, settings?: Settings): Server;
export function createServer(from: Service | Catalogue, settings?: Settings): Server {
  const given = insideOf(from);
  if (given !== undefined && settings !== undefined)
    throw new TypeError('a service has its settings already: give them to createService');
  const inside = given ?? (insideOf(createService(from as Catalogue, settings)) as Inside);
  const make = factories.get(inside) ?? factoryOf(inside);
  factories.set(inside, make);
  return make();
}

function factoryOf({ service, settings: { askTimeoutMs, log } }: Inside): () => Server {
  return serverFactory(service, {
    version: version(),
    askTimeoutMs,
    onError: (error) => log?.('error', error instanceof Error ? error.message : String(error)),
    onCall: (report) => log?.(levelOf(report), 'call', fieldsOf(report)),
  });
}
