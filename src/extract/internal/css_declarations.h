// Declarations: what a list of CSS declarations sets, of the properties that matter for reading.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sitedoor::extract::internal {

enum Property : std::uint8_t {
  kDisplay,
  kVisibility,
  kContentVisibility,
  kOpacity,
  kPosition,
  kLeft,
  kRight,
  kTop,
  kBottom,
  kInset,
  kMargin,
  kMarginLeft,
  kMarginTop,
  kTextIndent,
  kClip,
  kClipPath,
  kOverflow,
  kOverflowX,
  kOverflowY,
  kWidth,
  kHeight,
  kMaxWidth,
  kMaxHeight,
  kPadding,
  kPaddingTop,
  kPaddingBottom,
  kPaddingLeft,
  kBorderLeft,
  kTransform,
  kTranslate,
  kScale,
  kZoom,
  kFilter,
  kTransition,
  kAnimation,
  kAnimationName,
  kAnimationCount,
  kAnimationFill,
  kAnimationDuration,
  kWillChange,
  kFont,
  kFontSize,
  kColor,
  kWebkitTextFillColor,
  kBackground,
  kBackgroundColor,
  kBackgroundImage,
  kBackgroundClip,
  kWebkitBackgroundClip,
  kWebkitClipPath,
  kMask,
  kMaskImage,
  kWebkitMask,
  kWebkitMaskImage,
  kWhiteSpace,
  kLineHeight,
  kLetterSpacing,
  kRotate,
  kContain,
  kMinHeight,
  kWordSpacing,
  kWebkitTextSecurity,
  kTextShadow,
  kWebkitTextStroke,
  kContent,
  kOffset,
  kOffsetPath,
  kFontSizeAdjust,
  kBackgroundSize,
  kBackgroundRepeat,
  kBackgroundPosition,
  kAll,
  kProperties,
};

// The last value of each property counts, but an important one before it counts more. Values that
// browsers do not know count for nothing.
class Declarations {
 public:
  // O(length). Keeps views into `css`.
  explicit Declarations(std::string_view css);

  std::string_view operator[](Property property) const { return values_[property]; }

 private:
  void Add(std::string_view declaration);
  void ForgetUnimportant();

  std::array<std::string_view, kProperties> values_;
  std::array<bool, kProperties> important_{};
};

// In any case; kProperties for those that matter nothing here.
Property PropertyNamed(std::string_view name);

// Whether browsers know the property of "display: grid", and take the value.
bool IsKnownDeclaration(std::string_view declaration);

// In any case.
bool IsOneOf(std::string_view value, std::span<const std::string_view> words);

}  // namespace sitedoor::extract::internal
