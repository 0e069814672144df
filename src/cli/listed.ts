/** The names of the generated catalogue's tools, one a line: what a shell completes after `call`. */
export async function listedTools(): Promise<string> {
  const { catalogue } = await import('../generated/catalogue.ts');
  return catalogue.tools.map(({ name }) => `${name}\n`).join('');
}
