#include "extract/internal/style_sheet.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_conditions.h"
#include "extract/internal/style_nesting.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostRules = 100'000;

// The next of '{', '}' and ';' that is in no string or address, from `at` on; the size when there
// is none.
std::size_t NextMark(std::string_view css, std::size_t at) {
  static constexpr auto kMarks = TableOf("{};\"'\\(");
  for (at = FindAny(css, at, kMarks); at < css.size(); at = FindAny(css, at, kMarks)) {
    const char c = css[at];
    if (c == '\\') {
      at += 2;
    } else if (c == '"' || c == '\'') {
      at = EndOfString(css, at);
    } else if (c == '(') {
      at = EndOfBareUrl(css, at);
    } else {
      return at;
    }
  }
  return css.size();
}

// The end of the block that begins with the '{' at `open`: of its '}', or of the text.
std::size_t EndOfBlock(std::string_view css, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < css.size(); at = NextMark(css, at + 1)) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return css.size();
}

// Old pages keep their style sheets in HTML comments, whose marks mean nothing in them.
std::string_view WithoutHtmlMarks(std::string_view prelude) {
  prelude = Trimmed(prelude);
  for (const std::string_view mark : {"<!--", "-->"}) {
    if (prelude.starts_with(mark)) prelude = Trimmed(prelude.substr(mark.size()));
  }
  return prelude;
}

constexpr std::size_t kNoRule = static_cast<std::size_t>(-1);
constexpr std::size_t kMostNesting = 256;

struct OpenBlock {
  std::size_t rule = kNoRule;  // whose declarations stand in it
  bool is_conditional = false;
  bool is_off_screen = false;
  bool is_interrupted = false;  // a nested rule was the last in it
  std::uint32_t layer = StyleRule::kNoLayer;
  std::size_t scope = 0;  // of those that the sheet has
};

// The place of the layer in "@layer reset.base" among all; layers in others go with those.
std::uint32_t LayerOf(std::string_view name, StyleLayers& layers) {
  name = Trimmed(name);
  name = Trimmed(name.substr(0, name.find('.')));
  const auto known = name.empty() ? layers.end() : std::ranges::find(layers, name);
  const auto place = static_cast<std::uint32_t>(known - layers.begin());
  if (known == layers.end() && layers.size() + 1 < StyleRule::kNoLayer) layers.emplace_back(name);
  return std::min(place, StyleRule::kNoLayer - 1);
}

constexpr std::string_view kLayer = "@layer";
constexpr std::string_view kScope = "@scope";

// "@layer a, b;"
void NoteLayers(std::string_view statement, StyleLayers& layers) {
  statement = Trimmed(statement);
  if (!StartsWithIgnoringAsciiCase(statement, kLayer)) return;
  ForEachSelector(statement.substr(kLayer.size()), [&](std::string_view name) {
    if (!Trimmed(name).empty()) LayerOf(name, layers);
  });
}

// Declarations that stand together are one piece of the sheet; those behind a nested rule are a
// rule of their own.
void AddDeclaration(std::vector<StyleRule>& rules, OpenBlock& block, std::string_view text) {
  if (block.is_interrupted) {
    if (Trimmed(text).empty()) return;
    StyleRule again = rules[block.rule];
    again.declarations = {};
    block.rule = rules.size();
    block.is_interrupted = false;
    rules.push_back(std::move(again));
  }
  std::string_view& all = rules[block.rule].declarations;
  if (all.empty()) {
    all = text;
  } else {
    all = {all.data(), static_cast<std::size_t>(text.data() + text.size() - all.data())};
  }
}

void CloseBlock(std::vector<OpenBlock>& blocks, std::string_view last,
                std::vector<StyleRule>& rules) {
  if (blocks.back().rule != kNoRule && !last.empty()) AddDeclaration(rules, blocks.back(), last);
  blocks.pop_back();
}

enum class AtRule { kRules, kConditionalRules, kOffScreen, kOther };

AtRule RulesThat(Holds holds) {
  if (holds == Holds::kMaybe) return AtRule::kConditionalRules;
  return holds == Holds::kYes ? AtRule::kRules : AtRule::kOther;
}

