#include "extract/internal/css_declarations.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "extract/internal/css_property_values.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::array<std::string_view, kProperties> kNames = {"display",
                                                              "visibility",
                                                              "content-visibility",
                                                              "opacity",
                                                              "position",
                                                              "left",
                                                              "right",
                                                              "top",
                                                              "bottom",
                                                              "inset",
                                                              "margin",
                                                              "margin-left",
                                                              "margin-top",
                                                              "text-indent",
                                                              "clip",
                                                              "clip-path",
                                                              "overflow",
                                                              "overflow-x",
                                                              "overflow-y",
                                                              "width",
                                                              "height",
                                                              "max-width",
                                                              "max-height",
                                                              "padding",
                                                              "padding-top",
                                                              "padding-bottom",
                                                              "padding-left",
                                                              "border-left",
                                                              "transform",
                                                              "translate",
                                                              "scale",
                                                              "zoom",
                                                              "filter",
                                                              "transition",
                                                              "animation",
                                                              "animation-name",
                                                              "animation-iteration-count",
                                                              "animation-fill-mode",
                                                              "animation-duration",
                                                              "will-change",
                                                              "font",
                                                              "font-size",
                                                              "color",
                                                              "-webkit-text-fill-color",
                                                              "background",
                                                              "background-color",
                                                              "background-image",
                                                              "background-clip",
                                                              "-webkit-background-clip",
                                                              "-webkit-clip-path",
                                                              "mask",
                                                              "mask-image",
                                                              "-webkit-mask",
                                                              "-webkit-mask-image",
                                                              "white-space",
                                                              "line-height",
                                                              "letter-spacing",
                                                              "rotate",
                                                              "contain",
                                                              "min-height",
                                                              "word-spacing",
                                                              "-webkit-text-security",
                                                              "text-shadow",
                                                              "-webkit-text-stroke",
                                                              "content",
                                                              "offset",
                                                              "offset-path",
                                                              "font-size-adjust",
                                                              "background-size",
                                                              "background-repeat",
                                                              "background-position",
                                                              "all"};

// Where text runs from left to right.
struct LogicalName {
  std::string_view name;
  Property property;
};
constexpr auto kLogicalNames =
    std::to_array<LogicalName>({{"margin-inline-start", kMarginLeft},
                                {"margin-block-start", kMarginTop},
                                {"inset-inline-start", kLeft},
                                {"inset-block-start", kTop},
                                {"block-size", kHeight},
                                {"inline-size", kWidth},
                                {"max-block-size", kMaxHeight},
                                {"max-inline-size", kMaxWidth},
                                {"min-block-size", kMinHeight},
                                {"margin-inline", kMarginLeft},
                                {"margin-block", kMarginTop},
                                {"inset-inline", kLeft},
                                {"padding-inline-start", kPaddingLeft},
                                {"-webkit-animation", kAnimation},
                                {"-webkit-animation-name", kAnimationName},
                                {"inset-block", kTop}});
// Of which the first value is the start's.
constexpr std::array<std::string_view, 4> kOfTwoSides = {"margin-inline", "margin-block",
                                                         "inset-inline", "inset-block"};

}  // namespace

bool IsOneOf(std::string_view value, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return EqualsIgnoringAsciiCase(value, word); });
}

namespace {

// Of names by size and two letters: no more than one look for most, known or not.
constexpr std::size_t kNameSlots = 512;

constexpr std::size_t SlotOf(std::string_view name) {
  const auto letter = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(AsciiLower(name[at])));
  };
  return (name.size() * 37 + letter(0) * 11 + letter(name.size() / 2) * 5 +
          letter(name.size() - 1) * 3) %
         kNameSlots;
}

constexpr auto kSlots = [] {
  std::array<std::uint8_t, kNameSlots> slots{};
  for (auto& slot : slots) slot = kProperties;
  for (std::uint8_t i = 0; i < kProperties; ++i) {
    std::size_t slot = SlotOf(kNames[i]);
    while (slots[slot] != kProperties) slot = (slot + 1) % kNameSlots;
    slots[slot] = i;
  }
  return slots;
}();

}  // namespace

Property PropertyNamed(std::string_view name) {
  if (name.empty()) return kProperties;
  for (std::size_t slot = SlotOf(name); kSlots[slot] != kProperties;
       slot = (slot + 1) % kNameSlots) {
    const std::string_view known = kNames[kSlots[slot]];
    if (known.size() == name.size() && EqualsIgnoringAsciiCase(name, known))
      return static_cast<Property>(kSlots[slot]);
  }
  return kProperties;
}

Declarations::Declarations(std::string_view css) {
  while (!css.empty()) {
    const std::size_t end = EndOfDeclaration(css);
    Add(css.substr(0, end));
    css.remove_prefix(std::min(end + 1, css.size()));
  }
}

// "all: unset" is all of them.
void Declarations::ForgetUnimportant() {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!important_[i]) values_[i] = {};
  }
}

void Declarations::Add(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = Trimmed(declaration.substr(0, colon));
  if (name.starts_with("--")) return;
  auto property = PropertyNamed(name);
  if (property == kProperties) {
    const auto* const logical = std::ranges::find_if(kLogicalNames, [&](const LogicalName& known) {
      return EqualsIgnoringAsciiCase(name, known.name);
    });
    if (logical == kLogicalNames.end()) return;
    property = logical->property;
  }
  const std::string_view value = declaration.substr(colon + 1);
  const std::size_t mark = value.find('!');
  const bool is_important = mark != std::string_view::npos;
  if (is_important && !EqualsIgnoringAsciiCase(Trimmed(value.substr(mark + 1)), "important"))
    return;
  if (important_[property] && !is_important) return;
  std::string_view plain = Trimmed(value.substr(0, mark));
  if (IsOneOf(name, kOfTwoSides) && !plain.ends_with(')')) plain = plain.substr(0, plain.find(' '));
  if (!IsValueOf(property, plain)) return;
  if (property == kAll) ForgetUnimportant();
  important_[property] = is_important;
  values_[property] = plain;
}

bool IsKnownDeclaration(std::string_view declaration) {
  const std::size_t colon = declaration.find(':');
  if (colon == std::string_view::npos) return false;
  const Property property = PropertyNamed(Trimmed(declaration.substr(0, colon)));
  const std::string_view value = Trimmed(declaration.substr(colon + 1));
  return property == kProperties ? !value.empty() : IsValueOf(property, value);
}

}  // namespace sitedoor::extract::internal
