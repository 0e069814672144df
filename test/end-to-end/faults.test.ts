/** Each way in which an API can misbehave: one clear result, in bounded time, nothing sent twice, and the next call is served. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, type Fault, failureOf } from '../../src/sandbox/chaos.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type CallResult, type Connected, connect } from './clients.ts';
import { run } from './program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'nuntius-mcp-faults-'));
const file = path.join(folder, 'journal.jsonl');
let sandbox: Sandbox;
let client: Connected;
const TIMEOUT_MS = 2_500;
const base = (more: Record<string, string> = {}) => ({
  NUNTIUS_API_KEY: sandbox.apiKey,
  NUNTIUS_JOURNAL: file,
  NUNTIUS_TIMEOUT_MS: String(TIMEOUT_MS),
  ...more,
});

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await connect('v1 SDK', { settings: base({ NUNTIUS_BASE_URL: sandbox.url }) });
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await client.close();
  await sandbox.close();
});

const textOf = ({ content }: CallResult) => content.map(({ text }) => text).join('\n');
const last = () => JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
const nextIsServed = async () => {
  sandbox.reset();
  expect((await client.call('nuntius_leads_get', { leadId: 'lead_01' })).structuredContent?.id).toBe('lead_01');
};

/** `again`: a read is tried again and gets its answer. */
const READS: Record<Fault, RegExp | 'again'> = {
  '500': /HTTP 500.*Try again later/s,
  '502': 'again',
  '503': 'again',
  '429': 'again',
  'close-before': 'again',
  'close-after': 'again',
  slow: /"lead_01"/,
  hang: /The time limit ran out/,
  'hang-midway': /The time limit ran out after the API had begun to answer 200/,
  'close-midway': 'again',
  // Whether it is the length or the connection that is noticed first.
  'wrong-length': /malformed|"lead_01"/,
  'bad-json': /not valid JSON/,
  endless: /longer than is read/,
  'gzip-bomb': /longer than is read/,
  'bad-gzip': /The answer is malformed/,
  redirect: /was not followed: it leads to another server/,
  'redirect-loop': /"lead_01"/,
};

const WRITES: Record<Fault, ['done' | 'refused' | 'unknown', RegExp]> = {
  '500': ['unknown', /may or may not have been applied\. Use nuntius_leads_get to find out/],
  '502': ['unknown', /may or may not have been applied/],
  '503': ['unknown', /may or may not have been applied/],
  '429': ['refused', /HTTP 429/],
  'close-before': ['unknown', /The outcome is unknown.*Use nuntius_leads_get to find out/s],
  'close-after': ['unknown', /The outcome is unknown/],
  slow: ['done', /"cold"/],
  hang: ['unknown', /The time limit ran out/],
  'hang-midway': ['unknown', /after the API had begun to answer 200/],
  'close-midway': ['unknown', /after the API had begun to answer 200/],
  'wrong-length': ['unknown', /after the API had begun to answer 200/],
  'bad-json': ['done', /not valid JSON/],
  endless: ['done', /longer than is read/],
  'gzip-bomb': ['done', /longer than is read/],
  'bad-gzip': ['unknown', /after the API had begun to answer 200/],
  redirect: ['unknown', /a write is never sent a second time.*check with nuntius_leads_get/s],
  'redirect-loop': ['unknown', /a write is never sent a second time/],
};

describe.each(FAULTS)('%s', (fault) => {
  test('a read', async () => {
    sandbox.failNext(failureOf(fault));
    const result = await client.call('nuntius_leads_get', { leadId: 'lead_01' });
    const expected = READS[fault];
    if (expected === 'again') {
      expect(result.structuredContent?.id).toBe('lead_01');
      expect(sandbox.requests).toHaveLength(2);
    } else expect(textOf(result)).toMatch(expected);
    await nextIsServed();
  });

  test('a write leaves once, whatever comes back, and is on record as what is known of it', async () => {
    sandbox.failNext(failureOf(fault));
    const result = await client.call('nuntius_leads_update', { leadId: 'lead_01', quality: 'cold', confirm: true });
    const [outcome, text] = WRITES[fault];
    expect(textOf(result)).toMatch(text);
    expect(sandbox.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(last()).toMatchObject({ event: 'outcome', outcome });
    expect(textOf(result)).toContain(last().id);
    expect(result.isError === true).toBe(outcome !== 'done');
    await nextIsServed();
  });
});

test('a cancelled write is on record as of unknown outcome', async () => {
  sandbox.failNext(failureOf('hang'));
  const controller = new AbortController();
  const call = client.call(
    'nuntius_leads_update',
    { leadId: 'lead_01', quality: 'cold', confirm: true },
    { signal: controller.signal },
  );
  while (sandbox.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await expect(call).rejects.toThrow();
  while (last().code !== 'cancelled') await new Promise((resolve) => setTimeout(resolve, 5));
  expect(last()).toMatchObject({ event: 'outcome', outcome: 'unknown', code: 'cancelled' });
  expect(sandbox.requests).toHaveLength(1);
  await nextIsServed();
});

test('the record of all that is whole', async () => {
  expect(await run(['journal', '--verify', '--file', file])).toMatchObject({ code: 0 });
});

describe('no way to the API', () => {
  const write = { leadId: 'lead_01', quality: 'cold', confirm: true };

  async function unreachable(baseUrl: string, said: RegExp): Promise<void> {
    await using lost = await connect('v1 SDK', { settings: base({ NUNTIUS_BASE_URL: baseUrl }) });
    for (const [name, args] of [
      ['nuntius_leads_get', { leadId: 'lead_01' }],
      ['nuntius_leads_update', write],
    ] as const) {
      const result = await lost.call(name, args);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(said);
    }
    // What never left is known to have done nothing.
    expect(last()).toMatchObject({ event: 'outcome', outcome: 'failed' });
    expect((await lost.tools()).length).toBeGreaterThan(60);
  }

  test('a name that does not exist', () =>
    unreachable('http://nuntius.invalid', /the host name does not exist|the host name could not be looked up/));

  test('nobody listens', () => unreachable('http://127.0.0.1:9', /refused|does not allow it/));

  test('a certificate that nobody vouches for', async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    let requests = 0;
    const server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      requests++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await unreachable(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, /certificate was refused/);
      expect(requests).toBe(0);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
