/** The JSON text of an answer → the JSON text of the wanted parts, every number as it was written. */
import { parse, stringify } from 'lossless-json';
import { readJson } from '../http/exact-json.ts';
import { select } from './mask.ts';

export interface SelectedText {
  text: string;
  absent: string[];
}

/** @returns undefined where the text is no JSON that can be cut without changing what is left. */
export function selectText(json: string, fields: string): SelectedText | undefined {
  const read = readJson(json);
  if (read.kind === 'invalid') return undefined;
  if (read.kind === 'exact') {
    const { value, absent } = select(read.value, fields);
    return { text: JSON.stringify(value), absent };
  }
  try {
    const { value, absent } = select(parse(json), fields);
    const text = stringify(value);
    return text === undefined ? undefined : { text, absent };
  } catch {
    // Two members of one name: nobody knows which is meant.
    return undefined;
  }
}
