#include "text/quotable.h"

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace sitedoor::text {
namespace {

bool IsSpaceOrControl(char32_t c) {
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_CONTROL_CHAR || type == U_SPACE_SEPARATOR || type == U_LINE_SEPARATOR ||
         type == U_PARAGRAPH_SEPARATOR;
}

bool IsLeftOut(char32_t c) {
  constexpr std::u32string_view kMarks = U"\"[]\u201A\u201E\u2033\u2036\u301D\u301E\u301F\uFF02";
  if (kMarks.find(c) != std::u32string_view::npos) return true;
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_INITIAL_PUNCTUATION || type == U_FINAL_PUNCTUATION || type == U_FORMAT_CHAR ||
         type == U_UNASSIGNED || type == U_PRIVATE_USE_CHAR;
}

}  // namespace

std::string Quotable(std::string_view outside, std::size_t most_bytes) {
  constexpr std::string_view kEllipsis = "…";
  std::string line;
  bool pending_space = false;
  for (std::size_t at = 0; at < outside.size();) {
    const CodePoint point = DecodeAt(outside, at);
    at += point.bytes;
    if (IsSpaceOrControl(point.value)) {
      pending_space = !line.empty();
      continue;
    }
    if (IsLeftOut(point.value)) continue;
    if (pending_space) line += ' ';
    pending_space = false;
    Append(line, point.value);
    if (line.size() > most_bytes) {
      line.resize(Prefix(line, most_bytes - kEllipsis.size()).size());
      return line.append(kEllipsis);
    }
  }
  return line;
}

}  // namespace sitedoor::text
