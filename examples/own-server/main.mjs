/**
 * A shop's own server that serves its API to assistants too: `/orders` is the API, `/mcp` the same as MCP tools, made from
 * shop.yaml. Then an assistant changes an order, without a confirmation and with one; and the back office changes another through
 * the same gate, without MCP. Everything is on this machine, and ends by itself:
 *
 *     npm install && npm run build && node examples/own-server/main.mjs
 */
import { createServer as createHttpServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { buildCatalogue, createServer, createService } from 'nuntius-mcp';

const say = (text) => process.stdout.write(`${text}\n`);

// The shop's API, as it was before.
const orders = { 17: { id: '17', status: 'open' }, 18: { id: '18', status: 'open' } };
const requests = [];
async function api(request, body) {
  requests.push(`${request.method} ${request.url}`);
  const order = orders[request.url.split('/')[2]];
  if (order === undefined) return Response.json({ error: 'no such order' }, { status: 404 });
  if (request.method === 'PATCH') Object.assign(order, JSON.parse(body));
  return Response.json(order);
}

const server = createHttpServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const answer = request.url === '/mcp' ? await mcp.fetch(asFetch(request, body)) : await api(request, body);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;

function asFetch({ method, headers }, body) {
  return new Request(`${url}/mcp`, { method, headers, ...(body !== '' && { body }) });
}

// What is new: the catalogue, the gate in front of it, and an MCP server for each request.
const catalogue = await buildCatalogue(new URL('shop.yaml', import.meta.url));
for (const { method, path, reason } of catalogue.omitted) say(`omitted: ${method} ${path} (${reason})`);
const service = createService(catalogue, { baseUrl: url, confirm: 'flag', journal: 'off' });
const mcp = createMcpHandler(() => createServer(service));

// An assistant.
const client = new Client({ name: 'assistant', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
const { tools } = await client.listTools();
say(`tools: ${tools.map(({ name }) => name).join(', ')}`);

const change = { orderId: '17', status: 'paid' };
const refused = await client.callTool({ name: 'shop_orders_update', arguments: change });
say(`without a confirmation: ${JSON.parse(refused.content[0].text).action_summary}`);
say(`requests to the API: ${requests.length}, order 17 is ${orders[17].status}`);

await client.callTool({ name: 'shop_orders_update', arguments: { ...change, confirm: true } });
say(`confirmed: ${requests.join(', ')}, order 17 is ${orders[17].status}`);
await client.close();

// The back office, with a question of its own: here a person who says yes.
const office = createService(catalogue, { baseUrl: url, confirm: 'strict', journal: 'off' });
const ask = async (question) => {
  say(`asked: ${question.replaceAll('\n', ' ')}`);
  return true;
};
await office.call('shop_orders_update', { orderId: '18', status: 'sent' }, { ask, caller: 'back office' });
say(`order 18 is ${orders[18].status}`);
server.close();
server.closeAllConnections();
