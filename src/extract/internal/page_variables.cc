#include "extract/internal/page_variables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_color.h"
#include "extract/internal/css_declarations.h"
#include "extract/internal/css_selector.h"
#include "extract/internal/css_value.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostHiding = 8;

// Most declarations with "--" in them only use it.
bool SetsAny(std::string_view declarations) {
  for (std::size_t at = declarations.find("--"); at != std::string_view::npos;
       at = declarations.find("--", at + 2)) {
    const char before = at == 0 ? ';' : declarations[at - 1];
    if (before == ';' || IsCssSpace(before)) return true;
  }
  return false;
}

// Of a property that takes it; values of values are not followed.
bool MayHide(std::string_view value) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"none", "hidden", "collapse", "transparent", "circle(0", "inset("});
  if (value.empty()) return false;
  if (value.starts_with('#') || StartsWithIgnoringAsciiCase(value, "rgb") ||
      StartsWithIgnoringAsciiCase(value, "hsl")) {
    const auto color = ReadColor(value);
    return color && color->transparent;
  }
  constexpr double kFar = -50, kLeastSeen = 0.05;
  const bool may_be_number = value[0] == '-' || value[0] == '.' || IsAsciiDigit(value[0]);
  if (may_be_number) {
    const auto length = ReadLength(value);
    return length && (length->number <= kFar || std::abs(length->number) < kLeastSeen);
  }
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return StartsWithIgnoringAsciiCase(value, word); });
}

bool Sets(std::string_view declarations, std::string_view name) {
  for (std::size_t at = declarations.find(name); at != std::string_view::npos;
       at = declarations.find(name, at + name.size())) {
    if (Trimmed(declarations.substr(at + name.size())).starts_with(':')) return true;
  }
  return false;
}

// Whether the property that the declarations set at `at` may hide by itself.
bool IsOfWhatHides(std::string_view declarations, std::size_t at) {
  const std::size_t end = declarations.rfind(';', at);
  const std::string_view one = declarations.substr(end == std::string_view::npos ? 0 : end + 1);
  switch (PropertyNamed(Trimmed(one.substr(0, one.find(':'))))) {
    case kProperties:
    case kBackground:
    case kBackgroundColor:
    case kBackgroundImage:
    case kBackgroundSize:
    case kBackgroundRepeat:
    case kBackgroundPosition:
    case kPadding:
    case kPaddingTop:
    case kPaddingBottom:
    case kBorderLeft:
    case kTransition:
    case kLineHeight:
    case kTextShadow:
      return false;
    default:
      return true;
  }
}

// Calls `use` with the name of each that the declarations ask for where it may hide.
template <class Use>
void ForEachUsed(std::string_view declarations, Use use) {
  constexpr std::string_view kCall = "var(";
  constexpr int kMostCalls = 32;
  std::size_t begin = declarations.find(kCall);
  for (int i = 0; i < kMostCalls && begin != std::string_view::npos; ++i) {
    const std::size_t from = begin + kCall.size();
    const std::size_t end = std::min(declarations.find_first_of(",)", from), declarations.size());
    if (IsOfWhatHides(declarations, begin))
      use(std::string(Trimmed(declarations.substr(from, end - from))));
    begin = declarations.find(kCall, end);
  }
}

// "*, ::before", ":root, :host"
bool IsOfThePage(std::string_view selectors) {
  constexpr auto kAll = std::to_array<std::string_view>({":root", "html", "body", "*"});
  constexpr auto kBeside = std::to_array<std::string_view>(
      {":host", "::before", "::after", ":before", ":after", "::backdrop", "::-webkit-backdrop"});
  bool has_all = false, has_other = false;
  ForEachSelector(selectors, [&](std::string_view one) {
    one = Trimmed(one);
    const bool is_all = std::ranges::find(kAll, one) != kAll.end();
    has_all = has_all || is_all;
    has_other = has_other || (!is_all && std::ranges::find(kBeside, one) == kBeside.end());
  });
  return has_all && !has_other;
}

}  // namespace

PageVariables::PageVariables(const PageStyles& page)
    : page_(page), users_(page.rules.size()), sets_any_(page.rules.size()) {
  for (const RegisteredProperty& property : page.properties) {
    if (!property.initial.empty()) of_page_.insert_or_assign(property.name, property.initial);
  }
  for (std::uint32_t i = 0; i < page.rules.size(); ++i) {
    const StyleRule& rule = page.rules[i];
    if (rule.declarations.find("--") == std::string_view::npos) continue;
    users_[i] = true;
    if (!SetsAny(rule.declarations)) continue;
    sets_any_[i] = true;
    const bool is_of_page = !rule.is_conditional && IsOfThePage(rule.selectors);
    for (auto& [name, value] : VariablesOf(rule.declarations)) {
      Local& local = local_[name];
      local.rules.push_back(i);
      local.is_local = local.is_local || !is_of_page;
      const bool is_new = !is_of_page && local.hiding.size() < kMostHiding && MayHide(value) &&
                          std::ranges::find(local.hiding, value) == local.hiding.end();
      if (is_new) local.hiding.push_back(value);
      if (is_of_page) of_page_.insert_or_assign(name, value);
    }
  }
  // Those that have one value all over the page are not local.
  std::erase_if(local_, [](const auto& entry) { return !entry.second.is_local; });
}

