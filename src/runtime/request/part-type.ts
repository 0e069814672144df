/** Which Content-Type and file name a binary part gets. */

/** First bytes (Latin-1) of the formats that APIs tell apart, and the extension of each type. */
const KNOWN: { type: string; extension: string; magic?: RegExp }[] = [
  { type: 'image/png', extension: 'png', magic: /^\x89PNG/ },
  { type: 'image/jpeg', extension: 'jpg', magic: /^\xFF\xD8\xFF/ },
  { type: 'image/gif', extension: 'gif', magic: /^GIF8/ },
  { type: 'image/webp', extension: 'webp', magic: /^RIFF[\s\S]{4}WEBP/ },
  { type: 'application/pdf', extension: 'pdf', magic: /^%PDF-/ },
  { type: 'application/zip', extension: 'zip', magic: /^PK\x03\x04/ },
  { type: 'audio/mpeg', extension: 'mp3', magic: /^(ID3|\xFF[\xFB\xF3\xF2])/ },
  { type: 'audio/wav', extension: 'wav', magic: /^RIFF[\s\S]{4}WAVE/ },
  { type: 'audio/ogg', extension: 'ogg', magic: /^OggS/ },
  { type: 'text/csv', extension: 'csv' },
  { type: 'text/plain', extension: 'txt' },
  { type: 'application/json', extension: 'json' },
];

/**
 * The part's type: the one that the description allows; of several (`image/png, image/jpeg`, or a range) the one that the
 * content shows, else the first that is no range. Without a word from the description: the `data:` URL's, else octet-stream.
 */
export function partType(allowed: string | undefined, given: string | undefined, bytes: Uint8Array): string {
  const types = (allowed ?? '')
    .split(',')
    .map((t) => t.trim())
    .filter((t) => t !== '');
  const exact = types.filter((t) => !t.includes('*'));
  if (types.length === 1 && exact[0] !== undefined) return exact[0];
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const shown = given ?? KNOWN.find((k) => k.magic?.test(head))?.type;
  if (types.length === 0) return given ?? 'application/octet-stream';
  const fits = (t: string) =>
    t.toLowerCase() === shown || t === '*/*' || (t.endsWith('/*') && shown?.startsWith(t.slice(0, -1)));
  if (shown && types.some(fits)) return shown;
  return exact[0] ?? 'application/octet-stream';
}

/** `avatar.png`: servers tell a file from a field by its file name, and many tell its format by the extension. */
export function partFilename(name: string, type: string): string {
  const extension = KNOWN.find((k) => k.type === type.toLowerCase())?.extension;
  return extension === undefined ? name : `${name}.${extension}`;
}
