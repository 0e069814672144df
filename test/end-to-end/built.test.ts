/** The bundle says what the source says: the loader reads it as latin1, so no letter beyond ASCII may stand in it as itself. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, run } from './program.ts';

test('the bundle is ASCII', () => {
  const bytes = readFileSync(path.join(ROOT, 'dist/main.cjs'));
  expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
});

test('the built program knows what deletes in every script', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-built-'));
  const summaries = ['删除文件', 'удалить файл', 'διαγραφή', 'מחק', 'حذف', 'elimina el contacto'];
  const paths = Object.fromEntries(
    summaries.map((summary, i) => [
      `/a${i}`,
      { post: { operationId: `do${i}`, summary, responses: { 200: { description: 'ok' } } } },
    ]),
  );
  const file = path.join(folder, 'api.json');
  writeFileSync(
    file,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      servers: [{ url: 'https://x.test' }],
      paths,
    }),
  );
  const { stdout } = await run(['tools', '--spec', file, '--json']);
  rmSync(folder, { recursive: true });
  const { tools, omitted } = JSON.parse(stdout) as { tools: unknown[]; omitted: unknown[] };
  expect(tools).toEqual([]);
  expect(omitted).toHaveLength(summaries.length);
});
