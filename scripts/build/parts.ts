/**
 * esbuild's chunks → the program's parts. A part is one file, read and compiled as a whole: `start` is what `serve` needs until it has
 * listed its tools, `calls` what the first call needs besides, `rest` what the other commands need.
 */
import path from 'node:path';
import { type BuildResult, transform } from 'esbuild';

export const PARTS = ['start', 'calls', 'rest'] as const;
export type Part = (typeof PARTS)[number];

/** The modules that a part begins with; all that they import statically comes along. */
const ROOTS: Record<Exclude<Part, 'rest'>, string[]> = {
  start: ['src/cli/main.ts', 'src/cli/commands/serve.ts', 'src/generated/catalogue.ts', 'src/codegen/parse-module.ts'],
  calls: ['src/runtime/calls.ts', 'src/cli/journal.ts'],
};

type Built = BuildResult<{ metafile: true; write: false }>;

/** @returns each part's source: an expression whose value holds a function for each chunk, by the name that `require` gets. */
export async function packParts({ metafile, outputFiles }: Built): Promise<Map<Part, string>> {
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const part = partsOf(metafile);
  const names = new Map([...part].map(([chunk, of]) => [`"./${chunk}"`, `"${chunkName(of, chunk)}"`]));
  const packed = new Map<Part, string>();
  for (const of of PARTS) {
    const own = [...part].filter(([, p]) => p === of).map(([chunk]) => chunk);
    const functions = await Promise.all(
      own.sort().map(async (chunk) => {
        const code = await asCommonJs(texts.get(chunk) ?? '');
        const named = code.replace(/"\.\/[\w.-]+"/g, (quoted) => names.get(quoted) ?? quoted);
        return `${names.get(`"./${chunk}"`)}:function(exports,require,module,__importMetaUrl){${named}}`;
      }),
    );
    packed.set(of, escapeAll(`({${functions.join(',\n')}})`));
  }
  return packed;
}

/** What `require` is asked for, in the loader's terms. */
function chunkName(part: Part, chunk: string): string {
  return `#${part}/${chunk.replace(/\.js$/, '')}`;
}

function partsOf({ outputs }: Built['metafile']): Map<string, Part> {
  const files = Object.keys(outputs).filter((file) => file.endsWith('.js'));
  const part = new Map<string, Part>();
  const add = (file: string, of: Part) => {
    if (part.has(path.basename(file))) return;
    part.set(path.basename(file), of);
    for (const { path: imported, kind, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) add(imported, of);
  };
  for (const of of ['start', 'calls'] as const)
    for (const root of ROOTS[of]) {
      const file = files.find((f) => outputs[f]?.entryPoint === root);
      if (file === undefined) throw new Error(`${root} is no chunk: nothing imports it dynamically any more`);
      add(file, of);
    }
  for (const file of files) add(file, 'rest');
  return part;
}

/** Code that runs from a cache has no import(). */
async function asCommonJs(text: string): Promise<string> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'import.meta.url': '__importMetaUrl' },
  });
  return code;
}

/**
 * The loader reads a part as latin1, so it must be ASCII. esbuild escapes strings but not regular expressions; an escape means the
 * same in both, also as two halves of a pair.
 */
function escapeAll(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
