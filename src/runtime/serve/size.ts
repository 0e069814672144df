/** How much a client's model reads before anything is asked: the tokens of `tools/list`, estimated. */

/** More tools than this, several clients and models refuse or confuse. */
const MANY_TOOLS = 128;
const MANY_TOKENS = 50_000;
/** Characters of listed JSON for a token: measured on the published descriptions of docs/large-apis.md. */
const CHARACTERS_PER_TOKEN = 4.3;
const SAMPLED = 300;

/** @returns tokens, to two digits: from some of the tools where there are many, since all would cost time at the start. */
export function estimatedTokens<T>(tools: readonly T[], listed: (tool: T) => object): number {
  const step = Math.max(1, Math.floor(tools.length / SAMPLED));
  const sample = tools.filter((_, i) => i % step === 0);
  const characters = sample.reduce((sum, tool) => sum + JSON.stringify(listed(tool)).length, 0);
  return Number(((characters / Math.max(1, sample.length)) * (tools.length / CHARACTERS_PER_TOKEN)).toPrecision(2));
}

/** What to tell the person who serves so much; undefined where clients can take it. */
export function sizeWarning(tools: number, tokens: number): string | undefined {
  if (tools <= MANY_TOOLS && tokens <= MANY_TOKENS) return undefined;
  return `${tools} tools, about ${inThousands(tokens)} tokens of tools/list: clients and models will struggle. --discover lists four tools in their place; --tools, --tags and --only choose some; --descriptions short says less`;
}

/** `450,000`. `toLocaleString` would load the tables of every language. */
function inThousands(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
