import type { Warning } from '../../catalogue/index.ts';
import { below, isObject, lookup, pointer, segments } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';
import { member, setMember } from './member.ts';
import { collectBody, convertHeader, convertParameter } from './swagger2-parameters.ts';
import { convertSchema } from './swagger2-schema.ts';
import { convertSecurity } from './swagger2-security.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/** What parts of a conversion share. */
export interface Conversion {
  root: JsonObject;
  warn(where: string, message: string): void;
  /** A schema that stands where OpenAPI 3 has no such place gets one among the components; its new reference. */
  hoist(ref: string): string | undefined;
}

/**
 * Swagger 2.0 → OpenAPI 3.0, without changing its input. A part that cannot be understood is taken over as it is, so that it
 * costs its own operation alone.
 *
 * Own code, because no package does: `swagger2openapi` has had no release since 2021 and brings an HTTP client and a command line;
 * `@scalar/openapi-upgrader` wants Node 22, refuses a document for one bad parameter, and loses references to shared bodies.
 *
 * @param source where the document came from: a URL gives the host and scheme that the document leaves out.
 */
export function convertSwagger(root: JsonObject, source: string): { root: JsonObject; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const schemas: JsonObject = {};
  const hoisted = new Map<string, string>();
  const conversion: Conversion = {
    root,
    warn: (where, message) => warnings.push({ where, message }),
    hoist(ref) {
      const known = hoisted.get(ref);
      if (known !== undefined) return known;
      const target = lookup(root, ref);
      if (!isObject(target)) return undefined;
      const base =
        (segments(ref) ?? [])
          .join('_')
          .replace(/[^A-Za-z0-9.-]+/g, '_')
          .replace(/^_+/, '') || 'schema';
      let name = base;
      const definitions = member(root, 'definitions');
      for (
        let i = 2;
        Object.hasOwn(schemas, name) || (isObject(definitions) && Object.hasOwn(definitions, name));
        i++
      ) {
        name = `${base}_${i}`;
      }
      const local = pointer('components', 'schemas', name);
      hoisted.set(ref, local);
      setMember(schemas, name, {});
      setMember(schemas, name, convertSchema(target, conversion));
      return local;
    },
  };

  const result: JsonObject = { openapi: '3.0.4' };
  for (const key of ['info', 'externalDocs', 'tags', 'security']) copyMember(root, result, key);
  for (const key of Object.keys(root)) if (key.startsWith('x-')) copyMember(root, result, key);
  const servers = serversOf(root, root, source);
  if (servers !== undefined) result.servers = servers;
  result.paths = mapOf(member(root, 'paths'), (item, name) =>
    name.startsWith('x-') ? item : convertPathItem(item, pointer('paths', name), conversion, source),
  );
  const components: JsonObject = {};
  const definitions = member(root, 'definitions');
  if (isObject(definitions)) {
    for (const [name, schema] of Object.entries(definitions))
      setMember(schemas, name, convertSchema(schema, conversion));
  }
  const parameters = shared(root, 'parameters', (value) => {
    const place = isObject(value) ? member(value, 'in') : undefined;
    return place === 'body' || place === 'formData' ? undefined : convertParameter(value, '#/parameters', conversion);
  });
  const responses = shared(root, 'responses', (value) => convertResponse(value, root, conversion));
  const security = shared(root, 'securityDefinitions', convertSecurity);
  for (const [key, value] of Object.entries({ schemas, parameters, responses, securitySchemes: security })) {
    if (Object.keys(value).length > 0) components[key] = value;
  }
  if (Object.keys(components).length > 0) result.components = components;
  return { root: result, warnings };
}

function convertPathItem(item: Json, where: string, conversion: Conversion, source: string): Json {
  if (!isObject(item)) return item;
  const result: JsonObject = {};
  const inherited = listOf(member(item, 'parameters'));
  for (const [key, value] of Object.entries(item)) {
    if (key === 'parameters') {
      result.parameters = inherited
        .map((p, i) => convertParameter(p, below(where, 'parameters', i), conversion))
        .filter((p): p is Json => p !== undefined);
    } else if (METHODS.has(key) && isObject(value)) {
      result[key] = convertOperation(value, inherited, below(where, key), conversion, source);
    } else setMember(result, key, value);
  }
  return result;
}

