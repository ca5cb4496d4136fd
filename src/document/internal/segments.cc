#include "document/internal/segments.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "document/internal/markdown_guard.h"

namespace sitedoor::document {
namespace {

constexpr std::size_t kMarkupUnits = 2;  // its own node, and that of the text behind it
constexpr std::size_t kLineUnits = 4;    // a list item, its paragraph, its text

// A table's header lines are repeated in front of its later parts if they are no longer than this.
constexpr std::size_t kMostHeaderBytes = 4'096;
// A line is cut at a space if there is one in this many bytes.
constexpr std::size_t kSpaceSearchBytes = 1'024;

constexpr std::array<bool, 256> MarkupTable() {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("!&*<[\\]_`|~")) table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr std::array<bool, 256> kIsMarkup = MarkupTable();

std::size_t UnitsOf(char c) { return kIsMarkup[static_cast<unsigned char>(c)] ? kMarkupUnits : 0; }

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

std::string_view WithoutEnd(std::string_view line) {
  while (!line.empty() && (IsSpace(line.back()) || line.back() == '\n' || line.back() == '\r'))
    line.remove_suffix(1);
  return line;
}

// Bytes of a list marker and its space at the start of `text`, 0 where there is none or nothing
// behind it.
std::size_t ListMarkerBytes(std::string_view text) {
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '*' || text[0] == '+')) {
    at = 1;
  } else {
    while (at < std::min<std::size_t>(text.size(), 9) && IsAsciiDigit(text[at])) ++at;
    if (at == 0 || at >= text.size() || (text[at] != '.' && text[at] != ')')) return 0;
    ++at;
  }
  return at < text.size() && IsSpace(text[at]) ? at + 1 : 0;
}

// Follows the fences of code, also those in lists and quotes.
class FenceTracker {
 public:
  bool open() const { return length_ > 0; }

  // `line` without its end. True where it belongs to a fence, its first and last line too.
  bool Read(std::string_view line) {
    const bool was_open = open();
    std::size_t at = 0;
    while (at < line.size()) {
      if (IsSpace(line[at]) || line[at] == '>') {
        ++at;
        continue;
      }
      const std::size_t marker = was_open ? 0 : ListMarkerBytes(line.substr(at));
      if (marker == 0) break;
      at += marker;
    }
    const std::string_view rest = line.substr(at);
    if (rest.empty() || (rest[0] != '`' && rest[0] != '~')) return was_open;
    const std::size_t run = std::min(rest.find_first_not_of(rest[0]), rest.size());
    if (was_open) {
      if (rest[0] == mark_ && run >= length_ && run == rest.size()) length_ = 0;
      return true;
    }
    if (run < 3 || (rest[0] == '`' && rest.find('`', run) != std::string_view::npos)) return false;
    mark_ = rest[0];
    length_ = run;
    return true;
  }

 private:
  char mark_ = '`';
  std::size_t length_ = 0;  // of the fence that is open, 0 for none
};

