/** How many tools the documents count, and how large docs/large-apis*.md say that Nuntius' list is: as what is served. */
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

test('a client sees two tools more than the API has', async () => {
  const server = await connect('v1 SDK', { args: ['serve', '--sandbox'] });
  try {
    const names = (await server.tools()).map(({ name }) => name);
    const record = ['nuntius_operations_list', 'nuntius_operations_undo'];
    expect(names.filter((name) => record.includes(name)).sort()).toEqual(record);
    for (const file of ['README.md', 'README.es.md', 'docs/faq.md', 'docs/faq.es.md']) {
      const { text } = documentNamed(file);
      expect(text).toMatch(new RegExp(`\\b${names.length}\\b`));
      expect(text).toMatch(new RegExp(`\\b${names.length - 2}\\b`));
      for (const name of record) expect(text).toContain(`\`${name}\``);
    }
  } finally {
    await server.close();
  }
});
