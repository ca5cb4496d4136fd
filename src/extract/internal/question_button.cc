#include "extract/internal/question_button.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kLeastLabelBytes = 4;
constexpr std::size_t kMostLabelBytes = 300;
constexpr std::size_t kLeastAnswerBytes = 12;
constexpr int kMostNodes = 64;
constexpr int kMostSiblings = 8;

// The text below an element, at its end with at most `most` bytes too many.
std::string TextBelow(Node element, std::size_t most) {
  std::string text;
  int seen = 0;
  for (Node at = element; at && seen < kMostNodes && text.size() <= most; ++seen) {
    const bool is_drawn = at.IsElement() && at.InForeignContent();
    const std::string_view said = at.IsText() ? Trimmed(at.Text()) : std::string_view();
    if (!said.empty()) text += (text.empty() ? "" : " ") + std::string(said.substr(0, most + 1));
    at = at.Next(element, is_drawn ? Node::Descend::kNo : Node::Descend::kYes);
  }
  return text;
}

bool IsControl(Node element) {
  return element.IsElement(LXB_TAG_BUTTON) || element.IsElement(LXB_TAG_INPUT) ||
         element.IsElement(LXB_TAG_SELECT) || element.Attribute("role") == "button";
}

Node ElementBehind(Node node) {
  Node behind = node.NextSibling();
  for (int seen = 0; behind && !behind.IsElement() && seen < kMostSiblings; ++seen) {
    if (!Trimmed(behind.Text()).empty()) return {};
    behind = behind.NextSibling();
  }
  return behind && behind.IsElement() ? behind : Node();
}

bool IsFirst(Node node) {
  Node before = node.PreviousSibling();
  for (int seen = 0; before && seen < kMostSiblings; ++seen) {
    if (before.IsElement() || !Trimmed(before.Text()).empty()) return false;
    before = before.PreviousSibling();
  }
  return !before;
}

bool IsLast(Node node) {
  Node behind = node.NextSibling();
  for (int seen = 0; behind && seen < kMostSiblings; ++seen) {
    if (behind.IsElement() || !Trimmed(behind.Text()).empty()) return false;
    behind = behind.NextSibling();
  }
  return !behind;
}

bool EndsWithQuestionMark(std::string_view text) {
  // A sign behind it shows whether the answer is open.
  for (const std::string_view sign : {"+", "-", "–", "−", "›", "▼", "▾", "⌄"}) {
    if (text.ends_with(sign)) {
      text = Trimmed(text.substr(0, text.size() - sign.size()));
      break;
    }
  }
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟");
}

bool IsNamedAsAccordion(Node element) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"accord", "collaps", "faq", "question", "disclosure"});
  constexpr auto kOthers = std::to_array<std::string_view>({"nav", "menu", "copy"});
  const std::string name =
      AsciiLowered(element.Attribute(LXB_DOM_ATTR_CLASS).substr(0, kMostLabelBytes));
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  return std::ranges::any_of(kNames, has) && std::ranges::none_of(kOthers, has);
}

}  // namespace

bool IsQuestionButton(Node button) {
  if (!IsFirst(button)) return false;
  Node answer = ElementBehind(button);
  if (!answer && button.Parent() && IsLast(button)) answer = ElementBehind(button.Parent());
  if (answer && (IsControl(answer) || answer.IsElement(LXB_TAG_PRE))) return false;
  const std::string label = TextBelow(button, kMostLabelBytes);
  if (label.size() < kLeastLabelBytes || label.size() > kMostLabelBytes) return false;
  const Node parent = button.Parent();
  const bool is_named = IsNamedAsAccordion(button) ||
                        (parent && (IsNamedAsAccordion(parent) ||
                                    (parent.Parent() && IsNamedAsAccordion(parent.Parent()))));
  const bool asks = EndsWithQuestionMark(label);
  // A script may bring the answer, and a short one is one.
  if (asks && is_named) return answer || IsLast(button);
  return answer && (asks || is_named) &&
         TextBelow(answer, kLeastAnswerBytes).size() >= kLeastAnswerBytes;
}

}  // namespace sitedoor::extract::internal
