#include "extract/internal/heading_links.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/unicode_classes.h"
#include "extract/internal/white_space.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodes = 24;      // looked at inside a link
constexpr int kMostOfHeading = 64;  // looked at inside a heading
constexpr int kMostAncestors = 4;   // between a link and its heading
constexpr std::size_t kMostPhraseBytes = 48;
constexpr std::size_t kMostTextBytes = 256;  // of one text in a heading

bool HasFragment(std::string_view href) {
  const std::size_t hash = href.find('#');
  return hash != std::string_view::npos && hash + 1 < href.size();
}

std::string LowerText(Node element) {
  std::string text;
  int seen = 0;
  for (Node at = element; at && seen < kMostNodes && text.size() <= kMostPhraseBytes;
       at = at.Next(element), ++seen) {
    text += AsciiLowered(at.Text().substr(0, kMostPhraseBytes + 1));
  }
  return std::string(TrimmedHtmlSpace(text));
}

// Of the text, or 0: most links need no more to be told from what is looked for.
char FirstLetter(Node link) {
  int seen = 0;
  for (Node at = link; at && seen < kMostNodes; at = at.Next(link), ++seen) {
    const std::string_view text = TrimmedHtmlSpace(at.Text().substr(0, kMostTextBytes));
    if (!text.empty()) return text.front();
  }
  return '\0';
}

