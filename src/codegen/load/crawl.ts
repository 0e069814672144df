import { DescriptionError } from '../description-error.ts';
import type { Json } from './document.ts';
import { type Neighbour, type NeighbourRules, Neighbours, splitReference } from './neighbours.ts';
import { looksExternal } from './survey.ts';

/** What an address means in a file: another file, or the reason why there is none. */
export type Opened = Neighbour | DescriptionError;

/** Every file that can be reached from a description, by the file that names it and the address it uses. */
export class Crawl {
  private readonly opened = new Map<string, Opened>();

  /** Reads them one after the other, each once. @throws DescriptionError `too_large` only. */
  static async from(main: Neighbour, rules: NeighbourRules): Promise<Crawl> {
    const crawl = new Crawl();
    const neighbours = new Neighbours(main, rules);
    const seen = new Set([main.id]);
    const waiting = [main];
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      for (const address of addressesIn(file.value)) {
        const found = await open(neighbours, address, file);
        crawl.opened.set(keyOf(file, address), found);
        if (found instanceof DescriptionError || seen.has(found.id)) continue;
        seen.add(found.id);
        waiting.push(found);
      }
    }
    return crawl;
  }

  /** The file that `address` names in `file`. */
  open(address: string, file: Neighbour): Opened {
    if (address === '') return file;
    return (
      this.opened.get(keyOf(file, address)) ??
      new DescriptionError('broken_reference', 'names a file that is not there')
    );
  }
}

async function open(neighbours: Neighbours, address: string, file: Neighbour): Promise<Opened> {
  try {
    return await neighbours.open(address, file.place);
  } catch (error) {
    if (error instanceof DescriptionError && error.code !== 'too_large') return error;
    throw error;
  }
}

function keyOf(file: Neighbour, address: string): string {
  return `${file.id}\n${address}`;
}

function addressesIn(root: Json): Set<string> {
  const addresses = new Set<string>();
  const add = (ref: string) => {
    const { address } = splitReference(ref);
    if (address !== '') addresses.add(address);
  };
  const visit = (value: Json, key: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, '');
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        if (typeof item !== 'string') visit(item, name);
        else if (name === '$ref' || (key === 'mapping' && looksExternal(item))) add(item);
      }
    }
  };
  visit(root, '');
  return addresses;
}
