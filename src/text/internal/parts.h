// Parts: where an identifier, path, version or hyphenated word divides.
//
//   my_fileReader-v2.tar.gz    segments: my fileReader v2 tar gz    leaves: my file Reader v2 tar
//   gz
// Segments lie between connectors and underscores; a leaf is what is left of a segment after cuts
// at case changes
// ("HTTPServer": HTTP Server; but "OAuth", "iPhone", "URLs" stay whole) and between letters and
// digits ("sha256"). A dot between digits divides nothing: "3.11" is one leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/internal/tokenizer.h"

namespace sitedoor::text {

struct Part {
  std::uint32_t begin = 0, end = 0;  // bytes of the analysed text
  bool operator==(const Part&) const = default;
};

struct Segment : Part {
  std::uint32_t first_leaf = 0, leaf_count = 0;
};

struct TokenParts {
  std::vector<Segment> segments;
  std::vector<Part> leaves;      // of all segments, in order
  std::uint16_t connectors = 0;  // bits of the kinds that occur
  bool letters_alone = true;     // every segment is letters and marks
};

enum ConnectorBit : std::uint16_t {
  kHyphenConnector = 1,
  kUnderscoreConnector = 2,
  kApostropheConnector = 4,
  kSlashConnector = 8,
  kCommaConnector = 16,
  kPlusConnector = 32,
  kDotConnector = 64,
  kOtherConnector = 128,
};

// The parts of the token's body (sigil and suffix left aside). `parts` is filled anew; its memory
// is kept.
void DivideToken(std::string_view text, const Token& token, TokenParts& parts);

// "pre-commit" is "precommit" to others, "read_file" "readfile", "1,000" "1000", "U.S.A" "usa"; but
// no path or date is.
bool JoinsToOneWord(std::string_view text, const Token& token, const TokenParts& parts);

// Where the dotted number of a leaf starts: after the v of "v14.2", else at once; nothing for what
// is no number.
std::optional<std::size_t> NumberStart(std::string_view leaf);

// English endings behind an apostrophe, which are no words ("s", "t", "ll").
bool IsContraction(std::string_view folded_ending);

}  // namespace sitedoor::text
