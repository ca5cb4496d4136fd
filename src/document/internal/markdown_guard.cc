#include "document/internal/markdown_guard.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"

namespace sitedoor::document {
namespace {

// cmark looks at every open container on every line: about 40 ns each.
constexpr std::size_t kMostContainerVisits = 20'000'000;
constexpr std::size_t kLeastDepthLimit = 16, kMostDepthLimit = 500;

// For one run of lines without a blank one. At these numbers cmark takes about 50 ms for the run.
constexpr std::size_t kMostImageOpeners = 4'000;
constexpr std::size_t kMostDeclarationOpeners = 4'000;
constexpr std::size_t kMostTableCells = 200'000;  // unless the text really has them
constexpr std::size_t kMostDelimiterRowBytes =
    100'000'000;  // delimiter rows times bytes of the run

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

// Bytes of the container marker at `at`, 0 where there is none. A generous reading: what is taken
// for a marker without being one only counts towards a limit.
std::size_t MarkerBytes(std::string_view line, std::size_t at) {
  const char c = line[at];
  if (c == '>') return 1;
  const auto ends = [&](std::size_t next) {
    return next >= line.size() || IsSpace(line[next]) || line[next] == '\n' || line[next] == '\r';
  };
  if ((c == '-' || c == '+' || c == '*') && ends(at + 1)) return 1;
  std::size_t end = at;
  while (end < line.size() && end < at + 10 && IsAsciiDigit(line[end])) ++end;
  const bool is_number = end > at && end < line.size() && (line[end] == '.' || line[end] == ')');
  return is_number && ends(end + 1) ? end + 1 - at : 0;
}

// Walks the container markers in front of a line until `depth_limit`; depth counts markers, and an
// indent of two columns as one, since that is the least that continues a list.
struct ContainerPrefix {
  std::size_t depth = 0;      // reached
  std::size_t excess_at = 0;  // of the first marker past the limit, or npos
};

ContainerPrefix ScanContainers(std::string_view line, std::size_t depth_limit) {
  ContainerPrefix prefix{0, std::string_view::npos};
  std::size_t markers = 0, columns = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (IsSpace(line[at])) {
      columns += line[at] == '\t' ? 4 : 1;
      ++at;
      continue;
    }
    const std::size_t bytes = MarkerBytes(line, at);
    if (bytes == 0) break;
    ++markers;
    prefix.depth = markers + columns / 2;
    if (prefix.depth > depth_limit) {
      prefix.excess_at = at;
      break;
    }
    at += bytes;
  }
  return prefix;
}

bool IsDelimiterRow(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\v\f|:->") == std::string_view::npos &&
         line.find('-') != std::string_view::npos;
}

std::size_t CountOf(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + what.size())) {
    ++count;
  }
  return count;
}

// A run of lines without a blank one, which is the most that one paragraph or table can be.
struct LineRun {
  std::size_t first = 0, end = 0;  // lines
};

class Guard {
 public:
  explicit Guard(std::string_view markdown) : text_(markdown), starts_(LineStarts(markdown)) {}

  std::string Run() {
    SetDepthLimit();
    std::string out;
    std::size_t copied = 0;  // bytes of text_ that `out` stands for
    const std::size_t lines = starts_.size() - 1;
    for (std::size_t line = 0; line < lines;) {
      LineRun run{line, line};
      while (run.end < lines && !IsBlank(Line(run.end))) ++run.end;
      if (run.end == line) {
        ++line;
        continue;
      }
      if (IsHostile(run)) {
        out.append(text_, copied, starts_[run.first] - copied);
        EscapeAll(Lines(run), out);
        copied = starts_[run.end];
      } else if (check_depth_) {
        EscapeDeepMarkers(run, out, copied);
      }
      line = run.end;
    }
    out.append(text_.substr(copied));
    return out;
  }

 private:
  std::string_view Line(std::size_t line) const {
    return text_.substr(starts_[line], starts_[line + 1] - starts_[line]);
  }
  std::string_view Lines(LineRun run) const {
    return text_.substr(starts_[run.first], starts_[run.end] - starts_[run.first]);
  }

  void SetDepthLimit() {
    const std::size_t lines = starts_.size();
    std::size_t deepest = 0;
    for (std::size_t line = 0; line + 1 < lines; ++line) {
      deepest = std::max(deepest, ScanContainers(Line(line), kMostContainerVisits).depth);
    }
    depth_limit_ = std::clamp(kMostContainerVisits / lines, kLeastDepthLimit, kMostDepthLimit);
    check_depth_ = deepest > depth_limit_;
  }

  bool IsHostile(LineRun run) const {
    const std::string_view text = Lines(run);
    if (text.size() < 8'000) return false;
    if (CountOf(text, "![") > kMostImageOpeners || CountOf(text, "<!") > kMostDeclarationOpeners)
      return true;
    std::size_t most_pipes = 0, pipes = 0, delimiter_rows = 0;
    for (std::size_t line = run.first; line < run.end; ++line) {
      const std::string_view row = Line(line);
      const auto row_pipes = static_cast<std::size_t>(std::ranges::count(row, '|'));
      pipes += row_pipes;
      most_pipes = std::max(most_pipes, row_pipes);
      if (IsDelimiterRow(row)) ++delimiter_rows;
    }
    if (delimiter_rows * text.size() > kMostDelimiterRowBytes) return true;
    return most_pipes * (run.end - run.first) > kMostTableCells + 4 * pipes;
  }

  static void EscapeAll(std::string_view text, std::string& out) {
    constexpr std::string_view kMarkup = "!\"#&'()*+-.:<=>[\\]_`|~";
    for (const char c : text) {
      if (kMarkup.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }

  void EscapeDeepMarkers(LineRun run, std::string& out, std::size_t& copied) const {
    for (std::size_t line = run.first; line < run.end; ++line) {
      const std::string_view text = Line(line);
      const std::size_t at = ScanContainers(text, depth_limit_).excess_at;
      if (at == std::string_view::npos) continue;
      // "12." is escaped in front of its dot.
      std::size_t escape_at = at;
      while (escape_at < text.size() && IsAsciiDigit(text[escape_at])) ++escape_at;
      out.append(text_, copied, starts_[line] + escape_at - copied);
      out += '\\';
      copied = starts_[line] + escape_at;
    }
  }

  std::string_view text_;
  std::vector<std::size_t> starts_;
  std::size_t depth_limit_ = kMostDepthLimit;
  bool check_depth_ = false;
};

}  // namespace

std::vector<std::size_t> LineStarts(std::string_view text) {
  std::vector<std::size_t> starts;
  constexpr std::size_t kUsualLineBytes = 40;
  starts.reserve(text.size() / kUsualLineBytes + 2);
  std::size_t carriage_return = text.find('\r');  // the next one; hardly any text has one
  for (std::size_t at = 0; at < text.size();) {
    starts.push_back(at);
    const std::size_t end = std::min(text.find('\n', at), carriage_return);
    if (end == std::string_view::npos) break;
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    if (end == carriage_return) carriage_return = text.find('\r', at);
  }
  starts.push_back(text.size());
  return starts;
}

std::string GuardMarkdown(std::string_view markdown) { return Guard(markdown).Run(); }

}  // namespace sitedoor::document
