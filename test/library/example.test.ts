/** The example of a server of one's own, run as its reader runs it: with the built library, by the package's name. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ended, only, ROOT } from '../end-to-end/program.ts';

test('nothing is sent without a confirmation; with one, exactly that', async () => {
  const example = path.join(ROOT, 'examples/own-server/main.mjs');
  const ran = await ended(spawn(process.execPath, [example], { env: only(), stdio: ['ignore', 'pipe', 'pipe'] }));
  expect(ran).toEqual({ code: 0, stderr: '', stdout: expect.any(String) });
  expect(ran.stdout.trimEnd().split('\n')).toEqual([
    'omitted: DELETE /orders/{orderId} (deletes: DELETE is never a tool)',
    'tools: shop_orders_get, shop_orders_update',
    "without a confirmation: PATCH /orders/17 (shop_orders_update) with status='paid'",
    'requests to the API: 0, order 17 is open',
    'confirmed: PATCH /orders/17, order 17 is paid',
    "asked: Update an order: orderId '18'?   status: open → sent This cannot be undone here. PATCH /orders/18 (shop_orders_update)",
    'order 18 is sent',
  ]);
});
