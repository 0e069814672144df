/** Headless Chromium for tests, where it is installed; and a server on loopback that hands out the files of a page. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

export const HAS_CHROMIUM = EXECUTABLE !== undefined;
export const WITHOUT = 'no Chromium here: apt-get install chromium';

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Served extends AsyncDisposable {
  url: string;
  /** The paths that were asked for, in order. */
  asked: string[];
}

/** @param sites folder → file → text. */
export async function serve(sites: Record<string, Map<string, string>>): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const [, folder = '', name = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    asked.push(`/${folder}/${name}`);
    const text = Object.hasOwn(sites, folder) ? sites[folder]?.get(name) : undefined;
    const type = name.endsWith('.html') ? 'text/html' : 'text/plain';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
