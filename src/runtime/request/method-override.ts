import { isOverrideHeader } from '../../catalogue/deletion.ts';
import type { PlannedRequest } from './planned-request.ts';
import { RequestError } from './request-error.ts';

/**
 * The last guard against a deletion under another method: nothing in the request may ask the API to read it as one
 * (`X-HTTP-Method-Override`, `?_method=DELETE`, a form's `_method`), also where a map takes any name.
 * @throws RequestError method_override
 */
export function refuseMethodOverride({ headers, query, body }: PlannedRequest): void {
  const names = [...headers.map(([name]) => name), ...new URLSearchParams(query).keys(), ...bodyNames(body)];
  const found = names.find(isOverrideHeader);
  if (found === undefined) return;
  throw new RequestError(
    'method_override',
    `"${found}" would make the API read the request as another method. Leave it out.`,
    found,
  );
}

/** The names at the top of a body: frameworks look for an override nowhere else. */
function bodyNames(body: PlannedRequest['body']): string[] {
  if (body?.kind === 'form') return [...new URLSearchParams(body.text).keys()];
  if (body?.kind === 'multipart') return body.parts.map((part) => part.name);
  if (body?.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return [];
  return Object.keys(body.value);
}
