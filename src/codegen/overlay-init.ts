/** A starting overlay for a description (OpenAPI Overlay 1.0): each tool's name and type, and what was omitted, ready to edit. */
import type { Catalogue, Omitted, Tool } from '../catalogue/index.ts';
import { escapeUnseen } from '../text/unseen.ts';

/** @param source the description's file name or URL. @returns YAML text; applied as it is, it changes nothing. */
export function initialOverlay(catalogue: Catalogue, source: string): string {
  const { title } = catalogue.api;
  const lines = [
    'overlay: 1.0.0',
    'info:',
    `  title: ${text(`What we say about ${title}`)}`,
    '  version: 1.0.0',
    `extends: ${text(source)}`,
    '# x-mcp may say: name, title, description, type (Lectura, Escritura), include (false leaves the tool out), deletes (false: it',
    '# does not delete, whatever its name says), question, before, undo, unordered, confirm (none: a write that needs none).',
    `actions:${catalogue.tools.length === 0 ? ' []' : ''}`,
    ...catalogue.tools.flatMap(action),
  ];
  if (catalogue.omitted.length > 0) lines.push('# Omitted:', ...catalogue.omitted.flatMap(omittedAction));
  return `${lines.join('\n')}\n`;
}

function action(tool: Tool): string[] {
  return [
    `  - target: ${text(target(tool))}`,
    '    update:',
    '      x-mcp:',
    `        name: ${tool.name}`,
    `        type: ${tool.type}`,
  ];
}

function omittedAction({ method, path, reason }: Omitted): string[] {
  return [`#  - target: ${text(target({ method, path }))}`, `#    # ${text(reason)}`];
}

/** The normalized path of an operation (RFC 9535, section 2.7). */
function target({ method, path }: { method: string; path: string }): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `$.paths['${escaped}'].${method.toLowerCase()}`;
}

/** JSON strings are YAML: nothing in them can leave the scalar, nor hide in it. */
function text(value: string): string {
  return escapeUnseen(JSON.stringify(value));
}
