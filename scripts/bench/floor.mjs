// The floor of the measurements: a bare loop that answers JSON-RPC on stdio and calls `fetch`. No SDK, no checks, no gate.
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) if (line.trim() !== '') answer(JSON.parse(line));
});

async function answer({ id, method, params }) {
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: await result(method, params) })}\n`);
}

async function result(method, params) {
  if (method === 'initialize') {
    const serverInfo = { name: 'floor', version: '1' };
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'tools/list') return { tools: [{ name: 'get', inputSchema: { type: 'object' } }] };
  const answer = await fetch(process.env.FLOOR_URL, { headers: { authorization: 'Bearer key' } });
  return { content: [{ type: 'text', text: await answer.text() }] };
}
