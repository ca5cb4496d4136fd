// PageVariables: the values of custom properties where they are used, which elements inherit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extract/internal/css_variables.h"
#include "extract/internal/hiding_rule_set.h"
#include "extract/internal/page_styles.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

class PageVariables {
 public:
  // `page` must outlive it. O(length of the rules).
  explicit PageVariables(const PageStyles& page);

  // Of the page as a whole.
  const Variables& OfPage() const { return of_page_; }

  // Whether the page's rule uses one that has other values in parts of the page, and does not set
  // it.
  bool AreLocal(std::size_t rule) const;

  // The declarations with values that may hide, and that parts of the page give to one that is
  // local: at most a few.
  std::vector<std::string> Possible(std::string_view declarations) const;

  // As they are at `element`. Takes of `steps` as CssSelector::Matches does.
  std::string Resolved(std::string_view declarations, html::Node element, std::size_t& steps);

 private:
  // The rules that set one name.
  struct Setters {
    HidingRuleSet rules;
    std::unordered_map<Rank, std::string> values;
  };
  const Setters& SettersOf(const std::string& name);
  std::optional<std::string> ValueAt(const std::string& name, html::Node element,
                                     std::size_t& steps);

  const PageStyles& page_;
  std::vector<bool> users_;  // rules that have one in any way
  std::vector<bool> sets_any_;
  Variables of_page_;
  struct Local {
    std::vector<std::uint32_t> rules;  // that set the name
    std::vector<std::string> hiding;   // values that may hide, at most a few
    bool is_local = false;
  };
  std::unordered_map<std::string, Local> local_;
  std::unordered_map<std::string, Setters> setters_;  // made when asked for
};

}  // namespace sitedoor::extract::internal
