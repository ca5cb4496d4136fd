#include "extract/visibility.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/cell_button.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_form.h"
#include "extract/internal/css_value.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/heading_links.h"
#include "extract/internal/http_operation.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract {
namespace {

using html::Node;

// Looks at the text below an element are cut off here, so that a question about an element takes
// bounded time.
constexpr std::size_t kMostNodesSeen = 64;
// An aria-hidden element with more text than that says something that a reader sees.
constexpr std::size_t kMostIconBytes = 8;
// A form with more text outside its controls is an element round content (ASP.NET wraps whole pages
// in one).
constexpr std::size_t kMostFormText = 400;
// An aside, header or footer with more text of its own is not taken for chrome by its name alone.
constexpr std::size_t kMostFooterText = 600;
// So much text is no small thing that is folded away.
constexpr std::size_t kLeastContentBytes = 2'000;
// Text whose place a picture takes is its name; a longer one is no name.
constexpr std::size_t kMostReplacedBytes = 60;
// Of <rp>: a full-width bracket has three.
constexpr std::size_t kMostRubyBytes = 5;

bool IsShadowTemplate(Node element) {
  if (!element.IsElement(LXB_TAG_TEMPLATE)) return false;
  const std::string_view mode = element.Attribute("shadowrootmode");
  return EqualsIgnoringAsciiCase(mode, "open") || EqualsIgnoringAsciiCase(mode, "closed");
}

// Source: DOM Standard, "valid shadow host name"; https://dom.spec.whatwg.org/#element-shadow-host
bool MayBeShadowHost(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_ARTICLE:
    case LXB_TAG_ASIDE:
    case LXB_TAG_BLOCKQUOTE:
    case LXB_TAG_BODY:
    case LXB_TAG_DIV:
    case LXB_TAG_FOOTER:
    case LXB_TAG_HEADER:
    case LXB_TAG_MAIN:
    case LXB_TAG_NAV:
    case LXB_TAG_P:
    case LXB_TAG_SECTION:
    case LXB_TAG_SPAN:
      return true;
    default:
      return internal::HeadingRank(element.ElementTag()) > 0 ||
             element.Name().find('-') != std::string_view::npos;
  }
}

// A browser puts its content where it stands. Of several in one element the first counts.
bool IsShadowRoot(Node element) {
  constexpr int kMostBefore = 16;
  if (!IsShadowTemplate(element) || !MayBeShadowHost(element.Parent())) return false;
  Node before = element.PreviousSibling();
  for (int seen = 0; before; before = before.PreviousSibling(), ++seen) {
    if (seen == kMostBefore || IsShadowTemplate(before)) return false;
  }
  return true;
}

// Beside a shadow root that has no place for it.
bool IsUnslotted(Node element) {
  constexpr int kMostBefore = 3;
  Node root = element.Parent().FirstChild();
  for (int seen = 0; root && !IsShadowTemplate(root) && seen < kMostBefore; ++seen)
    root = root.NextSibling();
  if (!root || root == element || !IsShadowTemplate(root) || !IsShadowRoot(root)) return false;
  std::size_t seen = 0;
  for (Node at = root; at; at = at.Next(root)) {
    if (at.IsElement(LXB_TAG_SLOT) || ++seen > kMostNodesSeen * 8) return false;
  }
  return true;
}

// Bytes of text below `node` that are not white space, up to `most`; what is hidden or a form
// control is not counted.
std::size_t TextBytes(Node node, std::size_t most) {
  std::size_t bytes = 0;
  std::size_t seen = 0;
  Node at = node;
  while (at && bytes < most && seen < kMostNodesSeen * 8) {
    ++seen;
    bool descend = true;
    if (at.IsText()) {
      for (const char c : at.Text().substr(0, most * 4))
        bytes += internal::IsSpaceOrControl(c) ? 0 : 1;
    } else {
      const html::Tag tag = at.ElementTag();
      descend = tag != LXB_TAG_SCRIPT && tag != LXB_TAG_STYLE && tag != LXB_TAG_SELECT &&
                tag != LXB_TAG_BUTTON && tag != LXB_TAG_TEXTAREA && tag != LXB_TAG_LABEL &&
                (tag != LXB_TAG_TEMPLATE || IsShadowRoot(at));
    }
    at = at.Next(node, descend ? Node::Descend::kYes : Node::Descend::kNo);
  }
  return std::min(bytes, most);
}