// "@media screen" holds for everyone; another screen or browser may not be in @media (...). What is
// behind @starting-style is past before anyone sees it.
AtRule KindOf(std::string_view prelude, bool has_containers) {
  const auto begins = [&](std::string_view name) {
    return StartsWithIgnoringAsciiCase(prelude, name);
  };
  constexpr std::string_view kSupports = "@supports", kMedia = "@media", kContainer = "@container";
  if (begins(kLayer)) return AtRule::kRules;
  if (begins(kSupports)) return RulesThat(SupportsHold(prelude.substr(kSupports.size())));
  if (begins(kMedia)) {
    const AtRule kind = RulesThat(MediaHold(Trimmed(prelude.substr(kMedia.size()))));
    return kind == AtRule::kOther ? AtRule::kOffScreen : kind;
  }
  if (begins(kContainer)) {
    const AtRule kind = RulesThat(ContainerHolds(prelude.substr(kContainer.size())));
    return kind == AtRule::kRules && !has_containers ? AtRule::kConditionalRules : kind;
  }
  return begins(kScope) ? AtRule::kRules : AtRule::kOther;
}

// What a sheet calls the namespaces of elements.
class Namespaces {
 public:
  // Of "@namespace h url(http://www.w3.org/1999/xhtml)".
  void Note(std::string_view statement) {
    constexpr std::string_view kName = "@namespace", kHtml = "http://www.w3.org/1999/xhtml";
    if (!StartsWithIgnoringAsciiCase(statement, kName)) return;
    const std::string_view rest = Trimmed(statement.substr(kName.size()));
    const bool is_html = rest.find(kHtml) != std::string_view::npos;
    const std::string_view prefix = rest.substr(0, rest.find_first_of(" \t\n\"'("));
    if (prefix.empty() || EqualsIgnoringAsciiCase(prefix, "url")) {
      is_foreign_ = !is_html;
    } else if (is_html) {
      html_prefixes_.emplace_back(prefix);
    }
  }

  bool AreAnyNoted() const { return is_foreign_ || !html_prefixes_.empty(); }

  // Without the prefixes of HTML's elements; "" for those of others alone.
  std::string Resolved(std::string_view selectors) const {
    if (is_foreign_ && selectors.find('|') == std::string_view::npos) return {};
    std::string plain(selectors);
    for (const std::string& prefix : html_prefixes_) {
      const std::string mark = prefix + "|";
      for (std::size_t at = plain.find(mark); at != std::string::npos; at = plain.find(mark, at)) {
        const bool is_whole = at == 0 || (!IsAsciiAlnum(plain[at - 1]) && plain[at - 1] != '-');
        if (is_whole) {
          plain.erase(at, mark.size());
        } else {
          at += mark.size();
        }
      }
    }
    return plain;
  }

 private:
  bool is_foreign_ = false;  // what has no prefix is not HTML's
  std::vector<std::string> html_prefixes_;
};

class SheetReader {
 public:
  SheetReader(std::string_view css, StyleLayers& layers) : css_(css), layers_(layers) {}

  std::vector<StyleRule> Read() && {
    while (at_ < css_.size() && rules_.size() < kMostRules) {
      const std::size_t mark = NextMark(css_, at_);
      if (mark >= css_.size()) {
        // A rule whose end is missing ends with the sheet.
        while (!blocks_.empty()) CloseBlock(blocks_, css_.substr(at_), rules_);
        break;
      }
      const std::string_view before = css_.substr(at_, mark - at_);
      at_ = mark + 1;
      if (css_[mark] == '}') {
        is_misread_ = is_misread_ || blocks_.empty();
        if (!blocks_.empty()) CloseBlock(blocks_, before, rules_);
      } else if (css_[mark] == ';') {
        EndStatement(before);
      } else {
        OpenBlockAt(mark, WithoutHtmlMarks(before));
      }
    }
    return std::move(rules_);
  }

 private:
  bool InRule() const { return !blocks_.empty() && blocks_.back().rule != kNoRule; }

  // Whether the sheet makes elements containers, for an @container.
  bool HasContainers(std::string_view prelude) {
    if (!StartsWithIgnoringAsciiCase(prelude, "@container")) return false;
    if (!makes_containers_) {
      makes_containers_ = css_.find("container-type") != std::string_view::npos ||
                          css_.find("container:") != std::string_view::npos;
    }
    return *makes_containers_;
  }

