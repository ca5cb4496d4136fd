#include "extract/internal/facts_block.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "extract/clean_text.h"
#include "extract/internal/element_table.h"
#include "extract/internal/fact_forms.h"
#include "extract/internal/fact_times.h"
#include "extract/internal/shown_text.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostBlockBytes = 16'384;
constexpr std::size_t kMostAnswerBytes = 4'000;
constexpr std::size_t kMostBytesToAnswer = 4'000;  // from the end of its question

bool IsWithinAWord(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_B:
    case LXB_TAG_I:
    case LXB_TAG_EM:
    case LXB_TAG_STRONG:
    case LXB_TAG_SUP:
    case LXB_TAG_SUB:
    case LXB_TAG_WBR:
    case LXB_TAG_MARK:
      return true;
    default:
      return false;
  }
}

bool IsNoText(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_SCRIPT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEMPLATE:
    case LXB_TAG_NOSCRIPT:
    case LXB_TAG_TEXTAREA:
    case LXB_TAG_SELECT:
    case LXB_TAG_TITLE:
      return true;
    default:
      return false;
  }
}

enum class Footers { kShown, kLeftOut };

bool IsSurrounding(Node element, Footers footers) {
  if (element.IsElement(LXB_TAG_NAV)) return true;
  if (footers == Footers::kShown) return false;
  for (const std::string_view name :
       {element.Attribute(LXB_DOM_ATTR_CLASS), element.Attribute(LXB_DOM_ATTR_ID)}) {
    if (name.substr(0, 256).find("ooter") != std::string_view::npos) return true;
  }
  return element.IsElement(LXB_TAG_FOOTER) || element.Attribute("role") == "contentinfo";
}

bool IsUnseen(Node node) { return node.Mark() == kSkipHidden || IsHidden(node); }

// Of a price the figures, and its parts, stand in elements of their own.
bool IsWithinALine(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_SPAN:
    case LXB_TAG_A:
    case LXB_TAG_SMALL:
    case LXB_TAG_BDI:
    case LXB_TAG_FONT:
    case LXB_TAG_DATA:
    case LXB_TAG_TIME:
    case LXB_TAG_IMG:
      return true;
    default:
      return false;
  }
}

// Nothing on the page shows it: what a control shows has no mark. Small chrome has none inside.
bool IsNeverShown(Node node) {
  if (node.Mark() == kSkipHidden || node.Mark() == kSkipEmbedded) return true;
  return node.Mark() == kSkipChrome && (IsWithinALine(node) || IsHidden(node));
}

// What `skip` leaves of the text below the body, with white space where elements begin and end, of
// blocks a form feed.
template <class Skip>
std::string TextBelow(Node body, Skip skip) {
  std::string text;
  for (Node at = body; at;) {
    bool descend = true;
    if (at.IsText()) {
      if (!skip(at)) text += at.Text();
    } else if (at.IsElement()) {
      descend = !IsNoText(at) && !skip(at);
      if (!IsWithinAWord(at)) text += IsWithinALine(at) ? ' ' : '\f';
    }
    // Behind the end of an element the next one begins, or a text that its parent goes on with.
    const Node next = at.Next(body, descend ? Node::Descend::kYes : Node::Descend::kNo);
    if (const Node ended = next ? next.PreviousSibling() : Node();
        ended && ended.IsElement() && !IsWithinAWord(ended)) {
      if (!IsWithinALine(ended))
        text += '\f';
      else if (next.IsText())
        text += ' ';
    }
    at = next;
  }
  return text;
}

