#include "extract/internal/back_link.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBytes = 24;
constexpr int kMostNodes = 12;
constexpr int kMostAncestors = 6;

// What is left behind a sign that `text` begins with; the text itself where it begins with none.
std::string_view BehindSign(std::string_view text) {
  constexpr std::array<std::string_view, 15> kSigns = {"↩", "↑", "⏎", "↵", "⤴", "⬆",  "↥",     "⇧",
                                                       "▲", "△", "⮌", "↖", "⇑", "🔙", "\uFE0E"};
  for (const std::string_view sign : kSigns) {
    if (text.starts_with(sign)) return text.substr(sign.size());
  }
  return text.starts_with("\uFE0F") ? text.substr(3) : text;
}

// An arrow, or several, and a number where a note is mentioned more than once.
bool IsArrow(std::string_view text) {
  const std::size_t whole = text.size();
  for (std::string_view rest = BehindSign(text); rest.size() < text.size(); rest = BehindSign(rest))
    text = rest;
  return text.size() < whole &&
         std::ranges::all_of(
             text, [](char c) { return IsAsciiDigit(c) || c == ' ' || c == '[' || c == ']'; });
}

bool SaysNote(Node element) {
  for (const std::string_view name :
       {element.Attribute(LXB_DOM_ATTR_ID), element.Attribute(LXB_DOM_ATTR_CLASS)}) {
    const std::string lower = AsciiLowered(name.substr(0, kMostBytes * 4));
    if (lower.contains("note") || lower.starts_with("fn") || lower.contains("cite")) return true;
  }
  return element.Attribute("role").starts_with("doc-");
}

bool StandsInNote(Node link) {
  Node at = link.Parent();
  for (int level = 0; level < kMostAncestors && at && at.IsElement(); ++level, at = at.Parent()) {
    if (SaysNote(at)) return true;
  }
  return false;
}

}  // namespace

bool IsBackLinkSign(Node link) {
  if (!TrimmedHtmlSpace(link.Attribute(LXB_DOM_ATTR_HREF)).starts_with('#')) return false;
  const std::string text = CleanText(link.StartOfText(kMostBytes + 1, kMostNodes));
  if (text.empty() || text.size() > kMostBytes) return false;
  if (IsArrow(text)) return true;
  return (text == "^" || text == "«" || text == "<<") && StandsInNote(link);
}

}  // namespace sitedoor::extract::internal
