// Property: arbitrary bytes as a line of pages.jsonl or chunks.jsonl never crash the decoder, and
// what it accepts encodes to one line that decodes to the same value, with ranges inside the text;
// a page's text read in pieces is the text of the whole page, and what a search reads of a chunk is
// what is read of the whole. Windows of a long text lie in it and
// are UTF-8, whatever the bytes are.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "index/documents_codec.h"
#include "text/utf8.h"

namespace {

template <class Value, class Decode>
void ExpectSame(const Value& value, const std::string& line, Decode decode) {
  if (line.find('\n') != std::string::npos) std::abort();
  const auto again = decode(line);
  if (!again || *again != value) std::abort();
}

void ReadWindows(std::string_view line) {
  const sitedoor::index::LongText text(line);
  for (std::size_t at = 0; at < line.size(); at += 1 + line.size() / 16) {
    const std::size_t aligned = text.Aligned(at);
    if (aligned < at || aligned > line.size() || text.Block(at, 9).size() > 9) std::abort();
    const auto window = text.Read(aligned, 40);
    if (!sitedoor::text::IsValid(window.text)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sitedoor::index;  // NOLINT(google-build-using-namespace): one function
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  ReadWindows(line);
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
  const auto chunk = DecodeChunk(line);
  const auto stored = DecodeStoredChunk(line);
  // A long text's line is not read to its end.
  if (!(stored && stored->long_text) && chunk.has_value() != stored.has_value()) std::abort();
  if (chunk && !stored->long_text &&
      (stored->text != chunk->text || stored->anchor != chunk->anchor ||
       stored->heading_path != chunk->heading_path)) {
    std::abort();
  }
  if (chunk) {
    for (const auto& range : chunk->code_ranges) {
      if (range.begin > range.end || range.end > chunk->text.size()) std::abort();
    }
    ExpectSame(*chunk, EncodeChunk(*chunk), DecodeChunk);
  }
  return 0;
}
