/**
 * `npm run bench`: side by side in one run, as ratios to the floor. Options: --rounds N, --calls N, --json, --short (CI: few
 * rounds, fails only where a ratio is far out of bounds), --spec FILE (a large description, such as GitHub's), --peers DIR (a
 * folder where other servers are installed), --write (the table into docs/performance.md and docs/performance.es.md).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { plainTable } from '../src/cli/table.ts';
import { type Contestant, type Figures, measure } from './bench/figures.ts';
import { peers } from './bench/peers.ts';

const PROGRAM = path.resolve('dist/nuntius-mcp.js');
/** Far out: twice what DESIGN allows. A shared machine is noisy; a lost bundle or cache is not noise. */
const OUT_OF_BOUNDS = { listMs: 4, p50Ms: 3, peakMiB: 2.5 };

interface Extent {
  rounds: number;
  calls: number;
}

/** The page in each language: the head of its table, and what it says below. */
const PAGES = {
  en: {
    file: 'docs/performance.md',
    head: [
      '',
      'initialize',
      'tools/list',
      'list bytes',
      'tools',
      'call p50',
      'call p99',
      'calls/s, 32 in flight',
      'peak memory',
    ],
    made: (seconds: string, mib: string) => `Generating the large catalogue: ${seconds} s, ${mib} MiB. `,
    extent: ({ rounds, calls }: Extent, cores: number) => `${rounds} rounds of ${calls} calls, on ${cores} cores.`,
  },
  es: {
    file: 'docs/performance.es.md',
    head: [
      '',
      'initialize',
      'tools/list',
      'bytes',
      'herramientas',
      'llamada p50',
      'llamada p99',
      'llamadas/s, 32 a la vez',
      'memoria máxima',
    ],
    made: (seconds: string, mib: string) => `Generar el catálogo grande: ${seconds} s, ${mib} MiB. `,
    extent: ({ rounds, calls }: Extent, cores: number) => `${rounds} rondas de ${calls} llamadas, en ${cores} núcleos.`,
  },
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '200' },
    spec: { type: 'string' },
    peers: { type: 'string' },
    json: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'nuntius-bench-'));
const lead = JSON.stringify({
  data: [{ id: 'lead_01', customerName: 'Ana López', quality: 'hot' }],
  nextCursor: null,
  hasMore: false,
});
const api = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(lead));
await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
try {
  const generation = values.spec === undefined ? undefined : generate(values.spec);
  const contestants = [
    ...ours(values.spec),
    ...(values.peers === undefined ? [] : peers(values.peers, values.spec, url)),
  ];
  const extent = {
    rounds: values.short ? 3 : Number(values.rounds),
    calls: values.short ? 50 : Number(values.calls),
  };
  const figures = await measure(contestants, extent, (round) =>
    process.stderr.write(`round ${round} of ${extent.rounds}\n`),
  );
  report(figures, generation, extent);
  if (values.short) process.exitCode = farOut(figures) ? 1 : 0;
} finally {
  api.close();
  api.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

function ours(spec: string | undefined): Contestant[] {
  const env = {
    NUNTIUS_API_KEY: 'key',
    NUNTIUS_JOURNAL: 'off',
    NUNTIUS_BASE_URL: url,
    BIG_JOURNAL: 'off',
    BIG_BASE_URL: url,
  };
  const serve = (...args: string[]) => ({ argv: ['node', PROGRAM, 'serve', ...args], env });
  return [
    {
      name: 'floor',
      command: { argv: ['node', path.resolve('scripts/bench/floor.mjs')], env: { FLOOR_URL: url } },
      call: { tool: 'get', args: {} },
    },
    { name: 'nuntius', command: serve(), call: { tool: 'nuntius_leads_list', args: { limit: 1 } } },
    ...(spec === undefined
      ? []
      : [
          { name: 'large, generated', command: serve('--catalogue', path.join(folder, 'catalogue.ts')) },
          { name: 'large, --spec', command: serve('--spec', spec, '--prefix', 'big') },
        ]),
  ];
}

/** Seconds and MiB of generating the catalogue of the large description. */
function generate(spec: string): { seconds: number; peakMiB: number } {
  const started = performance.now();
  const script = `process.argv=['node','x','generate','--spec',${JSON.stringify(spec)},'--prefix','big','--out',${JSON.stringify(folder)}];process.on('exit',()=>require('fs').writeSync(2,String(process.resourceUsage().maxRSS)));require(${JSON.stringify(PROGRAM)})`;
  const { status, stderr } = spawnSync('node', ['-e', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`generate failed: ${stderr}`);
  return { seconds: (performance.now() - started) / 1000, peakMiB: Number(/\d+$/.exec(stderr)?.[0]) / 1024 };
}

type Generation = ReturnType<typeof generate> | undefined;
function report(figures: Figures[], generation: Generation, extent: Extent): void {
  if (values.json) return void process.stdout.write(`${JSON.stringify({ figures, generation }, null, 2)}\n`);
  const rows = figures.map((f) => row(f, figures[0]));
  const below = ({ made, extent: said }: (typeof PAGES)['en']) =>
    (generation === undefined ? '' : made(generation.seconds.toFixed(2), generation.peakMiB.toFixed(0))) +
    said(extent, os.availableParallelism());
  process.stdout.write(`${plainTable([PAGES.en.head, ...rows])}\n${below(PAGES.en)}\n`);
  if (!values.write) return;
  for (const page of Object.values(PAGES)) writeTable(page.file, [page.head, ...rows], below(page));
}

function row(f: Figures, floor: Figures | undefined): string[] {
  const ratio = (pick: (x: Figures) => number | undefined, unit: string, digits = 0) => {
    const [value, base] = [pick(f), floor && pick(floor)];
    if (value === undefined) return '–';
    return `${value.toFixed(digits)}${unit}${base === undefined || f === floor ? '' : ` (${(value / base).toFixed(2)} ×)`}`;
  };
  return [
    f.name,
    ratio((x) => x.initializeMs, ' ms'),
    ratio((x) => x.listMs, ' ms'),
    f.listBytes.toLocaleString('en'),
    String(f.tools),
    ratio((x) => x.p50Ms, ' ms', 2),
    ratio((x) => x.p99Ms, ' ms', 2),
    ratio((x) => x.callsPerSecond, ''),
    ratio((x) => x.peakMiB, ' MiB'),
  ];
}

function farOut(figures: Figures[]): boolean {
  const [floor, nuntius] = figures;
  if (floor === undefined || nuntius === undefined) return true;
  const far = (Object.keys(OUT_OF_BOUNDS) as (keyof typeof OUT_OF_BOUNDS)[]).filter(
    (key) => (nuntius[key] ?? 0) > OUT_OF_BOUNDS[key] * (floor[key] ?? Number.POSITIVE_INFINITY),
  );
  for (const key of far) process.stderr.write(`${key} is more than ${OUT_OF_BOUNDS[key]} times the floor's\n`);
  return far.length > 0;
}

/** Between the two marks of the page. */
function writeTable(file: string, rows: string[][], below: string): void {
  const [first = [], ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const table = [first, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...rest, '', below].join('\n');
  const text = readFileSync(file, 'utf8').replace(
    /(<!-- figures -->)[\s\S]*(<!-- end of figures -->)/,
    `$1\n${table}\n$2`,
  );
  writeFileSync(file, text);
}
