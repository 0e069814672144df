import { DescriptionError } from '../description-error.ts';
import { isObject } from '../pointer.ts';
import type { Json, JsonObject, OpenApiVersion } from './document.ts';
import { member } from './member.ts';

/** What a file says it is: OpenAPI's dialects, and the one before them. */
export type Dialect = OpenApiVersion | '2.0';

const READABLE = 'This program reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2';

/** Documents that people mistake for descriptions, by the key that marks them. */
const OTHERS: [key: string, what: string][] = [
  ['overlay', 'an overlay; give it with --overlay and the API’s description with --spec'],
  ['arazzo', 'an Arazzo document (workflows); give the description of the API that it uses'],
  ['asyncapi', 'an AsyncAPI document, which describes messages; give an OpenAPI description'],
  ['item', 'perhaps a Postman collection; export it as OpenAPI'],
  ['raml', 'a RAML document; convert it to OpenAPI'],
];

/**
 * The dialect of a description, by its `openapi` or `swagger` field (OpenAPI 3.1, 4.1; Swagger 2.0, “Swagger Object”).
 * An unquoted `3.1` or `2.0`, a number to YAML, is taken as meant.
 *
 * @throws DescriptionError `not_openapi` or `unsupported_version`.
 */
export function dialectOf(value: Json, name: string): { root: JsonObject; dialect: Dialect } {
  if (!isObject(value)) {
    throw new DescriptionError(
      'not_openapi',
      `${name} is no OpenAPI description: it holds ${kindOf(value)}, not an object.`,
    );
  }
  const openapi = versionText(member(value, 'openapi'));
  const swagger = versionText(member(value, 'swagger'));
  if (openapi !== undefined) {
    const minor = /^3\.([012])(?:\.|-|$)/.exec(openapi)?.[1];
    if (minor !== undefined) return { root: value, dialect: `3.${minor}` as OpenApiVersion };
    throw unsupported(name, 'openapi', openapi);
  }
  if (swagger !== undefined) {
    if (/^2(?:\.0)*$/.test(swagger)) return { root: value, dialect: '2.0' };
    throw unsupported(name, 'swagger', swagger);
  }
  const other = OTHERS.find(([key]) => Object.hasOwn(value, key));
  const what = other === undefined ? 'it has neither “openapi” nor “swagger” at the top' : `it is ${other[1]}`;
  throw new DescriptionError('not_openapi', `${name} is no OpenAPI description: ${what}.`);
}

function versionText(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

function unsupported(name: string, field: string, version: string): DescriptionError {
  const shown = version.length > 40 ? `${version.slice(0, 40)}…` : version;
  return new DescriptionError('unsupported_version', `${name} says “${field}: ${shown}”. ${READABLE}.`, `#/${field}`);
}

function kindOf(value: Json): string {
  if (value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
