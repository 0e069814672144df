/**
 * src/library → dist/library/: ES modules, of which each is loaded when it is needed. What is published holds all that it needs
 * but the MCP SDK, whose `Server` is part of the interface, and zod, which the SDK brings anyway.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';

/** Installed beside the package: its `dependencies`. */
const EXTERNAL = ['@modelcontextprotocol/server', 'zod'];

export async function buildLibrary(folder: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { index: 'src/library/index.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    // What packages written in CommonJS ask Node for.
    banner: {
      js: "import{createRequire as __nodeRequire}from'node:module';const require=__nodeRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  // For `require`, where Node can load ES modules by it (20.19, 22.12): the same instance, not a second copy.
  await writeFile(path.join(folder, 'index.cjs'), "'use strict';\nmodule.exports = require('./index.mjs');\n");
  return metafile;
}
