/**
 * `npm run bundle:mcpb [-- --sandbox] [-- --out FILE]`: dist/ → an MCP Bundle, which a desktop client installs with one click. Holds
 * what the program needs when it runs and nothing else. `--sandbox`: one against the embedded API, to try it out.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENTRY_POINT, manifestFiles, type Package } from './bundle/manifest.ts';
import { pack } from './bundle/pack.ts';
import { servedTools } from './bundle/served-tools.ts';

/** The program, without what one Node compiled of it, and without the library in its folder. */
const PROGRAM = readdirSync('dist', { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.cache'))
  .map(({ name }) => `dist/${name}`);
const FILES = [...PROGRAM, 'LICENSE', 'README.es.md', 'README.md'];
/** The embedded API answers as this says. */
const SANDBOX_FILES = ['openapi/nuntius.yaml'];

const { values } = parseArgs({
  options: { sandbox: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const about = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const made = {
  ...manifestFiles(about, servedTools(), values.sandbox),
  'package.json': { name: about.name, version: about.version, license: about.license },
};
const bundle = pack(
  new Map([
    ...Object.entries(made).map(([name, value]) => [name, asJson(value)] as const),
    ...[...FILES, ...(values.sandbox ? SANDBOX_FILES : [])].map((name) => [name, readFileSync(name)] as const),
  ]),
  new Set([ENTRY_POINT]),
);
const out = values.out ?? `${about.name}${values.sandbox ? '-sandbox' : ''}-${about.version}.mcpb`;
writeFileSync(out, bundle);
process.stdout.write(`${out}: ${(bundle.length / 1e6).toFixed(1)} MB. Open it with your client to install it\n`);

function asJson(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}
