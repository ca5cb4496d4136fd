// HidingColors: the colour of a text and of what stands behind it, on pages all of whose styles are
// known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extract/internal/css_color.h"
#include "extract/internal/css_variables.h"
#include "extract/internal/hiding_rule_set.h"
#include "extract/internal/style_sheet.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// Nothing where it is not known, as over a picture.
struct Paint {
  std::optional<Color> text = Color{};
  std::optional<Color> ground = Color{{255, 255, 255}, false};

  // Of the same colour, as far as anyone sees.
  bool HidesText() const;
};

class HidingColors {
 public:
  // `variables` are the page's, and must outlive it, as `rules` must. O(length of the rules).
  HidingColors(const std::vector<StyleRule>& rules, const Variables& variables);

  // False where parts of the page may lie over others, or where it has other colours in the dark:
  // then nothing is known.
  bool IsKnown() const { return is_known_; }

  // Of an element in one that paints `around`; nothing when it changes nothing. Takes of `steps` as
  // CssSelector::Matches does.
  std::optional<Paint> Of(html::Node element, const Paint& around, std::size_t& steps);

 private:
  struct Part {
    enum Kind : std::uint8_t { kUnset, kInherited, kOfText, kKnown, kUnknown } kind = kUnset;
    Color color = {};
  };
  struct Parts {
    Part text, ground;
  };

  void Add(const StyleRule& rule, Rank order);
  Parts PartsOf(std::string_view declarations) const;
  static void ShowGroundInLetters(Parts& parts);
  bool UsesUnknownVariable(std::string_view value) const;
  void ReadSheets(html::Node element, std::size_t& steps, Parts& parts, bool& is_important) const;

  const Variables& variables_;
  std::unordered_set<std::string> local_variables_;  // with other values in parts of the page
  HidingRuleSet rules_;
  std::unordered_map<Rank, Parts> parts_;  // of the rule of that rank
  bool is_known_ = true;
};

}  // namespace sitedoor::extract::internal
