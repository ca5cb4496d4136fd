// Property: any glob against any path neither crashes nor takes more than a step a pair of bytes; a
// glob that the check refuses matches nothing, and a literal one matches its path and what lies
// below it, and nothing else.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "crawl/folder_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = bytes.find('\n');
  const std::string_view glob = bytes.substr(0, cut);
  const std::string_view path =
      cut == std::string_view::npos ? std::string_view() : bytes.substr(cut + 1);
  const bool matches = sitedoor::crawl::MatchesGlob(glob, path);
  if (matches && !sitedoor::crawl::CheckGlob(glob)) std::abort();
  std::string_view name = glob;
  while (name.starts_with("./")) name.remove_prefix(2);
  while (name.starts_with('/')) name.remove_prefix(1);
  const bool is_literal = name.find_first_of("*?[\\") == std::string_view::npos && !name.empty() &&
                          !name.ends_with('/');
  if (is_literal && !sitedoor::crawl::MatchesGlob(glob, name)) std::abort();
  const bool is_below =
      path.size() > name.size() && path.starts_with(name) && path[name.size()] == '/';
  if (is_literal && matches && path != name && !is_below) std::abort();
  return 0;
}
