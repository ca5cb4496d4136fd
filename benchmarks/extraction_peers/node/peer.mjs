// An extractor of Node.js as one process: a JSON line {"id", "path", "url"} in, {"id", "out", "err"} out.
//
//   node peer.mjs readability-jsdom|readability-linkedom|defuddle-linkedom
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const { Readability } = await import("@mozilla/readability");
const { default: htmlEncodingSniffer } = await import("html-encoding-sniffer");
const { default: TurndownService } = await import("turndown");
const { gfm } = await import("turndown-plugin-gfm");
const { parseHTML } = await import("linkedom");

const decode = (bytes) => new TextDecoder(htmlEncodingSniffer(bytes, { defaultEncoding: "UTF-8" })).decode(bytes);

function articleMarkdown(document) {
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
  turndown.use(gfm);
  const article = new Readability(document).parse();
  return article ? turndown.turndown(article.content) : "";
}

const extractors = {
  "readability-jsdom": async () => {
    const { JSDOM, VirtualConsole } = await import("jsdom");
    return (bytes, url) => {
      // No scripts, nothing loaded from elsewhere, and what style sheets get wrong is not said.
      const dom = new JSDOM(bytes, { url, virtualConsole: new VirtualConsole() });
      const out = articleMarkdown(dom.window.document);
      dom.window.close();
      return out;
    };
  },
  "readability-linkedom": async () => (bytes) => articleMarkdown(parseHTML(decode(bytes)).document),
  "defuddle-linkedom": async () => {
    const { Defuddle } = await import("defuddle/node");
    return async (bytes, url) => {
      const { document } = parseHTML(decode(bytes));
      // useAsync would ask other services for what the page lacks.
      const result = await Defuddle(document, url, { markdown: true, useAsync: false });
      return result.title ? `# ${result.title}\n\n${result.content}` : result.content;
    };
  },
};

function write(text) {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(1, bytes, from);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

for (const name of ["log", "info", "warn", "debug"]) console[name] = console.error;
const extract = await extractors[process.argv[2]]();
for await (const line of createInterface({ input: process.stdin })) {
  const page = JSON.parse(line);
  const answer = { id: page.id, out: "", err: null };
  try {
    answer.out = (await extract(readFileSync(page.path), page.url)) ?? "";
  } catch (error) {
    answer.err = String(error).slice(0, 300);
  }
  write(`${JSON.stringify(answer)}\n`);
}
