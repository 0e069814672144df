/**
 * Body arguments → the body. Flat arguments are put together under their names on the wire; null stays null.
 * No argument: `{}` where the body is required, nothing where it is optional. No file is ever read.
 */
import type { RequestBody, Tool } from '../../catalogue/index.ts';
import { decodeBase64 } from './base64.ts';
import { formText, multipartParts } from './form.ts';
import { jsonText } from './json.ts';
import type { PlannedBody } from './planned-request.ts';
import { RequestError } from './request-error.ts';

/** @throws RequestError missing_body | bad_body | bad_base64 | ambiguous_value | unencodable_value */
export function buildBody(tool: Tool, args: Record<string, unknown>): PlannedBody | undefined {
  const { body } = tool;
  if (body === undefined) return undefined;
  const whole = tool.arguments.find((a) => a.in === 'whole-body');
  const value =
    whole === undefined ? assemble(tool, args) : Object.hasOwn(args, whole.name) ? args[whole.name] : undefined;
  const name = whole?.name ?? 'body';
  if (value === undefined && !body.required) return undefined;
  if (value === undefined && whole !== undefined) {
    throw new RequestError('missing_body', `${name} is missing: ${tool.name} needs a body. Give it.`, name);
  }
  return write(body, value ?? (whole ? null : {}), name, tool);
}

/** The object that the flat arguments make; undefined where none was given. */
function assemble(tool: Tool, args: Record<string, unknown>): Record<string, unknown> | undefined {
  const given = tool.arguments.filter(
    (a) => a.in === 'body' && Object.hasOwn(args, a.name) && args[a.name] !== undefined,
  );
  if (given.length === 0) return undefined;
  const object: Record<string, unknown> = {};
  for (const { name, wireName } of given) {
    // Defined, not assigned: a property may be called `__proto__`.
    Object.defineProperty(object, wireName, {
      value: args[name],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return object;
}

function write(body: RequestBody, value: unknown, name: string, tool: Tool): PlannedBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', text: jsonText(value), value };
    case 'text':
      return { kind: 'text', text: typeof value === 'string' ? value : jsonText(value) };
    case 'binary':
      return { kind: 'binary', bytes: decodeBase64(value, name).bytes };
    case 'form':
      return { kind: 'form', text: formText(properties(value, name), body) };
    case 'multipart': {
      const argumentOf = (property: string) =>
        tool.arguments.find((a) => a.in === 'body' && a.wireName === property)?.name ?? property;
      return { kind: 'multipart', parts: multipartParts(properties(value, name), body, argumentOf) };
    }
  }
}

function properties(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RequestError(
    'bad_body',
    `${name} must be an object: the API takes a form. Give its fields as properties.`,
    name,
  );
}
