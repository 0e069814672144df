/** What an answer's Content-Type means for showing it, and the text of its bytes. */
import { isJsonMediaType } from '../request/json.ts';

export type Showing = 'json' | 'text' | 'html' | 'image' | 'audio' | 'binary';

/** How an answer is shown. Without a Content-Type the bytes decide. SVG is text: clients show it, few draw it. */
export function showingOf(contentType: string | undefined, body: Uint8Array): Showing {
  const type = essence(contentType);
  if (type === '') return sniff(body);
  if (isJsonMediaType(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  const textual =
    type.startsWith('text/') ||
    /[/+](xml|yaml|x-yaml|csv|javascript|ecmascript|graphql|toml|sql|x-ndjson|ndjson|jsonl|json-seq|x-www-form-urlencoded)$/.test(
      type,
    );
  if (textual) return 'text';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  return 'binary';
}

/** `Text/HTML; charset=x` → `text/html`; empty where there is none, or none that is one. */
export function essence(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type) ? type : '';
}

/**
 * Bytes as text: by a byte order mark, else by the charset that the Content-Type names (WHATWG's names), else as UTF-8.
 * What is malformed, or in a charset that nobody knows, shows U+FFFD rather than fail.
 */
export function textOf(body: Uint8Array, contentType: string | undefined): string {
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1];
  const [a, b] = body;
  const charset = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : (named ?? 'utf-8');
  const decode = decoder(charset);
  return decode.encoding === 'windows-1252' ? windows1252(body) : decode.decode(body);
}

/** Node 20 decodes windows-1252 (which `latin1` and `iso-8859-1` are names of) as if it had no 0x80–0x9F. */
function windows1252(body: Uint8Array): string {
  const text = Buffer.from(body).toString('latin1');
  return text.replace(/[\x80-\x9F]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);
}

const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function decoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}

function sniff(body: Uint8Array): Showing {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (/[\x00-\x08\x0E-\x1A]/.test(text)) return 'binary';
    return /^\s*[[{]/.test(text) && isJson(text) ? 'json' : 'text';
  } catch {
    return 'binary';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
