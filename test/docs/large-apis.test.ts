/** The sizes of Nuntius' own list in docs/large-apis*.md are those of the list that is served, within a hundredth. */
import { encode } from 'gpt-tokenizer';
import { expect, test } from 'vitest';
import { connect } from '../end-to-end/clients.ts';
import { documentNamed, tableRows } from './documents.ts';

const ROWS = tableRows(documentNamed('docs/large-apis.md').text);
const FIRST = ROWS.findIndex(([served]) => served === 'Nuntius');

test.each([[[]], [['--descriptions', 'short']], [['--discover']]])('serve %s', async (options) => {
  const row = ROWS.slice(FIRST, FIRST + 3).find(([served]) => served?.includes(options.join(' ')));
  const server = await connect('v1 SDK', { args: ['serve', ...options], settings: { NUNTIUS_JOURNAL: 'off' } });
  try {
    const tools = await server.tools();
    const list = JSON.stringify({ tools });
    const [count = 0, bytes = 0, tokens = 0] = (row ?? []).slice(1).map((cell) => Number(cell.replaceAll(',', '')));
    expect(tools).toHaveLength(count);
    expect(Math.abs(Buffer.byteLength(list) / bytes - 1), `${Buffer.byteLength(list)} bytes`).toBeLessThan(0.01);
    expect(Math.abs(encode(list).length / tokens - 1), `${encode(list).length} tokens`).toBeLessThan(0.01);
  } finally {
    await server.close();
  }
});
