/** Interleaved rounds over several programs → medians, and ratios to the first of them, the floor. */
import { type Command, Program } from './program.ts';
import { tokensOf } from './tokens.ts';

export interface Contestant {
  name: string;
  command: Command;
  /** A read that reaches the loopback API; without it only the start is measured. */
  call?: { tool: string; args: Record<string, unknown> };
}

export interface Figures {
  name: string;
  initializeMs: number;
  listMs: number;
  listBytes: number;
  /** By the tokenizer o200k_base. */
  listTokens: number;
  tools: number;
  p50Ms?: number;
  p99Ms?: number;
  /** Calls per second with 32 in flight. */
  callsPerSecond?: number;
  peakMiB?: number;
}

export interface Rounds {
  rounds: number;
  /** Calls of each round, one after another and 32 at a time. */
  calls: number;
}

const IN_FLIGHT = 32;

export async function measure(
  contestants: Contestant[],
  { rounds, calls }: Rounds,
  tell: (done: number) => void,
): Promise<Figures[]> {
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const sample = await one(contestant, calls);
      // The first round warms the disk's cache and counts for nothing.
      if (round > 0) samples.get(contestant.name)?.push(sample);
    }
    tell(round);
  }
  return contestants.map(({ name }) => summary(name, samples.get(name) ?? []));
}

interface Sample {
  initialize: number;
  list: number;
  bytes: number;
  tools: object[];
  sequential: number[];
  perSecond?: number;
  peak?: number;
}

async function one({ command, call }: Contestant, calls: number): Promise<Sample> {
  const program = await Program.start(command);
  try {
    const sequential: number[] = [];
    let perSecond: number | undefined;
    if (call !== undefined) {
      for (let i = 0; i < 10; i++) await program.call(call.tool, call.args);
      for (let i = 0; i < calls; i++) sequential.push(await program.call(call.tool, call.args));
      perSecond = await throughput(program, call, calls);
    }
    const peak = program.peakMemory();
    const { initialize, list } = program.times;
    return {
      initialize,
      list,
      bytes: program.listBytes,
      tools: program.tools,
      sequential,
      ...(perSecond !== undefined && { perSecond }),
      ...(peak !== undefined && { peak }),
    };
  } finally {
    await program.stop();
  }
}

async function throughput(
  program: Program,
  { tool, args }: NonNullable<Contestant['call']>,
  calls: number,
): Promise<number> {
  let left = calls * 4;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) await program.call(tool, args);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (calls * 4 * 1000) / (performance.now() - started);
}

function summary(name: string, samples: Sample[]): Figures {
  const of = (pick: (s: Sample) => number | undefined) =>
    median(samples.map(pick).filter((n): n is number => n !== undefined));
  const sequential = samples.flatMap((s) => s.sequential).sort((a, b) => a - b);
  const perSecond = of((s) => s.perSecond);
  const peak = of((s) => s.peak);
  return {
    name,
    initializeMs: of((s) => s.initialize) ?? 0,
    listMs: of((s) => s.list) ?? 0,
    listBytes: samples[0]?.bytes ?? 0,
    listTokens: tokensOf(JSON.stringify({ tools: samples[0]?.tools ?? [] })),
    tools: samples[0]?.tools.length ?? 0,
    ...(sequential.length > 0 && { p50Ms: quantile(sequential, 0.5), p99Ms: quantile(sequential, 0.99) }),
    ...(perSecond !== undefined && { callsPerSecond: perSecond }),
    ...(peak !== undefined && { peakMiB: peak }),
  };
}

function median(values: number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : quantile(sorted, 0.5);
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
