#include "extract/internal/line_start.h"

namespace sitedoor::extract::internal {
namespace {

bool SpaceOrEndAt(std::string_view line, std::size_t at) {
  return at >= line.size() || line[at] == ' ' || line[at] == '\t';
}

// Only `marks` and white space: a thematic break, a setext underline or a table's delimiter row.
bool ConsistsOf(std::string_view line, std::string_view marks) {
  return line.find_first_not_of(marks) == std::string_view::npos;
}

std::size_t OrderedMarkerEscape(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && at < 10 && line[at] >= '0' && line[at] <= '9') ++at;
  const bool is_marker = at > 0 && at < 10 && at < line.size() &&
                         (line[at] == '.' || line[at] == ')') && SpaceOrEndAt(line, at + 1);
  return is_marker ? at : kNoEscape;
}

// "[label]: target" defines a link and prints nothing; the label may go on in the next lines.
bool IsLinkDefinition(std::string_view rest) {
  for (std::size_t at = 1; at + 1 < rest.size() && at < 1000; ++at) {
    if (rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '[') {
      return false;
    } else if (rest[at] == ']') {
      return rest[at + 1] == ':';
    }
  }
  return false;
}

}  // namespace

std::size_t LineStartEscape(std::string_view rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  if (line.empty()) return kNoEscape;
  bool escape = false;
  switch (line[0]) {
    case '#': {
      const std::size_t end = line.find_first_not_of('#');
      escape =
          end == std::string_view::npos ? line.size() <= 6 : end <= 6 && SpaceOrEndAt(line, end);
      break;
    }
    case '>':
      escape = true;
      break;
    case '+':
      escape = SpaceOrEndAt(line, 1);
      break;
    case '*':
      escape = SpaceOrEndAt(line, 1) || ConsistsOf(line, "* ");
      break;
    case '-':
      escape = SpaceOrEndAt(line, 1) || ConsistsOf(line, "-: |");
      break;
    case '_':
    case '=':
      escape = ConsistsOf(line, "_= ");
      break;
    case '|':
    case ':':
      escape = ConsistsOf(line, "-: |");
      break;
    case '~':
      escape = line.starts_with("~~~");
      break;
    case '[':
      escape = IsLinkDefinition(rest);
      break;
    default:
      return OrderedMarkerEscape(line);
  }
  return escape ? 0 : kNoEscape;
}

std::size_t HeadingEndEscape(std::string_view heading) {
  const std::size_t last = heading.find_last_not_of('#');
  if (last == std::string_view::npos) return heading.empty() ? kNoEscape : 0;
  if (last + 1 == heading.size() || heading[last] != ' ') return kNoEscape;
  return last + 1;
}

}  // namespace sitedoor::extract::internal
