import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DescriptionError } from '../description-error.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { decode } from './text.ts';

/** Gets a URL: caps on size and time and the rules for redirects are its own. `url` is where the bytes came from in the end. */
export type FetchText = (url: string) => Promise<{ bytes: Uint8Array; url: string }>;

export interface ReadOptions {
  fetchText?: FetchText;
  limits?: Partial<Limits>;
}

/** What a person names: a path or a URL. Or a text that is there already, and what errors call it. */
export type Source = string | { name: string; text: string };

/** Where a file was found: its real path, or its URL. `text`: nowhere, so no reference can be relative to it. */
export type Place = { kind: 'file'; path: string } | { kind: 'url'; href: string } | { kind: 'text' };

/** One file's text. */
export interface ReadText {
  text: string;
  size: number;
  sha256: string;
  place: Place;
}

/**
 * Reads what a person named: a path, an https URL, or an http URL to this machine; or takes the text that is given.
 *
 * @throws DescriptionError `unreadable` (no such file, not a file, no UTF-8, a URL that may not or cannot be read) or `too_large`.
 */
export async function readSource(source: Source, options: ReadOptions = {}): Promise<ReadText> {
  const limit = options.limits?.bytes ?? DEFAULT_LIMITS.bytes;
  if (typeof source !== 'string') {
    const bytes = Buffer.from(source.text);
    if (bytes.byteLength > limit) throw tooLarge(source.name, bytes.byteLength, limit);
    return textOf(bytes, source.name, { kind: 'text' });
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return readUrl(source, limit, options.fetchText);
  return readPath(source, source, limit);
}

/** What errors call a source. */
export function nameOf(source: Source): string {
  return typeof source === 'string' ? source : source.name;
}

/** Reads a regular file; `name` is what errors call it. */
export async function readPath(file: string, name: string, limit: number): Promise<ReadText> {
  try {
    const real = await realpath(file);
    const about = await stat(real);
    if (!about.isFile()) throw new DescriptionError('unreadable', `${name} is not a file.`);
    if (about.size > limit) throw tooLarge(name, about.size, limit);
    const bytes = await readFile(real);
    if (bytes.byteLength > limit) throw tooLarge(name, bytes.byteLength, limit);
    // References are relative to the folder that the person named, also where the file itself is a link.
    const folder = await realpath(path.dirname(path.resolve(file)));
    return textOf(bytes, name, { kind: 'file', path: path.join(folder, path.basename(file)) });
  } catch (error) {
    if (error instanceof DescriptionError) throw error;
    throw new DescriptionError('unreadable', `${name} cannot be read: ${reason(error)}.`);
  }
}

/** Reads a URL by the function that was given for it. */
export async function readUrl(url: string, limit: number, fetchText: FetchText | undefined): Promise<ReadText> {
  const parsed = allowedUrl(url);
  if (fetchText === undefined) {
    throw new DescriptionError(
      'unreadable',
      `${url} is a URL, which cannot be read here; save it to a file and name that.`,
    );
  }
  let answer: { bytes: Uint8Array; url: string };
  try {
    answer = await fetchText(parsed.href);
  } catch (error) {
    if (error instanceof DescriptionError) throw error;
    throw new DescriptionError('unreadable', `${url} cannot be read: ${reason(error)}.`);
  }
  if (answer.bytes.byteLength > limit) throw tooLarge(url, answer.bytes.byteLength, limit);
  return textOf(answer.bytes, url, { kind: 'url', href: allowedUrl(answer.url).href });
}

/** Whether http may be spoken to that host: it is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function allowedUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) throw new DescriptionError('unreadable', `${url} is not a valid URL.`);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new DescriptionError(
      'unreadable',
      `The URL at ${parsed.host} holds a user name or password; leave them out.`,
    );
  }
  if (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname))) return parsed;
  throw new DescriptionError(
    'unreadable',
    `${url} cannot be read: give a path, an https URL, or an http URL to this machine.`,
  );
}

function textOf(bytes: Uint8Array, name: string, place: Place): ReadText {
  return {
    text: decode(bytes, name),
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    place,
  };
}

function tooLarge(name: string, size: number, limit: number): DescriptionError {
  return new DescriptionError('too_large', `${name} has ${size} bytes; at most ${limit} are read.`);
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
};

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code = (error as NodeJS.ErrnoException).code;
  return (code !== undefined && REASONS[code]) || error.message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
