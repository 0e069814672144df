/** The import rules of the layout: data flows one way, and what may send, read the environment or end the process is one place. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((f) => f.endsWith('.ts'))
  .map((f) => ({ file: f.replaceAll('\\', '/'), text: readFileSync(path.join(src, f), 'utf8') }));

/** `file → imported`, both relative to src; packages as they are named. */
const imports = files.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^(import|export)\s(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((m) => {
    const specifier = m[3] ?? m[4] ?? m[5] ?? '';
    const to = specifier.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
      : specifier;
    return { file, to, type: m[2] !== undefined };
  }),
);
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
const filesWith = (pattern: RegExp) =>
  files.filter(({ file, text }) => !file.startsWith('generated/') && pattern.test(code(text))).map(({ file }) => file);
const inside = (folder: string) => imports.filter((i) => i.file.startsWith(folder));

test('the files and their imports are seen', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports).toContainEqual({ file: 'runtime/call.ts', to: 'runtime/gate/gate.ts', type: false });
});

test('catalogue imports nothing from elsewhere', () => {
  expect(inside('catalogue/').filter((i) => !i.to.startsWith('catalogue/'))).toEqual([]);
});

test('generated imports only types, from the catalogue and from itself', () => {
  const others = inside('generated/').filter((i) => !(i.type && /^(catalogue|generated)\//.test(i.to)));
  expect(others).toEqual([]);
});

describe('the gate cannot send', () => {
  test('neither itself nor anything that it reaches imports what can', () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const i of imports) if (i.file === file && !i.type) visit(i.to);
    };
    for (const { file } of files) if (file.startsWith('runtime/gate/')) visit(file);
    const sending =
      /^(node:)?(https?|http2|net|tls|dgram|child_process|worker_threads|cluster)$|^openapi-fetch$|^undici$|^@modelcontextprotocol\/|^runtime\/(http|serve|calls|service)\b/;
    expect([...reached].filter((file) => sending.test(file))).toEqual([]);
    const own = files.filter(({ file }) => reached.has(file));
    expect(
      own
        .filter(({ text }) =>
          /\bfetch\s*\(|globalThis\.fetch|\bnew (WebSocket|EventSource|XMLHttpRequest)\b/.test(code(text)),
        )
        .map(({ file }) => file),
    ).toEqual([]);
  });

  test('its own file is short enough to audit at a glance', () => {
    const gate = files.find(({ file }) => file === 'runtime/gate/gate.ts')?.text ?? '';
    expect(gate).toContain('export async function gate(');
    expect(gate.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  test('what it reaches outside itself is known', () => {
    const outside = imports.filter(
      (i) => i.file.startsWith('runtime/gate/') && !i.type && !i.to.startsWith('runtime/gate/'),
    );
    expect([...new Set(outside.map((i) => i.to))].sort()).toEqual([
      'node:crypto',
      'runtime/journal/undoable.ts',
      'runtime/journal/words.ts',
      'runtime/one-line.ts',
      'runtime/request/build-request.ts',
      'runtime/request/json.ts',
      'runtime/request/path.ts',
      'runtime/results.ts',
      'runtime/validate/schema-types.ts',
      'runtime/words.ts',
    ]);
  });
});

test('the call passes the gate before it sends, and nothing else sends', () => {
  const text = code(files.find(({ file }) => file === 'runtime/call.ts')?.text ?? '');
  const body = text.slice(text.indexOf('export async function call('));
  expect(body.indexOf('await gate(')).toBeGreaterThan(0);
  expect(body.indexOf('sendOnce(')).toBeGreaterThan(body.indexOf('await gate('));
  expect(filesWith(/upstream\.send\(/)).toEqual(['runtime/calls.ts']);
});

test('one module makes connections, and none calls fetch', () => {
  expect(filesWith(/(?<![.\w#])fetch\(|globalThis\.fetch/)).toEqual([]);
  // Of node:http the sandbox takes the server, and error-text.ts what a status is called.
  const ways = imports.filter((i) => !i.type && /^node:(https|http2|net|tls|dgram)$/.test(i.to));
  expect(ways.map(({ file }) => file)).toEqual(['runtime/http/connection.ts']);
  expect(filesWith(/import http from 'node:http'/)).toEqual(['runtime/http/connection.ts']);
  expect(filesWith(/import \{[^}]*\b(request|get|Agent|ClientRequest)\b[^}]*\} from 'node:http'/)).toEqual([]);
});

test('one module reads process.env', () => {
  expect(filesWith(/process\.env/)).toEqual(['cli/environment.ts']);
});

test('only the command line exits the process', () => {
  expect(filesWith(/process\.(exit|abort|kill)\b/).filter((file) => !file.startsWith('cli/'))).toEqual([]);
});

test('nothing but the command line writes to stdout, and nothing uses console', () => {
  expect(filesWith(/process\.stdout/).filter((file) => !file.startsWith('cli/'))).toEqual([]);
  expect(filesWith(/\bconsole\s*\./)).toEqual([]);
  // `serve` speaks the protocol on stdout and nothing else.
  expect(filesWith(/process\.stdout/)).not.toContain('cli/commands/serve.ts');
});

test('nothing turns text into code', () => {
  expect(filesWith(/\beval\(|new Function\(|setTimeout\(\s*['"`]/)).toEqual([]);
});

test('the runtime does not know the generator, nor the sandbox either of them', () => {
  expect(inside('runtime/').filter((i) => /^(codegen|cli|sandbox)\//.test(i.to))).toEqual([]);
  expect(inside('codegen/').filter((i) => /^(runtime|cli|sandbox)\//.test(i.to))).toEqual([]);
  expect(inside('sandbox/').filter((i) => /^(codegen|cli|runtime)\//.test(i.to))).toEqual([]);
});

test('the library is an entry like the command line, of which it takes what both are given from outside', () => {
  expect(imports.filter((i) => i.to.startsWith('library/') && !i.file.startsWith('library/'))).toEqual([]);
  const fromCli = inside('library/').filter((i) => i.to.startsWith('cli/'));
  expect([...new Set(fromCli.map((i) => i.to))].sort()).toEqual([
    'cli/environment.ts',
    'cli/journal.ts',
    'cli/unresolved.ts',
  ]);
  // Settings are values: of the environment, only what nobody would pass (the folder of the record) is read unasked.
  const named = files
    .filter(({ file }) => file.startsWith('library/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from '\.\.\/cli\/environment\.ts'/g)].map((m) => [
        file,
        (m[1] ?? '').trim(),
      ]),
    );
  expect(named).toEqual([
    ['library/server.ts', 'version'],
    ['library/service.ts', 'version'],
    ['library/settings.ts', 'readSecretFile'],
  ]);
});

test('the page cannot send, and nothing but the command line makes it', () => {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const i of imports) if (i.file === file && !i.type) visit(i.to);
  };
  for (const { file } of files) if (file.startsWith('page/')) visit(file);
  expect(reached).toContain('runtime/gate/summary.ts');
  expect(
    [...reached].filter((file) =>
      /^(node:)?(https?|net|child_process)$|^(runtime\/(http|serve)|cli|sandbox)\//.test(file),
    ),
  ).toEqual([]);
  const users = imports.filter((i) => i.to.startsWith('page/') && !i.file.startsWith('page/')).map((i) => i.file);
  expect(users).toEqual(['cli/commands/docs.ts']);
});

test('zod is imported whole, so that the bundle takes only what is used of it', () => {
  expect(filesWith(/import \{[^}]*\} from 'zod/)).toEqual([]);
});
