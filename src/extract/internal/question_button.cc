#include "extract/internal/question_button.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kLeastLabelBytes = 4;
constexpr std::size_t kMostLabelBytes = 600;
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

constexpr std::uint32_t kOfPage = kNavigationHint | kContentsHint | kFilterHint | kSkipHint;

std::uint32_t HintsOf(Node element) {
  return element ? HintsOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) : std::uint32_t{kNoHint};
}

// A menu, a dialog, a list of links to the page's own parts.
bool OpensChrome(Node button) {
  const std::string_view popup = button.Attribute("aria-haspopup");
  std::string_view toggled = button.Attribute("data-bs-toggle");
  if (toggled.empty()) toggled = button.Attribute("data-toggle");
  const bool is_other = !toggled.empty() && toggled != "collapse";
  const bool has_popup = !popup.empty() && popup != "false";
  return has_popup || is_other || ((HintsOf(button) | HintsOf(button.Parent())) & kOfPage) != 0;
}

// Whether it says of itself that it opens `panel`: it names no other element.
bool SaysItOpens(Node button, Node panel) {
  std::string_view target = button.Attribute("aria-controls");
  for (const std::string_view name : {"data-bs-target", "data-target"}) {
    if (target.empty()) target = button.Attribute(name);
  }
  if (target.starts_with('#')) target.remove_prefix(1);
  if (target.empty()) {
    const bool is_near =
        panel.Parent() == button.Parent() || panel.Parent() == button.Parent().Parent();
    return is_near && button.HasAttribute("aria-expanded");
  }
  constexpr int kMostInPanel = 4;
  Node at = panel;
  for (int seen = 0; at && seen < kMostInPanel; at = at.Next(panel), ++seen) {
    if (at.IsElement() && at.Attribute(LXB_DOM_ATTR_ID) == target) return true;
  }
  return false;
}

bool IsPanel(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_DIV:
    case LXB_TAG_SECTION:
    case LXB_TAG_ARTICLE:
    case LXB_TAG_P:
    case LXB_TAG_UL:
    case LXB_TAG_OL:
    case LXB_TAG_DL:
    case LXB_TAG_DD:
      return (HintsOf(element) & kOfPage) == 0 && !IsControl(element);
    default:
      return false;
  }
}

// Nothing of its own line stands before it.
bool BeginsLine(Node button) {
  Node before = button.PreviousSibling();
  for (int seen = 0; before && !before.IsElement() && seen < kMostSiblings; ++seen) {
    if (!Trimmed(before.Text()).empty()) return false;
    before = before.PreviousSibling();
  }
  return !before || IsPanel(before) || before.IsElement(LXB_TAG_P) || before.IsElement(LXB_TAG_HR);
}

// The element behind the row that the button is alone in, if it may be what that opens.
Node PanelBehind(Node button) {
  constexpr int kMostLevels = 3;
  if (!BeginsLine(button)) return {};
  Node row = button;
  for (int level = 0; level < kMostLevels; ++level) {
    if (const Node behind = ElementBehind(row)) return IsPanel(behind) ? behind : Node();
    if (!IsFirst(row) || !IsLast(row) || !row.Parent()) return {};
    row = row.Parent();
  }
  return {};
}

// "<div><button>One</button><div>..</div></div>", and another such row with another label.
bool IsOneOfRows(Node button, Node panel, std::string_view label) {
  if (panel.Parent() != button.Parent()) return false;
  const Node row = button.Parent();
  if (!row || !IsFirst(button) || !IsLast(panel)) return false;
  for (Node (Node::*step)() const : {&Node::NextSibling, &Node::PreviousSibling}) {
    Node other = (row.*step)();
    for (int seen = 0; other && !other.IsElement() && seen < kMostSiblings; ++seen)
      other = (other.*step)();
    if (!other || other.ElementTag() != row.ElementTag()) continue;
    Node first = other.FirstChild();
    for (int seen = 0; first && !first.IsElement() && seen < kMostSiblings; ++seen)
      first = first.NextSibling();
    if (!first || !first.IsElement(LXB_TAG_BUTTON) || !IsFirst(first)) continue;
    const Node others_panel = ElementBehind(first);
    if (others_panel && IsPanel(others_panel) && IsLast(others_panel) &&
        TextBelow(first, kMostLabelBytes) != label) {
      return true;
    }
  }
  return false;
}