  void EndStatement(std::string_view statement) {
    if (InRule()) return AddDeclaration(rules_, blocks_.back(), statement);
    NoteLayers(statement, layers_);
    namespaces_.Note(WithoutHtmlMarks(statement));
  }

  void OpenBlockAt(std::size_t mark, std::string_view prelude) {
    const bool is_at_rule = prelude.starts_with('@');
    const AtRule kind = is_at_rule ? KindOf(prelude, HasContainers(prelude)) : AtRule::kOther;
    const bool is_nothing = is_misread_ || (is_at_rule && kind == AtRule::kOther);
    if (is_nothing || blocks_.size() >= kMostNesting) {
      at_ = EndOfBlock(css_, mark) + 1;
      is_misread_ = false;
      return;
    }
    OpenBlock block;
    if (!blocks_.empty())
      block = {.is_conditional = blocks_.back().is_conditional,
               .is_off_screen = blocks_.back().is_off_screen,
               .layer = blocks_.back().layer,
               .scope = blocks_.back().scope};
    block.is_off_screen = block.is_off_screen || kind == AtRule::kOffScreen;
    block.is_conditional =
        block.is_conditional || block.is_off_screen || kind == AtRule::kConditionalRules;
    if (block.layer == StyleRule::kNoLayer && StartsWithIgnoringAsciiCase(prelude, kLayer))
      block.layer = LayerOf(prelude.substr(kLayer.size()), layers_);
    if (StartsWithIgnoringAsciiCase(prelude, kScope)) {
      scopes_.push_back(ReadScope(prelude, scopes_[block.scope]));
      block.scope = scopes_.size() - 1;
      block.is_conditional = block.is_conditional || scopes_.back().root.empty();
    }
    if (!is_at_rule) {
      AddRule(block, prelude);
    } else if (InRule()) {
      AddRule(block, "&");
    }
    blocks_.push_back(block);
  }

  void AddRule(OpenBlock& block, std::string_view own) {
    const bool in_rule = InRule();
    std::string selectors = in_rule ? NestedSelectors(rules_[blocks_.back().rule].selectors, own)
                                    : ScopedSelectors(scopes_[block.scope], own);
    if (in_rule) blocks_.back().is_interrupted = true;
    if (namespaces_.AreAnyNoted()) selectors = namespaces_.Resolved(selectors);
    block.rule = rules_.size();
    rules_.push_back({.selectors = std::move(selectors),
                      .declarations = {},
                      .is_conditional = block.is_conditional,
                      .is_off_screen = block.is_off_screen,
                      .layer = block.layer});
  }

  std::string_view css_;
  StyleLayers& layers_;
  std::optional<bool> makes_containers_;  // not looked for yet
  Namespaces namespaces_;
  std::vector<StyleScope> scopes_ = std::vector<StyleScope>(1);  // the first is none
  std::vector<StyleRule> rules_;
  std::vector<OpenBlock> blocks_;
  std::size_t at_ = 0;
  bool is_misread_ = false;  // a '}' too many makes the next rule none
};

}  // namespace

std::string WithoutComments(std::string_view css) {
  static constexpr auto kMarks = TableOf("/\"'\\(");
  std::string plain;
  plain.reserve(css.size());
  std::size_t kept = 0;  // up to where it is in `plain` or a comment
  for (std::size_t at = FindAny(css, 0, kMarks); at < css.size(); at = FindAny(css, at, kMarks)) {
    if (css[at] == '\\') {
      at += 2;
    } else if (css[at] == '(') {
      at = EndOfBareUrl(css, at);
    } else if (css[at] != '/') {
      at = EndOfString(css, at);
    } else if (css.substr(at, 2) != "/*") {
      ++at;
    } else {
      plain += css.substr(kept, at - kept);
      const std::size_t end = css.find("*/", at + 2);
      at = kept = end == std::string_view::npos ? css.size() : end + 2;
    }
  }
  plain += css.substr(kept);
  return plain;
}

std::vector<StyleRule> ReadRules(std::string_view css, StyleLayers& layers) {
  return SheetReader(css, layers).Read();
}

}  // namespace sitedoor::extract::internal
