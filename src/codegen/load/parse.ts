import { DescriptionError } from '../description-error.ts';
import { type Parsed, parseJson } from './json.ts';
import { jsonErrorOffset } from './json-error.ts';
import type { Limits } from './limits.ts';
import { lineAt } from './text.ts';
import { HALF_CHARACTER, repairText } from './well-formed.ts';

/** Broken JSON larger than this is not tried as YAML: reading it so would take many seconds to say the same. */
const YAML_AFTER_JSON = 2 * 1024 * 1024;

/**
 * A file's text as plain data: JSON where it begins like JSON, else YAML (whose flow style also begins with `{`; not where the
 * file is called `.json`).
 *
 * @throws DescriptionError `syntax` or `too_large`, with the line where it is known.
 */
export async function parseText(text: string, name: string, limits: Limits): Promise<Parsed> {
  const parsed = await parse(text, name, limits);
  return HALF_CHARACTER.test(text) ? repairText(parsed) : parsed;
}

async function parse(text: string, name: string, limits: Limits): Promise<Parsed> {
  const likeJson = /^\s*[{[]/.test(text);
  const json = likeJson ? parseJson(text, name, limits) : undefined;
  if (json !== undefined) return json;
  if (likeJson && (text.length > YAML_AFTER_JSON || /\.json$/i.test(name))) throw brokenJson(text, name);
  const { parseYaml } = await import('./yaml.ts');
  if (!likeJson) return parseYaml(text, name, limits);
  try {
    return parseYaml(text, name, limits);
  } catch (error) {
    // `"a": 1` on lines of its own is JSON to whoever wrote it.
    if (
      /^\s*[{[]\s*["}\]]/.test(text) &&
      error instanceof DescriptionError &&
      error.code === 'syntax' &&
      error.pointer === '#'
    ) {
      throw brokenJson(text, name);
    }
    throw error;
  }
}

function brokenJson(text: string, name: string): DescriptionError {
  const offset = jsonErrorOffset(text) ?? 0;
  const line = lineAt(text, offset);
  const column = offset - text.lastIndexOf('\n', offset - 1);
  return new DescriptionError('syntax', `${name}, line ${line}, column ${column}: this is not valid JSON.`, '#', line);
}
