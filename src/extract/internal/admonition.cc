#include "extract/internal/admonition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/heading_anchor.h"

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

const KindTitle* KindOf(std::string_view classes) {
  std::size_t at = 0;
  while (at < classes.size()) {
    std::size_t end = classes.find_first_of(" \t\r\n\f", at);
    if (end == std::string_view::npos) end = classes.size();
    std::string_view name = classes.substr(at, end - at);
    at = end + 1;
    for (const std::string_view prefix : {"markdown-alert-", "theme-admonition-", "admonition-",
                                          "alert--", "alert-", "callout-", "starlight-aside--"}) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      break;
    }
    if (name.size() > 12) continue;
    const std::string lower = AsciiLowered(name);
    for (const KindTitle& known : kKinds) {
      if (known.kind == lower) return &known;
    }
  }
  return nullptr;
}

bool IsBlock(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_ASIDE:
    case LXB_TAG_SECTION:
    case LXB_TAG_BLOCKQUOTE:
    case LXB_TAG_P:
    case LXB_TAG_DETAILS:
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
          HeadingLevel(at) > 0 || at.IsElement(LXB_TAG_SUMMARY);
    }
  }
  beginning.is_page = headings >= kMostHeadings && seen >= kMostNodes;
  return beginning;
}

}  // namespace

std::optional<Admonition> ReadAdmonition(Node element, std::uint32_t roles) {
  const bool by_role = element.Attribute("role") == "note";
  if ((roles & (kAdmonition | kAdmonitionKind)) == 0 && !by_role) return std::nullopt;
  if (!IsBlock(element) || (roles & kFootnote) != 0) return std::nullopt;
  const KindTitle* kind = KindOf(element.Attribute(LXB_DOM_ATTR_CLASS));
  const Beginning beginning = ReadBeginning(element);
  if (beginning.is_page) return std::nullopt;
  Admonition admonition;
  if (kind == nullptr) return admonition;
  admonition.kind = kind->kind;
  const bool begins_with_kind = beginning.text.starts_with(kind->kind) ||
                                beginning.text.starts_with(AsciiLowered(kind->title));
  if (!beginning.has_title && !begins_with_kind) admonition.missing_title = kind->title;
  return admonition;
}

bool IsAdmonitionTitle(Node element, std::uint32_t roles) {
  if ((roles & kAdmonitionTitle) != 0) return true;
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
  return classes.find("admonitionHeading") != std::string_view::npos ||
         classes.find("admonition-heading") != std::string_view::npos;
}

}  // namespace sitedoor::extract::internal
