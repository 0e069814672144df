/** `npm run build`: src/cli/main.ts → dist/, bundled; parts that a command does not need stay files of their own, loaded when used. */
import { chmod, rename, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/** Built beside its place and moved there: what runs from dist meanwhile is not pulled away for long. */
const out = `dist.${process.pid}`;
const old = `${out}.old`;
await build({
  entryPoints: { 'nuntius-mcp': 'src/cli/main.ts' },
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  // Bundled CommonJS packages ask for `require`.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(`${out}/nuntius-mcp.js`, 0o755);
await rename('dist', old).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(out, 'dist');
await rm(old, { recursive: true, force: true });
