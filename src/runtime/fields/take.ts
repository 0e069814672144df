/** `fields` taken out of a call's arguments, as `confirm` is: it is checked before anything is sent. */
import type { Tool } from '../../catalogue/index.ts';
import type { Problem } from '../validate/problems.ts';
import { FIELDS, takesFields } from './argument.ts';
import { maskProblem } from './mask.ts';

export interface TakenFields {
  /** The API's own arguments. */
  rest: Record<string, unknown>;
  fields?: string;
  problem?: Problem;
}

/** A list of names is read as what it means. */
export function takeFields(tool: Tool, given: Record<string, unknown>): TakenFields {
  if (!Object.hasOwn(given, FIELDS) || !takesFields(tool)) return { rest: given };
  const { [FIELDS]: value, ...rest } = given;
  if (value === null || value === undefined || value === '') return { rest };
  const list = Array.isArray(value) && value.every((name) => typeof name === 'string') ? value.join(',') : value;
  if (typeof list !== 'string') return { rest, problem: { argument: FIELDS, message: 'must be a string' } };
  const fields = list.replace(/\s*([,()/])\s*/g, '$1').trim();
  const message = maskProblem(fields);
  return message === undefined ? { rest, fields } : { rest, problem: { argument: FIELDS, message } };
}
