import { below } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';

/** The extension that only our overlays may use. */
export const EXTENSION = 'x-mcp';

/** Keys whose children are named by the API's authors: a property or a header called `x-mcp` is theirs. */
const NAMES = new Set(['properties', 'patternProperties', 'headers', '$defs', 'definitions', 'schemas', 'parameters']);

export interface Survey {
  /** Whether any `$ref` (or discriminator mapping) may point outside the document. */
  external: boolean;
  /** Every object that carries the extension, with its pointer. */
  extended: { object: JsonObject; pointer: string }[];
}

/** One walk over a document, for what has to be known of all of it. */
export function surveyDocument(root: JsonObject): Survey {
  const survey: Survey = { external: false, extended: [] };
  visit(root, '', '', undefined, survey);
  return survey;
}

interface Chain {
  key: string | number;
  above: Chain | undefined;
}

function visit(value: Json, key: string, above: string, chain: Chain | undefined, survey: Survey): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item === 'object' && item !== null) visit(item, '', key, { key: i, above: chain }, survey);
    }
    return;
  }
  const object = value as JsonObject;
  for (const name of Object.keys(object)) {
    const item = object[name];
    if (typeof item === 'string') {
      if (name === '$ref' ? !item.startsWith('#') : key === 'mapping' && looksExternal(item)) survey.external = true;
    }
    if (name === EXTENSION && (!NAMES.has(key) || above === 'additionalOperations')) {
      survey.extended.push({ object, pointer: pointerOf(chain) });
    } else if (typeof item === 'object' && item !== null) visit(item, name, key, { key: name, above: chain }, survey);
  }
}

/** A mapping's value is a component's name or a reference (OpenAPI 3.1, 4.8.25): a name holds none of these. */
export function looksExternal(mapping: string): boolean {
  return !mapping.startsWith('#') && /[/#]|\.(ya?ml|json)$/i.test(mapping);
}

function pointerOf(chain: Chain | undefined): string {
  const keys: (string | number)[] = [];
  for (let link = chain; link !== undefined; link = link.above) keys.unshift(link.key);
  return below('#', ...keys);
}
