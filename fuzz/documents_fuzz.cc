// Property: arbitrary bytes as a line of pages.jsonl or chunks.jsonl never crash the decoder, and
// what it accepts encodes to one line that decodes to the same value, with ranges inside the text;
// a page's text read in pieces is the text of the whole page.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "index/documents_codec.h"

namespace {

template <class Value, class Decode>
void ExpectSame(const Value& value, const std::string& line, Decode decode) {
  if (line.find('\n') != std::string::npos) std::abort();
  const auto again = decode(line);
  if (!again || *again != value) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sitedoor::index;  // NOLINT(google-build-using-namespace): one function
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  if (const auto document = DecodeDocument(line)) {
    ExpectSame(*document, EncodeDocument(*document), DecodeDocument);
    const auto stored = DecodeStoredPage(line, Places::kRead);
    if (!stored || stored->markdown.size() != document->markdown.size()) std::abort();
    std::string markdown;
    for (EscapedText::Reader reader(stored->markdown); !reader.AtEnd();) {
      if (!reader.Append(7, markdown)) std::abort();
    }
    if (markdown != document->markdown) std::abort();
  }
  if (const auto chunk = DecodeChunk(line)) {
    for (const auto& range : chunk->code_ranges) {
      if (range.begin > range.end || range.end > chunk->text.size()) std::abort();
    }
    ExpectSame(*chunk, EncodeChunk(*chunk), DecodeChunk);
  }
  return 0;
}
