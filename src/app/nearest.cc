#include "app/nearest.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace sitedoor::app {
namespace {

constexpr std::size_t kMostLetters = 80;

// Optimal string alignment distance. Rows are for prefixes of `a`; only the last three are kept.
std::size_t Changes(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + same});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view Nearest(std::string_view mistyped, std::span<const std::string_view> names) {
  if (mistyped.size() > kMostLetters) return {};
  std::string_view best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::string_view name : names) {
    const std::size_t changes = Changes(mistyped, name);
    if (changes < fewest) {
      fewest = changes;
      best = name;
    }
  }
  return fewest <= std::max<std::size_t>(1, mistyped.size() / 3) ? best : std::string_view();
}

}  // namespace sitedoor::app