bool PageVariables::AreLocal(std::size_t rule) const {
  if (local_.empty() || !users_[rule]) return false;
  const std::string_view declarations = page_.rules[rule].declarations;
  bool are_local = false;
  ForEachUsed(declarations, [&](const std::string& name) {
    are_local =
        are_local || (local_.contains(name) && !(sets_any_[rule] && Sets(declarations, name)));
  });
  return are_local;
}

std::vector<std::string> PageVariables::Possible(std::string_view declarations) const {
  std::vector<std::string> possible;
  ForEachUsed(declarations, [&](const std::string& name) {
    const auto found = local_.find(name);
    if (found == local_.end() || found->second.hiding.empty() || Sets(declarations, name)) return;
    for (const std::string& value : found->second.hiding) {
      if (possible.size() == kMostHiding) return;
      possible.push_back(WithVariables(declarations, [&](const std::string& asked) {
        if (asked == name) return std::optional(value);
        const auto known = of_page_.find(asked);
        return known == of_page_.end() ? std::nullopt : std::optional(known->second);
      }));
    }
  });
  return possible;
}

const PageVariables::Setters& PageVariables::SettersOf(const std::string& name) {
  const auto [at, is_new] = setters_.try_emplace(name);
  Setters& setters = at->second;
  const auto found = local_.find(name);
  if (!is_new || found == local_.end()) return setters;
  for (const std::uint32_t i : found->second.rules) {
    const StyleRule& rule = page_.rules[i];
    if (rule.is_conditional) continue;
    const Variables set = VariablesOf(rule.declarations);
    const std::size_t begin = rule.declarations.find(name);
    const std::string_view own =
        rule.declarations.substr(std::min(begin, rule.declarations.size()));
    const bool is_important = own.substr(0, own.find(';')).find('!') != std::string_view::npos;
    for (CssSelector& selector : CssSelector::ParseList(rule.selectors)) {
      if (!selector.IsWhole()) continue;
      const Rank rank =
          RankOf(rule, selector, i, is_important ? Importance::kImportant : Importance::kNormal);
      setters.values.insert_or_assign(rank, set.at(name));
      setters.rules.rules.push_back({std::move(selector), rank, 1, false, rule.shadow_root});
    }
  }
  setters.rules.Index();
  return setters;
}

std::optional<std::string> PageVariables::ValueAt(const std::string& name, Node element,
                                                  std::size_t& steps) {
  constexpr int kMostLevels = 256;
  const Setters& setters = SettersOf(name);
  const auto* const property = page_.PropertyNamed(name);
  const bool inherits = property == nullptr || property->inherits;
  Node at = element;
  for (int level = 0; at && at.IsElement() && level < kMostLevels && steps > 0;
       ++level, at = at.Parent()) {
    --steps;
    std::optional<std::string> value;
    const Rank rank = setters.rules.GreatestRankFor(at, 0, 1, steps);
    if (rank != 0) value = setters.values.at(rank);
    const std::string_view style =
        at.HasUncommonAttributes() ? at.Attribute(LXB_DOM_ATTR_STYLE) : std::string_view();
    constexpr Rank kImportant = Rank{1} << 62;
    if (rank < kImportant && style.find(name) != std::string_view::npos) {
      const Variables own = VariablesOf(style);
      if (const auto found = own.find(name); found != own.end()) value = found->second;
    }
    if (value && EqualsIgnoringAsciiCase(*value, "initial")) break;
    if (value && !EqualsIgnoringAsciiCase(*value, "inherit") &&
        !EqualsIgnoringAsciiCase(*value, "unset")) {
      // What it stands for is that of the element that sets it.
      return value->find("var(") == std::string::npos ? value : Resolved(*value, at, steps);
    }
    if (!inherits) break;
  }
  const auto known = of_page_.find(name);
  const bool is_kept = property != nullptr || !local_.contains(name);
  return known != of_page_.end() && is_kept ? std::optional(known->second) : std::nullopt;
}

std::string PageVariables::Resolved(std::string_view declarations, Node element,
                                    std::size_t& steps) {
  constexpr std::size_t kStepsACall = 4;
  steps -= std::min(steps, kStepsACall);
  const Variables own = VariablesOf(declarations);
  return WithVariables(declarations, [&](const std::string& name) -> std::optional<std::string> {
    if (steps == 0) return std::nullopt;
    const auto known = own.find(name);
    if (known == own.end()) return ValueAt(name, element, steps);
    if (!EqualsIgnoringAsciiCase(known->second, "inherit")) return known->second;
    return element.Parent() ? ValueAt(name, element.Parent(), steps) : std::nullopt;
  });
}

}  // namespace sitedoor::extract::internal
