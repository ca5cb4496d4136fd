// InlineStyle: what the declarations of a style attribute say that matters for reading: whether
// they hide the element, and whether they make it a line of its own.
#pragma once

#include <cstdint>
#include <string_view>

namespace sitedoor::extract::internal {

// How surely a style keeps an element from its readers.
enum class StyleHiding {
  kNo,
  kFolded,       // no height: pages begin so with what a script then folds out
  kTransparent,  // opacity:0: the same of what fades in
  kFading,       // the same with a transition or a transform: there it surely fades in, if anything
                 // of the page changes it
  kTiny,         // too small a font, in which an element may have a size of its own
  kReplaced,     // indented away before a background: the text names the picture or colour there
  kInvisible,    // visibility:hidden alone, in which an element may be visible
  kYes,
};

// display:none, hidden visibility, no size, no opacity, off the screen, clipped to nothing, text
// too small or of its background's colour; also with comments, escapes and !important in it.
// O(length); what follows the first 64 KiB is not looked at.
StyleHiding HidingOfStyle(std::string_view style);

// By which properties a style hides or shows, as bits: what is hidden by its place is not shown by
// a margin of 0.
enum StyleMeans : std::uint16_t {
  kByDisplay = 1u << 0,
  kByVisibility = 1u << 1,
  kByContentVisibility = 1u << 2,
  kByOpacity = 1u << 3,
  kByPlace = 1u << 4,
  kByClip = 1u << 5,
  kByTransform = 1u << 6,
  kByBox = 1u << 7,
  kByFont = 1u << 8,
  kByColor = 1u << 9,
  kByIndent = 1u << 10,
  kByOther = 1u << 11,
};
constexpr std::uint16_t kByAnything = 0xFFFF;

// All of it, read once. O(length).
struct StyleEffect {
  StyleHiding hiding = StyleHiding::kNo;
  std::uint16_t hiding_means = 0;   // of what hides; 0 for kNo
  std::uint16_t showing_means = 0;  // of what it sets to values that do not hide
};
StyleEffect EffectOfStyle(std::string_view style);

// What a style says of the text in an element, which elements in it may take back.
struct TextLook {
  enum Kind : std::uint8_t { kUnset, kHidden, kShown };
  Kind visibility = kUnset;
  Kind size = kUnset;
};
TextLook LookOfStyle(std::string_view style);

// A font size that does not depend on that of the elements around.
bool StyleSetsReadableSize(std::string_view style);

// With a transition, an animation or a transform: it may be shown in steps.
bool StyleMoves(std::string_view style);

// Neither higher nor wider than a pixel.
bool StyleMakesPixel(std::string_view style);

// Any display but none: an attribute `hidden` is weaker.
bool StyleDisplays(std::string_view style);

// display: block, flex, grid, list-item, table or table-row.
bool StyleMakesBlock(std::string_view style);

}  // namespace sitedoor::extract::internal
