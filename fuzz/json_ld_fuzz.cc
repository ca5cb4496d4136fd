// Property: what is repaired of JSON-LD is at most twice as long, what strict JSON says is what is
// read of it, and a written date lies within its text and is a day or a month.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/internal/json_ld.h"
#include "extract/internal/lenient_json.h"
#include "extract/internal/page_date.h"
#include "extract/internal/written_date.h"
#include "property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sitedoor::extract::internal;
  using sitedoor::fuzz::Check;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string repaired = RepairedJson(text);
  Check(repaired.size() <= 2 * text.size() + 2);
  StructuredPage strict, again;
  ReadJsonLd(text, strict);
  ReadJsonLd(repaired, again);
  // The list round it counts as a level.
  const auto levels = std::ranges::count(text, '{') + std::ranges::count(text, '[');
  if (levels < 30) {
    Check(strict.headline == again.headline);
    Check(strict.date_modified == again.date_modified);
  }
  if (const auto date = FirstDateIn(text)) {
    Check(date->begin < date->end && date->end <= text.size());
    Check(date->iso.size() == 10 || date->iso.size() == 7);
    Check(IsoDate(date->iso) == date->iso);
  }
  Check(WithCapital(LowerCased(text)).size() >= LowerCased(text).size() / 2);
  return 0;
}
