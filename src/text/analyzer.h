// Analyzer: text to the terms that the index holds. Pages and queries go through the same one.
//
//   text --Tokenizer--> tokens --folding, stems, parts--> terms
// Words are runs of letters and digits of one script. Han, kana, Thai, Lao, Khmer and Myanmar runs
// become overlapping bigrams of characters (one character alone is a unigram), so that no
// dictionary is needed. Identifiers, paths, flags, versions and symbol names ("std::vector",
// "--with-openssl", "snake_case", "v14.2", "C++", ".NET", "->") are one token, whose parts are
// terms as well. Every token gives its exact term: NFKC case-folded, diacritics folded, traditional
// Han simplified. A token with diacritics gives its unfolded form too, and words of letters alone
// give one stem a language (Snowball), as do the parts of hyphenated words. Numbers, identifiers
// with connectors and symbols are never stemmed, and there is no stop-word list.
//
// An exact term is the folded text. Other kinds carry a mark in front, so that the kinds never meet
// in the index:
//   stem      "\x01" language "\x01" stem       unfolded  "\x02" text
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"

namespace sitedoor::text {

enum class TermKind : std::uint8_t {
  kExact,     // the token, folded; of an identifier: the whole of it
  kPart,      // one part of an identifier, folded ("std", "vector")
  kStem,      // a stem, in one language, of the token or of a part of a hyphenated word
  kUnfolded,  // the token with its diacritics, only where it has any
  kVariant,  // the whole token in another spelling ("precommit" of "pre-commit", "14.2" of "v14.2",
             // "zuerich" of "Zürich"): finding it is as good as finding the token
  kInner,    // something within the token that a query for it alone shall find: one character of a
             // bigram, "14.2" of "14.2.1". A query that has the token leaves it out, or 有料 would
             // find every 有
};
inline constexpr std::size_t kTermKinds = 6;

struct Term {
  std::string_view text;    // as the index holds it, at most 255 bytes; valid in the callback only
  std::uint32_t token = 0;  // ordinal of the token it comes from; the exact term leads its token
  // For adjacency: successive tokens, and successive parts of one, are one apart. What follows this
  // term directly stands at position + advance: the number of parts for a whole identifier, so that
  // "GitHub Actions" and "github actions" are both adjacent.
  std::uint32_t position = 0;
  std::uint32_t advance = 1;
  std::uint32_t begin = 0, end = 0;  // byte range in the analysed text, never empty
  TermKind kind = TermKind::kExact;
};

// Thread-safe: const use from any number of threads; each keeps its own stemmers and caches behind
// it.
class Analyzer {
 public:
  // Calls `sink` for every term in order of position. Text that is not valid UTF-8 is treated as
  // repaired (invalid bytes separate tokens). Tokens longer than 255 bytes are cut there.
  // `languages` are primary subtags; one that has no stemmer adds nothing. `sink` must not call
  // Analyze.
  void Analyze(std::string_view text, std::span<const std::string> languages,
               FunctionRef<void(const Term&)> sink) const;

  // Changes whenever the same text could give other terms: rules' version, ICU's and the stemmers'
  // versions.
  static std::string Fingerprint();

  // Languages (primary subtags) that have a stemmer, sorted.
  static const std::vector<std::string>& StemmedLanguages();
};

// The folded form of one word, as exact terms have it.
std::string Fold(std::string_view utf8);

// The term that stands for `stem` in `language`.
std::string StemTerm(std::string_view language, std::string_view stem);

// True for a term that is an exact one (no mark in front; the index has marks of its own).
inline bool IsExactTerm(std::string_view term) {
  return !term.empty() && static_cast<unsigned char>(term[0]) > 4;
}

}  // namespace sitedoor::text