// Markdown in so far as it hides words: of link targets nothing is text.
std::string WithoutTargets(std::string_view markdown) {
  std::string text;
  text.reserve(markdown.size());
  while (!markdown.empty()) {
    const std::size_t target = std::min(markdown.find("]("), markdown.size());
    text += markdown.substr(0, target);
    markdown.remove_prefix(target);
    if (markdown.empty()) break;
    text += ' ';
    const std::size_t end = markdown.find_first_of(")\n");
    if (end == std::string_view::npos) break;
    markdown.remove_prefix(end + 1);
  }
  std::erase(text, '\\');
  return text;
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>#&|~$!").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Renderers make links of bare addresses.
bool HoldsAddress(std::string_view text) {
  return text.find("://") != std::string_view::npos ||
         text.find("www.") != std::string_view::npos || text.find('@') != std::string_view::npos;
}

std::string PlainAnswer(std::string_view html) {
  const auto tree = html::Tree::Parse(html);
  if (!tree || !tree->Body()) return "";
  return CleanText(TextBelow(tree->Body(), [](Node node) { return IsHidden(node); }));
}

class Block {
 public:
  Block(Node body, std::string_view markdown, Footers footers)
      : shown_(TextBelow(
            body, [&](Node node) { return IsUnseen(node) || IsSurrounding(node, footers); })),
        whole_(TextBelow(body, [](Node node) { return IsNeverShown(node); })),
        said_(WithoutTargets(markdown)) {}

  void Add(const StructuredFact& fact) {
    if (fact.kind == FactKind::kAnswer) return AddAnswer(fact);
    const std::string value = Form(fact, shown_);
    if (value.empty() || HoldsAddress(value) || !Form(fact, said_).empty()) return;
    if (label_ == fact.label) {
      lines_.back() += "; " + Escaped(value);
    } else {
      label_ = fact.label;
      lines_.push_back("**" + fact.label + ":** " + Escaped(value));
    }
  }

  // A name alone says nothing.
  std::string Markdown() const {
    std::string block;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (block.size() + lines_[i].size() > kMostBlockBytes) break;
      block += (i == 0 ? "" : "\\\n") + lines_[i];
    }
    if (!block.empty()) block += '\n';
    for (const std::string& answer : answers_) {
      if (block.size() + answer.size() > kMostBlockBytes) break;
      block += (block.empty() ? "" : "\n") + answer;
    }
    return block;
  }

 private:
  // As `text` says it; "" where it does not.
  static std::string Form(const StructuredFact& fact, const ShownText& text) {
    switch (fact.kind) {
      case FactKind::kText: {
        std::string value = CleanText(fact.value);
        return text.Says(value) ? value : "";
      }
      case FactKind::kAddress:
        return Address(fact.value, text);
      case FactKind::kPhone:
        return ShownPhone(text, fact.value);
      case FactKind::kPrice:
        return ShownPrice(text, fact.value, fact.extra);
      case FactKind::kPriceRange: {
        const std::string low = ShownPrice(text, fact.value, fact.extra);
        const std::string high = ShownPrice(text, fact.other, fact.extra);
        return low.empty() || high.empty() ? "" : low + " to " + high;
      }
      case FactKind::kAvailability:
        return ShownAvailability(text, fact.value);
      case FactKind::kRating:
        return ShownRating(text, fact.value, fact.other, fact.extra);
      case FactKind::kDate:
        return ShownDate(text, fact.value);
      case FactKind::kDuration:
        return ShownDuration(text, fact.value);
      case FactKind::kHours:
        return ShownHours(text, fact.value);
      case FactKind::kYield:
        return ShownYield(text, CleanText(fact.value));
      case FactKind::kAnswer:
        break;
    }
    return "";
  }

  // Its first line counts: the others may be written otherwise, or left out.
  static std::string Address(std::string_view lines, const ShownText& text) {
    std::string address;
    for (bool is_first = true; !lines.empty(); is_first = false) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      const std::string line = CleanText(lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
      if (!text.Says(line)) {
        if (is_first) return "";
        continue;
      }
      address += (address.empty() ? "" : ", ") + line;
    }
    return address;
  }

  // The page shows the question, and behind it has the answer, seen or folded, in what was left out
  // of the content.
  void AddAnswer(const StructuredFact& fact) {
    const std::string question = CleanText(fact.label);
    const std::size_t asked = whole_.Find(question);
    if (!shown_.Says(question) || asked == std::string::npos) return;
    const std::string answer = PlainAnswer(fact.value);
    if (answer.empty() || answer.size() > kMostAnswerBytes || said_.Says(answer)) return;
    const std::size_t answered = whole_.Find(answer, asked);
    if (answered == std::string::npos || answered > asked + question.size() + kMostBytesToAnswer)
      return;
    if (HoldsAddress(answer)) return;
    answers_.push_back("**" + Escaped(question) + "**\n\n" + Escaped(answer) + "\n");
  }

  ShownText shown_, whole_, said_;
  std::string label_;
  std::vector<std::string> lines_, answers_;
};

// Whether what a site says of itself on each page is what this page is for: the front page's.
bool IsFrontPage(std::string_view address) {
  if (const std::size_t scheme = address.find("://"); scheme != std::string_view::npos) {
    const std::size_t path = address.find('/', scheme + 3);
    address = path == std::string_view::npos ? std::string_view() : address.substr(path + 1);
  } else if (address.empty()) {
    return false;
  }
  address = address.substr(0, address.find_first_of("?#"));
  return address.empty() ||
         (address.starts_with("index.") && address.find('/') == std::string_view::npos);
}

}  // namespace

std::string FactsBlock(const StructuredFacts& facts, Node body, std::string_view markdown,
                       std::string_view page_address) {
  if (facts.facts.empty() || !body) return "";
  if (facts.products == StructuredFacts::Products::kSeveral) return "";
  const bool is_front = IsFrontPage(page_address);
  if (!is_front && std::ranges::all_of(facts.facts, &StructuredFact::is_of_site)) return "";
  Block block(body, markdown, is_front ? Footers::kShown : Footers::kLeftOut);
  for (const StructuredFact& fact : facts.facts) {
    if (is_front || !fact.is_of_site) block.Add(fact);
  }
  return block.Markdown();
}

}  // namespace sitedoor::extract::internal
