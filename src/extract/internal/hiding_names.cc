#include "extract/internal/hiding_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

// The words of "tabPanel-is_open2", in small letters: "tab", "panel", "is", "open".
template <class Use>
void ForEachWord(std::string_view name, Use use) {
  std::string word;
  char before = 0;
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool after_capital = before >= 'A' && before <= 'Z';
    const bool is_letter = is_capital || (c >= 'a' && c <= 'z');
    if ((!is_letter || (is_capital && !after_capital)) && !word.empty()) {
      use(std::string_view(word));
      word.clear();
    }
    if (is_letter) word += AsciiLower(c);
    before = c;
  }
  if (!word.empty()) use(std::string_view(word));
}

}  // namespace

bool NamesWhatOpens(std::string_view name) {
  constexpr auto kBeginnings = std::to_array<std::string_view>(
      {"tab",    "pane",  "collaps", "accord", "answer",  "detail",   "toggle",
       "expand", "slide", "step",    "more",   "spoiler", "solution", "hint",
       "load",   "lazy",  "fade",    "anim",   "reveal",  "cloak",    "aos"});
  constexpr auto kOthers = std::to_array<std::string_view>({"table", "tabul"});  // not tabs
  constexpr auto kWhole = std::to_array<std::string_view>(
      {"js", "nojs", "readmore", "showmore", "loadmore", "seemore", "viewmore", "lazyload",
       "preload", "subtab", "subtabs", "navtab", "navtabs", "mytab", "mytabs", "uncollapsed",
       "carouselslide", "autofade"});
  bool opens = false;
  ForEachWord(name, [&](std::string_view word) {
    const auto begins_word = [&](std::string_view start) { return word.starts_with(start); };
    opens = opens || std::ranges::find(kWhole, word) != kWhole.end() ||
            (std::ranges::any_of(kBeginnings, begins_word) &&
             std::ranges::none_of(kOthers, begins_word));
  });
  return opens;
}

bool NamesContent(std::string_view name) {
  constexpr auto kWhole =
      std::to_array<std::string_view>({"maincontent", "pagecontent", "postcontent", "sitecontent",
                                       "bodycontent", "articlecontent", "subcontent"});
  bool names = false;
  ForEachWord(name, [&](std::string_view word) {
    names = names || word.starts_with("content") || std::ranges::find(kWhole, word) != kWhole.end();
  });
  return names;
}

bool NamesState(std::string_view name) {
  constexpr auto kStates = std::to_array<std::string_view>(
      {"active",  "activated", "open",        "opened",      "show",    "shown",   "showing",
       "visible", "selected",  "current",     "checked",     "focus",   "focused", "hover",
       "in",      "is",        "has",         "on",          "ready",   "view",    "viewed",
       "enabled", "init",      "initialized", "highlighted", "unfolded"});
  bool names = NamesWhatOpens(name);
  ForEachWord(name, [&](std::string_view word) {
    names = names || std::ranges::find(kStates, word) != kStates.end();
  });
  return names;
}

}  // namespace sitedoor::extract::internal
