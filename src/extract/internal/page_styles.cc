#include "extract/internal/page_styles.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/data_url.h"
#include "extract/internal/hiding_rule_set.h"
#include "extract/internal/style_conditions.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostStyleBytes = 1u << 20;
constexpr std::size_t kMostScriptBytes = 256u << 10;
constexpr std::size_t kMostDeclarationBytes = 64u << 10;
constexpr std::string_view kCss = "text/css";

// Of a <script> that browsers run.
bool IsProgram(Node script) {
  const std::string_view type = Trimmed(script.Attribute("type"));
  return type.empty() || Contains(type, "javascript") || Contains(type, "ecmascript") ||
         EqualsIgnoringAsciiCase(type, "module");
}

bool IsStyleSheet(Node style) {
  const std::string_view type = Trimmed(style.Attribute("type"));
  return type.empty() || EqualsIgnoringAsciiCase(type, kCss);
}

// Of `url("a") screen`, `"a" layer(b)`.
struct Import {
  std::string_view url, conditions;
};

Import ReadImport(std::string_view text) {
  constexpr std::string_view kUrl = "url(";
  text = Trimmed(text);
  std::size_t end = 0;
  Import import;
  if (StartsWithIgnoringAsciiCase(text, kUrl)) {
    const std::size_t after = EndOfBareUrl(text, kUrl.size() - 1);
    const bool is_bare = after > kUrl.size() && text[after - 1] == ')';
    end = is_bare ? after : EndOfBrackets(text, kUrl.size() - 1);
    import.url = Trimmed(text.substr(kUrl.size(), end - std::min(end, kUrl.size() + 1)));
  } else if (text.starts_with('"') || text.starts_with('\'')) {
    end = EndOfString(text, 0);
    import.url = text.substr(0, end);
  }
  const char quote = import.url.empty() ? 0 : import.url.front();
  if ((quote == '"' || quote == '\'') && import.url.size() > 1)
    import.url = import.url.substr(1, import.url.size() - 2);
  import.conditions = Trimmed(text.substr(end));
  return import;
}

class Reader {
 public:
  explicit Reader(PageStyles& page) : page_(page) {}

  void Read(Node top, std::size_t most_elements) {
    std::size_t seen = 0;
    for (Node at = top; at && seen < most_elements;) {
      const html::Tag tag = at.ElementTag();
      const bool is_style = tag == LXB_TAG_STYLE;
      const bool is_script = tag == LXB_TAG_SCRIPT;
      if (tag == LXB_TAG_LINK) ReadLink(at);
      if (tag == LXB_TAG_META && EqualsIgnoringAsciiCase(at.Attribute("name"), "color-scheme"))
        page_.may_be_dark = Contains(at.Attribute("content"), "dark");
      if (is_style && IsStyleSheet(at)) ReadSheet(at.TextContent(), at);
      if (is_script && IsProgram(at)) page_.runs_scripts = true;
      if (is_script && script_bytes_ < kMostScriptBytes && at.FirstChild()) {
        page_.scripts.push_back(at.TextContent().substr(0, kMostScriptBytes - script_bytes_));
        script_bytes_ += page_.scripts.back().size();
      }
      // The styles in a <template> are for its own content.
      const bool is_shadow_root = tag == LXB_TAG_TEMPLATE && !IsHidden(at);
      page_.has_shadow_roots = page_.has_shadow_roots || is_shadow_root;
      const bool is_own_world =
          is_style || is_script || (tag == LXB_TAG_TEMPLATE && !is_shadow_root);
      const bool is_read = is_style || is_script || tag == LXB_TAG_LINK || tag == LXB_TAG_META ||
                           tag == LXB_TAG_TEMPLATE;
      if (is_read) ++seen;
      at = at.Next(top, is_own_world ? Node::Descend::kNo : Node::Descend::kYes);
    }
  }

 private:
  void ReadLink(Node link) {
    const std::string_view kind = link.Attribute("rel");
    const bool is_sheet = Contains(kind, "stylesheet") && !Contains(kind, "alternate");
    if (!is_sheet || MediaHold(Trimmed(link.Attribute("media"))) == Holds::kNo) return;
    auto css = TextOfDataUrl(link.Attribute(LXB_DOM_ATTR_HREF), kCss);
    if (css) {
      ReadSheet(*std::move(css), link);
    } else {
      page_.has_other_sheets = true;
    }
  }

