#include "app/missing_pages.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace sitedoor::app {
namespace {

using Kind = crawl::SkippedEntry::Kind;

struct Cause {
  Kind kind;
  std::string_view what;  // behind a number
  std::string_view hint;
};
// Those that most likely hide a site come first.
constexpr std::array<Cause, 7> kCauses{{
    {Kind::kTooLarge, "larger than source.most_page_bytes", "take larger ones: --most-page-bytes"},
    {Kind::kUnreadable, "unreadable", "let this user read them"},
    {Kind::kOutside, "leading outside the folder", "name the folder that holds all of them"},
    {Kind::kBrokenLink, "leading to nothing", "build the site again"},
    {Kind::kSymlinkLoop, "leading back to themselves", "build the site again"},
    {Kind::kEmpty, "empty", "build the site again"},
    {Kind::kExcluded, "left out by their names, include or exclude",
     "change source.include and source.exclude"},
}};

}  // namespace

std::string WhyNoPage(const std::string& folder, std::span<const crawl::SkippedEntry> skipped) {
  std::string counts;
  std::string_view hint;
  std::string hidden;  // a folder, which is not looked into
  for (const Cause& cause : kCauses) {
    std::size_t count = 0;
    for (const crawl::SkippedEntry& entry : skipped) {
      if (entry.kind != cause.kind) continue;
      if (cause.kind == Kind::kExcluded && entry.path.ends_with('/')) {
        hidden = entry.path;
      } else {
        ++count;
      }
    }
    if (count == 0) continue;
    if (hint.empty()) hint = cause.hint;
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, cause.what);
  }
  if (!counts.empty())
    return fmt::format("No page is left below {}: {}; {}.", folder, counts, hint);
  return fmt::format(
      "There is no .html file below {}{}: name the folder that your site is built to.", folder,
      hidden.empty() ? "" : " (hidden folders as " + hidden + " are not read)");
}

}  // namespace sitedoor::app
