// The official TypeScript SDK v1 client against URL: connects, lists, searches, fetches, lists what is not there.
// Prints one JSON object with what it saw.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, query] = process.argv.slice(2);
const client = new Client({ name: 'sitedoor-test', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools(); // also compiles the output schemas, which callTool then checks
const search = await client.callTool({ name: 'search', arguments: { query } });
const first = search.structuredContent.results[0];
const fetched = await client.callTool({ name: 'fetch', arguments: { id: first.id } });
const missing = await client.callTool({ name: 'fetch', arguments: { id: 'no/such/page.html' } });
await client.ping();
console.log(JSON.stringify({
  server: client.getServerVersion(), instructions: client.getInstructions(), tools: tools.map((tool) => tool.name),
  first, textAgrees: JSON.stringify(JSON.parse(search.content[0].text)) === JSON.stringify(search.structuredContent),
  fetched: { title: fetched.structuredContent.title, characters: fetched.structuredContent.text.length },
  missing: { isError: missing.isError, structured: 'structuredContent' in missing },
}));
await client.close();
