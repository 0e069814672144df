/** Runs the built program so that each part has been used once: the loader keeps what V8 compiled of it, for this V8 alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const clientInfo = { name: 'build', version: '1' };
const START = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
];
const CALLS = [
  { name: 'nuntius_leads_list', arguments: { limit: 1 } },
  { name: 'nuntius_leads_create', arguments: { customerName: 'Lead de ejemplo' } },
  { name: 'nuntius_leads_create', arguments: { customerName: 'Lead de ejemplo', confirm: true } },
];

export function warm(folder: string): void {
  const journal = mkdtempSync(path.join(os.tmpdir(), 'nuntius-build-'));
  const program = path.join(folder, 'nuntius-mcp.js');
  const calls = CALLS.map((params, i) => ({ id: 3 + i, method: 'tools/call', params }));
  try {
    run([program, 'tools', '--spec', 'openapi/nuntius.yaml'], journal);
    run([program, 'serve'], journal, START);
    run([program, 'serve', '--sandbox'], journal, [...START, ...calls]);
  } finally {
    rmSync(journal, { recursive: true, force: true });
  }
}

function run(args: string[], journal: string, messages: object[] = []): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    env: { PATH: process.env.PATH, NUNTIUS_API_KEY: 'build', NUNTIUS_JOURNAL: journal },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the built program fails: ${args.slice(1).join(' ')}: ${stderr}`);
}
