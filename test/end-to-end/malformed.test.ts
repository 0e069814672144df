/**
 * The bundle makes the protocol's schemas late and leaves parts of the SDK out (scripts/build/plugins.ts): what a client may send by
 * mistake or to do harm gets the very answers that the source, with the SDK as it is published, gives.
 */
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { ended, only, PROGRAM, ROOT } from './program.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const initialize = (params: object) => ({ id: 0, method: 'initialize', params });
const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** After a good `initialize`. */
const IN_2025: object[] = [
  { id: 1 },
  { id: 2, method: 5 },
  { id: null, method: 'ping' },
  { id: 1.5, method: 'ping' },
  { id: 'a', method: 'ping', params: [] },
  { id: 3, method: 'ping', params: 'x' },
  { id: 4, method: 'ping', extra: 1 },
  { id: 5, method: 'nothing/here' },
  { id: 6, method: 'tools/list', params: { cursor: 7 } },
  { id: 7, method: 'tools/call' },
  { id: 8, method: 'tools/call', params: {} },
  { id: 9, method: 'tools/call', params: { name: 5 } },
  { id: 10, method: 'tools/call', params: { name: 'nuntius_leads_create', arguments: [] } },
  { id: 11, method: 'tools/call', params: { name: 'nuntius_leads_create', arguments: null } },
  { id: 12, method: 'tools/call', params: { name: 'nuntius_leads_create', arguments: 'confirm' } },
  { id: 13, method: 'tools/call', params: { name: '__proto__', arguments: { __proto__: {} } } },
  {
    id: 14,
    method: 'tools/call',
    params: { name: 'nuntius_leads_create', arguments: { customerName: 'A' }, _meta: 5 },
  },
  { id: 15, method: 'tools/call', params: { name: 'nuntius_leads_create', _meta: { progressToken: {} } } },
  { id: 16, method: 'tools/call', params: { name: 'nuntius_leads_create', task: { ttl: 'x' } } },
  { id: 17, method: 'resources/read', params: { uri: 5 } },
  { id: 18, method: 'resources/read', params: { uri: 'nuntius://none' } },
  { id: 19, method: 'logging/setLevel', params: { level: 'loud' } },
  { id: 20, method: 'prompts/list' },
  { id: 21, method: 'completion/complete', params: {} },
  { id: 22, method: 'initialize', params: CLIENT },
  { method: 'notifications/nothing', params: 5 },
  { method: 'notifications/cancelled', params: { requestId: {} } },
  { id: 23, result: 5 },
  { id: 24, error: { code: 'x' } },
  { id: 25, method: 'tools/call', params: { name: 'nuntius_leads_list', arguments: { limit: 'many' } } },
];
const IN_2026: object[] = [
  { id: 1, method: 'tools/list', params: {} },
  { id: 2, method: 'tools/list', params: { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 5 } } },
  { id: 3, method: 'tools/list', params: { _meta: { ...META, 'io.modelcontextprotocol/clientInfo': 'me' } } },
  { id: 4, method: 'tools/list', params: { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': 5 } } },
  { id: 5, method: 'tools/call', params: { _meta: META } },
  { id: 6, method: 'tools/call', params: { _meta: META, name: 'nuntius_leads_create', inputResponses: 5 } },
  { id: 7, method: 'tools/call', params: { _meta: META, name: 'nuntius_leads_create', requestState: {} } },
  { id: 8, method: 'logging/setLevel', params: { _meta: META, level: 'info' } },
  { id: 9, method: 'server/discover', params: { _meta: {} } },
  { id: 10, method: 'nothing/here', params: { _meta: META } },
];
/** Answered in each era: as a call of 2025, or refused, by the connection or the envelope. */
const LAST = { method: 'tools/call', params: { name: 'last', arguments: {}, _meta: META } };
const CONVERSATIONS: Record<string, (object | string)[]> = {
  'malformed initialize': [
    initialize({}),
    initialize({ ...CLIENT, capabilities: 5 }),
    initialize({ ...CLIENT, clientInfo: { name: 5 } }),
    initialize({ ...CLIENT, capabilities: { elicitation: { form: 5 } } }),
    initialize({ ...CLIENT, protocolVersion: '1999-01-01' }),
  ],
  'no JSON-RPC': [
    '',
    'null',
    '5',
    '"x"',
    '[]',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{',
    initialize(CLIENT),
  ],
  'protocol 2025-06-18': [initialize(CLIENT), { method: 'notifications/initialized' }, ...IN_2025],
  'protocol 2026-07-28': [{ id: 0, method: 'server/discover', params: { _meta: META } }, ...IN_2026],
};

/** All that is said before the process ends, which the last request makes sure that nothing is left unsaid for. */
async function answers(program: string[], messages: (object | string)[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [...program, 'serve'], {
    cwd: ROOT,
    env: only({ NUNTIUS_API_KEY: 'key', NUNTIUS_JOURNAL: 'off', NUNTIUS_BASE_URL: 'http://127.0.0.1:9' }),
  });
  const done = ended(child);
  const last = JSON.stringify({ jsonrpc: '2.0', id: 'last', ...LAST });
  for (const message of [...messages, last])
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let heard = '';
  child.stdout.on('data', (text: string) => {
    heard += text;
    // Calls are answered when the first has loaded what they need: all of them before this one.
    if (heard.includes('"id":"last"')) child.stdin.end();
  });
  const { code, stdout } = await done;
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line.replace(/"ms":\d+/, '"ms":0')) as { id: unknown })
    .sort((a, b) => (JSON.stringify([a.id, a]) < JSON.stringify([b.id, b]) ? -1 : 1));
}

test.each(Object.entries(CONVERSATIONS))('%s', async (_, messages) => {
  const source = ['--import', 'tsx', 'src/cli/main.ts'];
  const [built, published] = await Promise.all([answers([PROGRAM], messages), answers(source, messages)]);
  expect(published.length).toBeGreaterThan(0);
  expect(built).toEqual(published);
});
