#include "index/escaped_text.h"

#include <algorithm>

#include "index/internal/json_scanner.h"

namespace sitedoor::index {
EscapedText::EscapedText(std::string_view escaped) : escaped_(escaped) {
  for (std::size_t at = 0; at < escaped.size();) {
    const std::size_t next = std::min(escaped.find('\\', at), escaped.size());
    size_ += next - at;
    if (next == escaped.size()) return;
    const auto escape = internal::EscapeAt(escaped.substr(next));
    // What is no escape is an error of the reader that comes there.
    size_ += escape ? escape->Utf8Bytes() : 1;
    at = next + (escape ? escape->bytes : 1);
  }
}

Status EscapedText::Reader::Append(std::size_t bytes, std::string& out) {
  const auto read = internal::AppendUnescaped(left_, bytes, out);
  if (!read) {
    left_ = {};
    return Fail(ErrorCode::kCorruption, "the text holds what no JSON string does");
  }
  left_.remove_prefix(*read);
  return {};
}

}  // namespace sitedoor::index