function convertOperation(
  operation: JsonObject,
  inherited: Json[],
  where: string,
  conversion: Conversion,
  source: string,
): JsonObject {
  const { root } = conversion;
  const result: JsonObject = {};
  const own = listOf(member(operation, 'parameters'));
  for (const [key, value] of Object.entries(operation)) {
    if (key === 'consumes' || key === 'produces' || key === 'schemes' || key === 'requestBody') continue;
    if (key === 'parameters') {
      const kept = own.map((p, i) => convertParameter(p, below(where, 'parameters', i), conversion));
      result.parameters = kept.filter((p): p is Json => p !== undefined);
    } else if (key === 'responses') {
      result.responses = mapOf(value, (response, status) =>
        status.startsWith('x-') ? response : convertResponse(response, operation, conversion),
      );
    } else setMember(result, key, value);
  }
  const consumes = mediaTypes(member(operation, 'consumes') ?? member(root, 'consumes'));
  const body = collectBody(own, inherited, consumes, where, conversion);
  if (body !== undefined) result.requestBody = body;
  const servers = Object.hasOwn(operation, 'schemes') ? serversOf(operation, root, source) : undefined;
  if (servers !== undefined) result.servers = servers;
  return result;
}

function convertResponse(response: Json, holder: JsonObject, conversion: Conversion): Json {
  if (!isObject(response)) return response;
  const ref = member(response, '$ref');
  if (typeof ref === 'string') return { ...response, $ref: ref.replace(/^#\/responses\//, '#/components/responses/') };
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(response)) {
    if (key === 'headers') result.headers = mapOf(value, (header) => convertHeader(header, conversion));
    else if (key !== 'schema' && key !== 'examples' && key !== 'content') setMember(result, key, value);
  }
  const schema = member(response, 'schema');
  const examples = member(response, 'examples');
  const content: JsonObject = {};
  if (schema !== undefined) {
    const file = isObject(schema) && member(schema, 'type') === 'file';
    const produced = mediaTypes(member(holder, 'produces') ?? member(conversion.root, 'produces'));
    const types = produced.length > 0 ? produced : [file ? 'application/octet-stream' : 'application/json'];
    for (const type of types) setMember(content, type, { schema: convertSchema(schema, conversion) });
  }
  if (isObject(examples)) {
    for (const [type, example] of Object.entries(examples)) {
      if (!type.includes('/')) continue;
      const media = member(content, type);
      setMember(content, type, isObject(media) ? { ...media, example } : { example });
    }
  }
  if (Object.keys(content).length > 0) result.content = content;
  return result;
}

/** `schemes`, `host` and `basePath` as servers, https first; what is left out is the document's own (Swagger 2.0, “Swagger Object”). */
function serversOf(holder: JsonObject, root: JsonObject, source: string): Json | undefined {
  const from = /^https?:\/\//i.test(source) && URL.canParse(source) ? new URL(source) : undefined;
  const named = listOf(member(holder, 'schemes')).filter((s) => s === 'http' || s === 'https');
  const schemes = named.length > 0 ? [...new Set(named)].sort().reverse() : [from?.protocol.slice(0, -1) ?? 'https'];
  const hostText = member(root, 'host');
  const host =
    typeof hostText === 'string' && hostText.trim() !== '' ? hostText.trim().replace(/^[a-z]+:\/\//i, '') : from?.host;
  const baseText = member(root, 'basePath');
  const base = typeof baseText === 'string' ? `/${baseText.trim().replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, '') : '';
  if (host === undefined) return base === '' ? undefined : [{ url: base }];
  return schemes.map((scheme) => ({ url: `${String(scheme)}://${host.replace(/\/+$/, '')}${base}` }));
}

function mediaTypes(value: Json | undefined): string[] {
  return listOf(value).filter((type): type is string => typeof type === 'string' && type.includes('/'));
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function mapOf(value: Json | undefined, convert: (item: Json, name: string) => Json): Json {
  if (!isObject(value)) return value ?? {};
  const result: JsonObject = {};
  for (const [name, item] of Object.entries(value)) setMember(result, name, convert(item, name));
  return result;
}

function shared(root: JsonObject, section: string, convert: (item: Json) => Json | undefined): JsonObject {
  const result: JsonObject = {};
  const map = member(root, section);
  if (!isObject(map)) return result;
  for (const [name, item] of Object.entries(map)) {
    const converted = convert(item);
    if (converted !== undefined) setMember(result, name, converted);
  }
  return result;
}

function copyMember(from: JsonObject, to: JsonObject, key: string): void {
  const value = member(from, key);
  if (value !== undefined) setMember(to, key, value);
}
