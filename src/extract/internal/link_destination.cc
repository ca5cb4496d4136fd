#include "extract/internal/link_destination.h"

namespace sitedoor::extract::internal {

void AppendLinkDestination(std::string& out, std::string_view url) {
  int depth = 0;
  bool balanced = true;
  for (const char c : url) {
    if (c == '(') ++depth;
    if (c == ')') balanced = balanced && --depth >= 0;
  }
  balanced = balanced && depth == 0;
  constexpr char kHex[] = "0123456789ABCDEF";
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7F || c == '<' || c == '>' || c == '|' || c == '\\') {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      if ((c == '(' || c == ')') && !balanced) out += '\\';
      out += c;
    }
  }
}

}  // namespace sitedoor::extract::internal
