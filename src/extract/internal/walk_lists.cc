// MarkdownWalk's lists: bulleted, numbered, of tasks and of definitions.
#include <algorithm>
#include <charconv>

#include "extract/internal/admonition.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/markdown_walk.h"
#include "extract/internal/word_items.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

int NumberOf(std::string_view text, int otherwise) {
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp(number, 0, 999'999'999);
}

int CountItems(Node list) {
  int count = 0;
  for (Node item = list.FirstChild(); item; item = item.NextSibling())
    count += item.IsElement(LXB_TAG_LI) ? 1 : 0;
  return count;
}

// A <dl> of more than one <dt> and no <dd>.
bool HoldsTermsAlone(Node list) {
  int terms = 0;
  for (Node part = list.FirstChild(); part; part = part.NextSibling()) {
    if (part.IsElement(LXB_TAG_DT)) {
      ++terms;
    } else if (part.IsElement()) {
      return false;
    }
  }
  return terms > 1;
}

// Behind it, with nothing between them.
Node NextParagraph(Node paragraph) {
  Node next = paragraph.NextSibling();
  while (next && !next.IsElement()) {
    if (next.IsText() && next.Text().find_first_not_of(" \t\r\n") != std::string_view::npos)
      return Node();
    next = next.NextSibling();
  }
  return next;
}

Node PreviousElement(Node node) {
  Node before = node.PreviousSibling();
  while (before && !before.IsElement()) before = before.PreviousSibling();
  return before;
}

}  // namespace

