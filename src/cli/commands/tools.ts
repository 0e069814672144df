import { baseUrlOf } from '../../catalogue/base-url.ts';
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import { oneLine } from '../../runtime/one-line.ts';
import { readCatalogue, text } from '../api.ts';
import { plainTable, printJson, shortTable } from '../table.ts';
import { coloursOf } from '../terminal.ts';
import type { Given } from '../usage.ts';

/** `nuntius-mcp tools`: the catalogue as a table, or whole as JSON. */
export async function run(given: Given): Promise<number> {
  const read = await readCatalogue(given);
  const baseUrl = baseUrlOf(read.api.baseUrl, text(given.values['base-url'])) ?? read.api.baseUrl;
  const catalogue = { ...read, api: { ...read.api, ...(baseUrl !== undefined && { baseUrl }) } };
  if (given.values.json === true) printJson(asJson(catalogue));
  else process.stdout.write(asTable(catalogue));
  return 0;
}

/** What everybody reads comes first, in this order; then what the runtime reads besides. */
function asJson({ api, tools, omitted, warnings }: Catalogue) {
  return { api, tools: tools.map(toolAsJson), omitted, warnings };
}

function toolAsJson({ arguments: given, ...tool }: Tool) {
  const { name, title, type, method, path, operationId, description, inputSchema, annotations, body, ...rest } = tool;
  return {
    ...{ name, title, type, method, path, operationId, description, inputSchema, annotations },
    ...(body !== undefined && { requestMediaType: body.mediaType }),
    arguments: given,
    ...(body !== undefined && { body }),
    ...rest,
  };
}

const WARNINGS_SHOWN = 20;

function asTable({ api, tools, omitted, warnings }: Catalogue): string {
  const reads = tools.filter((tool) => tool.type === 'Lectura').length;
  const sections = [
    `${oneLine(`${api.title} ${api.version}`)}: ${tools.length} tools (${reads} Lectura, ${tools.length - reads} Escritura), ${omitted.length} omitted, ${warnings.length} warnings`,
    plainTable(
      tools.map((tool) => [tool.type, tool.name, `${tool.method} ${tool.path}`]),
      { paint: paintType },
    ),
    omitted.length === 0 ? '' : `Omitted:\n${plainTable(omitted.map((o) => [`${o.method} ${o.path}`, o.reason]))}`,
    warningTable(warnings),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** What writes stands out. */
function paintType(shown: string, column: number, cell: string): string {
  if (column !== 0) return shown;
  const { yellow, green } = coloursOf(process.stdout);
  return cell === 'Escritura' ? yellow(shown) : green(shown);
}

/** What was mended or doubted, and where; empty where nothing was. */
export function warningTable(warnings: Catalogue['warnings']): string {
  if (warnings.length === 0) return '';
  const rows = warnings.map(({ where, message }) => [where, message]);
  return `Warnings:\n${shortTable(rows, WARNINGS_SHOWN, 'nuntius-mcp tools --json lists them all')}`;
}
