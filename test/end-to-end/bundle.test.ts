/** The built program does what the source does, with letters outside ASCII too: its loader takes the bundle for ASCII. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { siteFiles } from '../../src/page/site.ts';
import { ROOT, run } from './program.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-mcp-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['start', 'calls', 'rest'])('the part %s is ASCII', (part) => {
  expect(/[^\x00-\x7f]/.exec(readFileSync(path.join(ROOT, 'dist', `${part}.cjs`), 'utf8'))?.[0]).toBeUndefined();
});

describe('a deletion in another script is no tool', () => {
  test.each(['删除用户', 'Удалить', 'διαγραφή', 'חשבון מחיקה', 'حذف الحساب', 'ลบ'])('%s', async (summary) => {
    const spec = path.join(folder, 'deletes.json');
    const post = { operationId: 'thing', summary, responses: { 200: { description: 'Done' } } };
    const description = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/things': { post } } };
    writeFileSync(spec, JSON.stringify(description));
    const { stdout } = await run(['tools', '--spec', spec, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ tools: [], omitted: [{ path: '/things' }] });
  });
});

test('docs writes the page that the source makes', async () => {
  const { code, stdout, stderr } = await run(['docs', '--out', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const files = siteFiles(catalogue);
  expect(stdout).toContain([...files.keys()].join(', '));
  for (const [name, text] of files) expect(readFileSync(path.join(folder, name), 'utf8') === text, name).toBe(true);
});