bool IsMarqueeWithoutSize(Node element) {
  if (!element.IsElement(LXB_TAG_MARQUEE)) return false;
  const auto is_none = [](std::string_view size) { return size == "0" || size == "0px"; };
  return is_none(element.Attribute(LXB_DOM_ATTR_WIDTH)) ||
         is_none(element.Attribute(LXB_DOM_ATTR_HEIGHT));
}

bool IsTabPanel(Node element) {
  if (EqualsIgnoringAsciiCase(element.Attribute("role"), "tabpanel")) return true;
  return (internal::RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & internal::kTabPanel) !=
         0;
}

bool HasAncestor(Node element, std::initializer_list<html::Tag> tags, int most_levels) {
  Node at = element.Parent();
  for (int level = 0; at && level < most_levels; ++level, at = at.Parent()) {
    if (std::ranges::find(tags, at.ElementTag()) != tags.end()) return true;
  }
  return false;
}

bool IsHiddenTag(html::Tag tag) {
  switch (tag) {
    case LXB_TAG_SCRIPT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEMPLATE:
    case LXB_TAG_NOSCRIPT:
    case LXB_TAG_HEAD:
    case LXB_TAG_META:
    case LXB_TAG_LINK:
    case LXB_TAG_BASE:
    case LXB_TAG_TITLE:
    case LXB_TAG_IFRAME:
    case LXB_TAG_OBJECT:
    case LXB_TAG_EMBED:
    case LXB_TAG_CANVAS:
    case LXB_TAG_AUDIO:
    case LXB_TAG_VIDEO:
    case LXB_TAG_NOFRAMES:
    case LXB_TAG_NOEMBED:
    case LXB_TAG_DATALIST:
    case LXB_TAG_FRAMESET:
    case LXB_TAG_FRAME:
      return true;
    default:
      return false;
  }
}

bool IsChromeRole(std::string_view role) {
  constexpr std::array<std::string_view, 14> kRoles = {
      "navigation", "banner",  "search",      "contentinfo", "menu",     "menubar", "toolbar",
      "dialog",     "listbox", "alertdialog", "progressbar", "combobox", "tooltip", "doc-pagelist"};
  return std::ranges::any_of(
      kRoles, [&](std::string_view known) { return EqualsIgnoringAsciiCase(role, known); });
}

// Accordions put the question in <h3><button>, and tab labels are buttons; both are content. A
// button beside the text of a heading is not ("Copy item path").
bool IsChromeButton(Node button) {
  if (EqualsIgnoringAsciiCase(button.Attribute("role"), "tab")) return false;
  if (internal::BeginsWithHeading(button) || HoldsParagraph(button)) return false;  // a card
  if (internal::ShowsHttpOperation(button)) return false;  // Redoc, Swagger UI
  if (internal::IsValueOfRow(button)) return false;
  constexpr int kMostLevels = 3;
  Node at = button;
  for (int level = 0; level < kMostLevels; ++level) {
    for (const Node sibling : {at.PreviousSibling(), at.NextSibling()}) {
      if (sibling && TextBytes(sibling, 1) > 0) return true;
    }
    at = at.Parent();
    const bool is_title = at.IsElement(LXB_TAG_DT) || at.IsElement(LXB_TAG_SUMMARY);
    if (is_title || internal::HeadingRank(at.ElementTag()) > 0) return false;
  }
  return true;
}

// Nothing to fill in: its few controls act on the text in it (a comment that may be edited).
bool IsFormRoundText(Node form) {
  constexpr std::size_t kLeastText = 20;
  std::size_t seen = 0;
  for (Node at = form; at; at = at.Next(form)) {
    if (++seen > kMostNodesSeen * 8) return false;
    const html::Tag tag = at.ElementTag();
    if (tag == LXB_TAG_SELECT || tag == LXB_TAG_TEXTAREA || tag == LXB_TAG_BUTTON) return false;
    if (tag == LXB_TAG_INPUT && at.Attribute("type") != "hidden") return false;
  }
  return TextBytes(form, kLeastText) == kLeastText;
}

bool IsHiddenByAttribute(Node element) {
  if (element.HasAttribute("hidden"))
    return !internal::StyleDisplays(element.Attribute(LXB_DOM_ATTR_STYLE)) &&
           !EqualsIgnoringAsciiCase(internal::Trimmed(element.Attribute("hidden")), "until-found");
  const bool is_closed = element.HasAttribute("inert") || element.HasAttribute("popover");
  return is_closed && !HoldsTheContent(element);
}

