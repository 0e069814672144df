import * as z from 'zod';
import { nearest } from '../../text/nearest.ts';
import { DescriptionError } from '../description-error.ts';
import type { JsonObject } from '../load/document.ts';
import { EXTENSION } from '../load/survey.ts';
import { below } from '../pointer.ts';
import { issueText } from './issue.ts';
import type { OperationExtension } from './operation-extension.ts';

const text = z.string().min(1);

const extension = z.strictObject({
  name: text.optional(),
  title: text.optional(),
  description: text.optional(),
  type: z.enum(['Lectura', 'Escritura']).optional(),
  include: z.boolean().optional(),
  deletes: z.literal(false).optional(),
  question: z.union([text, z.strictObject({ en: text, es: text.optional() })]).optional(),
  before: text.optional(),
  unordered: z.array(text).optional(),
  undo: text.optional(),
  confirm: z.literal('none').optional(),
});

/**
 * What our overlay says about an operation; undefined where it says nothing.
 *
 * @param pointer of the operation.
 * @throws DescriptionError `invalid_overlay`: an unknown key, named with the nearest known one, or a value of the wrong kind.
 */
export function operationExtension(operation: JsonObject, pointer: string): OperationExtension | undefined {
  if (!Object.hasOwn(operation, EXTENSION)) return undefined;
  const result = extension.safeParse(operation[EXTENSION]);
  if (result.success) return result.data as OperationExtension;
  const [issue] = result.error.issues;
  const where = below(pointer, EXTENSION, ...((issue?.path ?? []) as (string | number)[]));
  const what = issueText(issue, (key) => nearest(key, Object.keys(extension.shape)));
  throw new DescriptionError('invalid_overlay', `The overlay’s ${EXTENSION} at ${where} is not valid: ${what}.`, where);
}
