/** The licences of the packages whose code is in the bundles: who passes it on passes on their notices. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** @throws Error naming a bundled package that has no licence text. */
export async function licences(...bundles: Metafile[]): Promise<string> {
  const inputs = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const notices = await Promise.all([...folders].sort().map(notice));
  return `The bundles hold code of these packages.\n${[...new Set(notices)].join('')}`;
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence text`);
  const text = await readFile(path.join(folder, file), 'utf8');
  return `\n${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
}
