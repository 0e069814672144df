/**
 * `uniqueItems` in one pass (JSON Schema 2020-12, validation, 6.4.3). The validator's own compares each item with each other:
 * twenty thousand objects would hold the whole process for minutes.
 */
import type { ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';
import { canonicalJson } from '../gate/fingerprint.ts';

type Validate = ((wanted: boolean, items: unknown[]) => boolean) & { errors?: Partial<ErrorObject>[] };

const validate: Validate = (wanted, items) => {
  if (!wanted) return true;
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = canonicalJson(item);
    const j = seen.get(text);
    if (j !== undefined) {
      validate.errors = [
        {
          keyword: 'uniqueItems',
          params: { i, j },
          message: `must not have the same item twice (items ${j} and ${i})`,
        },
      ];
      return false;
    }
    seen.set(text, i);
  }
  return true;
};

export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate,
};