bool IsDelimiterRow(std::string_view line) {
  return line.find_first_not_of(" \t|:-") == std::string_view::npos &&
         line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text), starts_(LineStarts(text)) {}

  std::vector<Segment> Cut() {
    for (std::size_t line = 0; line + 1 < starts_.size(); ++line) ReadLine(line);
    Close(text_.size());
    return std::move(segments_);
  }

 private:
  void ReadLine(std::size_t line) {
    const std::size_t begin = starts_[line], end = starts_[line + 1];
    const std::string_view text = WithoutEnd(text_.substr(begin, end - begin));
    const bool was_in_fence = fence_.open();
    const bool in_fence = fence_.Read(text);
    if (!was_in_fence) NotePlace(line, text);
    after_blank_ = text.empty();
    if (in_fence) return;
    const std::size_t units = ParseUnits(text_.substr(begin, end - begin));
    if (units_ + units > kMostSegmentUnits && units_ > 0) CutBefore(line);
    units_ += units;
    if (units_ > kMostSegmentUnits) CutWithin(line);
  }

  // Keeps whether a block begins at the line, and the start of the table that it may belong to.
  void NotePlace(std::size_t line, std::string_view text) {
    if (text.empty()) return;
    const std::size_t marker = ListMarkerBytes(text);
    if (after_blank_ || line == 0) {
      run_line_ = line;
      run_is_numbered_ = marker > 0 && IsAsciiDigit(text[0]);
      has_delimiter_row_ = false;
    } else if (line == run_line_ + 1) {
      has_delimiter_row_ = IsDelimiterRow(text);
    }
    const bool begins_item = marker > 0 && (!IsAsciiDigit(text[0]) || run_is_numbered_);
    if (!IsSpace(text[0]) && (after_blank_ || begins_item)) {
      place_line_ = line;
      place_units_ = units_;
    }
  }

  void CutBefore(std::size_t line) {
    const bool is_place = place_line_ > segment_.first_line;
    const std::size_t at_line = is_place ? place_line_ : line;
    const std::size_t units_behind = is_place ? units_ - place_units_ : 0;
    const std::size_t begin = starts_[at_line];
    Close(begin);
    units_ = units_behind;
    segment_ = {.range = {begin, begin}, .first_line = at_line};
    if (is_place) {
      // What stands behind the place may be enough for a segment already.
      if (units_ + ParseUnits(LineText(line)) > kMostSegmentUnits && units_ > 0) CutBefore(line);
      return;
    }
    const std::string_view text = LineText(line);
    segment_.indent = std::min(text.find_first_not_of(' '), text.size());
    const ByteRange header{starts_[run_line_],
                           starts_[std::min(run_line_ + 2, starts_.size() - 1)]};
    if (has_delimiter_row_ && line > run_line_ + 1 && text.starts_with('|') &&
        header.end - header.begin <= kMostHeaderBytes) {
      segment_.table_header = header;
    }
  }

  // The line is longer than a segment, and begins one.
  void CutWithin(std::size_t line) {
    const std::size_t end = starts_[line + 1];
    std::size_t units = 0;
    for (std::size_t at = starts_[line]; at < end; ++at) {
      units += UnitsOf(text_[at]);
      if (units + kLineUnits + kMarkupUnits <= kMostSegmentUnits) continue;
      const std::size_t cut = CutAt(segment_.range.begin, at);
      Close(cut);
      segment_ = {.range = {cut, cut}, .first_line = line, .continues_line = true};
      units = 0;
      at = cut - 1;
    }
    Close(end);
    segment_ = {.range = {end, end}, .first_line = line + 1};
    units_ = 0;
  }

  // A place in (begin, at] that is in front of a space if there is one near, and splits no escape.
  // At `at` is markup.
  std::size_t CutAt(std::size_t begin, std::size_t at) const {
    const std::size_t space = text_.rfind(' ', at);
    if (space != std::string_view::npos && space > begin && at - space < kSpaceSearchBytes &&
        text_[space - 1] != '\\' && text_[space - 1] != ' ') {
      return space;
    }
    std::size_t cut = at;
    std::size_t backslashes = cut;
    while (backslashes > begin && text_[backslashes - 1] == '\\') --backslashes;
    if ((cut - backslashes) % 2 == 1 && cut > begin + 1) --cut;
    return cut;
  }

  std::string_view LineText(std::size_t line) const {
    return text_.substr(starts_[line], starts_[line + 1] - starts_[line]);
  }

  void Close(std::size_t end) {
    segment_.range.end = end;
    if (end > segment_.range.begin) segments_.push_back(segment_);
  }

  std::string_view text_;
  std::vector<std::size_t> starts_;
  std::vector<Segment> segments_;
  Segment segment_;  // that grows
  std::size_t units_ = 0;
  FenceTracker fence_;
  bool after_blank_ = true;
  // The last line at which a block of the top level begins, and the units in front of it.
  std::size_t place_line_ = 0, place_units_ = 0;
  // The first of the lines without a blank one between.
  std::size_t run_line_ = 0;
  bool run_is_numbered_ = false, has_delimiter_row_ = false;
};

}  // namespace

std::size_t ParseUnits(std::string_view markdown) {
  std::size_t units = 0;
  for (const char c : markdown) units += UnitsOf(c) + (c == '\n' || c == '\r' ? kLineUnits : 0);
  return units;
}

std::vector<Segment> CutMarkdown(std::string_view markdown) {
  if (markdown.size() * kLineUnits <= kMostSegmentUnits ||
      ParseUnits(markdown) <= kMostSegmentUnits) {
    return {{.range = {0, markdown.size()}}};
  }
  return Cutter(markdown).Cut();
}

}  // namespace sitedoor::document
