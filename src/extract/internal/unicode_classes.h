// The few questions about code points that Markdown's rules ask, and which characters a reader can
// never see.
#pragma once

#include <cstddef>
#include <string_view>

namespace sitedoor::extract::internal {

// White space or punctuation as CommonMark's delimiter runs understand them. ASCII exactly; beyond
// it the blocks that hold punctuation, which is enough to never write an emphasis that a parser
// would not see.
bool IsMarkdownSpace(char32_t code_point);
bool IsMarkdownPunctuation(char32_t code_point);
// What every version of CommonMark takes for punctuation: before 0.31 symbols such as "×" and "´"
// were none.
bool IsSurePunctuation(char32_t code_point);

// Zero-width spaces and joins, bidirectional controls, tags, variation selectors past the 16th and
// other characters that print nothing. ZWNJ and ZWJ (U+200C, U+200D) are not among them: see
// JoinsGlyphs.
bool IsInvisible(char32_t code_point);

// The part of those that also has no place in code: bidirectional controls and tags, which make
// code read other than it runs.
bool IsDeceptiveInCode(char32_t code_point);

// Whether a ZWJ or ZWNJ after `before` has a meaning there: in emoji, Indic, Arabic and related
// scripts.
bool JoinsGlyphs(char32_t before);

// One chooses the form of the sign before it ("\uFE0F" an emoji's). Behind a letter, or behind
// another one, it shows nothing and may carry what nobody sees.
bool IsVariationSelector(char32_t c);
bool TakesVariation(char32_t before);

// The code point that ends just before `end`; U+0020 at the start of the text.
char32_t CodePointBefore(std::string_view text, std::size_t end);

}  // namespace sitedoor::extract::internal
