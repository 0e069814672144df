/** How large `tools/list` is for each description of a folder, here and with the other servers that can be installed. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Contestant } from './figures.ts';
import { PROGRAM } from './generate.ts';
import { Program } from './program.ts';
import type { Table } from './tables.ts';
import { tokensOf } from './tokens.ts';

const GIVEN_UP_AFTER_MS = 60_000;

/** @param peersOf the other servers of one description. Where one cannot list its tools, its cell says so. */
export async function sizes(folder: string, peersOf: (spec: string) => Contestant[]): Promise<Table> {
  const specs = readdirSync(folder).filter((file) => /\.(json|ya?ml)$/.test(file) && !/^(overlay|arazzo)-/.test(file));
  const rows: string[][] = [];
  for (const file of specs.sort()) {
    const spec = path.join(folder, file);
    const env = { BIG_JOURNAL: 'off', BIG_BASE_URL: 'http://127.0.0.1:9' };
    const ours = { argv: ['node', PROGRAM, 'serve', '--spec', spec, '--prefix', 'big'], env };
    process.stderr.write(`${file}\n`);
    const lists = [await listed(ours)];
    for (const { command } of peersOf(spec)) lists.push(await listed(command));
    rows.push([file, ...lists.flat()]);
  }
  const others = peersOf('').map(({ name }) => name);
  const columns = (tools: string, bytes: string) =>
    ['nuntius-mcp', ...others].flatMap((name) => [`${name}: ${tools}`, bytes, 'tokens']);
  return {
    name: 'sizes',
    head: { en: ['', ...columns('tools', 'bytes')], es: ['', ...columns('herramientas', 'bytes')] },
    rows,
    below: {
      en: 'Tokens by the tokenizer o200k_base. “–”: it does not start, or lists nothing.',
      es: 'Tokens según el tokenizador o200k_base. «–»: no arranca, o no lista nada.',
    },
  };
}

async function listed(command: Contestant['command']): Promise<string[]> {
  const nothing = ['–', '–', '–'];
  const program = await Promise.race([
    Program.start(command).catch(() => undefined),
    new Promise<undefined>((done) => setTimeout(done, GIVEN_UP_AFTER_MS, undefined).unref()),
  ]);
  if (program === undefined) return nothing;
  await program.stop();
  const { tools, listBytes } = program;
  if (tools.length === 0) return nothing;
  return [tools.length, listBytes, tokensOf(JSON.stringify({ tools }))].map((n) => n.toLocaleString('en'));
}
