#include "index/internal/page_key.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "net/url.h"

namespace sitedoor::index::internal {
namespace {

// Bytes of "http:" in front of "//"; 0 when there is no scheme, npos when there is no "//" either.
std::size_t SchemeBytes(std::string_view text) {
  if (text.starts_with("//")) return 0;
  const std::size_t mark = text.find("://");
  if (mark == 0 || mark == std::string_view::npos || !IsAsciiLetter(text[0])) {
    return std::string_view::npos;
  }
  const bool is_scheme = std::ranges::all_of(text.substr(0, mark), [](char c) {
    return IsAsciiAlnum(c) || c == '+' || c == '-' || c == '.';
  });
  return is_scheme ? mark + 1 : std::string_view::npos;
}

void StripEnding(std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  const std::string_view last = std::string_view(path).substr(name);
  if (last == "index.html" || last == "index.htm") path.resize(name);
  while (path.ends_with('/')) path.pop_back();
}

}  // namespace

std::string PageKey(std::string_view reference) {
  constexpr std::string_view kSpace = " \t\r\n";
  reference = reference.substr(std::min(reference.find_first_not_of(kSpace), reference.size()));
  reference = reference.substr(0, reference.find_last_not_of(kSpace) + 1);
  reference = reference.substr(0, reference.find('#'));
  const std::size_t mark = reference.find('?');
  std::string_view query;
  if (mark != std::string_view::npos) {
    query = reference.substr(mark + 1);
    reference = reference.substr(0, mark);
  }

  std::string key;
  if (const std::size_t scheme = SchemeBytes(reference); scheme != std::string_view::npos) {
    reference.remove_prefix(scheme + 2);
    std::string_view host = reference.substr(0, reference.find('/'));
    reference.remove_prefix(host.size());
    if (host.ends_with(":443")) host.remove_suffix(4);
    if (host.ends_with(":80")) host.remove_suffix(3);
    key = "//";
    std::ranges::transform(host, std::back_inserter(key), AsciiLower);
    key += '/';
  }
  while (reference.starts_with("./")) reference.remove_prefix(2);
  while (reference.starts_with('/')) reference.remove_prefix(1);
  std::string path = net::PercentDecode(reference);
  StripEnding(path);
  key += path;
  if (!query.empty()) key += "?" + net::PercentDecode(query);
  return key;
}

}  // namespace sitedoor::index::internal
