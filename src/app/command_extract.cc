#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <ranges>
#include <string>
#include <system_error>
#include <vector>

#include "app/command.h"
#include "base/json_text.h"
#include "document/chunker.h"
#include "extract/extract.h"
#include "html/out_of_memory.h"
#include "index/documents_codec.h"
#include "net/url.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostInputBytes = 256u << 20;
constexpr std::size_t kMostRequestBytes = 1 << 20;
constexpr std::size_t kReadBytes = 64 << 10;

enum class Format { kMarkdown, kText, kJson };

Result<Format> FormatFrom(const Invocation& invocation) {
  const std::string name = invocation.Option("--format");
  if (name.empty() || name == "markdown") return Format::kMarkdown;
  if (name == "text") return Format::kText;
  if (name == "json") return Format::kJson;
  return Fail(ErrorCode::kInvalidArgument,
              "--format is \"" + name + "\", but must be markdown, text or json");
}

Result<std::string> ReadAll(const std::string& path) {
  const int descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto failure = [&](int error) {
    return Fail(error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kUnavailable,
                "cannot read " + (path == "-" ? "stdin" : path) + ": " +
                    std::error_code(error, std::generic_category()).message());
  };
  if (descriptor < 0) return failure(errno);
  std::string bytes;
  int error = 0;
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    // A large page is not copied as it grows.
    const auto size = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    bytes.reserve(std::min(size, kMostInputBytes) + kReadBytes);
  }
  while (bytes.size() <= kMostInputBytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kReadBytes);
    const ssize_t got = ::read(descriptor, bytes.data() + size, kReadBytes);
    bytes.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) error = errno;
    if (got <= 0) break;
  }
  if (descriptor != STDIN_FILENO) ::close(descriptor);
  if (error != 0) return failure(error);
  if (bytes.size() > kMostInputBytes)
    return Fail(ErrorCode::kInvalidArgument, path + " is larger than 256 MiB");
  return bytes;
}

std::string Rendered(const extract::Extraction& extraction, Format format) {
  switch (format) {
    case Format::kMarkdown:
      return extraction.document.markdown;
    case Format::kText: {
      std::string text = document::MarkdownToPlainText(extraction.document.markdown).text;
      if (!text.empty() && text.back() != '\n') text += '\n';
      return text;
    }
    case Format::kJson:
      break;
  }
  boost::system::error_code ignored;
  json::value value = json::parse(index::EncodeDocument(extraction.document), ignored);
  if (!value.is_object()) return "{}\n";
  json::object& object = value.get_object();
  const extract::Directives& directives = extraction.directives;
  object["charset"] = extraction.charset;
  object["charset_evidence"] = html::CharsetEvidenceName(extraction.charset_evidence);
  object["directives"] = json::object{
      {"no_index", directives.no_index},
      {"no_follow", directives.no_follow},
      {"canonical_url", directives.canonical_url},
      {"refresh_url", directives.refresh_url},
      {"frame_urls", json::array(directives.frame_urls.begin(), directives.frame_urls.end())}};
  return ToJson(object) + "\n";
}

void Explain(const extract::Extraction& extraction, Console& console) {
  const document::ExtractionRecord& record = extraction.document.extraction;
  console.PrintNote(
      ForTerminal(fmt::format("charset {} ({})", extraction.charset,
                              html::CharsetEvidenceName(extraction.charset_evidence))));
  const auto percent = [](double share) { return static_cast<int>(share * 100 + 0.5); };
  if (!extraction.candidates.empty())
    console.PrintNote("  prose  candidate, in the order of the choice (* chosen)");
  for (const extract::Candidate& candidate : extraction.candidates) {
    console.PrintNote(
        ForTerminal(fmt::format("{}  {:>3}%  {}  ({})", candidate.chosen ? "*" : " ",
                                percent(candidate.score), candidate.path, candidate.reason)));
  }
  if (!extraction.left_out.empty()) console.PrintNote("  chars  largest blocks left out");
  for (const extract::LeftOutBlock& block : extraction.left_out) {
    const bool is_chrome = block.reason == extract::LeftOutBlock::Reason::kChrome;
    console.PrintNote(ForTerminal(
        fmt::format("{:>7}  {}  ({})", block.characters, block.path,
                    is_chrome ? "like navigation or other chrome" : "outside of the content")));
  }
  if (record.excluded_elements > 0)
    console.PrintNote(fmt::format("{} element{} taken out", record.excluded_elements,
                                  record.excluded_elements == 1 ? "" : "s"));
  console.PrintNote(fmt::format(
      "strategy {}; kept {} of {} characters, {} of {} code blocks, {} of {} tables",
      document::StrategyName(record.strategy), record.kept_characters, record.visible_characters,
      record.code_blocks_out, record.code_blocks_in, record.tables_out, record.tables_in));
  for (const std::string& warning : record.warnings) console.PrintWarning(warning);
}

// Nothing on the output must not look as if nothing had happened.
void SayWhyEmpty(const extract::Extraction& extraction, Console& console) {
  for (const std::string& warning : extraction.document.extraction.warnings)
    console.PrintWarning(warning);
  const std::vector<std::string>& frames = extraction.directives.frame_urls;
  if (frames.empty()) return;
  constexpr std::size_t kMostFrames = 5;
  std::string list;
  for (const std::string& frame : frames | std::views::take(kMostFrames))
    list += (list.empty() ? "" : ", ") + frame;
  if (frames.size() > kMostFrames) list += ", ...";
  console.PrintWarning("its text is in frames: " + list);
}

