/** operationIds that are names already, and what is left of the others once frameworks' additions are taken off. */

import {
  ARTICLES,
  COMPOUNDS,
  isAction,
  METHOD_WORDS,
  NOISE_SEGMENT,
  VERBS,
} from '../../catalogue/language/vocabulary.ts';
import { stem, withoutRepeats, wordsOf } from '../../catalogue/language/words.ts';
import type { NameWords } from './compose.ts';
import type { PathWords } from './path-words.ts';

/** `issues/add-labels`, `gmail.users.list`, `VirtualMachines_Restart`: an id that is a name already. */
export function namespaced(id: string): NameWords | undefined {
  const separated =
    /^[A-Za-z][\w-]*(?:[./][A-Za-z][\w-]*)+$/.test(id) || /^[A-Z][A-Za-z0-9]*_[A-Z][A-Za-z0-9]*$/.test(id);
  if (!separated || /Controller/.test(id)) return undefined;
  const parts = id.split(/[./_](?=[A-Za-z])/).map((p) => wordsOf(p).filter((w) => !ARTICLES.has(w)));
  const slashed = id.split(/[./]/).map((p) => wordsOf(p).filter((w) => !ARTICLES.has(w)));
  const [first, ...others] = /[./]/.test(id) ? slashed : parts;
  if (first === undefined || METHOD_WORDS.has(first[0] ?? '') || VERBS.has(first.join(' '))) return undefined;
  if (!/[./]/.test(id) && !isAction(others[0]?.[0])) return undefined;
  const spaces = [first, ...others.slice(0, -1)].filter(
    (ws, i, all) => i === 0 || !(NOISE_SEGMENT.test(ws.join('')) || stems(ws) === stems(all[i - 1] ?? [])),
  );
  const resource = withoutRepeats(
    spaces.flat().filter((w, i, all) => !(i === 0 && all.length > 1 && NOISE_SEGMENT.test(w))),
  );
  const action = others.at(-1) ?? [];
  const whole = COMPOUNDS.get(action.join(' '));
  if (whole !== undefined) return { resource, action: [whole] };
  const [verb, ...object] = action;
  const repeats = object.length > 0 && stems(object) === stems(resource.slice(-object.length));
  const stutters = action.length > 1 && verb === resource.at(-1);
  return { resource, action: repeats && verb !== undefined ? [verb] : stutters ? object : action };
}

const stems = (words: string[]) => words.map(stem).join();

/** Words of an operationId without what frameworks add: `LeadsController_`, `…UsingPOST_1`, FastAPI's path and method. */
export function idWords(id: string, path: PathWords): string[] {
  const own = id.replace(/^.*Controller[_.#:]+/, '').replace(/Using(?:GET|HEAD|POST|PUT|PATCH)(?:_\d+)?$/, '');
  const words = wordsOf(own);
  const written = [...path.dropped, ...pathText(path)];
  if (!/__(?:get|head|post|put|patch)$/.test(own) && words.at(-1) !== 'post' && words.at(-1) !== 'get') return words;
  for (const tail of [written, pathText(path)]) {
    const at = words.length - 1 - tail.length;
    if (at > 0 && tail.length > 0 && sorted(words.slice(at, -1)) === sorted(tail)) return words.slice(0, at);
  }
  return words;
}

const sorted = (words: string[]) => [...words].sort().join(' ');
export const pathText = (path: PathWords) => [...path.segments.flatMap((s) => s.words), ...path.parameters.flat()];
