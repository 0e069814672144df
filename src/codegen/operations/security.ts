/** Security Scheme and Security Requirement Objects (OpenAPI 3.1, 4.8.27 and 4.8.30) → the catalogue's. */
import { isOverrideHeader } from '../../catalogue/deletion.ts';
import type { SecurityRequirements, SecurityScheme, Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import type { Json, JsonObject } from '../load/document.ts';
import { below, isObject } from '../pointer.ts';
import { resolveObject } from './resolve.ts';

export type SecuritySchemes = Record<string, SecurityScheme>;

export function readSecuritySchemes(root: JsonObject, warn: (warning: Warning) => void): SecuritySchemes {
  const schemes: SecuritySchemes = Object.create(null);
  const pointer = '#/components/securitySchemes';
  const declared = isObject(root.components) ? root.components.securitySchemes : undefined;
  if (!isObject(declared)) return schemes;
  for (const [name, entry] of Object.entries(declared)) {
    try {
      schemes[name] = readScheme(resolveObject(root, entry, below(pointer, name), 'a security scheme').value);
    } catch (error) {
      warn({ where: below(pointer, name), message: error instanceof Error ? error.message : String(error) });
      schemes[name] = { type: 'unsupported', scheme: name };
    }
  }
  return schemes;
}

/** A header's name (RFC 9110, 5.1), of a header that says nothing of the connection or of where the request goes. */
function carriesKey(name: string): boolean {
  const own = /^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !own.test(name);
}

function readScheme(value: JsonObject): SecurityScheme {
  const { type, in: location, name, scheme } = value;
  if (
    type === 'apiKey' &&
    typeof name === 'string' &&
    (location === 'header' || location === 'query' || location === 'cookie')
  ) {
    if (isOverrideHeader(name) || (location === 'header' && !carriesKey(name)))
      throw new DescriptionError('invalid_operation', `no key can be sent as the ${location} parameter "${name}"`, '#');
    return { type: 'apiKey', in: location, name };
  }
  if (type === 'http' && typeof scheme === 'string') {
    const http = scheme.toLowerCase();
    if (http === 'basic') return { type: 'basic' };
    return http === 'bearer' ? { type: 'bearer' } : { type: 'unsupported', scheme: `http ${scheme}` };
  }
  if (type === 'openIdConnect') return { type: 'oauth2' };
  if (type === 'oauth2') {
    const flow = isObject(value.flows) ? value.flows.clientCredentials : undefined;
    if (!isObject(flow) || typeof flow.tokenUrl !== 'string') return { type: 'oauth2' };
    return { type: 'oauth2', tokenUrl: flow.tokenUrl };
  }
  return { type: 'unsupported', scheme: String(type) };
}

/**
 * The alternatives of an operation; undefined where it needs no credentials (`security: []`, or nothing said).
 * A requirement of a scheme that the document does not have stays, as an unsupported scheme: it cannot be met.
 */
export function readSecurity(
  own: Json | undefined,
  inherited: Json | undefined,
  schemes: SecuritySchemes,
  pointer: string,
  warn: (warning: Warning) => void,
): SecurityRequirements | undefined {
  const security = own ?? inherited;
  if (security === undefined || security === null) return undefined;
  const where = below(own === undefined || own === null ? '#' : pointer, 'security');
  if (!Array.isArray(security)) warn({ where, message: '"security" is not a list; taken as its one entry' });
  const alternatives: SecurityRequirements = [];
  for (const entry of Array.isArray(security) ? security : [security]) {
    // Taken for "none needed", it would send requests without credentials.
    if (!isObject(entry))
      throw new DescriptionError('invalid_operation', 'a security requirement is not an object', where);
    const needs: Record<string, string[]> = Object.create(null);
    for (const [name, scopes] of Object.entries(entry)) {
      if (!Object.hasOwn(schemes, name)) {
        warn({ where, message: `the security scheme "${name}" is not declared` });
        schemes[name] = { type: 'unsupported', scheme: name };
      }
      needs[name] = Array.isArray(scopes) ? scopes.filter((s) => typeof s === 'string') : [];
    }
    alternatives.push(needs);
  }
  return alternatives.length > 0 ? alternatives : undefined;
}
