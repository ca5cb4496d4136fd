// Property: any bytes as a settings file give settings and problems that each name a line, never a
// crash.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/settings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view toml(reinterpret_cast<const char*>(data), size);
  const auto read = sitedoor::app::ApplySettingsFile({}, "sitedoor.toml", toml);
  for (const sitedoor::Error& problem : read.problems) {
    if (!problem.message.starts_with("sitedoor.toml:")) std::abort();
  }
  return 0;
}