std::string Member(const json::object& object, std::string_view name) {
  const json::value* const value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

// `bytes` are freed on the way.
extract::Page PageOf(std::string& bytes, std::string_view url, std::string_view charset) {
  return {
      .bytes = bytes, .url = url, .transport_charset = charset, .when_bytes_are_read = [&bytes] {
        std::string().swap(bytes);
      }};
}

// One line of --batch. A line that cannot be read is answered too, so that the asker's count stays
// right.
json::object AnswerLine(const std::string& line, Format format,
                        const extract::ExtractOptions& options) {
  json::object answer{{"id", nullptr}, {"out", ""}, {"ms", 0.0}, {"err", nullptr}};
  boost::system::error_code error;
  const json::value value = json::parse(line, error);
  if (error || !value.is_object()) {
    answer["err"] = "not a JSON object";
    return answer;
  }
  const json::object& request = value.get_object();
  if (const json::value* const id = request.if_contains("id")) answer["id"] = *id;
  const std::string path = Member(request, "path"), url = Member(request, "url"),
                    charset = Member(request, "charset");
  const auto start = std::chrono::steady_clock::now();
  if (path.empty() || path == "-") {
    answer["err"] = "\"path\" must name a file";
    return answer;
  }
  if (path.find('\0') != std::string::npos) {
    answer["err"] = "\"path\" has a zero character, and no file's name has";
    return answer;
  }
  auto bytes = ReadAll(path);
  if (!bytes) {
    answer["err"] = bytes.error().message;
  } else if (const auto extraction = extract::ExtractPage(PageOf(*bytes, url, charset), options);
             extraction) {
    answer["out"] = Rendered(*extraction, format);
  } else {
    answer["err"] = extraction.error().message;
  }
  answer["ms"] =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

Result<int> ExtractBatch(Format format, const extract::ExtractOptions& options, Console& console) {
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.size() > kMostRequestBytes)
      return Fail(ErrorCode::kInvalidArgument, "a request is longer than 1 MiB");
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    console.Print(ToJson(AnswerLine(line, format, options)) + "\n");
    RETURN_IF_ERROR(console.Flush());
    if (console.ReaderIsGone()) break;
  }
  return kFine;
}

// A page may be from tomorrow elsewhere.
std::string Tomorrow() {
  const auto tomorrow = std::chrono::system_clock::now() + std::chrono::days(1);
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(tomorrow)));
}

Result<extract::ExtractOptions> OptionsFrom(const Invocation& invocation) {
  extract::ExtractOptions options;
  ASSIGN_OR_RETURN(options.include, extract::PageSelectors::Parse(
                                        invocation.settings.List(Key::kExtractionInclude)));
  ASSIGN_OR_RETURN(options.exclude, extract::PageSelectors::Parse(
                                        invocation.settings.List(Key::kExtractionExclude)));
  options.latest_date = Tomorrow();
  return options;
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no threads yet
  return value == nullptr ? "" : value;
}

}  // namespace

Result<int> RunExtract(const Invocation& invocation, Console& console) {
  html::EndWhenOutOfMemory();
  ASSIGN_OR_RETURN(const Format format, FormatFrom(invocation));
  ASSIGN_OR_RETURN(const extract::ExtractOptions options, OptionsFrom(invocation));
  if (invocation.Has("--batch")) {
    if (!invocation.arguments.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--batch takes its pages from stdin, not from " + invocation.arguments[0]);
    }
    return ExtractBatch(format, options, console);
  }
  const std::string url =
      invocation.Has("--url") ? invocation.Option("--url") : Variable("PAGE_URL");
  if (invocation.Has("--url")) {
    const auto parsed = net::Url::Parse(url);
    if (!parsed || !(parsed->IsHttp() || parsed->Scheme() == "file")) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--url is \"" + url + "\", but must be an absolute http or https URL",
                  "as in: --url https://example.com/page.html");
    }
  }
  const std::string path = invocation.arguments.empty() ? "-" : invocation.arguments[0];
  if (path == "-" && ::isatty(STDIN_FILENO) == 1) {
    console.PrintNote("reading HTML from the terminal; Ctrl-D ends it");
  }
  ASSIGN_OR_RETURN(std::string bytes, ReadAll(path));
  const std::string charset = Variable("PAGE_CHARSET");
  ASSIGN_OR_RETURN(const extract::Extraction extraction,
                   extract::ExtractPage(PageOf(bytes, url, charset), options));
  const std::string out = Rendered(extraction, format);
  console.Print(console.OutputIsTerminal() ? ForTerminal(out) : out);
  if (invocation.Has("--explain")) {
    Explain(extraction, console);
  } else if (extraction.document.markdown.empty()) {
    SayWhyEmpty(extraction, console);
  } else {
    // What was left out of the content is for --explain.
    for (const std::string& warning : extraction.document.extraction.warnings) {
      if (!warning.starts_with("left out ")) console.PrintWarning(warning);
    }
  }
  return kFine;
}

}  // namespace sitedoor::app
