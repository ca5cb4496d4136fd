#include <algorithm>

#include "doors/http/server.h"

#include "base/ascii.h"

namespace sitedoor::doors::http {
namespace {

// application/x-www-form-urlencoded; a triplet that is none stays as it is.
std::string FormDecode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      decoded += ' ';
    } else if (text[i] == '%' && i + 2 < text.size() && AsciiHexValue(text[i + 1]) >= 0 &&
               AsciiHexValue(text[i + 2]) >= 0) {
      decoded += static_cast<char>(AsciiHexValue(text[i + 1]) * 16 + AsciiHexValue(text[i + 2]));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

std::string_view Query(std::string_view target) {
  const std::size_t question = target.find('?');
  return question == std::string_view::npos ? std::string_view() : target.substr(question + 1);
}

// "name=value" from the front of `rest`; empty between two '&'.
std::string_view TakePair(std::string_view& rest) {
  const std::string_view pair = rest.substr(0, rest.find('&'));
  rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
  return pair;
}

std::string NameOf(std::string_view pair) { return FormDecode(pair.substr(0, pair.find('='))); }

}  // namespace

const std::string* Request::Header(std::string_view name) const {
  for (const auto& header : headers) {
    if (header.first == name) return &header.second;
  }
  return nullptr;
}

bool Request::Contradicts(std::string_view name) const {
  const std::string* const first = Header(name);
  return std::ranges::any_of(
      headers, [&](const auto& header) { return header.first == name && header.second != *first; });
}

std::optional<std::string> Request::ListHeader(std::string_view name) const {
  std::optional<std::string> list;
  for (const auto& header : headers) {
    if (header.first == name) list = list ? *list + ", " + header.second : header.second;
  }
  return list;
}

std::string Request::Parameter(std::string_view name, bool* found) const {
  if (found != nullptr) *found = false;
  std::string_view rest = Query(target);
  while (!rest.empty()) {
    const std::string_view pair = TakePair(rest);
    if (NameOf(pair) != name) continue;
    if (found != nullptr) *found = true;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    return FormDecode(pair.substr(std::min(equals + 1, pair.size())));
  }
  return "";
}

std::vector<std::string> Request::ParameterNames() const {
  std::vector<std::string> names;
  std::string_view rest = Query(target);
  while (!rest.empty()) {
    const std::string_view pair = TakePair(rest);
    if (!pair.empty()) names.push_back(NameOf(pair));
  }
  return names;
}

}  // namespace sitedoor::doors::http
