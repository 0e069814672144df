/** Versions of this program and of Node. */
import type { Check } from './check.ts';

const LEAST_NODE = 20;

export function checkVersions(program: string, node: string, platform: string): Check[] {
  const isNew = Number(node.replace(/^v/, '').split('.')[0]) >= LEAST_NODE;
  return [
    { name: 'program', status: 'ok', message: `nuntius-mcp ${program} on ${platform}` },
    isNew
      ? { name: 'node', status: 'ok', message: node }
      : {
          name: 'node',
          status: 'failed',
          message: `${node} is too old`,
          mend: `Install Node ${LEAST_NODE} or newer`,
        },
  ];
}
