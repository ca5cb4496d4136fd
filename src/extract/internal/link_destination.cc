#include "extract/internal/link_destination.h"

#include "net/url.h"

namespace sitedoor::extract::internal {

void AppendLinkDestination(std::string& out, std::string_view url) {
  int depth = 0;
  bool balanced = true;
  for (const char c : url) {
    if (c == '(') ++depth;
    if (c == ')') balanced = balanced && --depth >= 0;
  }
  balanced = balanced && depth == 0;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7F || c == '<' || c == '>' || c == '|' || c == '\\') {
      net::AppendTriplet(out, c);
    } else {
      if ((c == '(' || c == ')') && !balanced) out += '\\';
      out += c;
    }
  }
}

}  // namespace sitedoor::extract::internal
