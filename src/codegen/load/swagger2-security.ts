import { isObject } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';
import { member, setMember } from './member.ts';

const FLOWS: Record<string, string> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** A Security Scheme Object of Swagger 2.0 as OpenAPI 3.0 writes it; unknown ones are taken over as they are. */
export function convertSecurity(scheme: Json): Json {
  if (!isObject(scheme)) return scheme;
  const type = member(scheme, 'type');
  if (type === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  const flow = member(scheme, 'flow');
  if (type !== 'oauth2' || typeof flow !== 'string' || !Object.hasOwn(FLOWS, flow)) return scheme;
  const result: JsonObject = {};
  const details: JsonObject = {};
  for (const [key, value] of Object.entries(scheme)) {
    if (key === 'authorizationUrl' || key === 'tokenUrl' || key === 'scopes') details[key] = value;
    else if (key !== 'flow') setMember(result, key, value);
  }
  details.scopes ??= {};
  result.flows = { [FLOWS[flow] as string]: details };
  return result;
}