bool OpensPanel(Node button, std::string_view label) {
  constexpr std::size_t kLeastPanelBytes = 12;
  if (OpensChrome(button)) return false;
  const Node panel = PanelBehind(button);
  if (!panel || TextBelow(panel, kLeastPanelBytes).size() < kLeastPanelBytes) return false;
  return SaysItOpens(button, panel) || IsNamedAsAccordion(button) ||
         IsOneOfRows(button, panel, label);
}

}  // namespace

bool GivesCommand(Node button) {
  constexpr auto kWhole = std::to_array<std::string_view>(
      {"add to cart", "back", "buy now", "cancel", "clear", "close", "code", "collapse",
       "collapse all", "contents", "continue", "copied", "copied!", "copy", "copy code",
       "copy link", "copy page", "copy to clipboard", "delete", "download", "edit", "expand",
       "expand all", "filter", "filters", "follow", "hide", "learn more", "like", "load more",
       "log in", "login", "menu", "more", "next", "ok", "on this page", "open", "open menu",
       "page contents", "pause", "play", "prev", "previous", "print", "read less", "read more",
       "reply", "report", "reset", "run", "save", "search", "see all", "see less", "see more",
       "send", "share", "show", "show all", "show less", "show more", "sign in", "sign up", "sort",
       "sort by", "submit", "subscribe", "table of contents", "toggle", "toggle menu",
       "toggle navigation", "view all", "view less", "view more",
       // German, French, Spanish, Italian, Portuguese, Dutch
       "kopieren", "senden", "teilen", "mehr anzeigen", "weiter", "zurück", "suche", "suchen",
       "mehr", "weiterlesen", "menü", "copier", "envoyer", "partager", "afficher plus", "voir plus",
       "suivant", "précédent", "rechercher", "copiar", "enviar", "compartir", "mostrar más",
       "ver más", "siguiente", "anterior", "buscar", "menú", "copia", "invia", "condividi",
       "mostra altro", "avanti", "indietro", "cerca", "compartilhar", "mostrar mais", "ver mais",
       "próximo", "pesquisar", "kopiëren", "verzenden", "delen", "meer weergeven", "toon meer",
       "volgende", "vorige", "zoeken",
       // Russian, Chinese, Japanese, Korean
       "копировать", "отправить", "поделиться", "показать ещё", "далее", "назад", "поиск", "меню",
       "复制", "提交", "分享", "显示更多", "下一页", "搜索", "菜单", "コピー", "送信", "共有",
       "もっと見る", "次へ", "検索", "メニュー", "복사", "제출", "공유", "더 보기", "다음", "검색",
       "메뉴"});
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"search the ", "search for", "search doc", "search this", "search our",
       "search site", "show more ", "read more ", "load more ",  "see more ",
       "view more ",  "copy the ",  "copy this ", "copy to ",    "copy as ",
       "share this ", "share on ",  "share via ", "toggle ",     "skip to "});
  constexpr std::size_t kMostBytes = 40;
  const std::string text = AsciiLowered(TextBelow(button, kMostBytes));
  std::string_view label = Trimmed(text);
  for (const std::string_view sign : {"...", "…", "+", "-", "›", "»", "→", "▼", "▾"}) {
    if (label.ends_with(sign)) {
      label = Trimmed(label.substr(0, label.size() - sign.size()));
      break;
    }
  }
  const bool starts = std::ranges::any_of(
      kStarts, [&](std::string_view start) { return label.starts_with(start); });
  return starts || (label.size() <= kMostBytes && std::ranges::find(kWhole, label) != kWhole.end());
}

bool IsQuestionButton(Node button) {
  const std::string label = TextBelow(button, kMostLabelBytes);
  if (label.size() < kLeastLabelBytes || label.size() > kMostLabelBytes) return false;
  if (OpensPanel(button, label)) return true;
  if (!IsFirst(button) || OpensChrome(button)) return false;
  Node answer = ElementBehind(button);
  if (!answer && button.Parent() && IsLast(button)) answer = ElementBehind(button.Parent());
  if (answer && (IsControl(answer) || answer.IsElement(LXB_TAG_PRE))) return false;
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
