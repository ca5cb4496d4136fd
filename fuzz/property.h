// What the fuzz targets share: taking their input apart, and stating what must hold.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace sitedoor::fuzz {

// The text up to the next line break, which goes too.
inline std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return line;
}

// A property that is broken is a crash to the fuzzer.
inline void Check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace sitedoor::fuzz
