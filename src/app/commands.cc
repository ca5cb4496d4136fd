#include <algorithm>

#include "app/command.h"

namespace sitedoor::app {

std::span<const Command> CommandTable() {
  // In the order in which somebody meets them.
  static const std::vector<Command> table{
      {.name = "init",
       .arguments = "FOLDER",
       .most_arguments = 1,
       .summary = "look at a folder of built HTML and write a commented sitedoor.toml",
       .description =
           "Finds the pages, the site's name and its address, and writes sitedoor.toml in the "
           "current folder.\n"
           "FOLDER is the built site, or the project that builds it (MkDocs, Sphinx, Hugo, "
           "Docusaurus, Jekyll and\n"
           "others are recognised, and their output folder is taken). It never asks anything.",
       .examples = "sitedoor init public\nsitedoor init ~/my-mkdocs-project",
       .options = {{"--force", "", "overwrite a sitedoor.toml that is there"},
                   {"--keyword-only", "",
                    "keyword search only, which is all that this version has"}},
       .run = RunInit,
       .needs = Command::Settings::kDefaults},
      {.name = "build",
       .arguments = "[FOLDER]",
       .most_arguments = 1,
       .summary = "read the site, check the guards, and make a new index live",
       .description = "Reads every page below the folder (FOLDER, --source or source.folder), "
                      "writes a new generation under\n"
                      "the index folder and makes it live by one rename: a server that is running "
                      "picks it up, and a build\n"
                      "that is stopped or refused leaves the old index as it is. Single pages that "
                      "fail are reported and do\n"
                      "not stop the build. Exit code 1 when a guard refused the result.",
       .examples = "sitedoor build public\n"
                   "sitedoor build --source public --exclude '**/drafts/' --base-url "
                   "https://example.com/docs/",
       .options = {{"--json", "", "print the report as JSON"},
                   {"--quiet", "", "no progress and no report"}},
       .run = RunBuild},
      {.name = "search",
       .arguments = "\"WORDS\"",
       .most_arguments = 1'000,
       .summary = "ask the index",
       .description = "Prints the best pages with their best passages. Words in \"quotes\" must "
                      "stand together. Exit code 1\n"
                      "when nothing was found. After -- words may start with a dash.",
       .examples = "sitedoor search \"how do I read a file line by line\"\n"
                   "sitedoor search --json --top 3 asyncio.gather\n"
                   "sitedoor search -- --with-openssl\n"
                   "sitedoor search --batch queries.jsonl --run out.trec",
       .options = {{"--json", "", "print what GET /api/search returns"},
                   {"--explain", "", "show which terms gave each hit its score"},
                   {"--language", "TAG", "only pages in this language"},
                   {"--path", "PREFIX", "only pages whose id starts with this"},
                   {"--batch", "FILE",
                    "read queries from JSON lines {\"_id\", \"text\"}; - is stdin"},
                   {"--run", "FILE", "write the batch's answers as a TREC run; - is stdout"}},
       .run = RunSearch},
      {.name = "fetch",
       .arguments = "ID-OR-URL",
       .most_arguments = 1,
       .summary = "print a page of the index as Markdown",
       .description = "Takes a page's id, an alias or its full URL. With an anchor it prints from "
                      "that heading or place on,\n"
                      "as agents get it; without, the whole page, however long. Exit code 1 when "
                      "the index has no such page.",
       .examples = "sitedoor fetch library/asyncio.html\n"
                   "sitedoor fetch https://example.com/docs/install#windows\n"
                   "sitedoor fetch --offset 0 library/asyncio.html",
       .options =
           {{"--offset", "BYTES",
             "print the one part that an agent gets from this offset on, whatever the anchor; 0 is "
             "its first"},
            {"--json", "",
             "print all that is known of the page as JSON, whole whatever the anchor; with "
             "--offset, the agent's answer"}},
       .run = RunFetch},
      {.name = "extract",
       .arguments = "[FILE or -]",
       .most_arguments = 1,
       .summary = "one page's HTML to Markdown, without an index",
       .description =
           "Reads the file, or stdin. The page's URL (--url or the variable PAGE_URL) makes its "
           "links absolute;\n"
           "PAGE_CHARSET names the encoding that HTTP gave it. --batch answers JSON lines\n"
           "{\"id\", \"path\", \"url\", \"charset\"} with {\"id\", \"out\", \"ms\", \"err\"}, one "
           "process for all.",
       .examples = "curl -s https://example.com/ | sitedoor extract - --url https://example.com/\n"
                   "sitedoor extract page.html --format json",
       .options = {{"--url", "URL", "where the page is from"},
                   {"--format", "FORMAT", "markdown, text or json", "markdown|text|json"},
                   {"--explain", "", "show on stderr how the content was chosen"},
                   {"--batch", "", "read JSON lines on stdin"}},
       .run = RunExtract},
      {.name = "serve",
       .arguments = "",
       .most_arguments = 0,
       .summary = "answer agents over MCP and programs over HTTP",
       .description =
           "Serves the index: POST /mcp (Model Context Protocol), GET /api/search, GET "
           "/healthz. Looks for a new\n"
           "index every --poll and swaps to it without a failed request. --stdio speaks "
           "MCP on stdin and stdout\n"
           "instead. Listens on loopback only unless told otherwise. SIGTERM, SIGINT "
           "and SIGHUP end it cleanly\n(SIGHUP not where it is ignored, as under nohup).",
       .examples = "sitedoor serve\n"
                   "claude mcp add --transport http docs http://127.0.0.1:8080/mcp\n"
                   "sitedoor serve --listen 0.0.0.0:8080 --public-url https://mcp.example.com\n"
                   "claude mcp add docs -- sitedoor serve --stdio --index /path/to/index",
       .options = {{"--stdio", "", "speak MCP on stdin and stdout"}},
       .run = RunServe},
      {.name = "healthcheck",
       .arguments = "",
       .most_arguments = 0,
       .summary = "ask a running server whether it is well",
       .description =
           "Asks /healthz of the server that these settings start (--listen, server.listen or the "
           "variable), over\n"
           "plain HTTP and on loopback where it listens on every address. Exit code 0 when its "
           "index is loaded and\n"
           "whole, 1 with a line that says why when not, or when no answer came within 5 s.",
       .examples = "sitedoor healthcheck\n"
                   "sitedoor healthcheck --config /etc/sitedoor/sitedoor.toml\n"
                   "sitedoor healthcheck --url http://127.0.0.1:9090",
       .options = {{"--url", "URL", "the server's address, in place of the settings'"}},
       .run = RunHealthcheck,
       .needs = Command::Settings::kAsTheyAre},
      {.name = "report",
       .arguments = "",
       .most_arguments = 0,
       .summary = "what the live index's build saw",
       .description = "Counts, how the content was found, pages that were left out and why, pages "
                      "that failed.",
       .examples = "sitedoor report\nsitedoor report --refused\nsitedoor report --json | jq "
                   "'.pages[] | select(.outcome != "
                   "\"indexed\")'",
       .options = {{"--refused", "",
                    "of the build that a guard refused last, where none went live since"},
                   {"--json", "", "print the whole report, page by page"}},
       .run = RunReport},
      {.name = "rollback",
       .arguments = "[GENERATION]",
       .most_arguments = 1,
       .summary = "make an older generation live again",
       .description = "The one before the live one, or the one that is named. It is verified whole "
                      "first, and gets a\n"
                      "higher sequence number, so that running servers take it.",
       .examples = "sitedoor rollback --list\nsitedoor rollback",
       .options = {{"--list", "", "list the generations that are there, and change nothing"},
                   {"--json", "", "print JSON"}},
       .run = RunRollback},
      {.name = "config",
       .arguments = "show|check",
       .most_arguments = 1,
       .summary = "show every setting with its origin, or check the settings file",
       .description =
           "show prints each setting's value and where it comes from: a flag, a variable, a line "
           "of the\n"
           "file, or the default. check reads file and environment and says all that is wrong with "
           "them; exit\n"
           "code 2 when anything is.",
       .examples =
           "sitedoor config show\nsitedoor config check --config /etc/sitedoor/sitedoor.toml",
       .options = {{"--json", "", "print JSON"}},
       .run = RunConfig,
       .needs = Command::Settings::kAsTheyAre},
      {.name = "completion",
       .arguments = "bash|zsh|fish",
       .most_arguments = 1,
       .summary = "print a completion script for a shell",
       .description = "Completes commands, flags and their fixed values.",
       .examples = "source <(sitedoor completion bash)\nsitedoor completion fish > "
                   "~/.config/fish/completions/sitedoor.fish",
       .options = {},
       .run = RunCompletion,
       .needs = Command::Settings::kDefaults},
      {.name = "help",
       .arguments = "[COMMAND]",
       .most_arguments = 1,
       .summary = "this list, or all that one command takes",
       .description = "Prints what --help prints.",
       .examples = "sitedoor help\nsitedoor help build",
       .options = {},
       .needs = Command::Settings::kDefaults},
      {.name = "docs",
       .arguments = "",
       .most_arguments = 0,
       .summary = "write the generated reference pages",
       .description = "Writes cli.md and settings.md, and sitedoor.1 as a manual page.",
       .examples = "sitedoor docs --to docs/reference",
       .options = {{"--to", "FOLDER", "where to write them"}},
       .run = RunDocs,
       .shown = Command::Shown::kNo,
       .needs = Command::Settings::kDefaults},
  };
  return table;
}

const Command* FindCommand(std::string_view name) {
  const auto table = CommandTable();
  const auto found = std::ranges::find(table, name, &Command::name);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace sitedoor::app
