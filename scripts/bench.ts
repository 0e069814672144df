/**
 * `npm run bench`: side by side in one run, as ratios to the floor. Options: --rounds N, --calls N, --json, --short (CI: few
 * rounds, fails only where a ratio is far out of bounds), --spec FILE (a large description, such as GitHub's), --peers DIR (a
 * folder where other servers are installed), --specs DIR (the size of the list for each description in it), --growth (what
 * generating costs as a description grows), --write (the tables into docs/performance.md and docs/performance.es.md).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { plainTable } from '../src/cli/table.ts';
import { type Contestant, type Figures, measure, type Rounds } from './bench/figures.ts';
import { type Generation, generate, PROGRAM } from './bench/generate.ts';
import { growth } from './bench/growth.ts';
import { generated, servers } from './bench/peers.ts';
import { sizes } from './bench/sizes.ts';
import { type Table, writeTable } from './bench/tables.ts';

/** Far out: twice what DESIGN allows. A shared machine is noisy; a lost bundle or cache is not noise. */
const OUT_OF_BOUNDS = { listMs: 3, p50Ms: 3, peakMiB: 2.5 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '200' },
    spec: { type: 'string' },
    peers: { type: 'string' },
    specs: { type: 'string' },
    growth: { type: 'boolean', default: false },
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
const { peers } = values;
const others = (spec: string) => (peers === undefined ? [] : servers(peers, spec, url));
try {
  const generation = values.spec === undefined ? undefined : generate(values.spec, folder);
  const extent = {
    rounds: values.short ? 3 : Number(values.rounds),
    calls: values.short ? 50 : Number(values.calls),
  };
  const built = peers === undefined || values.spec === undefined ? [] : generated(peers, url);
  const contestants = [...ours(values.spec), ...others(values.spec ?? 'openapi/nuntius.yaml'), ...built];
  const figures = await measure(contestants, extent, (round) =>
    process.stderr.write(`round ${round} of ${extent.rounds}\n`),
  );
  const tables = [comparison(figures, generation, extent)];
  if (values.growth) tables.push(growth(folder));
  if (values.specs !== undefined) tables.push(await sizes(values.specs, others));
  report(figures, generation, tables);
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

function report(figures: Figures[], generation: Generation | undefined, tables: Table[]): void {
  if (values.json) return void process.stdout.write(`${JSON.stringify({ figures, generation, tables }, null, 2)}\n`);
  for (const { head, rows, below } of tables)
    process.stdout.write(`${plainTable([head.en, ...rows])}\n${below.en}\n\n`);
  if (values.write) tables.forEach(writeTable);
}

function comparison(figures: Figures[], generation: Generation | undefined, { rounds, calls }: Rounds): Table {
  const cores = os.availableParallelism();
  const [seconds, mib] = [generation?.seconds.toFixed(2), generation?.peakMiB.toFixed(0)];
  return {
    name: 'figures',
    head: {
      en: [
        '',
        'initialize',
        'tools/list',
        'bytes',
        'tokens',
        'tools',
        'call p50',
        'call p99',
        '32 in flight',
        'memory',
      ],
      es: ['', 'initialize', 'tools/list', 'bytes', 'tokens', 'herramientas', 'p50', 'p99', '32 a la vez', 'memoria'],
    },
    rows: figures.map((f) => row(f, figures[0])),
    below: {
      en: `${rounds} rounds of ${calls} calls, on ${cores} cores.${seconds === undefined ? '' : ` Generating the large catalogue: ${seconds} s, ${mib} MiB.`}`,
      es: `${rounds} rondas de ${calls} llamadas, en ${cores} núcleos.${seconds === undefined ? '' : ` Generar el catálogo grande: ${seconds} s, ${mib} MiB.`}`,
    },
  };
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
    f.listTokens.toLocaleString('en'),
    String(f.tools),
    ratio((x) => x.p50Ms, ' ms', 2),
    ratio((x) => x.p99Ms, ' ms', 2),
    ratio((x) => x.callsPerSecond, ' /s'),
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