// What takes back for itself that nothing is seen of the text around it.
bool HoldsShownText(Node element, internal::TextLook::Kind internal::TextLook::* kind,
                    std::string_view word) {
  constexpr std::size_t kMostLooks = 32;
  std::size_t seen = 0;
  for (Node at = element.Next(element); at && seen < kMostLooks; at = at.Next(element), ++seen) {
    if (!at.HasUncommonAttributes()) continue;
    const std::string_view style = at.Attribute(LXB_DOM_ATTR_STYLE);
    if (!style.empty() && internal::Contains(style, word) &&
        internal::LookOfStyle(style).*kind == internal::TextLook::kShown)
      return true;
  }
  return false;
}

bool HidesByStyle(Node element) {
  const std::string_view style = element.Attribute(LXB_DOM_ATTR_STYLE);
  if (style.empty()) return false;
  switch (internal::HidingOfStyle(style)) {
    case internal::StyleHiding::kNo:
    case internal::StyleHiding::kFading:
      return false;
    case internal::StyleHiding::kFolded:
    case internal::StyleHiding::kTransparent:
      return !HoldsTheContent(element);
    case internal::StyleHiding::kReplaced:
      return TextBytes(element, kMostReplacedBytes) == kMostReplacedBytes;
    case internal::StyleHiding::kTiny:
      return !HoldsShownText(element, &internal::TextLook::size, "font");
    case internal::StyleHiding::kInvisible:
      return !HoldsShownText(element, &internal::TextLook::visibility, "visible");
    case internal::StyleHiding::kYes:
      return true;
  }
  return false;
}

constexpr std::uint32_t kContentAside =
    internal::kAdmonition | internal::kAdmonitionKind | internal::kFootnote;

// Sphinx keeps footnotes in <aside>, Starlight its notes: an aside is chrome where it is beside the
// content.
bool IsChromeAside(Node aside) {
  const std::string_view role = aside.Attribute("role");
  if (EqualsIgnoringAsciiCase(role, "note") || EqualsIgnoringAsciiCase(role, "doc-footnote"))
    return false;
  if (aside.HasAttribute("data-callout")) return false;
  if ((internal::RolesOfClasses(aside.Attribute(LXB_DOM_ATTR_CLASS)) & kContentAside) != 0)
    return false;
  return true;
}

bool IsChromeFooter(Node footer) {
  if (HasAncestor(footer, {LXB_TAG_BLOCKQUOTE, LXB_TAG_FIGURE}, 3)) return false;
  return TextBytes(footer, kMostFooterText) < kMostFooterText ||
         !HasAncestor(footer, {LXB_TAG_ARTICLE, LXB_TAG_MAIN}, 16);
}

}  // namespace

namespace {

// Of the whole page, as far as it is looked at.
bool IsGreatPartOfPage(Node element, std::size_t bytes) {
  constexpr std::size_t kMostTimesLarger = 4;
  constexpr int kMostLevels = 512;
  Node page = element;
  for (int level = 0; page.Parent().IsElement() && level < kMostLevels; ++level)
    page = page.Parent();
  return TextBytes(page, bytes * kMostTimesLarger) < bytes * kMostTimesLarger;
}

// As icons are. A paragraph is none: "Note" over a note, whose label says it to screen readers.
bool IsSmallAndAriaHidden(Node element) {
  return element.HasUncommonAttributes() &&
         EqualsIgnoringAsciiCase(element.Attribute("aria-hidden"), "true") &&
         !element.IsElement(LXB_TAG_P) && TextBytes(element, kMostIconBytes) < kMostIconBytes;
}

// A price or a number that readers see, whose words are for screen readers: "$45.00", "4.5". One
// figure alone counts steps or messages.
bool SaysNumber(Node element) {
  const std::string text = element.StartOfText(kMostIconBytes, kMostNodesSeen);
  return std::ranges::any_of(text, IsAsciiDigit) && internal::Trimmed(text).size() > 1;
}

}  // namespace

