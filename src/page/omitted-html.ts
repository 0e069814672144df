/** The operations that are no tools, by the reason why. */
import type { Omitted } from '../catalogue/index.ts';
import { type Html, html } from './html.ts';
import type { Words } from './words.ts';

export function omittedPart(omitted: Omitted[], words: Words): Html {
  const reasons = new Map<string, Omitted[]>();
  for (const one of omitted) reasons.set(one.reason, [...(reasons.get(one.reason) ?? []), one]);
  const sorted = [...reasons].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return html`<section class="omitted" id="page.omitted"><h2>${words.omitted} <span class="count">${omitted.length}</span></h2>
<p>${omitted.length === 0 ? words.nothingOmitted : words.omittedLead(omitted.length)}</p>
${sorted.map(
  ([
    reason,
    operations,
  ]) => html`<details${operations.length <= 12 ? html` open` : ''}><summary>${words.reasons(reason)} <span class="count">${operations.length}</span></summary><ul>${operations.map(operationItem)}</ul></details>
`,
)}</section>`;
}

function operationItem({ method, path, operationId }: Omitted): Html {
  return html`<li><code>${method} ${path}</code>${operationId === undefined ? '' : html` <span class="quiet">${operationId}</span>`}</li>`;
}
