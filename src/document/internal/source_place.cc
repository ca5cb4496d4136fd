#include "document/internal/source_place.h"

#include <algorithm>
#include <string>

#include "document/internal/white_space.h"

namespace sitedoor::document {
namespace {

// Of a part, so many bytes are compared. Fewer than the least tell nothing.
constexpr std::size_t kMostCompared = 32, kLeastCompared = 6;
// They stand within so many bytes of the Markdown, and one of so many places is theirs.
constexpr std::size_t kMostSpread = 1024, kMostPlaces = 256;
constexpr std::string_view kMarks = "\\`*_[]~!|#";
// What Markdown may write in another way.
constexpr std::string_view kWrittenOtherwise = "&<>";

bool IsMark(char c) { return kMarks.find(c) != std::string_view::npos; }

// The part's first bytes without marks and space.
std::string Beginning(std::string_view part) {
  std::string beginning;
  for (const char c : part) {
    if (beginning.size() == kMostCompared || kWrittenOtherwise.find(c) != std::string_view::npos) {
      break;
    }
    if (!IsSpace(c) && !IsMark(c)) beginning += c;
  }
  return beginning;
}

// `source` begins with `wanted`, marks, space and destinations left aside.
bool BeginsWith(std::string_view source, std::string_view wanted) {
  std::size_t matched = 0;
  for (std::size_t at = 0; at < source.size() && matched < wanted.size();) {
    const char c = source[at];
    if (c == wanted[matched]) {
      ++matched;
      ++at;
    } else if (source.substr(at).starts_with("](")) {
      const std::size_t end = source.find(')', at);
      if (end == std::string_view::npos) return false;
      at = end + 1;
    } else if (IsSpace(c) || IsMark(c)) {
      ++at;
    } else {
      return false;
    }
  }
  return matched == wanted.size();
}

}  // namespace

std::optional<std::size_t> PlaceOf(std::string_view part, std::string_view markdown,
                                   ByteRange within) {
  within.end = std::min(within.end, markdown.size());
  const std::string wanted = Beginning(part);
  if (within.begin >= within.end || wanted.size() < kLeastCompared) return std::nullopt;
  const std::string_view source = markdown.substr(within.begin, within.end - within.begin);
  std::size_t at = source.find(wanted[0]);
  for (std::size_t places = 0; at != std::string_view::npos && places < kMostPlaces;
       ++places, at = source.find(wanted[0], at + 1)) {
    if (!BeginsWith(source.substr(at, kMostSpread), wanted)) continue;
    while (at > 0 && IsMark(source[at - 1]) && source[at - 1] != ']') --at;
    return within.begin + at;
  }
  return std::nullopt;
}

}  // namespace sitedoor::document
