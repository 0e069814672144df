/** What a server with the generated catalogue lists, each tool in one line: its first sentence, and whether it reads or writes. */
import { catalogue } from '../../src/generated/catalogue.ts';
import { operationsTools } from '../../src/runtime/journal/operations-tools.ts';
import { firstSentence } from '../../src/runtime/serve/short.ts';

export function servedTools(): { name: string; description: string }[] {
  const { list, undo } = operationsTools(catalogue, { readOnly: false, confirm: 'ask' });
  return [...catalogue.tools, list, ...(undo === undefined ? [] : [undo])].map(({ name, type, description }) => ({
    name,
    description: `${firstSentence(description)} Tipo: ${type}`,
  }));
}
