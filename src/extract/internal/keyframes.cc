#include "extract/internal/keyframes.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_value.h"
#include "extract/internal/inline_style.h"

namespace sitedoor::extract::internal {
namespace {

bool Hides(std::string_view declarations) {
  const StyleHiding hiding = HidingOfStyle(declarations);
  return hiding != StyleHiding::kNo && hiding != StyleHiding::kReplaced;
}

// Of "from { a: b } 50%, to { c: d }".
bool AllStepsHide(std::string_view steps) {
  constexpr int kMostSteps = 64;
  bool has_first = false, has_last = false;
  for (int i = 0; i < kMostSteps; ++i) {
    const std::size_t open = steps.find('{');
    const std::size_t close = steps.find('}', open);
    if (close == std::string_view::npos) return has_first && has_last;
    if (!Hides(steps.substr(open + 1, close - open - 1))) return false;
    std::string_view places = steps.substr(0, open);
    while (!places.empty()) {
      const std::size_t end = std::min(places.find(','), places.size());
      const std::string_view place = Trimmed(places.substr(0, end));
      has_first = has_first || place == "0%" || EqualsIgnoringAsciiCase(place, "from");
      has_last = has_last || place == "100%" || EqualsIgnoringAsciiCase(place, "to");
      places.remove_prefix(std::min(end + 1, places.size()));
    }
    steps.remove_prefix(close + 1);
  }
  return false;
}

// "2s", "100ms": without any it never runs.
bool HasTime(std::string_view words) {
  constexpr int kMostWords = 64;
  for (int i = 0; i < kMostWords && !words.empty(); ++i) {
    const std::size_t end = std::min(words.find_first_of(" ,"), words.size());
    const auto time = ReadLength(words.substr(0, end));
    if (time && time->number > 0 &&
        (EqualsIgnoringAsciiCase(time->unit, "s") || EqualsIgnoringAsciiCase(time->unit, "ms")))
      return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

void AddAnimations(std::string_view css, Animations& known) {
  constexpr std::string_view kWord = "keyframes";
  for (std::size_t at = css.find('@'); at != std::string_view::npos; at = css.find('@', at + 1)) {
    std::string_view rest = css.substr(at + 1);
    constexpr std::string_view kPrefix = "-webkit-";
    if (StartsWithIgnoringAsciiCase(rest, kPrefix)) rest.remove_prefix(kPrefix.size());
    if (!StartsWithIgnoringAsciiCase(rest, kWord)) continue;
    rest.remove_prefix(kWord.size());
    const std::size_t open = rest.find('{');
    if (open == std::string_view::npos) return;
    int depth = 0;
    std::size_t end = open;
    for (; end < rest.size(); ++end) {
      if (rest[end] == '{') ++depth;
      if (rest[end] == '}' && --depth == 0) break;
    }
    known[std::string(Trimmed(rest.substr(0, open)))] =
        AllStepsHide(rest.substr(open + 1, end - open - 1));
    at = static_cast<std::size_t>(rest.data() - css.data()) + open;
  }
}

bool HidesByAnimation(std::string_view declarations, const Animations& known) {
  if (known.empty() || !Contains(declarations, "animation")) return false;
  const Declarations style(declarations);
  const std::string_view all = style[kAnimation];
  const bool stays = Contains(all, "infinite") || Contains(all, "forwards") ||
                     Contains(all, "both") || Contains(style[kAnimationCount], "infinite") ||
                     Contains(style[kAnimationFill], "forwards") ||
                     Contains(style[kAnimationFill], "both");
  const bool runs = HasTime(all) || HasTime(style[kAnimationDuration]);
  if (!stays || !runs) return false;
  std::string_view words = style[kAnimationName].empty() ? all : style[kAnimationName];
  constexpr int kMostWords = 64;
  for (int i = 0; i < kMostWords && !words.empty(); ++i) {
    const std::size_t end = std::min(words.find_first_of(" ,"), words.size());
    const auto found = known.find(std::string(words.substr(0, end)));
    if (found != known.end() && found->second) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace sitedoor::extract::internal
