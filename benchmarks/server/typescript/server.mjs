// An MCP server built with the official TypeScript SDK, stateless over Streamable HTTP, as its examples build one.
//   node server.mjs --index FOLDER --port N [--sdk v1|v2] [--fixed] [--workers N]
//   node server.mjs --index FOLDER --time QUESTIONS       no server: the time of each search in process, as JSON
// --fixed answers every call with the answer to one question, so that the SDK's own cost shows. --workers N shares the
// port among N processes. Prints "ready" when it listens.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import * as z from 'zod/v4';
import { openCorpus } from './corpus.mjs';

const { values: options } = parseArgs({
  options: {
    index: { type: 'string' },
    port: { type: 'string' },
    sdk: { type: 'string', default: 'v2' },
    fixed: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    time: { type: 'string' },
  },
});

const TOOL = {
  title: 'Search the site',
  description: 'Finds the pages of this site that answer a question.',
  inputSchema: z.object({ query: z.string(), limit: z.number().int().min(1).max(50).optional() }),
  outputSchema: z.object({
    results: z.array(z.object({
      id: z.string(), title: z.string(), url: z.string(), text: z.string(), heading_path: z.array(z.string()).optional(),
    })),
  }),
  annotations: { readOnlyHint: true },
};

async function answerer() {
  const corpus = await openCorpus(options.index);
  if (!options.fixed) return ({ query, limit = 10 }) => corpus.search(query, limit);
  const fixed = corpus.search('how do I install an extension module on Windows', 10);
  return () => fixed;
}

function serverWith(McpServer, answer) {
  const server = new McpServer({ name: 'benchmark', version: '1.0.0' });
  server.registerTool('search', TOOL, async (input) => {
    const structuredContent = answer(input);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  });
  return server;
}

async function listenV1(answer, port) {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const { createMcpExpressApp } = await import('@modelcontextprotocol/sdk/server/express.js');
  const app = createMcpExpressApp();
  app.post('/mcp', async (req, res) => {
    const server = serverWith(McpServer, answer);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    res.on('close', () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  await new Promise((resolve) => app.listen(port, '127.0.0.1', resolve));
}

async function listenV2(answer, port) {
  const { McpServer, createMcpHandler } = await import('@modelcontextprotocol/server');
  const { localhostHostValidation, localhostOriginValidation, toNodeHandler } = await import('@modelcontextprotocol/node');
  const validateHost = localhostHostValidation();
  const validateOrigin = localhostOriginValidation();
  const handle = toNodeHandler(createMcpHandler(() => serverWith(McpServer, answer), { responseMode: 'json' }));
  const server = createServer((req, res) => {
    if (validateHost(req, res) && validateOrigin(req, res)) handle(req, res);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

// Microseconds by the clock (a thread's CPU time comes in steps of 4 ms here); the first rounds warm up.
async function timeSearches(questions, rounds = 40, warm_up = 10) {
  const corpus = await openCorpus(options.index);
  const times = [];
  for (let round = -warm_up; round < rounds; round++) {
    for (const question of questions) {
      const before = performance.now();
      corpus.search(question, 10);
      if (round >= 0) times.push((performance.now() - before) * 1e3);
    }
  }
  console.log(JSON.stringify(times));
}

const workers = Number(options.workers);
if (options.time) {
  await timeSearches(readFileSync(options.time, 'utf8').trim().split('\n'));
} else if (cluster.isPrimary && workers > 1) {
  let listening = 0;
  cluster.on('listening', () => {
    if (++listening === workers) console.log('ready');
  });
  for (let i = 0; i < workers; i++) cluster.fork();
} else {
  const listen = options.sdk === 'v1' ? listenV1 : listenV2;
  await listen(await answerer(), Number(options.port));
  if (cluster.isPrimary) console.log('ready');
}
