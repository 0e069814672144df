/**
 * `npm run build`: src/cli/main.ts → dist/: the program in three parts and their loader; and the library beside it (`npm run
 * build:types` adds its types). An assistant starts the program anew for each conversation, so what is not needed at the start is
 * left for later.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { buildLibrary } from './build/library.ts';
import { licences } from './build/licences.ts';
import { packParts } from './build/parts.ts';
import { generatedAsJson, leaner, pageAssets } from './build/plugins.ts';
import { warm } from './build/warm.ts';

/** Built beside its place and moved there: what runs from dist meanwhile is not pulled away for long. */
const out = `dist.${process.pid}`;
const old = `${out}.old`;

const program = await build({
  entryPoints: { main: 'src/cli/main.ts' },
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  plugins: [generatedAsJson(), pageAssets(), leaner()],
  // What the SDK takes from zod and the lazy one lacks would fail only when it is called.
  logOverride: { 'import-is-undefined': 'error' },
  logLevel: 'warning',
});
await mkdir(out, { recursive: true });
const parts = await packParts(program);
for (const [part, text] of parts) await writeFile(path.join(out, `${part}.cjs`), text);
await writeFile(
  path.join(out, 'LICENSES.txt'),
  await licences(program.metafile, await buildLibrary(path.join(out, 'library'))),
);
await writeFile(path.join(out, 'package.json'), '{"type":"commonjs"}\n');
await writeFile(path.join(out, 'nuntius-mcp.js'), await loader([...parts.values()]), { mode: 0o755 });
warm(out);

await rename('dist', old).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(out, 'dist');
await rm(old, { recursive: true, force: true });

/** The loader of these very parts: compiled code of others is never run. */
async function loader(texts: string[]): Promise<string> {
  const digest = createHash('sha256').update(texts.join('\n'));
  const text = await readFile('src/cli/loader.cjs', 'utf8');
  return text.replace("'BUILD_ID'", `'${digest.digest('hex').slice(0, 12)}'`);
}
