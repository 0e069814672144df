import Table from 'cli-table3';
import type { Catalogue } from '../../catalogue/index.ts';
import { readCatalogue } from '../api.ts';
import type { Given } from '../usage.ts';

/** `nuntius-mcp tools`: the catalogue as a table, or whole as JSON. */
export async function run(given: Given): Promise<number> {
  const catalogue = await readCatalogue(given);
  process.stdout.write(
    `${given.values.json === true ? JSON.stringify(asJson(catalogue), null, 2) : asTable(catalogue)}\n`,
  );
  return 0;
}

/** The object of DESIGN §4, its keys in that order. */
function asJson({ api, tools, omitted, warnings }: Catalogue) {
  return {
    api,
    tools: tools.map(({ body, arguments: given, ...tool }) => ({
      ...tool,
      ...(body !== undefined && { requestMediaType: body.mediaType, body }),
      arguments: given,
    })),
    omitted,
    warnings,
  };
}

function asTable({ api, tools, omitted, warnings }: Catalogue): string {
  const reads = tools.filter((tool) => tool.type === 'Lectura').length;
  const count = `${api.title} ${api.version}: ${tools.length} tools (${reads} Lectura, ${tools.length - reads} Escritura), ${omitted.length} omitted, ${warnings.length} warnings`;
  const listed = plainTable(tools.map((tool) => [tool.type, tool.name, `${tool.method} ${tool.path}`]));
  const left =
    omitted.length === 0 ? '' : `\n\nOmitted:\n${plainTable(omitted.map((o) => [`${o.method} ${o.path}`, o.reason]))}`;
  return `${count}\n\n${listed}${left}`;
}

/** Aligned columns, no lines. */
export function plainTable(rows: string[][]): string {
  const none = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  };
  const table = new Table({ chars: none, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...rows);
  return table.toString().replace(/[ \t]+$/gm, '');
}
