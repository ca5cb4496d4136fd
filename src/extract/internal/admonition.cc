#include "extract/internal/admonition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes =
    300;  // an element with more below it, and headings, is a page and no note
constexpr int kMostHeadings = 3;

struct KindTitle {
  std::string_view kind, title;
};
constexpr std::array<KindTitle, 20> kKinds = {{
    {"note", "Note"},
    {"tip", "Tip"},
    {"warning", "Warning"},
    {"caution", "Caution"},
    {"danger", "Danger"},
    {"important", "Important"},
    {"info", "Info"},
    {"hint", "Hint"},
    {"attention", "Attention"},
    {"error", "Error"},
    {"seealso", "See also"},
    {"example", "Example"},
    {"success", "Success"},
    {"question", "Question"},
    {"bug", "Bug"},
    {"failure", "Failure"},
    {"todo", "Todo"},
    {"abstract", "Abstract"},
    {"deprecated", "Deprecated"},
    {"notice", "Notice"},
}};

constexpr std::string_view kTitleSuffix = "-title";

const KindTitle* KindNamed(std::string_view name) {
  if (name == "information") name = "info";
  const auto* const found = std::ranges::find_if(
      kKinds, [&](const KindTitle& known) { return EqualsIgnoringAsciiCase(known.kind, name); });
  return found == kKinds.end() ? nullptr : &*found;
}

const KindTitle* KindOf(std::string_view classes) {
  const KindTitle* found = nullptr;
  std::size_t at = 0;
  while (at < classes.size()) {
    std::size_t end = classes.find_first_of(" \t\r\n\f", at);
    if (end == std::string_view::npos) end = classes.size();
    std::string_view name = classes.substr(at, end - at);
    at = end + 1;
    bool has_prefix = false;
    for (const std::string_view prefix :
         {"markdown-alert-", "theme-admonition-", "admonition-", "alert--", "alert-", "callout-",
          "starlight-aside--", "bs-callout-", "bd-callout-", "awsdocs-", "usa-alert--", "panel-",
          "blockquote-tag-", "prompt-", "confluence-information-macro-", "is-"}) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      has_prefix = true;
      break;
    }
    if (name.ends_with(kTitleSuffix)) name.remove_suffix(kTitleSuffix.size());
    const KindTitle* const known = KindNamed(name);
    if (known == nullptr) continue;
    // GitBook's "hint alert-info", YARD's "note deprecated": a box of that name, of another kind.
    const bool names_box =
        known->kind == "hint" || known->kind == "notice" || known->kind == "note";
    if (has_prefix || !names_box) return known;
    if (found == nullptr) found = known;
  }
  return found;
}

// just-the-docs: <blockquote class="note-title"> begins with a title of its own.
bool BeginsWithTitle(std::string_view classes) {
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find_first_of(" \t\r\n\f"), classes.size());
    const std::string_view name = classes.substr(0, end);
    if (name.ends_with(kTitleSuffix) &&
        KindNamed(name.substr(0, name.size() - kTitleSuffix.size())) != nullptr) {
      return true;
    }
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  return false;
}

bool IsBlock(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_ASIDE:
    case LXB_TAG_SECTION:
    case LXB_TAG_BLOCKQUOTE:
    case LXB_TAG_P:
    case LXB_TAG_DETAILS:
    case LXB_TAG_FIGURE:  // Notion
    case LXB_TAG_TABLE:
      return true;
    default:
      return false;
  }
}

// The text's first letters in lower case, and whether an element that is a title comes first.
struct Beginning {
  std::string text;
  bool has_title = false;
  bool is_page = false;  // too much below it
};

Beginning ReadBeginning(Node element) {
  Beginning beginning;
  int seen = 0, headings = 0;
  for (Node at = element.Next(element); at && seen < kMostNodes; at = at.Next(element), ++seen) {
    if (at.IsText()) {
      if (beginning.text.size() > 24) continue;
      const std::string_view text = at.Text();
      const std::size_t begin = text.find_first_not_of(" \t\r\n\f");
      if (begin != std::string_view::npos) beginning.text += AsciiLowered(text.substr(begin, 25));
      continue;
    }
    if (HeadingLevel(at) > 0) ++headings;
    if (beginning.text.empty() && !beginning.has_title) {
      beginning.has_title =
          IsAdmonitionTitle(at, RolesOfClasses(at.Attribute(LXB_DOM_ATTR_CLASS))) ||
          HeadingLevel(at) > 0 || at.IsElement(LXB_TAG_SUMMARY) || SaysKindAlone(at);
    }
  }
  beginning.is_page = headings >= kMostHeadings && seen >= kMostNodes;
  return beginning;
}

}  // namespace

