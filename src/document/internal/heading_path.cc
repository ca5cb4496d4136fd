#include "document/internal/heading_path.h"

#include <algorithm>

#include "text/utf8.h"

namespace sitedoor::document {
namespace {

constexpr std::string_view kEllipsis = "…";

std::string Shortened(std::string_view heading, std::size_t most_bytes) {
  if (heading.size() <= most_bytes) return std::string(heading);
  std::string_view kept =
      text::Prefix(heading, most_bytes - std::min(kEllipsis.size(), most_bytes));
  if (heading[kept.size()] != ' ') {
    const std::size_t space = kept.rfind(' ');
    // A word that is most of what is kept is cut itself.
    if (space != std::string_view::npos && space > kept.size() / 2) kept = kept.substr(0, space);
  }
  while (kept.ends_with(' ')) kept.remove_suffix(1);
  return std::string(kept).append(kEllipsis);
}

// The largest size to which all can be cut so that they take at most `room` together.
std::size_t CommonSize(std::span<const std::string_view> headings, std::size_t room) {
  std::vector<std::size_t> sizes;
  for (const std::string_view heading : headings) sizes.push_back(heading.size());
  std::ranges::sort(sizes);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t share = room / (sizes.size() - i);
    if (sizes[i] > share) return share;
    room -= sizes[i];
  }
  return sizes.empty() ? 0 : sizes.back();
}

}  // namespace

std::vector<std::string> CutHeadingPath(std::span<const std::string_view> headings,
                                        std::size_t most_bytes) {
  std::vector<std::string> path;
  if (headings.empty()) return path;
  std::string innermost = Shortened(headings.back(), most_bytes / 2);
  const std::span outer = headings.first(headings.size() - 1);
  const std::size_t size = CommonSize(outer, most_bytes - innermost.size());
  for (const std::string_view heading : outer) path.push_back(Shortened(heading, size));
  path.push_back(std::move(innermost));
  return path;
}

void PathAllowance::Use(std::span<const std::string> path) {
  for (const std::string& heading : path) left_ -= std::min(left_, heading.size());
}

}  // namespace sitedoor::document
