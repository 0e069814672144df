/** A path template may hold a query: what is filled in there is sent, so it is shown. */
import { describe, expect, it } from 'vitest';
import { confirmationRequired } from '../../../src/runtime/gate/answers.ts';
import type { Keeper, Plan } from '../../../src/runtime/gate/decision.ts';
import { preview } from '../../../src/runtime/gate/preview.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { tool } from '../request/tool.ts';

const t = tool({
  path: '/leads?op={op}&mode=full',
  args: [
    { wireName: 'op', in: 'path' },
    { wireName: 'q', in: 'query' },
  ],
});
const args = { op: 'pay all', q: 'x' };
const plan: Plan = { tool: t, args, request: buildRequest(t, args), state: { kind: 'none' } };

describe('a query in the path', () => {
  it('is in the summary', () => {
    const { result } = confirmationRequired(plan, { language: 'en' } as Keeper);
    expect(JSON.stringify(result.content)).toContain("POST /leads?op=pay%20all&mode=full (t_x) with q='x'");
  });

  it('is in the preview', () => {
    expect(preview(plan, 'en').split('\n').at(-1)).toBe('POST /leads?op=pay%20all&mode=full (t_x)');
  });
});

describe('a server of its own', () => {
  const away: Plan = { ...plan, tool: { ...t, path: '/leads/{op}', server: 'https://other.test/v2/' } };

  it('is in the preview', () => {
    expect(preview(away, 'en').split('\n').at(-1)).toBe('POST https\\://other.test/v2/leads/pay%20all (t_x)');
  });
});
