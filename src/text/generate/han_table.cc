// Writes the source of kSimplifiedHan (internal/han_table.h) to stdout. It is what ICU's
// transliterator says, whose rules take 50 ms to read and to run.
#include <unicode/translit.h>
#include <unicode/unistr.h>

#include <cstdio>
#include <memory>

#include "text/internal/han_table.h"

using sitedoor::text::kFirstHan, sitedoor::text::kLastHan;

int main() {
  icu::UnicodeString all;
  for (char32_t c = kFirstHan; c <= kLastHan; ++c)
    all.append(static_cast<char16_t>(c)).append(u'\n');
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::Transliterator> simplify(
      icu::Transliterator::createInstance("Traditional-Simplified", UTRANS_FORWARD, status));
  if (U_FAILURE(status) || simplify == nullptr) {
    std::fprintf(stderr, "ICU cannot simplify Han characters: %s\n", u_errorName(status));
    return 1;
  }
  simplify->transliterate(all);
  std::printf(
      "#include \"text/internal/han_table.h\"\n\nnamespace sitedoor::text {\n"
      "const std::array<char16_t, kLastHan - kFirstHan + 1> kSimplifiedHan{\n");
  // One character between two line ends each; what did not become one of three bytes in UTF-8 keeps
  // its own form.
  int at = 0;
  for (char32_t c = kFirstHan; c <= kLastHan; ++c) {
    const int end = all.indexOf(u'\n', at);
    if (end < 0) return 1;
    const bool is_one = end == at + 1 && all[at] >= 0x0800 && !U16_IS_SURROGATE(all[at]);
    std::printf("%u,%s", static_cast<unsigned>(is_one ? all[at] : c), c % 16 == 15 ? "\n" : "");
    at = end + 1;
  }
  std::printf("};\n}  // namespace sitedoor::text\n");
  return std::fflush(stdout) == 0 ? 0 : 1;
}
