#include "ingest/internal/changes.h"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <unordered_map>

#include "ingest/internal/report_reader.h"

namespace sitedoor::ingest {
namespace {

namespace json = boost::json;

// A page with less text than this may well lose half of it by an edit.
constexpr std::uint64_t kLeastCompared = 500;

struct Kept {
  std::uint64_t characters = 0, code_blocks = 0, tables = 0;
};

std::unordered_map<std::string_view, Kept> KeptBefore(const json::object& report) {
  std::unordered_map<std::string_view, Kept> kept;
  for (const json::value& value : ArrayOf(report, "pages")) {
    if (!value.is_object()) continue;
    const json::object& page = value.get_object();
    if (TextOf(page, "outcome") != PageOutcomeName(PageOutcome::kIndexed)) continue;
    kept[TextOf(page, "id")] = {NumberOf(page, "kept_characters"),
                                NumberOf(ObjectOf(page, "code_blocks"), "out"),
                                NumberOf(ObjectOf(page, "tables"), "out")};
  }
  return kept;
}

}  // namespace

Result<PageChanges> CompareWithLast(std::string_view generation, std::string_view last_report,
                                    const std::vector<PageReport>& pages) {
  json::monotonic_resource memory;
  boost::system::error_code error;
  const json::value last = json::parse(last_report, error, &memory);
  if (error || !last.is_object())
    return Fail(ErrorCode::kCorruption, "the last build's report is not a JSON object");
  std::unordered_map<std::string_view, Kept> before = KeptBefore(last.get_object());

  PageChanges changes;
  changes.since = generation;
  for (const PageReport& page : pages) {
    if (page.outcome != PageOutcome::kIndexed) continue;
    const auto found = before.find(page.id);
    if (found == before.end()) {
      changes.added.push_back(page.id);
      continue;
    }
    const Kept& kept = found->second;
    if (kept.code_blocks > 0 && page.extraction.code_blocks_out == 0)
      changes.lost_all_code.push_back(page.id);
    if (kept.tables > 0 && page.extraction.tables_out == 0)
      changes.lost_all_tables.push_back(page.id);
    if (kept.characters >= kLeastCompared && page.extraction.kept_characters < kept.characters / 2)
      changes.lost_half_the_text.push_back(page.id);
    before.erase(found);
  }
  for (const auto& [id, kept] : before) changes.gone.emplace_back(id);
  std::ranges::sort(changes.gone);
  return changes;
}

}  // namespace sitedoor::ingest
