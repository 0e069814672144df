/** The demo tells what it promises, the same each time, in plain text where nobody reads it on a terminal, and fails where it is not so. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Environment, ended, only, PROGRAM, type Ran, ROOT } from './end-to-end/program.ts';

function demo(program: string[] = [], settings: Environment = {}): Promise<Ran> {
  const args = ['--import', 'tsx', path.join(ROOT, 'scripts/demo.ts'), ...program];
  return ended(spawn(process.execPath, args, { cwd: ROOT, env: only(settings), stdio: ['ignore', 'pipe', 'pipe'] }));
}

test('the transcript: each part of the main job, in order', async () => {
  const { code, stdout, stderr } = await demo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const told = [
    /^nuntius-mcp: /,
    /│ Lectura +│ \d+ +│/,
    /│ Escritura +│ \d+ +│/,
    /│ deletion +│ 0 +│/,
    /→ nuntius_leads_list \{ quality: \["hot"\]/,
    /│ Ana López Serrano +│ hot +│/,
    /→ nuntius_leads_create \{ customerName: "Lead de ejemplo", quality: "hot" \}\n/,
    /✗ confirmation_required: /,
    / {5}POST \/public\/v1\/leads \(nuntius_leads_create\) with customerName='Lead de ejemplo', quality='hot'\n/,
    /✓ nothing was written/,
    /→ nuntius_leads_create \{ customerName: "Lead de ejemplo", quality: "hot", confirm: true \}/,
    /✓ created lead_\w+/,
    /│ lead_\w+ │ Lead de ejemplo │ hot +│ new +│/,
    /→ nuntius_leads_delete \{/,
    /✗ unknown_tool: /,
    /✓ lead_\w+ is still there/,
    /serve --spec biblioteca\.yaml/,
    /→ biblioteca_loans_create \{.*confirm: true \}/,
    /POST \/loans \{"isbn":"9788433973610","reader":"Lucía Ferrer","days":21\}/,
    /\nAll of it as told\./,
  ];
  let rest = stdout;
  for (const part of told) {
    const found = part.exec(rest);
    expect(found, `${part} in:\n${rest}`).not.toBeNull();
    rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
  }
  // Read in half a minute, on a screen of the usual width.
  const lines = stdout.split('\n');
  expect(lines.length).toBeLessThan(80);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  // Nothing that the machine or the hour decides.
  expect(stdout).not.toMatch(/\u001b|127\.0\.0\.1|\d{4}-\d{2}-\d{2}T/);
});

test('it says the same again, whatever settings and colours its environment asks for', async () => {
  const [one, other] = await Promise.all([
    demo(),
    demo([], {
      NUNTIUS_READ_ONLY: '1',
      NUNTIUS_BASE_URL: 'http://127.0.0.1:9',
      NUNTIUS_CONFIRM: 'nonsense',
      NO_COLOR: '1',
      FORCE_COLOR: '1',
    }),
  ]);
  expect(other.code).toBe(0);
  expect(other.stdout).toBe(one.stdout);
});

/** Confirms every call on its way in. */
const CONFIRMING = `
const parse = JSON.parse;
JSON.parse = (text, ...rest) => {
  const value = parse(text, ...rest);
  const call = value?.method === 'tools/call' ? value.params : undefined;
  if (call?.name === 'nuntius_leads_create') call.arguments.confirm = true;
  return value;
};`;

test.each([
  ['writes without asking', CONFIRMING, 'not refused'],
  ['lists no writes', "process.env.NUNTIUS_READ_ONLY = '1';", 'reads and writes are listed'],
  ['asks in another way', "process.env.NUNTIUS_CONFIRM = 'strict';", 'confirmation_required'],
])('against a program that %s, it fails', async (_, line, message) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'demo-'));
  try {
    const program = path.join(folder, 'program.mjs');
    await writeFile(program, `${line}\nawait import(${JSON.stringify(PROGRAM)});\n`);
    const { code, stdout, stderr } = await demo([program]);
    expect(code).toBe(1);
    expect(stderr).toContain('The demo did not go as told: ');
    expect(stderr).toContain(message);
    expect(stdout).not.toContain('All of it as told');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