bool HoldsTheContent(Node element) {
  const std::size_t bytes = TextBytes(element, kLeastContentBytes);
  if (bytes == kLeastContentBytes) return true;
  std::size_t seen = 0;
  for (Node at = element; at && seen < kMostNodesSeen; at = at.Next(element), ++seen) {
    const bool is_main = at.IsElement(LXB_TAG_MAIN) || at.IsElement(LXB_TAG_H1);
    if (is_main && TextBytes(at, 1) > 0) return IsGreatPartOfPage(element, bytes);
  }
  return false;
}

bool IsHidden(Node element) {
  if (!element.IsElement()) return false;
  if (element.InForeignContent()) {
    if (element.Name() == "svg" || element.Name() == "mphantom") return true;
    return element.HasAttributes() && (IsHiddenByAttribute(element) || HidesByStyle(element));
  }
  if (IsHiddenTag(element.ElementTag())) return !IsShadowRoot(element);
  // Browsers that know <ruby> show none of it; a bracket is one for all readers.
  if (element.IsElement(LXB_TAG_RP)) return TextBytes(element, kMostRubyBytes) == kMostRubyBytes;
  if (IsUnslotted(element) || IsMarqueeWithoutSize(element)) return true;
  if (element.IsElement(LXB_TAG_DIALOG) && !element.HasAttribute("open")) return true;
  if (!element.HasUncommonAttributes()) return false;
  if (IsHiddenByAttribute(element)) return !IsTabPanel(element);
  if (IsSmallAndAriaHidden(element) && !SaysNumber(element) && !IsTabPanel(element)) return true;
  return HidesByStyle(element) && !IsTabPanel(element);
}

bool IsHiddenByAuthor(Node element) {
  if (!element.HasUncommonAttributes()) return false;
  if (element.InForeignContent() && element.Name() == "svg") return false;
  if (IsHiddenTag(element.ElementTag()) || element.IsElement(LXB_TAG_DIALOG)) return false;
  return IsHiddenByAttribute(element) || HidesByStyle(element);
}

bool IsHiddenInCode(Node element) {
  if (!IsHidden(element)) return IsSmallAndAriaHidden(element) && SaysNumber(element);  // of a line
  if (!EqualsIgnoringAsciiCase(element.Attribute("aria-hidden"), "true")) return true;
  // For the eye alone, as indentation is.
  if (IsHiddenByAttribute(element) || HidesByStyle(element)) return true;
  return !element.IsElement(LXB_TAG_CODE) && TextBytes(element, 1) > 0;
}

bool HoldsParagraph(Node element) {
  std::size_t seen = 0;
  for (Node at = element; at && seen < kMostNodesSeen; at = at.Next(element), ++seen) {
    if (at.IsElement(LXB_TAG_P)) return TextBytes(at, 1) > 0;
  }
  return false;
}

bool IsChrome(Node element) {
  if (!element.IsElement()) return false;
  if (element.InForeignContent()) return element.Name() == "svg";
  switch (element.ElementTag()) {
    case LXB_TAG_NAV:
    case LXB_TAG_INPUT:
    case LXB_TAG_SELECT:
    case LXB_TAG_OPTION:
    case LXB_TAG_PROGRESS:
    case LXB_TAG_METER:
    case LXB_TAG_MENU:
      return true;
    case LXB_TAG_TEXTAREA:
      return !internal::IsCodeArea(element);
    case LXB_TAG_DIALOG:  // an open one is shown as the page is
      return !element.HasAttribute("open");
    case LXB_TAG_PRE:  // code is content, whatever its class says
      return false;
    case LXB_TAG_BUTTON:
      return IsChromeButton(element);
    case LXB_TAG_FORM:
      return TextBytes(element, kMostFormText) < kMostFormText && !IsFormRoundText(element);
    case LXB_TAG_ASIDE:
      return IsChromeAside(element);
    case LXB_TAG_FOOTER:
      return IsChromeFooter(element);
    default:
      break;
  }
  const std::string_view role =
      element.HasUncommonAttributes() ? element.Attribute("role") : std::string_view();
  if (!role.empty() && IsChromeRole(role)) return true;
  const std::uint32_t roles = internal::RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS));
  if ((roles & internal::kPermalink) != 0)
    return element.IsElement(LXB_TAG_A) && internal::IsPermalink(element);
  return (roles & internal::kCopyControl) != 0 && TextBytes(element, 64) < 64 &&
         !element.IsElement(LXB_TAG_BODY) && !HoldsParagraph(element);
}

}  // namespace sitedoor::extract
