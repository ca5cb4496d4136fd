#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <map>

#include "base/json_text.h"
#include "ingest/build.h"
#include "ingest/internal/report_reader.h"

namespace sitedoor::ingest {
namespace {

namespace json = boost::json;

constexpr int kReportFormatVersion = 1;
constexpr std::size_t kMostListed = 10;  // of a kind, in what a person reads

std::string_view KindName(crawl::SkippedEntry::Kind kind) {
  using enum crawl::SkippedEntry::Kind;
  switch (kind) {
    case kExcluded:
      return "excluded";
    case kUnreadable:
      return "unreadable";
    case kTooLarge:
      return "too_large";
    case kSymlinkLoop:
      return "symlink_loop";
    case kOutside:
      return "outside";
    case kNotHtml:
      return "not_html";
    case kEmpty:
      return "empty_file";
    case kBrokenLink:
      return "broken_link";
  }
  return "unknown";
}

json::array Texts(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

bool WasExtracted(const PageReport& page) { return page.outcome != PageOutcome::kFailed; }

json::object PageJson(const PageReport& page) {
  json::object object{
      {"id", page.id}, {"outcome", PageOutcomeName(page.outcome)}, {"detail", page.detail}};
  if (WasExtracted(page)) {
    const document::ExtractionRecord& record = page.extraction;
    object["strategy"] = document::StrategyName(record.strategy);
    object["visible_characters"] = record.visible_characters;
    object["kept_characters"] = record.kept_characters;
    object["code_blocks"] =
        json::object{{"in", record.code_blocks_in}, {"out", record.code_blocks_out}};
    object["tables"] = json::object{{"in", record.tables_in}, {"out", record.tables_out}};
    if (record.excluded_elements > 0) object["excluded_elements"] = record.excluded_elements;
    object["charset"] = page.charset;
    object["charset_evidence"] = page.charset_evidence;
  }
  object["chunks"] = page.chunks;
  object["warnings"] = Texts(page.extraction.warnings);
  return object;
}

struct Sums {
  std::uint64_t chunks = 0, visible = 0, kept = 0, warnings = 0;
  int code_in = 0, code_out = 0, tables_in = 0, tables_out = 0;
  std::map<std::string_view, std::uint64_t> outcomes, strategies, charsets;
};

Sums SumUp(const std::vector<PageReport>& pages) {
  Sums sums;
  for (const PageReport& page : pages) {
    ++sums.outcomes[PageOutcomeName(page.outcome)];
    sums.warnings += page.extraction.warnings.size();
    if (WasExtracted(page)) ++sums.charsets[page.charset];
    if (page.outcome != PageOutcome::kIndexed) continue;
    ++sums.strategies[document::StrategyName(page.extraction.strategy)];
    sums.chunks += page.chunks;
    sums.visible += page.extraction.visible_characters;
    sums.kept += page.extraction.kept_characters;
    sums.code_in += page.extraction.code_blocks_in;
    sums.code_out += page.extraction.code_blocks_out;
    sums.tables_in += page.extraction.tables_in;
    sums.tables_out += page.extraction.tables_out;
  }
  return sums;
}

json::object Counts(const std::map<std::string_view, std::uint64_t>& counts) {
  json::object object;
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

json::object SummaryJson(const BuildReport& report) {
  const Sums sums = SumUp(report.pages);
  return {{"pages_found", report.pages.size()},
          {"outcomes", Counts(sums.outcomes)},
          {"skipped", report.skipped.size()},
          {"chunks", sums.chunks},
          {"strategies", Counts(sums.strategies)},
          {"charsets", Counts(sums.charsets)},
          {"visible_characters", sums.visible},
          {"kept_characters", sums.kept},
          {"code_blocks", json::object{{"in", sums.code_in}, {"out", sums.code_out}}},
          {"tables", json::object{{"in", sums.tables_in}, {"out", sums.tables_out}}},
          {"warnings", sums.warnings}};
}

// The lists of `changes`, as they are named in JSON and for a person.
struct ChangeList {
  std::string_view member, title;
  std::vector<std::string> PageChanges::* ids;
};
constexpr std::array<ChangeList, 5> kChangeLists = {{
    {"added", "new since the last build", &PageChanges::added},
    {"gone", "gone since the last build", &PageChanges::gone},
    {"lost_all_code", "lost all code blocks since the last build", &PageChanges::lost_all_code},
    {"lost_all_tables", "lost all tables since the last build", &PageChanges::lost_all_tables},
    {"lost_half_the_text", "lost half of their text since the last build",
     &PageChanges::lost_half_the_text},
}};

json::object ChangesJson(const PageChanges& changes) {
  json::object object{{"since", changes.since}};
  for (const ChangeList& list : kChangeLists) object[list.member] = Texts(changes.*list.ids);
  return object;
}

std::string CountList(const json::object& counts) {
  std::string list;
  for (const auto& [name, count] : counts) {
    if (!count.is_number()) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", NumberOf(counts, name),
                        std::string_view(name));
  }
  return list;
}

class Description {
 public:
  explicit Description(const json::object& report)
      : report_(report), summary_(ObjectOf(report, "summary")) {}

  std::string Text() {
    Head();
    Pages();
    Changes();
    Skipped();
    for (const json::value& warning : ArrayOf(report_, "warnings")) {
      if (warning.is_string())
        out_ += fmt::format("warning: {}\n", std::string_view(warning.get_string()));
    }
    for (const json::value& refused : ArrayOf(report_, "refused")) {
      if (refused.is_string())
        out_ += fmt::format("refused: {}\n", std::string_view(refused.get_string()));
    }
    return std::move(out_);
  }

 private:
  void Head() {
    const std::string_view url = TextOf(report_, "site_url");
    const std::string_view name = TextOf(report_, "site_name");
    if (!name.empty() && !url.empty()) {
      out_ += fmt::format("{} ({})\n", name, url);
    } else if (!name.empty() || !url.empty()) {
      out_ += fmt::format("{}{}\n", name, url);
    }
    out_ += fmt::format("  built       {} in {:.1f} s\n", TextOf(report_, "built_at"),
                        report_.contains("seconds") && report_.at("seconds").is_number()
                            ? report_.at("seconds").to_number<double>()
                            : 0.0);
    const std::string outcomes = CountList(ObjectOf(summary_, "outcomes"));
    out_ += fmt::format("  pages       {} found{}{}\n", NumberOf(summary_, "pages_found"),
                        outcomes.empty() ? "" : ": ", outcomes);
    out_ += fmt::format("  passages    {}\n", NumberOf(summary_, "chunks"));
    if (const std::string list = CountList(ObjectOf(summary_, "strategies")); !list.empty()) {
      out_ += fmt::format("  content by  {}\n", list);
    }
    const std::uint64_t visible = NumberOf(summary_, "visible_characters");
    const double share = visible == 0
                             ? 0
                             : 100.0 * static_cast<double>(NumberOf(summary_, "kept_characters")) /
                                   static_cast<double>(visible);
    out_ += fmt::format("  text kept   {:.0f} % of {} visible characters\n", share, visible);
    for (const std::string_view name : {"code_blocks", "tables"}) {
      const json::object& counts = ObjectOf(summary_, name);
      if (NumberOf(counts, "in") == 0) continue;
      out_ += fmt::format("  {:<11} {} of {} kept\n", name == "tables" ? "tables" : "code blocks",
                          NumberOf(counts, "out"), NumberOf(counts, "in"));
    }
    if (const std::string list = CountList(ObjectOf(summary_, "charsets"));
        list.find(',') != std::string::npos) {
      out_ += fmt::format("  charsets    {}\n", list);
    }
  }

  void Pages() {
    struct Kept {
      std::string_view id;
      double share;
    };
    std::vector<Kept> worst;
    std::map<std::string_view, std::vector<std::string>> by_outcome;
    std::map<std::string_view, std::vector<std::string_view>> by_warning;
    std::vector<std::string> short_of_code, short_of_tables;
    for (const json::value& value : ArrayOf(report_, "pages")) {
      if (!value.is_object()) continue;
      const json::object& page = value.get_object();
      const std::string_view id = TextOf(page, "id"), outcome = TextOf(page, "outcome");
      const std::uint64_t visible = NumberOf(page, "visible_characters");
      for (const json::value& warning : ArrayOf(page, "warnings")) {
        if (warning.is_string()) by_warning[std::string_view(warning.get_string())].push_back(id);
      }
      if (outcome != PageOutcomeName(PageOutcome::kIndexed)) {
        by_outcome[outcome].push_back(fmt::format("{}: {}", id, TextOf(page, "detail")));
        continue;
      }
      AddShort(short_of_code, id, ObjectOf(page, "code_blocks"));
      AddShort(short_of_tables, id, ObjectOf(page, "tables"));
      if (visible > 0) {
        worst.push_back({id, static_cast<double>(NumberOf(page, "kept_characters")) /
                                 static_cast<double>(visible)});
      }
    }
    for (const auto& [outcome, lines] : by_outcome) List(outcome, lines);
    std::ranges::stable_sort(worst, {}, &Kept::share);
    std::vector<std::string> lines;
    for (const Kept& page : worst) {
      if (page.share >= 0.3 || lines.size() == kMostListed) break;
      lines.push_back(fmt::format("{}: {:.0f} %", page.id, page.share * 100));
    }
    List("least text kept", lines);
    List("code blocks lost", short_of_code);
    List("tables flattened or lost", short_of_tables);
    lines.clear();
    for (const auto& [warning, ids] : by_warning) {
      lines.push_back(
          fmt::format("{}{}: {}", ids.front(),
                      ids.size() == 1 ? "" : fmt::format(" and {} more", ids.size() - 1), warning));
    }
    List("page warnings", lines);
  }

  void Changes() {
    const json::object& changes = ObjectOf(report_, "changes");
    for (const ChangeList& list : kChangeLists) {
      std::vector<std::string> ids;
      for (const json::value& id : ArrayOf(changes, list.member)) {
        if (id.is_string()) ids.emplace_back(id.get_string());
      }
      List(list.title, ids);
    }
  }

  // A page of which less came out than went in.
  static void AddShort(std::vector<std::string>& lines, std::string_view id,
                       const json::object& counts) {
    const std::uint64_t in = NumberOf(counts, "in"), out = NumberOf(counts, "out");
    if (out < in) lines.push_back(fmt::format("{}: {} of {} kept", id, out, in));
  }

  void Skipped() {
    std::map<std::string_view, std::vector<std::string>> by_kind;
    for (const json::value& value : ArrayOf(report_, "skipped")) {
      if (!value.is_object()) continue;
      const json::object& entry = value.get_object();
      by_kind[TextOf(entry, "kind")].push_back(
          fmt::format("{}: {}", TextOf(entry, "path"), TextOf(entry, "reason")));
    }
    for (const auto& [kind, lines] : by_kind) List(kind, lines);
  }

  void List(std::string_view name, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    out_ += fmt::format("{} ({})\n", name, lines.size());
    for (std::size_t i = 0; i < std::min(lines.size(), kMostListed); ++i)
      out_ += fmt::format("  {}\n", lines[i]);
    if (lines.size() > kMostListed)
      out_ += fmt::format("  and {} more\n", lines.size() - kMostListed);
  }

  const json::object& report_;
  const json::object& summary_;
  std::string out_;
};

}  // namespace

std::string_view PageOutcomeName(PageOutcome outcome) {
  switch (outcome) {
    case PageOutcome::kIndexed:
      return "indexed";
    case PageOutcome::kDuplicate:
      return "duplicate";
    case PageOutcome::kNoIndex:
      return "noindex";
    case PageOutcome::kRedirect:
      return "redirect";
    case PageOutcome::kEmpty:
      return "empty";
    case PageOutcome::kFailed:
      return "failed";
    case PageOutcome::kFrames:
      return "frames";
  }
  return "unknown";
}

std::string EncodeReport(const BuildReport& report) {
  json::object object{{"format_version", kReportFormatVersion},
                      {"built_at", report.built_at},
                      {"site_name", report.site_name},
                      {"site_url", report.site_url},
                      {"seconds", std::round(report.seconds * 1000) / 1000},
                      {"summary", SummaryJson(report)},
                      {"warnings", Texts(report.warnings)},
                      {"refused", Texts(report.refused)}};
  if (report.previous) {
    object["previous"] = json::object{{"generation", report.previous->generation},
                                      {"page_count", report.previous->page_count}};
  }
  if (report.changes) object["changes"] = ChangesJson(*report.changes);
  json::array skipped, pages;
  for (const crawl::SkippedEntry& entry : report.skipped) {
    skipped.push_back(json::object{
        {"path", entry.path}, {"kind", KindName(entry.kind)}, {"reason", entry.reason}});
  }
  for (const PageReport& page : report.pages) pages.push_back(PageJson(page));
  object["skipped"] = std::move(skipped);
  object["pages"] = std::move(pages);
  return ToJson(object) + "\n";
}

Result<std::string> DescribeReport(std::string_view report_json) {
  boost::system::error_code error;
  const json::value value = json::parse(report_json, error);
  if (error || !value.is_object())
    return Fail(ErrorCode::kCorruption, "the report is not a JSON object");
  return Description(value.get_object()).Text();
}

}  // namespace sitedoor::ingest
