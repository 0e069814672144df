/** `call`: one tool from the terminal, through the same gate. On a terminal a write asks; without one nothing is ever asked. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { json, type StubApi, stubApi } from '../runtime/http/stub-api.ts';
import { ended, only, PROGRAM, type Ran, ROOT, run } from './program.ts';
import { hasTerminal, runOnTerminal } from './terminal.ts';

const LEAD = { id: 'lead_01', customerName: 'Ana López', quality: 'warm' };
const UPDATE = ['call', 'nuntius_leads_update', '--leadId', 'lead_01', '--quality', 'hot'];
let api: StubApi;
let folder: string;
let settings: Record<string, string>;
beforeEach(async () => {
  api = await stubApi((request, response, socket) =>
    json(200, request.method === 'GET' ? LEAD : { ...LEAD, quality: 'hot' }, { etag: '"1"' })(
      request,
      response,
      socket,
    ),
  );
  folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-call-'));
  settings = {
    NUNTIUS_BASE_URL: api.url.href,
    NUNTIUS_API_KEY: 'nk-secret-0123456789',
    NUNTIUS_JOURNAL: path.join(folder, 'journal.jsonl'),
  };
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await api[Symbol.asyncDispose]();
});
const methods = () => api.arrived.map(({ method }) => method);

/** With something on stdin that is no terminal. */
function piped(args: string[], input: string): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: ROOT, env: only(settings) });
  child.stdin.end(input);
  return ended(child);
}

