import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DescriptionError } from '../description-error.ts';
import type { Json } from './document.ts';
import type { Limits } from './limits.ts';
import { parseText } from './parse.ts';
import { type FetchText, isLoopback, type Place, readPath, readUrl } from './read.ts';

/** A file that a description refers to. */
export interface Neighbour {
  /** One for each file: its real path, or its URL. */
  id: string;
  place: Place;
  /** How people see it: relative to the description's folder, or its URL. */
  name: string;
  value: Json;
}

/** The reference that a file's `$ref` means: another file's address (empty: the same file) and a fragment with its `#`. */
export function splitReference(ref: string): { address: string; fragment: string } {
  const hash = ref.indexOf('#');
  return hash === -1 ? { address: ref, fragment: '#' } : { address: ref.slice(0, hash), fragment: ref.slice(hash) };
}

export interface NeighbourRules {
  allowRemoteRefs: boolean;
  fetchText?: FetchText;
  limits: Limits;
}

/**
 * Opens the files beside a description, and none other: inside its folder (links followed first), or, if allowed, on the network.
 * A refusal says nothing of what the file holds, nor whether it is there.
 */
export class Neighbours {
  private readonly known = new Map<string, Promise<Neighbour>>();
  private bytes = 0;
  /** The description's folder; undefined where the description is no file. */
  private readonly folder: string | undefined;

  constructor(
    private readonly main: Neighbour,
    private readonly rules: NeighbourRules,
  ) {
    this.folder = main.place.kind === 'file' ? path.dirname(main.place.path) : undefined;
    this.known.set(main.id, Promise.resolve(main));
  }

  /**
   * @param address a reference without its fragment, as it stands in the file `from`.
   * @throws DescriptionError `forbidden_reference` or `broken_reference`; the message is the reason, to stand after the reference.
   */
  async open(address: string, from: Place): Promise<Neighbour> {
    if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//') || from.kind === 'url') {
      return this.openUrl(address, from);
    }
    return this.openFile(address, from);
  }

  private async openFile(address: string, from: Exclude<Place, { kind: 'url' }>): Promise<Neighbour> {
    const folder = this.folder;
    const relative = decodePath(address);
    if (folder === undefined || from.kind === 'text' || relative.startsWith('/') || /[\\\0]/.test(relative))
      throw outside();
    const wanted = path.resolve(path.dirname(from.path), relative);
    if (!contains(folder, wanted)) throw outside();
    if (this.main.place.kind === 'file' && wanted === this.main.place.path) return this.main;
    const real = await realpath(wanted).catch(() => undefined);
    if (real === undefined) throw new DescriptionError('broken_reference', 'names a file that is not there');
    if (!contains(folder, real)) throw outside();
    if (!(await stat(real)).isFile()) throw new DescriptionError('broken_reference', 'names a file that is not there');
    const name = path.relative(folder, real).split(path.sep).join('/');
    return this.once(real, () => readPath(real, name, this.left()), name, { kind: 'file', path: real });
  }

  private async openUrl(address: string, from: Place): Promise<Neighbour> {
    const base = from.kind === 'url' ? from.href : undefined;
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw outside();
    url.hash = '';
    if (this.known.has(url.href)) return this.known.get(url.href) as Promise<Neighbour>;
    if (!this.rules.allowRemoteRefs) {
      throw new DescriptionError('forbidden_reference', 'points to the network, which --allow-remote-refs would allow');
    }
    const local = isLoopback(url.hostname);
    const fromHere = base === undefined || isLoopback(new URL(base).hostname);
    if (url.protocol === 'http:' && !local) {
      throw new DescriptionError('forbidden_reference', 'points to a server without https');
    }
    if (local && !fromHere) {
      throw new DescriptionError('forbidden_reference', 'points from the network to this machine');
    }
    const place: Place = { kind: 'url', href: url.href };
    return this.once(url.href, () => readUrl(url.href, this.left(), this.rules.fetchText), url.href, place);
  }

  private once(
    id: string,
    read: () => Promise<{ text: string; size: number; place: Place }>,
    name: string,
    place: Place,
  ): Promise<Neighbour> {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    if (this.known.size >= this.rules.limits.files) {
      throw new DescriptionError(
        'too_large',
        `The description is spread over more than ${this.rules.limits.files} files.`,
      );
    }
    const opened = this.parse(id, read, name, place);
    this.known.set(id, opened);
    return opened;
  }

  private async parse(
    id: string,
    read: () => Promise<{ text: string; size: number; place: Place }>,
    name: string,
    place: Place,
  ): Promise<Neighbour> {
    try {
      const found = await read();
      this.bytes += found.size;
      const { value } = await parseText(found.text, name, this.rules.limits);
      // A redirect moves what the file's own references are relative to.
      return { id, place: found.place.kind === 'url' ? found.place : place, name, value };
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error;
      throw new DescriptionError(
        'broken_reference',
        `names a file that cannot be used: ${error.message.replace(/\.$/, '')}`,
      );
    }
  }

  private left(): number {
    return Math.max(0, this.rules.limits.bytes - this.bytes);
  }
}

function contains(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function outside(): DescriptionError {
  return new DescriptionError('forbidden_reference', 'points outside the folder of the description');
}

function decodePath(address: string): string {
  const bare = address.replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
