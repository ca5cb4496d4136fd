// Property: any text as a URL, alone or against a base, is refused or parsed, and what is parsed is
// stable: its serialised form parses to itself and to the same parts, its host has no capitals, and
// its parts lie in the text. Decoding what was encoded gives the same bytes.
//
// Input: the base on the first line, the URL behind it.
#include <cstdint>
#include <string>
#include <string_view>

#include "net/url.h"
#include "property.h"

namespace {

using sitedoor::fuzz::Check;
using sitedoor::net::Url;

void CheckStable(const Url& url) {
  const auto again = Url::Parse(url.Text());
  Check(again.has_value());
  Check(again->Text() == url.Text() && again->Host() == url.Host() && again->Path() == url.Path() &&
        again->Query() == url.Query());
  Check(url.Text().starts_with(std::string(url.Scheme()) + ":"));
  Check(url.TextWithoutFragment().find('#') == std::string::npos);
  if (!url.IsHttp()) return;
  Check(!url.Host().empty() && url.Path().starts_with('/'));
  for (const char c : url.Host()) Check(c < 'A' || c > 'Z');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto base = Url::Parse(sitedoor::fuzz::TakeLine(text));
  if (base) CheckStable(*base);
  const auto url = base ? Url::Parse(text, *base) : Url::Parse(text);
  if (url) CheckStable(*url);
  Check(sitedoor::net::PercentDecode(sitedoor::net::PercentEncode(text, "/")) == text);
  return 0;
}
