// Tokenizer: where the tokens of a text are, and what shape they have. It copies and folds nothing.
//
// Letters and digits of one script make a word; connectors (. - / : :: :// @ ' \ , +) stand inside
// a token only between two of them, so that the punctuation of a sentence never sticks. See
// text/analyzer.h for what comes of each shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/internal/characters.h"

namespace sitedoor::text {

enum class TokenShape : std::uint8_t {
  kWord,      // letters alone, written in one go
  kNumber,    // ASCII digits alone
  kJoined,    // anything of several parts: identifiers, paths, versions, hyphenated words, "it's",
              // "C++", "@name"
  kSymbol,    // "->", "!!", "→"
  kUnspaced,  // a run of a script without spaces, to be cut into bigrams
};

struct Token {
  std::uint32_t begin = 0, end = 0;  // byte range, never empty
  TokenShape shape = TokenShape::kWord;
  bool is_ascii = true;
  bool has_upper = false;         // an ASCII capital letter: folding has something to do
  std::int16_t script = 0;        // of a kWord: ICU's code
  std::uint8_t sigil_bytes = 0;   // "@", "#", "$", ".", "-" or "--" in front
  std::uint8_t suffix_bytes = 0;  // "++" or "#" behind
};

inline constexpr std::size_t kMostTokenBytes = 255;

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  // The next token, in order; tokens do not overlap. Linear in the text.
  std::optional<Token> Next();

 private:
  struct WordScan;
  std::optional<Token> AsciiWord();
  std::optional<Token> HighByte();
  std::optional<Token> Operator();
  Token Word(std::size_t sigil_bytes);
  static bool TakeAscii(WordScan& scan, std::uint8_t bits);
  static bool TakeOther(WordScan& scan, char32_t value);
  static TokenShape ShapeOf(const WordScan& scan);
  Token UnspacedRun(std::size_t first_bytes);
  std::size_t ConnectorBytes(const WordScan& scan) const;
  std::size_t SuffixBytes(const WordScan& scan) const;
  std::size_t SigilBytes() const;
  bool StartsWord(std::size_t at) const;
  bool EndsWordBefore(std::size_t at) const;
  std::uint8_t Bits(std::size_t at) const {
    return at < text_.size() ? kByteBits[static_cast<unsigned char>(text_[at])] : 0;
  }
  char At(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace sitedoor::text
