#include "doors/operations/internal/markdown_pages.h"

#include <algorithm>

#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// What stands behind indentation, quote marks and at most one list marker.
std::string_view Content(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
  std::size_t marker = 0;
  while (marker < line.size() && marker < 9 && line[marker] >= '0' && line[marker] <= '9') ++marker;
  const bool numbered =
      marker > 0 && marker < line.size() && (line[marker] == '.' || line[marker] == ')');
  const bool bulleted =
      marker == 0 && !line.empty() && (line[0] == '-' || line[0] == '*' || line[0] == '+');
  if ((numbered || bulleted) && marker + 1 < line.size() && line[marker + 1] == ' ') {
    line.remove_prefix(marker + 1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  return line;
}

// Follows the fences line by line.
class Fences {
 public:
  bool inside() const { return length_ > 0; }

  void Read(std::string_view line) {
    if (inside()) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
      const std::size_t run = Run(line, mark_);
      if (run >= length_ && IsBlank(line.substr(run))) length_ = 0;
      return;
    }
    line = Content(line);
    if (line.empty() || (line[0] != '`' && line[0] != '~')) return;
    const std::size_t run = Run(line, line[0]);
    if (run < 3 || (line[0] == '`' && line.find('`', run) != std::string_view::npos)) return;
    mark_ = line[0];
    length_ = run;
  }

 private:
  static std::size_t Run(std::string_view line, char mark) {
    return std::min(line.find_first_not_of(mark), line.size());
  }

  char mark_ = '`';
  std::size_t length_ = 0;  // of the open fence; 0 outside
};

}  // namespace

std::size_t PageEnd(std::string_view markdown, std::size_t begin, std::size_t most_bytes) {
  most_bytes = std::max<std::size_t>(most_bytes, 4);
  if (markdown.size() - begin <= most_bytes) return markdown.size();
  const std::size_t last = begin + most_bytes;
  std::size_t block_end = begin, line_end = begin;
  bool after_blank = false, after_heading = false;
  Fences fences;
  for (std::size_t at = 0; at <= last;) {
    const std::size_t feed = std::min(markdown.find('\n', at), markdown.size());
    const std::string_view line = markdown.substr(at, feed - at);
    const bool blank = IsBlank(line);
    if (at > begin) {
      line_end = at;
      if (after_blank && !blank && !after_heading && !fences.inside()) block_end = at;
    }
    const bool was_inside = fences.inside();
    fences.Read(line);
    after_blank = blank;
    if (!blank) after_heading = !was_inside && line.starts_with('#');
    if (feed == markdown.size()) break;
    at = feed + 1;
  }
  if (block_end > begin) return block_end;
  if (line_end > begin) return line_end;
  return begin + text::Prefix(markdown.substr(begin), most_bytes).size();
}

}  // namespace sitedoor::doors::internal
