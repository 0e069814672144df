/** Whether an operationId or a path segment says that the operation deletes. */
import { isAction, METHOD_WORDS, MODIFIERS } from '../language/vocabulary.ts';
import { stem, wordsOf } from '../language/words.ts';
import * as V from './vocabulary.ts';

/** The words of an identifier, digits apart: `delete_v2` → delete, v. */
export function deletionWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => word.split(/\d+/).filter((w) => w !== ''));
}

/**
 * For a write: a plain word counts wherever it stands, another where it is the action.
 * @param around words of the resource that the identifier acts on.
 */
export function writeDeletes(text: string, around: string[]): boolean {
  if (hasPlainWord(text)) return true;
  const words = deletionWords(text);
  return (
    runTogether(words) ||
    V.OTHER_SCRIPTS.test(text) ||
    words.some((_, i) => countsAt(words, i, around) && !guarded(words, i)) ||
    movesAway(words) ||
    removesForGood(words)
  );
}

/** For a read: only where the deletion is the action, and nothing after it makes it a report. */
export function readDeletes(text: string): boolean {
  const words = deletionWords(text);
  const i = words.findIndex((w) => V.DELETING.has(w) || isRunTogether(w));
  if (i < 0 || guarded(words, i) || words[i] === 'trash') return V.OTHER_SCRIPTS.test(text);
  const after = words[i + 1] ?? '';
  return isTheAction(words, i) && !V.ABOUT.has(after) && !V.ABOUT_READ.has(after);
}

/** For a read: what takes something away, though it may be given back. */
export function takesAway(text: string): boolean {
  const words = deletionWords(text);
  const i = words.findIndex((w) => V.TAKING_AWAY.has(w));
  const after = words[i + 1] ?? '';
  return i >= 0 && !guarded(words, i) && isTheAction(words, i) && !V.ABOUT.has(after) && !V.ABOUT_READ.has(after);
}

/** `delete` by itself or in camelCase; destroy, purge, erase, wipe and trash between separators. Linear in the text's length. */
function hasPlainWord(text: string): boolean {
  const pieces = text.split(/[^A-Za-z0-9]+/);
  if (pieces.some((piece) => V.PLAIN.has(piece.toLowerCase()))) return true;
  return /(?:^|[a-z0-9])Delete(?![a-z])|(?:^|[^A-Za-z])[Dd]elete(?![a-z])/.test(text);
}

/** `bulkdelete`, `deleteuser`; never undelete, deleted, deleter. */
function isRunTogether(word: string): boolean {
  if (/delete$/.test(word)) return !/undelete$/.test(word);
  return (
    /^(?:bulk|batch|soft|hard|mass|multi|force)?delete[a-z]{2,}$/.test(word) &&
    !/delete(?:d|r|rs)$|deleted(?:items?|users?|records?|messages?|files?|objects?|contacts?|entit\w*)$/.test(word)
  );
}

function runTogether(words: string[]): boolean {
  return words.some((word, i) => isRunTogether(word) && !guarded(words, i));
}

function countsAt(words: string[], i: number, around: string[]): boolean {
  const word = words[i] ?? '';
  const after = words[i + 1] ?? '';
  if (V.DELETIONS.has(word)) return !V.ABOUT.has(after);
  if (!isTheAction(words, i)) return false;
  if (V.DELETING.has(word)) return !V.ABOUT.has(after);
  const own = words.filter((_, n) => n !== i).map(stem);
  const things = own.length > 0 ? own : around.map(stem);
  if (V.EMPTYING.has(word)) return !things.some((t) => V.PASSING.has(t));
  const deleted = V.DELETING_THINGS.get(word);
  return deleted !== undefined && after !== 'password' && [...own, ...around.map(stem)].some((t) => deleted.has(t));
}

/** The id says that the operation looks, or takes a deletion back: `previewPrune`, `getDeletionStatus`. */
export function guards(text: string): boolean {
  return V.GUARDING.has(deletionWords(text)[0] ?? '');
}

/** No other action stands before it: `conversations redact part`, not `create clear border request`. */
function isTheAction(words: string[], i: number): boolean {
  return words
    .slice(0, i)
    .every(
      (w, n) =>
        MODIFIERS.has(w) || (n === 0 && METHOD_WORDS.has(w)) || !isAction(w) || V.DELETIONS.has(w) || V.NAMES.has(w),
    );
}

function guarded(words: string[], i: number): boolean {
  return words.slice(0, i).some((w) => V.GUARDING.has(w));
}

/** `markAsDeleted`, `moveToTrash`, `sendToRecycleBin`. */
function movesAway(words: string[]): boolean {
  const from = words.findIndex((w) => V.MOVING.has(w));
  return from >= 0 && !guarded(words, from) && words.slice(from + 1).some((w) => V.GONE.has(w));
}

/** `permanentlyRemove`, `removeForever`. */
export function removesForGood(words: string[]): boolean {
  const removes = words.findIndex((w) => /^remov(?:e|es|ing)$/.test(w));
  return (
    removes >= 0 &&
    !guarded(words, removes) &&
    words.some((w) => /^(?:permanent|permanently|forever|irreversibly|irrevocably|definitively)$/.test(w))
  );
}
