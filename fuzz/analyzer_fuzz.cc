// Property: for arbitrary bytes every term has a range inside the text that is not empty, tokens
// and positions never go back, ranges of successive tokens do not overlap but for bigrams, and no
// term is empty or longer than 255 bytes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyzer.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sitedoor::text::Term;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const std::vector<std::string> languages = {"en", "de", "fr", "ru", "tr",
                                                     "ar", "el", "ta", "xx", "sr"};
  std::uint32_t token = 0, position = 0, token_begin = 0;
  bool first = true;
  sitedoor::text::Analyzer().Analyze(text, languages, [&](const Term& term) {
    if (term.text.empty() || term.text.size() > 255) std::abort();
    if (!sitedoor::text::IsValid(term.text)) std::abort();
    if (term.begin >= term.end || term.end > size) std::abort();
    if (term.token < token || term.token > token + 1 || term.position < position) std::abort();
    if (first || term.token != token) {
      // The exact term leads and spans the token.
      if (term.kind != sitedoor::text::TermKind::kExact) std::abort();
      if (!first && term.begin < token_begin) std::abort();
      token_begin = term.begin;
    }
    if (term.begin < token_begin) std::abort();
    first = false;
    token = term.token;
    position = term.position;
  });
  return 0;
}
