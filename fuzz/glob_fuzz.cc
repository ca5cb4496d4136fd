// Property: any glob against any path neither crashes nor takes more than a step a pair of bytes; a
// glob that the check refuses matches nothing, and a literal path always matches itself.
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
  const bool is_literal = glob.find_first_of("*?[\\") == std::string_view::npos && !glob.empty() &&
                          !glob.ends_with('/');
  if (is_literal && !sitedoor::crawl::MatchesGlob(glob, glob)) std::abort();
  if (is_literal && matches && glob != path) std::abort();
  return 0;
}
