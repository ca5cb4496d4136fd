#include "extract/internal/repeated_quotes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::size_t kMostBytes = 400'000;
constexpr std::size_t kMostQuotes = 200;
// Shorter ones are who wrote what is quoted, and when.
constexpr std::size_t kLeastSentence = 40;
constexpr std::size_t kLeastQuote = 15;

bool IsQuote(Node node) {
  if (node.IsElement(LXB_TAG_BLOCKQUOTE)) return true;
  return (node.IsElement(LXB_TAG_DIV) || node.IsElement(LXB_TAG_ASIDE)) &&
         node.Attribute(LXB_DOM_ATTR_CLASS).contains("quote");
}

// Manuals set their examples so, and repeat them.
bool HoldsCode(Node quote) {
  constexpr int kMostNodes = 400;
  int seen = 0;
  for (Node at = quote; at && seen < kMostNodes; at = at.Next(quote), ++seen) {
    if (at.IsElement(LXB_TAG_PRE) || at.IsElement(LXB_TAG_CODE) || at.IsElement(LXB_TAG_TT))
      return true;
  }
  return false;
}

// The letters of a content's text, and where its blocks begin in them.
class Letters {
 public:
  explicit Letters(Node root) {
    for (Node at = root; at && letters_.size() < kMostBytes;) {
      const bool is_seen = at == root || at.Mark() == 0;
      if (is_seen && at.IsText()) Add(at.Text());
      if (is_seen && at.IsElement() && IsBreak(at.ElementTag())) Break();
      at = at.Next(root, is_seen ? Node::Descend::kYes : Node::Descend::kNo);
    }
    Break();
  }

  bool IsWhole() const { return letters_.size() < kMostBytes; }

  // Whether all that is long in `quote` stands in what comes before it.
  bool HoldsBefore(Node quote) const {
    const Letters own(quote);
    const std::string_view text = letters_;
    std::size_t begin = std::string_view::npos, found = 0, longest = 0;
    for (std::size_t i = 0; i + 1 < own.breaks_.size(); ++i)
      longest = std::max(longest, own.breaks_[i + 1] - own.breaks_[i]);
    if (longest < kLeastQuote) return false;
    for (std::size_t i = 0; i + 1 < own.breaks_.size(); ++i) {
      const std::string_view sentence =
          std::string_view(own.letters_)
              .substr(own.breaks_[i], own.breaks_[i + 1] - own.breaks_[i]);
      if (sentence.size() < std::min(kLeastSentence, longest)) continue;
      // The quote itself is the last of them that may be found first.
      const std::size_t first = text.find(sentence);
      if (first == std::string_view::npos) return false;
      if (begin == std::string_view::npos) begin = text.find(own.letters_);
      if (begin == std::string_view::npos || first + sentence.size() > begin) return false;
      ++found;
    }
    return found > 0;
  }

 private:
  static bool IsBreak(html::Tag tag) {
    switch (tag) {
      case LXB_TAG_P:
      case LXB_TAG_DIV:
      case LXB_TAG_BR:
      case LXB_TAG_LI:
      case LXB_TAG_CITE:
      case LXB_TAG_BLOCKQUOTE:
      case LXB_TAG_FOOTER:
      case LXB_TAG_HEADER:
      case LXB_TAG_ASIDE:
        return true;
      default:
        return false;
    }
  }

  void Add(std::string_view text) {
    if (breaks_.empty()) Break();
    for (const char c : text.substr(0, kMostBytes)) {
      if (static_cast<unsigned char>(c) >= 0x80 || IsAsciiAlnum(c)) letters_ += AsciiLower(c);
    }
  }

  void Break() {
    if (breaks_.empty() || breaks_.back() != letters_.size()) breaks_.push_back(letters_.size());
  }

  std::string letters_;
  std::vector<std::size_t> breaks_;
};

}  // namespace

void MarkRepeatedQuotes(ElementTable& table, std::uint32_t root) {
  std::vector<Entry>& entries = table.Entries();
  std::vector<std::uint32_t> quotes;
  for (std::uint32_t i = root + 1; i < entries[root].end && quotes.size() < kMostQuotes;) {
    const bool is_quote = !entries[i].chrome && entries[i].text >= kLeastQuote &&
                          entries[i].titles == 0 && IsQuote(entries[i].node);
    if (is_quote) quotes.push_back(i);
    i = entries[i].chrome || is_quote ? entries[i].end : i + 1;
  }
  if (quotes.empty()) return;
  const Letters content(entries[root].node);
  if (!content.IsWhole()) return;
  bool found = false;
  for (const std::uint32_t i : quotes) {
    if (HoldsCode(entries[i].node) || !content.HoldsBefore(entries[i].node)) continue;
    entries[i].LeaveOut();
    found = true;
  }
  if (found) table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
