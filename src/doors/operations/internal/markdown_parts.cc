#include "doors/operations/internal/markdown_parts.h"

#include <algorithm>

#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string_view WithoutMarker(std::string_view line) {
  std::size_t marker = 0;
  while (marker < line.size() && marker < 9 && line[marker] >= '0' && line[marker] <= '9') ++marker;
  const bool numbered =
      marker > 0 && marker < line.size() && (line[marker] == '.' || line[marker] == ')');
  const bool bulleted =
      marker == 0 && !line.empty() && (line[0] == '-' || line[0] == '*' || line[0] == '+');
  if ((numbered || bulleted) && marker + 1 < line.size() && line[marker + 1] == ' ') {
    line.remove_prefix(marker + 1);
  }
  return line;
}

// What stands behind indentation, quote marks and list markers.
std::string_view Content(std::string_view line) {
  constexpr int kMostContainers = 32;
  for (int containers = 0; containers < kMostContainers; ++containers) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
    const std::size_t before = line.size();
    line = WithoutMarker(line);
    if (line.size() == before) break;
  }
  return line;
}

// Quote marks and indentation in front of a fence, for one that stands outside of the list that it
// was in: deeper than three spaces, it would be indented code.
std::string PrefixOf(std::string_view before_fence) {
  std::string prefix(before_fence);
  for (char& c : prefix) c = c == '>' ? '>' : ' ';
  const std::size_t quote = prefix.rfind('>');
  const std::size_t most = quote == std::string::npos ? 3 : quote + 1 + 4;
  if (prefix.size() > most) prefix.resize(most);
  return prefix;
}

std::size_t Run(std::string_view line, char mark) {
  return std::min(line.find_first_not_of(mark), line.size());
}

std::size_t LineEnd(std::string_view markdown, std::size_t at) {
  return std::min(markdown.find('\n', at), markdown.size());
}

// The fences behind all lines that end before `offset`.
Fences FencesAt(Fences fences, std::string_view markdown, std::size_t offset) {
  for (std::size_t at = 0; at < offset;) {
    const std::size_t feed = LineEnd(markdown, at);
    if (feed >= offset) break;
    fences.Read(markdown.substr(at, feed - at));
    at = feed + 1;
  }
  return fences;
}

// What closing the fence costs; nothing where it would fill half of a part and is not done.
std::size_t ClosingBytes(const Fences& fences, std::size_t most_bytes) {
  const std::size_t bytes = fences.Closing().size();
  return bytes > most_bytes / 2 ? 0 : bytes;
}

// Where the text of at most `most_bytes` that begins at `begin` may end.
class Cutter {
 public:
  Cutter(const Fences& before, std::string_view markdown, std::size_t begin, std::size_t most_bytes)
      : before_(before), markdown_(markdown), begin_(begin), most_bytes_(most_bytes) {}

  std::size_t End() {
    Fences fences = before_;
    for (std::size_t at = 0; at <= begin_ + most_bytes_ && at < markdown_.size();) {
      const std::size_t feed = LineEnd(markdown_, at);
      ReadLine(at, feed, fences);
      at = feed + 1;
    }
    // A part of a few lines in front of a long block, or line, would cost its reader a call.
    const std::size_t least = begin_ + most_bytes_ / 16;
    if (block_end_ > least) return block_end_;
    if (line_end_ > least) return line_end_;
    if (!has_text_ && heading_at_ > begin_) return heading_at_;
    return InsideALine();
  }

 private:
  void ReadLine(std::size_t at, std::size_t feed, Fences& fences) {
    const std::string_view line = markdown_.substr(at, feed - at);
    const bool blank = IsBlank(line), was_inside = fences.inside();
    const std::size_t closing = ClosingBytes(fences, most_bytes_);
    if (at > begin_ && has_text_ && at - begin_ + closing <= most_bytes_) {
      line_end_ = at;
      if (after_blank_ && !blank && !after_heading_ && !was_inside) block_end_ = at;
    }
    if (feed >= begin_) most_closing_ = std::max(most_closing_, closing);
    fences.Read(line);
    const bool is_fence_line = was_inside != fences.inside();
    const bool is_heading = !was_inside && line.starts_with('#');
    if (feed > begin_ && !is_fence_line && !is_heading &&
        !IsBlank(line.substr(std::max(at, begin_) - at))) {
      has_text_ = true;
    }
    if (is_heading) heading_at_ = at;
    after_blank_ = blank;
    if (!blank) after_heading_ = is_heading;
  }

  std::size_t InsideALine() const {
    const std::size_t closing = most_closing_ == 0 ? 0 : most_closing_ + 1;  // and a line feed
    const std::size_t room = std::max<std::size_t>(4, most_bytes_ - std::min(most_bytes_, closing));
    const std::string_view text = text::Prefix(markdown_.substr(begin_), room);
    const std::size_t space = text.rfind(' ');
    const bool is_near = space != std::string_view::npos && space >= text.size() / 4 * 3;
    return begin_ + (is_near ? space + 1 : text.size());
  }

  const Fences& before_;
  const std::string_view markdown_;
  const std::size_t begin_, most_bytes_;
  std::size_t block_end_ = 0, line_end_ = 0;
  std::size_t heading_at_ = 0;    // the last one
  std::size_t most_closing_ = 0;  // of fences in the part
  bool has_text_ = false;         // more than headings and fence lines
  bool after_blank_ = false, after_heading_ = false;
};

}  // namespace

void Fences::Read(std::string_view line) {
  if (inside()) {
    const bool quoted = prefix_.find('>') != std::string::npos;
    line.remove_prefix(std::min(line.find_first_not_of(quoted ? " \t>" : " \t"), line.size()));
    const std::size_t run = Run(line, mark_);
    if (run >= length_ && IsBlank(line.substr(run))) length_ = 0;
    return;
  }
  const std::string_view content = Content(line);
  if (content.empty() || (content[0] != '`' && content[0] != '~')) return;
  const std::size_t run = Run(content, content[0]);
  if (run < 3) return;
  if (content[0] == '`' && content.find('`', run) != std::string_view::npos) return;
  mark_ = content[0];
  length_ = run;
  opened_by_ = content;
  prefix_ = PrefixOf(line.substr(0, line.size() - content.size()));
}

Part PartAt(const Fences& before, std::string_view lines, std::size_t begin,
            std::size_t most_bytes) {
  most_bytes = std::max<std::size_t>(most_bytes, 8);
  const Fences fences = FencesAt(before, lines, begin);
  Part part;
  part.opening = fences.Opening();
  if (part.opening.size() + fences.Closing().size() > most_bytes / 2) part.opening.clear();
  const std::size_t room = most_bytes - part.opening.size();
  if (lines.size() - begin <= room) {
    part.end = lines.size();
    return part;
  }
  part.end = Cutter(before, lines, begin, room).End();
  const Fences open = FencesAt(before, lines, part.end);
  if (ClosingBytes(open, room) > 0) part.closing = open.Closing();
  if (!part.closing.empty() && lines[part.end - 1] != '\n') part.closing.insert(0, "\n");
  return part;
}

}  // namespace sitedoor::doors::internal