std::optional<Admonition> ReadAdmonition(Node element, std::uint32_t roles) {
  const bool by_role = element.Attribute("role") == "note";
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  const bool by_quote = element.IsElement(LXB_TAG_BLOCKQUOTE) && !classes.empty();
  if ((roles & (kAdmonition | kAdmonitionKind)) == 0 && !by_role && !by_quote) return std::nullopt;
  if (!IsBlock(element) || (roles & kFootnote) != 0) return std::nullopt;
  const KindTitle* kind = KindOf(classes);
  if (kind == nullptr) kind = KindOf(element.Attribute("data-callout-type"));  // Mintlify
  const bool by_kind_alone = by_quote && (roles & (kAdmonition | kAdmonitionKind)) == 0 && !by_role;
  if (by_kind_alone && kind == nullptr) return std::nullopt;
  const Beginning beginning = ReadBeginning(element);
  if (beginning.is_page) return std::nullopt;
  Admonition admonition;
  if (kind == nullptr) return admonition;
  // What is deprecated is called so as well, as a whole.
  const bool names_state = kind->kind == "deprecated" && (roles & kAdmonition) == 0;
  if (names_state && !beginning.text.starts_with(kind->kind)) return std::nullopt;
  admonition.kind = kind->kind;
  admonition.first_paragraph_is_title = BeginsWithTitle(classes);
  const bool begins_with_kind = beginning.text.starts_with(kind->kind) ||
                                beginning.text.starts_with(AsciiLowered(kind->title));
  const bool has_title = beginning.has_title || admonition.first_paragraph_is_title;
  if (!has_title && !begins_with_kind) admonition.missing_title = kind->title;
  // AsciiDoc's icon says the kind beside a title of its own.
  if (has_title && !begins_with_kind && element.HasClass("admonitionblock")) {
    admonition.missing_title = kind->title;
    admonition.has_own_title = true;
  }
  return admonition;
}

std::optional<Admonition> ReadAdmonitionList(Node list) {
  constexpr std::array<std::string_view, 9> kKindsOfLists = {"note",    "warning",    "tip",
                                                             "caution", "important",  "danger",
                                                             "notice",  "deprecated", "attention"};
  constexpr int kMostChildren = 8;
  const std::string_view classes = list.Attribute(LXB_DOM_ATTR_CLASS);
  if (classes.empty()) return std::nullopt;
  const KindTitle* const kind = KindOf(classes);
  if (kind == nullptr || std::ranges::find(kKindsOfLists, kind->kind) == kKindsOfLists.end())
    return std::nullopt;
  int children = 0, terms = 0, seen = 0;
  for (Node child = list.FirstChild(); child; child = child.NextSibling()) {
    if (++seen > kMostNodes) return std::nullopt;
    if (!child.IsElement()) continue;
    terms += child.IsElement(LXB_TAG_DT) ? 1 : 0;
    const bool is_first_term = terms == 1 && (children > 0 || child.IsElement(LXB_TAG_DT));
    if (!is_first_term || ++children > kMostChildren) return std::nullopt;
  }
  if (children < 2) return std::nullopt;
  Admonition admonition;
  admonition.kind = kind->kind;
  return admonition;
}

bool IsAdmonitionTitle(Node element, std::uint32_t roles) {
  if ((roles & kAdmonitionTitle) != 0) return true;
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  return classes.find("admonitionHeading") != std::string_view::npos ||
         classes.find("admonition-heading") != std::string_view::npos;
}

bool SaysKindAlone(Node paragraph) {
  constexpr std::size_t kMostBytes = 24;
  if (!paragraph.IsElement(LXB_TAG_P)) return false;
  constexpr int kMostNodesOfKind = 64;
  std::string text;
  int seen = 0;
  for (Node at = paragraph; at; at = at.Next(paragraph)) {
    text += TrimmedHtmlSpace(at.Text());
    if (text.size() > kMostBytes || ++seen > kMostNodesOfKind) return false;
  }
  return KindNamed(text) != nullptr;
}

}  // namespace sitedoor::extract::internal
