// The official TypeScript SDK v2 client against URL, in MODE legacy | auto | modern.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, query, mode] = process.argv.slice(2);
const client = new Client({ name: 'sitedoor-test', version: '1' }, {
  versionNegotiation: { mode: mode === 'modern' ? { pin: '2026-07-28' } : mode },
});
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
const search = await client.callTool({ name: 'search', arguments: { query } });
const first = search.structuredContent.results[0];
const fetched = await client.callTool({ name: 'fetch', arguments: { id: first.url } });
const missing = await client.callTool({ name: 'fetch', arguments: { id: 'no/such/page.html' } });
console.log(JSON.stringify({
  version: client.getNegotiatedProtocolVersion?.(), tools: tools.map((tool) => tool.name), first,
  instructions: client.getInstructions(),
  fetched: { title: fetched.structuredContent.title, characters: fetched.structuredContent.text.length },
  missing: { isError: missing.isError },
}));
await client.close();
