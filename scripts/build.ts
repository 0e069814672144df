/**
 * `npm run build`: src/cli/main.ts → dist/: one bundled file, a loader, and the code cache that the loader runs it from; and the
 * library beside it (`npm run build:types` adds its types).
 * An assistant starts the program anew for each conversation, so what is not needed at the start is left for later.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildLibrary } from './build/library.ts';
import { licences } from './build/licences.ts';

/** Built beside its place and moved there: what runs from dist meanwhile is not pulled away for long. */
const out = `dist.${process.pid}`;
const old = `${out}.old`;

const { metafile } = await build({
  entryPoints: { main: 'src/cli/main.ts' },
  outdir: out,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  // CommonJS: one file, whose dynamic imports are functions not yet called; and code that a cache can hold.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Node's own modules too: code that runs from a cache has no import().
  supported: { 'dynamic-import': false },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  define: { 'import.meta.url': '__importMetaUrl' },
  banner: { js: "const __importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  plugins: [generatedAsJson(), pageAssets(), leaner()],
  logLevel: 'warning',
});
await escapeAll(path.join(out, 'main.cjs'));
await writeFile(
  path.join(out, 'LICENSES.txt'),
  await licences(metafile, await buildLibrary(path.join(out, 'library'))),
);
await writeFile(path.join(out, 'package.json'), '{"type":"commonjs"}\n');
await writeFile(path.join(out, 'nuntius-mcp.js'), await loader(path.join(out, 'main.cjs')), { mode: 0o755 });
warm();

await rename('dist', old).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(out, 'dist');
await rm(old, { recursive: true, force: true });

/** The loader of this very bundle: compiled code of another is never run. */
async function loader(main: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(main));
  const text = await readFile('src/cli/loader.cjs', 'utf8');
  return text.replace("'BUILD_ID'", `'${digest.digest('hex').slice(0, 12)}'`);
}

/**
 * The loader reads the bundle as latin1, so it must be ASCII. esbuild escapes strings but not regular expressions; an escape
 * means the same in both, also as two halves of a pair.
 */
async function escapeAll(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, text.replace(/[^\0-\x7f]/g, escaped));
}

/** The generated catalogue as one JSON text: V8 parses that several times faster than an object literal. */
function generatedAsJson(): Plugin {
  return {
    name: 'generated-as-json',
    setup: (b) =>
      b.onLoad({ filter: /src\/generated\/catalogue\.ts$/ }, async ({ path: file }) => {
        const { catalogue } = (await import(file)) as { catalogue: unknown };
        const text = JSON.stringify(JSON.stringify(catalogue));
        return { contents: `export const catalogue = JSON.parse(${text});`, loader: 'js' };
      }),
  };
}

/** The page's style and script in the bundle: nothing is read from beside it. */
function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    setup: (b) =>
      b.onLoad({ filter: /src\/page\/assets\.ts$/ }, async ({ path: file }) => {
        const { STYLE, SCRIPT } = (await import(file)) as { STYLE: string; SCRIPT: string };
        const contents = `export const STYLE = ${JSON.stringify(STYLE)};\nexport const SCRIPT = ${JSON.stringify(SCRIPT)};`;
        return { contents, loader: 'js' };
      }),
  };
}

/** What the packages bring and nothing here uses: another JSON Schema validator in the SDK, zod's other languages. */
function leaner(): Plugin {
  return {
    name: 'leaner',
    setup(b) {
      b.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
        path: path.resolve('src/runtime/serve/sdk-shims.ts'),
      }));
      b.onResolve({ filter: /^zod\/v4$/ }, ({ importer }) =>
        /[\\/]@modelcontextprotocol[\\/]/.test(importer)
          ? { path: path.resolve('src/runtime/serve/lazy-zod.ts') }
          : undefined,
      );
      // Its CommonJS is written in a way that cannot be bundled; its ES modules can.
      b.onResolve({ filter: /^jsonc-parser$/ }, () => ({
        path: path.resolve('node_modules/jsonc-parser/lib/esm/main.js'),
      }));
      b.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
        /[\\/]zod[\\/]v4[\\/]/.test(importer) ? { path: path.join(resolveDir, '../locales/en.js') } : undefined,
      );
    },
  };
}

/** Runs a start once: the loader keeps what V8 compiled for it (`Script.createCachedData`), for this V8 alone. */
function warm(): void {
  const clientInfo = { name: 'build', version: '1' };
  const start = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { status, stderr } = spawnSync(process.execPath, [path.join(out, 'nuntius-mcp.js'), 'serve'], {
    input: start.join(''),
    env: {
      PATH: process.env.PATH,
      NUNTIUS_API_KEY: 'build',
      NUNTIUS_JOURNAL: 'off',
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the built program does not start: ${stderr}`);
}
