#include "extract/internal/css_pseudo.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

// Sorted. Source: the :pseudo-classes of Selectors 4, HTML and full-screen that Chromium parses.
constexpr auto kClasses = std::to_array<std::string_view>({"-internal-autofill-selected",
                                                           "-webkit-any-link",
                                                           "-webkit-autofill",
                                                           "-webkit-drag",
                                                           "-webkit-full-page-media",
                                                           "-webkit-full-screen",
                                                           "active",
                                                           "active-view-transition",
                                                           "any-link",
                                                           "autofill",
                                                           "buffering",
                                                           "checked",
                                                           "default",
                                                           "defined",
                                                           "disabled",
                                                           "empty",
                                                           "enabled",
                                                           "first",
                                                           "first-child",
                                                           "first-of-type",
                                                           "focus",
                                                           "focus-visible",
                                                           "focus-within",
                                                           "fullscreen",
                                                           "future",
                                                           "has-slotted",
                                                           "host",
                                                           "hover",
                                                           "in-range",
                                                           "indeterminate",
                                                           "invalid",
                                                           "last-child",
                                                           "last-of-type",
                                                           "left",
                                                           "link",
                                                           "modal",
                                                           "muted",
                                                           "only-child",
                                                           "only-of-type",
                                                           "open",
                                                           "optional",
                                                           "out-of-range",
                                                           "past",
                                                           "paused",
                                                           "picture-in-picture",
                                                           "placeholder-shown",
                                                           "playing",
                                                           "popover-open",
                                                           "read-only",
                                                           "read-write",
                                                           "required",
                                                           "right",
                                                           "root",
                                                           "scope",
                                                           "seeking",
                                                           "stalled",
                                                           "target",
                                                           "target-current",
                                                           "user-invalid",
                                                           "user-valid",
                                                           "valid",
                                                           "visited",
                                                           "volume-locked",
                                                           "window-inactive"});
constexpr auto kFunctions = std::to_array<std::string_view>(
    {"-webkit-any", "active-view-transition-type", "dir", "has", "heading", "host", "host-context",
     "is", "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type", "nth-of-type", "state",
     "where"});
constexpr auto kElements = std::to_array<std::string_view>({"after",
                                                            "backdrop",
                                                            "before",
                                                            "checkmark",
                                                            "column",
                                                            "cue",
                                                            "details-content",
                                                            "file-selector-button",
                                                            "first-letter",
                                                            "first-line",
                                                            "grammar-error",
                                                            "highlight",
                                                            "marker",
                                                            "part",
                                                            "picker",
                                                            "picker-icon",
                                                            "placeholder",
                                                            "scroll-button",
                                                            "scroll-marker",
                                                            "scroll-marker-group",
                                                            "search-text",
                                                            "selection",
                                                            "slotted",
                                                            "spelling-error",
                                                            "target-text",
                                                            "view-transition",
                                                            "view-transition-group",
                                                            "view-transition-image-pair",
                                                            "view-transition-new",
                                                            "view-transition-old"});
constexpr auto kOldElements =
    std::to_array<std::string_view>({"after", "before", "first-letter", "first-line"});
static_assert(std::ranges::is_sorted(kClasses) && std::ranges::is_sorted(kFunctions) &&
              std::ranges::is_sorted(kElements) && std::ranges::is_sorted(kOldElements));

}  // namespace

Pseudo PseudoNamed(std::string_view name, Colons colons) {
  const std::string lower = AsciiLowered(name);
  const std::string_view key = lower;
  if (colons == Colons::kTwo) {
    // Any of their own, and those are known to others.
    const bool is_known = key.starts_with("-webkit-") || std::ranges::binary_search(kElements, key);
    return is_known ? Pseudo::kElement : Pseudo::kUnknown;
  }
  if (std::ranges::binary_search(kOldElements, key)) return Pseudo::kElement;
  if (std::ranges::binary_search(kClasses, key)) return Pseudo::kClass;
  return std::ranges::binary_search(kFunctions, key) ? Pseudo::kFunction : Pseudo::kUnknown;
}

}  // namespace sitedoor::extract::internal
