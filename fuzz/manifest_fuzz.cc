// Property: arbitrary bytes never crash the decoder, and what it accepts encodes to text that
// decodes to the same value.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "index/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sitedoor::index;  // NOLINT(google-build-using-namespace): one function
  const auto manifest = DecodeManifest({reinterpret_cast<const char*>(data), size});
  if (!manifest) return 0;
  for (const ManifestFile& file : manifest->files) {
    if (file.name.find('/') != std::string::npos || file.name.starts_with('.')) std::abort();
  }
  const auto again = DecodeManifest(EncodeManifest(*manifest));
  if (!again || *again != *manifest) std::abort();
  return 0;
}
