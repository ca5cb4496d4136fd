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
constexpr std::size_t kMostSentences = 500;  // looked for in a page
// Shorter ones are who wrote what is quoted, and when; a quote of no longer one asks what is
// answered under it.
constexpr std::size_t kLeastSentence = 40;

bool IsCalledQuote(Node node) {
  const std::string_view classes = node.Attribute(LXB_DOM_ATTR_CLASS);
  return classes.contains("uote") || classes.contains("cite");
}

// By class, or a <blockquote> that says whom it quotes: manuals set their notices so, too, and the
// same one at each section.
bool IsQuote(Node node) {
  constexpr int kMostNodes = 24;
  const bool is_blockquote = node.IsElement(LXB_TAG_BLOCKQUOTE);
  if (!is_blockquote && !node.IsElement(LXB_TAG_DIV) && !node.IsElement(LXB_TAG_ASIDE))
    return false;
  if (IsCalledQuote(node)) return true;
  int seen = 0;
  for (Node at = node; is_blockquote && at && seen < kMostNodes; at = at.Next(node), ++seen) {
    if (at.IsElement(LXB_TAG_CITE) || (at.IsElement() && IsCalledQuote(at))) return true;
  }
  return false;
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

bool IsBreak(html::Tag tag) {
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

// The letters of an element's text, and where its blocks and some of its elements begin in them.
class Letters {
 public:
  // `marked` in document order.
  explicit Letters(Node root, const std::vector<Node>& marked = {}) {
    for (Node at = root; at && letters_.size() < kMostBytes;) {
      const bool is_seen = at == root || at.Mark() == 0;
      if (marks_.size() < marked.size() && at == marked[marks_.size()])
        marks_.push_back(letters_.size());
      if (is_seen && at.IsText()) Add(at.Text());
      if (is_seen && at.IsElement() && IsBreak(at.ElementTag())) Break();
      at = at.Next(root, is_seen ? Node::Descend::kYes : Node::Descend::kNo);
    }
    Break();
  }

  bool IsWhole() const { return letters_.size() < kMostBytes; }
  // Before what was marked as the `mark`th.
  std::string_view Before(std::size_t mark) const {
    return std::string_view(letters_).substr(0, marks_[mark]);
  }

  // What is long of it, block by block.
  std::vector<std::string_view> Sentences() const {
    std::vector<std::string_view> sentences;
    for (std::size_t i = 0; i + 1 < breaks_.size(); ++i) {
      const std::size_t size = breaks_[i + 1] - breaks_[i];
      if (size >= kLeastSentence)
        sentences.push_back(std::string_view(letters_).substr(breaks_[i], size));
    }
    return sentences;
  }

 private:
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
  std::vector<std::size_t> breaks_, marks_;
};

}  // namespace

void MarkRepeatedQuotes(ElementTable& table, std::uint32_t root) {
  std::vector<Entry>& entries = table.Entries();
  std::vector<std::uint32_t> quotes;
  for (std::uint32_t i = root + 1; i < entries[root].end && quotes.size() < kMostQuotes;) {
    const bool is_quote = !entries[i].chrome && entries[i].text >= kLeastSentence &&
                          entries[i].titles == 0 && IsQuote(entries[i].node);
    if (is_quote) quotes.push_back(i);
    i = entries[i].chrome || is_quote ? entries[i].end : i + 1;
  }
  if (quotes.empty()) return;
  std::vector<Node> nodes;
  for (const std::uint32_t i : quotes) nodes.push_back(entries[i].node);
  const Letters content(entries[root].node, nodes);
  if (!content.IsWhole()) return;
  // Of several quotes in one post each says what is answered under it.
  const auto is_answered_in_parts = [&](std::size_t quote) {
    const std::uint32_t post = entries[quotes[quote]].parent;
    return (quote > 0 && entries[quotes[quote - 1]].parent == post) ||
           (quote + 1 < quotes.size() && entries[quotes[quote + 1]].parent == post);
  };
  bool found = false;
  std::size_t looked_for = 0;
  for (std::size_t quote = 0; quote < quotes.size(); ++quote) {
    if (HoldsCode(nodes[quote]) || is_answered_in_parts(quote)) continue;
    const Letters own(nodes[quote]);
    const std::vector<std::string_view> sentences = own.Sentences();
    looked_for += sentences.size();
    if (sentences.empty() || looked_for > kMostSentences) continue;
    const bool stands_before = std::ranges::all_of(sentences, [&](std::string_view sentence) {
      return content.Before(quote).contains(sentence);
    });
    if (!stands_before) continue;
    entries[quotes[quote]].LeaveOut();
    found = true;
  }
  if (found) table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