bool HasLetter(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

// Bytes of the heading's text outside of the link, as far as looked at; 0 when there are only
// numbers and signs.
std::size_t TextBeside(Node link, Node heading) {
  std::size_t bytes = 0;
  bool has_letter = false;
  int seen = 0;
  for (Node at = heading; at && seen < kMostOfHeading; ++seen) {
    const std::string_view text = at.Text().substr(0, kMostTextBytes);
    bytes += text.size();
    has_letter = has_letter || (!IsSignOnly(text) && HasLetter(text));
    at = at.Next(heading, at == link ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return has_letter ? bytes : 0;
}

Node HeadingAround(Node link) {
  Node at = link.Parent();
  for (int level = 0; level < kMostAncestors && at && at.IsElement(); ++level, at = at.Parent()) {
    if (HeadingLevel(at) > 0) return at;
  }
  return Node();
}

bool StandsBesideHeading(Node link) {
  for (const auto step : {&Node::PreviousSibling, &Node::NextSibling}) {
    Node at = (link.*step)();
    for (int seen = 0; at && !at.IsElement() && seen < 3; ++seen) at = (at.*step)();
    if (at && (HeadingLevel(at) > 0 || BeginsWithHeading(at))) return true;
  }
  return false;
}

// In a term, or in what says that it is a signature.
bool StandsInSignature(Node link) {
  Node at = link.Parent();
  for (int level = 0; level < kMostAncestors && at && at.IsElement(); ++level, at = at.Parent()) {
    const std::string_view classes = at.Attribute(LXB_DOM_ATTR_CLASS);
    if (at.IsElement(LXB_TAG_DT) || (RolesOfClasses(classes) & kSignature) != 0) return true;
    if (at.IsElement(LXB_TAG_P)) return at.HasClass("src");  // Haddock
  }
  return false;
}

bool IsPhrase(std::string_view text) {
  constexpr std::array<std::string_view, 10> kPhrases = {"link to this heading",
                                                         "permalink to this heading",
                                                         "permalink to this headline",
                                                         "link to this section",
                                                         "direct link to heading",
                                                         "copy link to this section",
                                                         "copy link to this heading",
                                                         "copy link",
                                                         "anchor link",
                                                         "permalink"};
  return std::ranges::find(kPhrases, text) != kPhrases.end();
}

// Of a link in a heading to the heading.
bool IsWordForLink(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords = {"[link]", "link",       "anchor",
                                                      "share",  "share link", "[#]"};
  return std::ranges::find(kWords, text) != kWords.end();
}

// What screen readers hear beside a heading: "Section titled “Usage”", "Link to this function".
bool BeginsLikePhrase(std::string_view text) {
  constexpr std::array<std::string_view, 11> kBeginnings = {
      "link to this ",    "link to heading", "permalink to ",    "permalink for ",
      "permanent link",   "direct link to ", "section titled ",  "copy link ",
      "anchor link for ", "anchor for ",     "navigate to this "};
  return std::ranges::any_of(kBeginnings,
                             [&](std::string_view phrase) { return text.starts_with(phrase); });
}

// An image says more than a sign does, unless it is one.
bool HoldsPicture(Node link) {
  for (Node child = link.FirstChild(); child; child = child.NextSibling()) {
    if (child.IsElement(LXB_TAG_IMG))
      return !EqualsIgnoringAsciiCase(child.Attribute(LXB_DOM_ATTR_ALT), "permalink");
  }
  return false;
}

bool IsNamed(Node link) {
  return (RolesOfClasses(link.Attribute(LXB_DOM_ATTR_CLASS)) & kPermalink) != 0;
}

bool SaysItIsSource(Node link) {
  if (link.Attribute(LXB_DOM_ATTR_HREF).contains("src/")) return true;
  constexpr std::array<std::string_view, 6> kNames = {"link",    "src",         "source",
                                                      "srclink", "source-link", "view-source"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return link.HasClass(name); });
}

bool IsSign(char32_t c) {
  constexpr std::array<char32_t, 13> kSigns = {'#',     0xA7,   0xB6,   0x221E, 0x2317,
                                               0x25C6,  0x2693, 0x26D3, 0x266F, 0x1F517,
                                               0x1F587, 0xFE0E, 0xFE0F};
  return std::ranges::find(kSigns, c) != kSigns.end() || (c >= 0xE000 && c <= 0xF8FF);
}

}  // namespace

bool IsPermalink(Node link) {
  const bool is_named = IsNamed(link);
  if (!is_named && !HasFragment(link.Attribute(LXB_DOM_ATTR_HREF))) return false;
  const std::string text = LowerText(link);
  const Node heading = HeadingAround(link);
  const std::size_t beside = heading ? TextBeside(link, heading) : 0;
  if (IsSignOnly(text))
    return is_named || !HoldsPicture(link) || (beside > 0 && LeadsToItself(link));
  if (heading && beside == 0) return false;  // it is the heading
  if (IsPhrase(text) || (heading && IsWordForLink(text))) return true;
  const bool belongs_to_heading = heading || StandsBesideHeading(link);
  if (belongs_to_heading && BeginsLikePhrase(text)) return true;
  // Of an unknown language, what says that it is one is shorter than the heading.
  return is_named && belongs_to_heading && (!heading || text.size() < beside);
}

bool IsAnchorSign(Node element) {
  const std::string text = LowerText(element);
  if (text.empty() || !IsSignOnly(text)) return false;
  const std::string classes =
      AsciiLowered(element.Attribute(LXB_DOM_ATTR_CLASS).substr(0, kMostTextBytes));
  constexpr std::array<std::string_view, 4> kNames = {"anchor", "hash", "link", "pilcrow"};
  return std::ranges::any_of(kNames, [&](std::string_view name) { return classes.contains(name); });
}

bool IsSourceLink(Node link) {
  if (!std::string_view("[sSvV").contains(FirstLetter(link))) return false;
  constexpr std::array<std::string_view, 6> kNames = {
      "[source]", "[src]", "view source", "view source code", "source code", "[source code]"};
  const std::string text = LowerText(link);
  const bool is_named = std::ranges::find(kNames, text) != kNames.end();
  // "Source" alone may as well be what is declared: a class of that name.
  const bool may_be_source = (text == "source" || text == "src") && SaysItIsSource(link);
  if (!is_named && !may_be_source) return false;
  const Node heading = HeadingAround(link);
  if (heading) return TextBeside(link, heading) > 0;
  return StandsInSignature(link) || StandsBesideHeading(link);
}

bool LeadsToItself(Node link) {
  const std::string_view href = TrimmedHtmlSpace(link.Attribute(LXB_DOM_ATTR_HREF));
  if (href.size() < 2 || href.front() != '#') return false;
  constexpr int kMostLevels = 2;
  Node at = link;
  for (int level = 0; level < kMostLevels && at && at.IsElement(); ++level, at = at.Parent()) {
    if (at.Attribute(LXB_DOM_ATTR_ID) == href.substr(1)) return true;
  }
  const Node child = link.FirstChild();
  return child && child.IsElement() && child.Attribute(LXB_DOM_ATTR_ID) == href.substr(1);
}

bool IsSignOnly(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    at += point.bytes;
    const char32_t c = point.value;
    if (!IsSign(c) && !IsMarkdownSpace(c) && !IsInvisible(c)) return false;
  }
  return true;
}

}  // namespace sitedoor::extract::internal
