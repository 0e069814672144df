/** `nuntius-mcp generate`, measured from outside. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export const PROGRAM = path.resolve('dist/nuntius-mcp.js');

export interface Generation {
  seconds: number;
  peakMiB: number;
}

/** @param out the folder that gets `catalogue.ts`. */
export function generate(spec: string, out: string): Generation {
  const argv = JSON.stringify(['node', PROGRAM, 'generate', '--spec', spec, '--prefix', 'big', '--out', out]);
  const tell = "process.on('exit',()=>require('fs').writeSync(2,String(process.resourceUsage().maxRSS)))";
  const script = `process.argv=${argv};${tell};require(${JSON.stringify(PROGRAM)})`;
  const started = performance.now();
  const { status, stderr } = spawnSync('node', ['-e', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`generate failed: ${stderr}`);
  return { seconds: (performance.now() - started) / 1000, peakMiB: Number(/\d+$/.exec(stderr)?.[0]) / 1024 };
}
