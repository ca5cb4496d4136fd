// MarkdownWalk's lists: bulleted, numbered, of tasks and of definitions.
#include <algorithm>
#include <charconv>

#include "extract/internal/class_roles.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/markdown_walk.h"

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

// Terms are bold lines with their descriptions below. A list inside a description becomes a
// bulleted one, so that what belongs to what stays visible.
MarkdownWalk::Step MarkdownWalk::EnterDefinitions(Node element) {
  EndParagraph();
  OnLeave(element, Undo::kEndBlock);
  if (IsFlat()) return Step::kDescend;
  const bool nested = !definitions_nested_.empty();
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
  const Node before = PreviousElement(element);
  const bool follows_term = before && before.IsElement(LXB_TAG_DT) && !inline_.Empty();
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
  if (BeginsWithHeading(element)) {
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
