#include "extract/internal/screen_twins.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

// Its letters and digits, so that white space between the parts makes no difference.
std::string LettersOf(html::Node element) {
  std::string letters;
  for (html::Node at = element; at;) {
    const bool left_out = at.IsElement() && at.Mark() != 0;
    for (const char c : left_out ? std::string_view() : at.Text()) {
      if (static_cast<unsigned char>(c) >= 0x80 || IsAsciiAlnum(c)) letters += AsciiLower(c);
    }
    at = at.Next(element, left_out ? html::Node::Descend::kNo : html::Node::Descend::kYes);
  }
  return letters;
}

// White space between the parts counts as characters too.
bool IsAsLong(std::uint32_t a, std::uint32_t b) {
  return std::max(a, b) - std::min(a, b) <= std::max<std::uint32_t>(8, a / 8);
}

// Whether a block that is called otherwise says the same as `one`. What is called the same is the
// same part of another item of a list.
bool HasTwin(const ElementTable& table, std::uint32_t root, std::uint32_t one) {
  constexpr int kMostCompared = 16;
  const std::vector<Entry>& entries = table.Entries();
  const std::string_view classes = entries[one].node.Attribute(LXB_DOM_ATTR_CLASS);
  const std::string letters = LettersOf(entries[one].node);
  int compared = 0;
  for (std::uint32_t i = root + 1; i < entries[root].end && compared < kMostCompared;) {
    const Entry& other = entries[i];
    if (other.chrome || other.node.Attribute(LXB_DOM_ATTR_CLASS) == classes) {
      i = other.end;
      continue;
    }
    const bool is_around = i < one && one < other.end;
    if (!is_around && IsAsLong(entries[one].text, other.text)) {
      ++compared;
      if (letters == LettersOf(other.node)) return true;
    }
    ++i;
  }
  return false;
}

// Left out of a row, a cell would move those behind it.
bool IsPartOfTable(const Entry& entry) {
  return entry.node.IsElement(LXB_TAG_TD) || entry.node.IsElement(LXB_TAG_TH) ||
         entry.node.IsElement(LXB_TAG_TR);
}

// Whether anything was left out of those that `hint` names.
bool MarkTwinsNamed(ElementTable& table, std::uint32_t root, std::uint32_t hint) {
  constexpr std::uint32_t kLeastText = 8;
  constexpr std::uint32_t kMostText = 4'000;
  constexpr int kMostSeen = 32;
  std::vector<Entry>& entries = table.Entries();
  int seen = 0;
  bool found = false;
  for (std::uint32_t i = root + 1; i < entries[root].end && seen < kMostSeen;) {
    Entry& entry = entries[i];
    const bool may_be = (entry.hints & hint) != 0 && entry.text >= kLeastText &&
                        entry.text <= kMostText && !IsCode(entry) && !IsPartOfTable(entry);
    if (!entry.chrome && may_be) {
      ++seen;
      if (HasTwin(table, root, i)) {
        entry.LeaveOut();
        found = true;
      }
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  return found;
}

}  // namespace

void MarkTwinsForOtherScreens(ElementTable& table, std::uint32_t root) {
  // What wide screens show stays, where the page says which it is.
  const bool found_narrow = MarkTwinsNamed(table, root, kNarrowHint);
  const bool found_others = MarkTwinsNamed(table, root, kScreenHint);
  if (found_narrow || found_others) table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
