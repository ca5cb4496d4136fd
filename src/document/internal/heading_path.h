// The headings over a chunk, cut so that a page cannot fill the disk with them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::document {

// `headings`, outermost first, in at most `most_bytes` (>= 100) in all. Where they are longer, the
// longest of the outer ones are cut to the same size, each at a word's end and with "…"; the
// innermost is cut only where it is longer than half of `most_bytes`.
std::vector<std::string> CutHeadingPath(std::span<const std::string_view> headings,
                                        std::size_t most_bytes);

// Says how long each path of a page may be. Every chunk has its path again, so a page of tiny
// sections under long headings would take a hundred times its size.
class PathAllowance {
 public:
  static constexpr std::size_t kMostPathBytes = 1'000;
  static constexpr std::size_t kLeastPathBytes = 120;  // once the page's allowance is used up

  // All paths of a page may take this many bytes before they are cut short: real pages, even lists
  // of one-line entries, take less than their text.
  explicit PathAllowance(std::size_t markdown_bytes) : left_((64 << 10) + 4 * markdown_bytes) {}

  std::size_t MostBytes() const { return left_ == 0 ? kLeastPathBytes : kMostPathBytes; }
  void Use(std::span<const std::string> path);

 private:
  std::size_t left_;
};

}  // namespace sitedoor::document