  void ReadSheet(std::string css, Node style) {
    const Holds holds = MediaHold(Trimmed(style.Attribute("media")));
    page_.is_cut |= css.size() > kMostStyleBytes - style_bytes_;
    css.resize(std::min(css.size(), kMostStyleBytes - style_bytes_));
    style_bytes_ += css.size();
    const bool is_conditional = holds != Holds::kYes || style.Parent().IsElement(LXB_TAG_NOSCRIPT);
    const void* const root = page_.has_shadow_roots ? ShadowRootOf(style) : nullptr;
    page_.sheets.push_back(WithImports(WithoutComments(css)));
    AddAnimations(page_.sheets.back(), page_.animations);
    AddProperties(page_.sheets.back());
    std::vector<StyleRule> rules = ReadRules(page_.sheets.back(), layers_);
    for (StyleRule& rule : rules) {
      page_.is_cut |= rule.declarations.size() > kMostDeclarationBytes;
      rule.declarations = rule.declarations.substr(0, kMostDeclarationBytes);
      rule.is_conditional |= is_conditional;
      rule.is_off_screen |= holds == Holds::kNo;
      rule.shadow_root = root;
      page_.rules.push_back(std::move(rule));
    }
  }

  void AddProperties(std::string_view css) {
    constexpr std::string_view kName = "@property";
    constexpr std::size_t kMost = 256;
    for (std::size_t at = css.find(kName);
         at != std::string_view::npos && page_.properties.size() < kMost;
         at = css.find(kName, at + 1)) {
      const std::size_t open = css.find('{', at), close = css.find('}', at);
      if (close == std::string_view::npos || close < open) return;
      RegisteredProperty property;
      property.name = Trimmed(css.substr(at + kName.size(), open - at - kName.size()));
      std::string_view rest = css.substr(open + 1, close - open - 1);
      while (!rest.empty()) {
        const std::size_t end = std::min(EndOfDeclaration(rest), rest.size());
        const std::string_view one = rest.substr(0, end);
        const std::size_t colon = std::min(one.find(':'), one.size() - (one.empty() ? 0 : 1));
        const std::string_view name = Trimmed(one.substr(0, colon));
        const std::string_view value = Trimmed(one.substr(std::min(colon + 1, one.size())));
        if (EqualsIgnoringAsciiCase(name, "initial-value")) property.initial = value;
        if (EqualsIgnoringAsciiCase(name, "inherits"))
          property.inherits = !EqualsIgnoringAsciiCase(value, "false");
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
      page_.properties.push_back(std::move(property));
    }
  }

  // With the text of those sheets that stand in their addresses. Only what stands before all rules
  // is imported.
  std::string WithImports(std::string css) {
    constexpr std::string_view kImport = "@import", kLayer = "@layer", kCharset = "@charset";
    constexpr int kMostStatements = 64;
    std::size_t at = 0;
    for (int i = 0; i < kMostStatements; ++i) {
      at = std::min(css.find('@', at), css.size());
      if (css.find_first_of("{}") < at) return css;
      const std::string_view rest = std::string_view(css).substr(at);
      const bool imports = StartsWithIgnoringAsciiCase(rest, kImport);
      if (!imports && !StartsWithIgnoringAsciiCase(rest, kLayer) &&
          !StartsWithIgnoringAsciiCase(rest, kCharset))
        return css;
      const std::size_t end = EndOfDeclaration(rest);
      if (!imports) {
        at += std::min(end + 1, rest.size());
        continue;
      }
      const std::string sheet = Imported(rest.substr(kImport.size(), end - kImport.size()));
      css.replace(at, std::min(end + 1, rest.size()), sheet);
    }
    return css;
  }

  std::string Imported(std::string_view statement) {
    const Import import = ReadImport(statement);
    auto css = TextOfDataUrl(import.url, kCss);
    const bool is_long = css && css->size() > kMostStyleBytes - style_bytes_;
    page_.is_cut |= is_long;
    if (!css || is_long) {
      if (MediaHold(import.conditions) != Holds::kNo) page_.has_other_sheets = true;
      return {};
    }
    style_bytes_ += css->size();
    std::string plain = WithoutComments(*css);
    if (import.conditions.empty()) return plain;
    constexpr std::string_view kLayer = "layer", kSupports = "supports(";
    if (StartsWithIgnoringAsciiCase(import.conditions, kLayer) ||
        StartsWithIgnoringAsciiCase(import.conditions, kSupports)) {
      page_.has_other_sheets = true;  // of an order that is not read here
      return {};
    }
    return "@media " + std::string(import.conditions) + "{" + plain + "}";
  }

  PageStyles& page_;
  StyleLayers layers_;
  std::size_t style_bytes_ = 0;
  std::size_t script_bytes_ = 0;
};

}  // namespace

const RegisteredProperty* PageStyles::PropertyNamed(std::string_view name) const {
  const auto found = std::ranges::find(properties, name, &RegisteredProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

PageStyles ReadPageStyles(Node page, std::size_t most_elements) {
  PageStyles styles;
  Reader(styles).Read(page, most_elements);
  std::erase_if(styles.animations, [](const auto& one) { return !one.second; });
  // What is shown in print alone may be what a script shows on the screen.
  if (styles.AreAll()) std::erase_if(styles.rules, &StyleRule::is_off_screen);
  return styles;
}

}  // namespace sitedoor::extract::internal