describe('without a terminal', () => {
  test('a read is made, its answer pretty on stdout', async () => {
    const { code, stdout, stderr } = await run(['call', 'nuntius_leads_get', '--leadId', 'lead_01'], settings);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify(LEAD, null, 2)}\n` });
    expect(stderr).toBe('HTTP 200 OK\netag: "1"\n');
  });

  test('--quiet leaves the answer alone', async () => {
    const { stderr } = await run(['call', 'nuntius_leads_get', '--leadId', 'lead_01', '--quiet'], settings);
    expect(stderr).toBe('');
  });

  test('a write is refused, and nothing leaves, whatever stands on stdin', async () => {
    const { code, stdout, stderr } = await piped(UPDATE, 'y\nyes\ny\n');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      "nuntius-mcp: Nothing was sent: a write needs your yes, and there is no terminal to ask on. --yes sends it without asking\n  PATCH /public/v1/leads/lead_01 (nuntius_leads_update) with quality='hot'\n",
    );
    expect(api.arrived).toEqual([]);
  });

  test.each(['ask', 'strict'])('in the mode %s no way leads to a write', async (mode) => {
    const inMode = { ...settings, NUNTIUS_CONFIRM: mode };
    for (const more of [
      [],
      ['--yes'],
      ['--yes', '--confirm', 'flag'],
      ['--', '--confirm', 'true'],
      ['--json', '{"confirm":true}'],
    ]) {
      const { code, stderr } = await run([...UPDATE, ...more], inMode);
      expect({ more, code }).toEqual({ more, code: 1 });
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    }
    expect(methods().filter((method) => method !== 'GET')).toEqual([]);
  });

  test('--yes sends it in the mode flag, and the record says so', async () => {
    expect((await run([...UPDATE, '--yes'], settings)).code).toBe(0);
    expect(methods()).toEqual(['PATCH']);
    expect(JSON.parse(api.arrived[0]?.body.toString('utf8') ?? '')).toEqual({ quality: 'hot' });
    expect(readFileSync(settings.NUNTIUS_JOURNAL ?? '', 'utf8')).toContain('"confirmed":"flag"');
  });

  test('a setting that nobody reads is pointed out, and stops nothing', async () => {
    const args = ['call', 'nuntius_leads_get', '--leadId', 'lead_01'];
    const { code, stderr } = await run(args, { ...settings, NUNTIUS_CONFRIM: 'strict' });
    expect({ code, line: stderr.split('\n')[0] }).toEqual({
      code: 0,
      line: 'nuntius-mcp: NUNTIUS_CONFRIM is no setting of this program',
    });
  });

  test('a key that is not taken: the setting that held it is named, to the person', async () => {
    await using refusing = await stubApi(json(401, { detail: 'no' }));
    const args = ['call', 'nuntius_leads_get', '--leadId', 'lead_01'];
    const { code, stderr } = await run(args, { ...settings, NUNTIUS_BASE_URL: refusing.url.href });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'nuntius-mcp: HTTP 401 Unauthorized: the API refused GET /public/v1/leads/{leadId}. What to do: the credentials were not accepted. Check NUNTIUS_API_KEY.\n  {"detail":"no"}\n',
    });
    const none = await run(args, { NUNTIUS_BASE_URL: refusing.url.href });
    expect(none.stderr).toContain('Set NUNTIUS_API_KEY.');
  });

  test('arguments come from stdin too', async () => {
    const { code } = await piped(['call', 'nuntius_leads_get', '--json', '@-'], '{"leadId":"lead_01"}');
    expect(code).toBe(0);
    expect(api.arrived[0]?.target).toBe('/public/v1/leads/lead_01');
  });

  const mistakes: [args: string[], code: number, stderr: RegExp][] = [
    [['call'], 2, /It is: nuntius-mcp call TOOL/],
    [['call', 'nuntius_lead_get'], 2, /Did you mean nuntius_leads_get/],
    [['call', 'nuntius_leads_get', '--leadID', 'x'], 2, /Did you mean "leadId"/],
    [['call', 'nuntius_leads_get', '--json', '['], 2, /--json is no JSON/],
    [['call', 'nuntius_leads_get', 'lead_01'], 2, /It is: nuntius-mcp call TOOL/],
  ];
  test.each(mistakes)('%j is a mistake, said in two lines at most', async (args, code, said) => {
    const ran = await run(args, settings);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(said);
    expect(ran.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    expect(api.arrived).toEqual([]);
  });

  test('--help after a tool is about that tool', async () => {
    const { code, stdout } = await run(['call', 'nuntius_leads_get', '--help'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: nuntius-mcp call nuntius_leads_get /);
    expect(stdout).toMatch(/^--leadId +string +\(required\) \S/m);
  });
});

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test.each(['flag', 'ask', 'strict'])(
    'in the mode %s a write shows before → after and asks; y sends it',
    async (mode) => {
      const { code, output } = await runOnTerminal(UPDATE, {
        answers: [['[y/N]', 'y\n']],
        settings: { ...settings, NUNTIUS_CONFIRM: mode },
      });
      expect(output).toContain('  quality: \u001b[31mwarm\u001b[39m → \u001b[32mhot\u001b[39m\n');
      expect(output).toContain('‘Ana López’');
      expect(code).toBe(0);
      expect(methods().filter((method) => method !== 'GET')).toEqual(['PATCH']);
      expect(readFileSync(settings.NUNTIUS_JOURNAL ?? '', 'utf8')).toContain('"confirmed":"person"');
    },
  );

  test.each(['n\n', '\n', 'yep\n', '^D', '^C'])('%j sends nothing', async (typed) => {
    const { code, output } = await runOnTerminal(UPDATE, { answers: [['[y/N]', typed]], settings });
    expect(code).toBe(1);
    expect(output).toContain('Nothing was written.');
    expect(output).not.toMatch(/the person|ask again/i);
    expect(methods()).not.toContain('PATCH');
  });

  test('a yes that was there before the question is none', async () => {
    const { code, output } = await runOnTerminal(UPDATE, {
      settings,
      answers: [['[y/N]', 'n\n']],
      typedAhead: 'y\ny\n',
    });
    expect(output).toContain('[y/N]');
    expect(code).toBe(1);
    expect(methods()).not.toContain('PATCH');
  });

  test('confirm: true in the call does not answer for the person', async () => {
    const { code } = await runOnTerminal([...UPDATE, '--json', '{"confirm":true}'], {
      answers: [['[y/N]', 'n\n']],
      settings,
    });
    expect(code).toBe(1);
    expect(methods()).not.toContain('PATCH');
  });

  test('NO_COLOR is heeded', async () => {
    const { output } = await runOnTerminal(UPDATE, {
      answers: [['[y/N]', 'n\n']],
      settings: { ...settings, NO_COLOR: '1' },
    });
    expect(output).toContain('  quality: warm → hot\n');
    expect(output).not.toContain('\u001b[3');
  });

  test.each([60, 80, 100])('errors are wrapped at spaces in %i columns', async (columns) => {
    const { output } = await runOnTerminal(['call', 'nuntius_leads_get', '--leadID', 'x', '--fieldz', 'y'], {
      columns,
    });
    for (const line of output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns);
    const whole = (await run(['call', 'nuntius_leads_get', '--leadID', 'x', '--fieldz', 'y'])).stderr;
    expect(output.split(/\s+/)).toEqual(whole.split(/\s+/));
  });

  test('tables fit its width, and colours are a terminal’s alone', async () => {
    const { output } = await runOnTerminal(['tools'], { columns: 70 });
    const lines = output.replace(/\u001b\[\d+m/g, '').split('\n');
    for (const line of lines.slice(1)) expect(line.length, line).toBeLessThanOrEqual(70);
    expect(output).toContain('\u001b[33mEscritura\u001b[39m');
    expect((await run(['tools'])).stdout).not.toContain('\u001b');
  });
});
