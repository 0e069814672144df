/**
 * Text from a description, made fit to be shown: what cannot be seen, or changes the order in which the rest is seen,
 * is removed. The description is untrusted: hidden text could speak to the assistant behind the person's back.
 */

/**
 * Removed: C0 and C1 controls (but tab and newline), zero-width space, word joiner and other invisible operators, BOM,
 * bidi marks, embeddings and isolates (Unicode UAX #9), interlinear annotations, tag characters and the
 * supplementary variation selectors (both carry hidden ASCII). Zero-width (non-)joiners stay: Persian and emoji need them.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
const LINE_ENDS = /\r\n?|\u2028|\u2029/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Whether anything at all may need doing; most text needs nothing. */
const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/;

/** `text` as well-formed Unicode with `\n` line ends and without control, invisible and bidi characters. */
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(LINE_ENDS, '\n').replace(UNSEEN, '').replace(LONE_SURROGATE, '\ufffd');
}

/** The first `limit` UTF-16 units of `text`, the last an ellipsis where it was cut; never half a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
