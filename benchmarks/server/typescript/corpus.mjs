// The pages and passages of an index folder (docs/reference/index-format.md), searched with MiniSearch.
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import MiniSearch from 'minisearch';

const STOP_WORDS = new Set(
  ('a an and are as at be but by can do does for from has have how i if in into is it its me my not of on or should ' +
   'so such than that the their then there these they this to was what when where which who why will with you').split(' '));

const MOST_CANDIDATES = 200; // chunks that are grouped to pages, as sitedoor's candidates are
const MOST_PASSAGES = 2; // of one page: answers of about the size of sitedoor's

async function* readLines(path) {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) yield JSON.parse(line);
}

// -> { pages, chunks, search(query, limit) }; search returns results of the shape that sitedoor's tool returns.
export async function openCorpus(index) {
  const manifest = JSON.parse(readFileSync(join(index, 'manifest.json'), 'utf8'));
  const folder = join(index, 'generations', manifest.generation);
  const pages = new Map();
  for await (const { id, url, title } of readLines(join(folder, 'pages.jsonl'))) pages.set(id, { id, url, title });
  const engine = new MiniSearch({
    fields: ['title', 'headings', 'text'],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : word;
    },
  });
  const chunks = [];
  for await (const chunk of readLines(join(folder, 'chunks.jsonl'))) {
    const page = pages.get(chunk.document_id);
    const headings = chunk.heading_path ?? [];
    engine.add({ id: chunks.length, title: page.title, headings: headings.join(' '), text: chunk.text });
    chunks.push({ page, ordinal: chunk.ordinal, anchor: chunk.anchor, headings, text: chunk.text });
  }
  return { pages: pages.size, chunks: chunks.length, search: (query, limit) => rank(engine, chunks, query, limit) };
}

function rank(engine, chunks, query, limit) {
  const found = engine.search(query, { boost: { title: 3, headings: 2 } });
  const byPage = new Map();
  for (const { id } of found.slice(0, MOST_CANDIDATES)) {
    const chunk = chunks[id];
    const own = byPage.get(chunk.page);
    if (own) {
      if (own.length < MOST_PASSAGES) own.push(chunk);
    } else if (byPage.size < limit) {
      byPage.set(chunk.page, [chunk]);
    }
  }
  return { results: [...byPage].map(([page, own]) => result(page, own)) };
}

function result(page, [best, ...further]) {
  const passages = [best, ...further].sort((a, b) => a.ordinal - b.ordinal);
  return {
    id: page.id,
    title: page.title,
    url: best.anchor ? `${page.url}#${best.anchor}` : page.url,
    ...(best.headings.length > 0 && { heading_path: best.headings }),
    text: passages.map((passage) => passage.text).join('\n\n'),
  };
}
