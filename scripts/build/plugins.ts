/** What esbuild is told besides its options: data as JSON, and what the packages bring that nothing here uses. */
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** The generated catalogue as one JSON text: V8 parses that several times faster than an object literal. */
export function generatedAsJson(): Plugin {
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
export function pageAssets(): Plugin {
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

/** The SDK with schemas that are made when they are needed and without its other validator; zod in one language. */
export function leaner(): Plugin {
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
