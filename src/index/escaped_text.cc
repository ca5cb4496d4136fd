#include "index/escaped_text.h"

#include <algorithm>

#include "index/internal/json_scanner.h"

namespace sitedoor::index {
EscapedText::EscapedText(std::string_view escaped) : escaped_(escaped), size_(escaped.size()) {
  // What is no escape is an error of the reader that comes there.
  for (std::size_t at = 0; (at = escaped.find('\\', at)) != std::string_view::npos;) {
    const bool is_letter = at + 1 < escaped.size() && escaped[at + 1] != 'u';
    const auto escape = is_letter ? std::nullopt : internal::EscapeAt(escaped.substr(at));
    const std::size_t bytes = escape ? escape->bytes : 2;
    size_ -= std::min(bytes, escaped.size() - at) - (escape ? escape->Utf8Bytes() : 1);
    at += bytes;
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