MarkdownWalk::Step MarkdownWalk::EnterList(Node element) {
  EndParagraph();
  OnLeave(element, Undo::kEndBlock);
  if (IsFlat()) return Step::kDescend;
  if (blocks_.InList()) {  // directly inside another list: it belongs to that one's last item
    blocks_.OpenItemContinuation();
    OnLeave(element, Undo::kCloseContainer);
  }
  const bool is_reversed = element.IsElement(LXB_TAG_OL) && element.HasAttribute("reversed");
  const int first = NumberOf(element.Attribute("start"), is_reversed ? CountItems(element) : 1);
  if (element.IsElement(LXB_TAG_OL))
    return EnterNumberedList({.next = first, .step = is_reversed ? -1 : 1}, element);
  blocks_.OpenBulletList();
  numbering_.push_back({.next = first, .step = 1});
  OnLeave(element, Undo::kCloseContainer);
  OnLeave(element, Undo::kEndList);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterNumberedList(Numbering numbering, Node element) {
  blocks_.OpenNumberedList();
  numbering_.push_back(numbering);
  OnLeave(element, Undo::kCloseContainer);
  OnLeave(element, Undo::kEndList);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterItem(Node element) {
  EndParagraph();
  if (IsFlat()) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  int number = 1;
  if (!numbering_.empty()) {
    number = NumberOf(element.Attribute("value"), std::max(numbering_.back().next, 0));
    numbering_.back().next = number + numbering_.back().step;
  }
  if (!blocks_.InList()) {
    blocks_.OpenBulletList();
    OnLeave(element, Undo::kCloseContainer);
  }
  blocks_.OpenItem(number);
  OnLeave(element, Undo::kCloseContainer);
  return Step::kDescend;
}

// Word and what is pasted from it have no lists but paragraphs that say of which level they are.
// The first one writes all.
MarkdownWalk::Step MarkdownWalk::EnterWordItems(Node first) {
  if (last_word_item_ != nullptr) {
    if (first.Id() == last_word_item_) last_word_item_ = nullptr;
    return Step::kSkip;
  }
  // One inside an item, or the item itself.
  if (word_item_ || IsFlat() || blocks_.InList()) return EnterBlock(first, kNoRole);
  EndParagraph();
  struct Level {
    bool numbered;
    int number;
  };
  std::vector<Level> open;  // nine at most
  const auto close = [&] {
    blocks_.Close();  // the item
    blocks_.Close();
    open.pop_back();
  };
  Node last = first;
  for (Node item = first; item && !stopped_; item = NextParagraph(item)) {
    const auto level = static_cast<std::size_t>(WordItemLevel(item));
    if (level == 0) break;
    if (IsExcluded(item)) continue;
    last = item;
    const std::string marker = WordItemMarker(item);
    const bool numbered = IsWordNumber(marker);
    while (open.size() > level) close();
    if (open.size() == level && open.back().numbered != numbered) close();
    if (open.size() == level) {
      blocks_.Close();
    } else {
      numbered ? blocks_.OpenNumberedList() : blocks_.OpenBulletList();
      open.push_back({numbered, 0});
    }
    open.back().number = NumberOf(marker, open.back().number + 1);
    blocks_.OpenItem(open.back().number);
    word_item_ = item;
    Walk(item);
    word_item_ = Node();
    EndParagraph();
  }
  while (!open.empty()) close();
  if (last.Id() != first.Id()) last_word_item_ = last.Id();
  return Step::kSkip;
}

// Terms are bold lines with their descriptions below. A list inside a description becomes a
// bulleted one, so that what belongs to what stays visible.
MarkdownWalk::Step MarkdownWalk::EnterDefinitions(Node element) {
  EndParagraph();
  OnLeave(element, Undo::kEndBlock);
  if (IsFlat()) return Step::kDescend;
  if (auto admonition = ReadAdmonitionList(element))
    return EnterAdmonition(element, *std::move(admonition));
  const bool are_terms = HoldsTermsAlone(element);
  const bool nested = are_terms || !definitions_nested_.empty();
  definitions_are_terms_.push_back(are_terms);
  definitions_nested_.push_back(nested);
  definition_item_open_.push_back(false);
  if (nested) {
    blocks_.OpenBulletList();
    OnLeave(element, Undo::kCloseContainer);
  }
  OnLeave(element, Undo::kEndDefinitions);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterTerm(Node element, std::uint32_t roles) {
  const bool is_title = !IsFlat() && !admonitions_.empty() && !admonitions_.back().title_seen &&
                        ReadAdmonitionList(element.Parent());
  if (is_title) return EnterBold(element);
  const Node before = PreviousElement(element);
  const bool is_item = !definitions_are_terms_.empty() && definitions_are_terms_.back();
  const bool follows_term = !is_item && before && before.IsElement(LXB_TAG_DT) && !inline_.Empty();
  if (IsFlat()) {
    EndParagraph();
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  if (follows_term) {
    inline_.LineBreak();
  } else {
    EndParagraph();
    if (!definitions_nested_.empty() && definitions_nested_.back()) {
      if (definition_item_open_.back()) blocks_.Close();
      if (blocks_.InList()) {
        blocks_.OpenItem(1);
        definition_item_open_.back() = true;
      }
    }
  }
  if ((roles & kSignature) != 0) {
    OnLeave(element, Undo::kCloseStyle);
    inline_.Open(Style::kStrong);
    return EnterSignature(element);
  }
  if (is_item || BeginsWithHeading(element)) {
    OnLeave(element, Undo::kEndBlock);
    return Step::kDescend;
  }
  inline_.Open(Style::kStrong);
  OnLeave(element, Undo::kCloseStyle);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterDescription(Node element) {
  EndParagraph();
  OnLeave(element, Undo::kEndBlock);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterCheckbox(Node element) {
  const std::string_view type = element.Attribute(LXB_DOM_ATTR_TYPE);
  if (type != "checkbox" || IsFlat() || !inline_.Empty()) return Step::kSkip;
  Node item = element.Parent();
  for (int level = 0; item && level < 2 && !item.IsElement(LXB_TAG_LI); ++level)
    item = item.Parent();
  if (!item || !item.IsElement(LXB_TAG_LI)) return Step::kSkip;
  inline_.Atom(element.HasAttribute("checked") ? "[x]" : "[ ]", "");
  inline_.Space();
  join_next_block_ = true;
  return Step::kSkip;
}

}  // namespace sitedoor::extract::internal
