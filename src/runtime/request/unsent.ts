/**
 * What is given and would not leave: forms, queries and headers have no way to write an empty list, and RFC 6570 leaves null
 * out of them. A person would be shown it and it would not be sent, so a write that holds it is refused.
 */
import type { Argument, PartEncoding, Tool } from '../../catalogue/index.ts';
import { isObject } from '../is-object.ts';
import { isJsonMediaType } from './json.ts';
import { RequestError } from './request-error.ts';

/** @throws RequestError unsent_value, naming the argument */
export function refuseUnsent(tool: Tool, args: Record<string, unknown>): void {
  for (const argument of tool.arguments) {
    if (!Object.hasOwn(args, argument.name) || args[argument.name] === undefined) continue;
    const what = unsent(argument, args[argument.name], tool);
    if (what === undefined) continue;
    throw new RequestError(
      'unsent_value',
      `${argument.name} ${what}, which cannot be written in this request and would not be sent. Leave it out.`,
      argument.name,
    );
  }
}

function unsent(argument: Argument, value: unknown, { body }: Tool): string | undefined {
  if (argument.in === 'header' && value === null) return 'is null';
  if (argument.in === 'query' || argument.in === 'cookie' || argument.in === 'header')
    return argument.contentType === undefined ? lost(value, argument.style === 'deepObject') : undefined;
  if (body?.kind !== 'form' && body?.kind !== 'multipart') return undefined;
  if (argument.in === 'body') return lostOfForm(argument.wireName, value, body);
  if (argument.in !== 'whole-body' || !isObject(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const what = lostOfForm(name, member, body);
    if (what !== undefined) return `has ${name}, which ${what}`;
  }
  return undefined;
}

/** As `formText` and `multipartParts` write a property. */
function lostOfForm(name: string, value: unknown, { kind, parts }: NonNullable<Tool['body']>): string | undefined {
  const encoding: PartEncoding = (parts && Object.hasOwn(parts, name) && parts[name]) || {};
  const { style, explode, allowReserved, contentType, binary } = encoding;
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  if (kind === 'multipart' && binary === true) return value === null ? 'is null' : lostItems(value);
  if (value === null) return undefined;
  if (isStyled) return lost(value, style === 'deepObject');
  if (kind === 'multipart') return Array.isArray(value) && value.length === 0 ? 'is an empty list' : undefined;
  if (contentType !== undefined && isJsonMediaType(contentType)) return undefined;
  return lostItems(value);
}

function lost(value: unknown, isDeep: boolean): string | undefined {
  if (value === null) return 'is null';
  if (!isObject(value)) return Array.isArray(value) && isDeep ? lostDeep(value) : lostItems(value);
  const members = Object.values(value);
  if (members.length === 0) return 'is an empty object';
  if (isDeep) return lostDeep(value);
  return members.includes(null) ? 'holds a null' : undefined;
}

function lostItems(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return 'is an empty list';
  return value.includes(null) ? 'is a list with a null in it' : undefined;
}

function lostDeep(value: object): string | undefined {
  const members = Object.values(value);
  if (members.length === 0) return 'holds an empty list or object';
  for (const member of members) {
    if (member === null) return 'holds a null';
    const what = typeof member === 'object' ? lostDeep(member) : undefined;
    if (what !== undefined) return what;
  }
  return undefined;
}
