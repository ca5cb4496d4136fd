// Query: what a reader typed, as words and quoted parts. Text is data: the only syntax is a pair of
// double quotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/analyzer.h"

namespace sitedoor::search {

// One word with the terms that the index may hold for it.
struct QueryWord {
  // One part of an identifier or of a hyphenated word.
  struct Part {
    std::string exact;
    std::vector<std::string> stems;
  };

  std::string text;                   // as the reader wrote it
  std::string exact;                  // the whole token, folded
  std::string unfolded;               // with its diacritics; "" where it has none
  std::vector<std::string> variants;  // other spellings of the whole token
  std::vector<std::string> stems;     // of the whole token, one a language, no two alike
  std::vector<Part> parts;            // no two alike
};

// Neighbouring tokens, between quotes.
struct Phrase {
  struct Element {
    std::string exact;
    std::uint32_t advance = 1;  // what follows stands this many positions after it
    bool operator==(const Element&) const = default;
  };
  std::vector<Element> elements;  // at least one
  bool operator==(const Phrase&) const = default;
};

struct Query {
  std::vector<QueryWord> words;  // no two with the same exact term, in the order of their first use
  std::vector<Phrase> phrases;   // no two alike
  std::vector<std::string> tokens;  // the exact term of every token, in order
  bool last_word_open =
      false;  // nothing but the last of `words` stands at the end: it may be half typed
  bool words_ignored = false;          // there were more than kMostQueryWords
  std::vector<std::string> languages;  // that it was analysed with
};

// Analyses `text` once with all `languages` (primary subtags). Invalid UTF-8 is repaired. A quote
// opens before a word and closes after one, so inch marks and apostrophes are none; one without a
// partner is text. Errors: kInvalidArgument for a text of white space alone or longer than
// kMostQueryCharacters.
Result<Query> ParseQuery(const text::Analyzer& analyzer, std::string_view text,
                         std::span<const std::string> languages);

// The first token of `text` with its terms; an empty word when there is none.
QueryWord AnalyzeWord(const text::Analyzer& analyzer, std::string_view text,
                      std::span<const std::string> languages);

}  // namespace sitedoor::search
