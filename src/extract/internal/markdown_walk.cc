#include "extract/internal/markdown_walk.h"

#include <string>
#include <unordered_set>
#include <utility>

#include "extract/internal/admonition.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/code_block.h"
#include "extract/internal/code_form.h"
#include "extract/internal/code_labels.h"
#include "extract/internal/element_table.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/heading_links.h"
#include "extract/internal/inline_style.h"
#include "extract/internal/media.h"
#include "extract/internal/tooltip.h"
#include "extract/internal/visual_gap.h"
#include "extract/internal/word_items.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr int kMostNodesOfWord = 64;  // and of a link back from a footnote

// Haddock and rustdoc: readers, with a script, see what it folds, and it only when that is folded.
bool IsFoldingLabel(Node summary) {
  return summary.HasClass("hide-when-js-enabled") || summary.HasClass("hideme");
}

bool HasDigit(Node element) {
  int seen = 0;
  for (Node at = element; at && seen < kMostNodesOfWord; at = at.Next(element), ++seen) {
    if (at.Text().find_first_of("0123456789") != std::string_view::npos) return true;
  }
  return false;
}

Node SiblingElement(Node node, Node (Node::*next)() const) {
  Node at = (node.*next)();
  for (int seen = 0; at && !at.IsElement() && seen < 8; ++seen) at = (at.*next)();
  return at && at.IsElement() ? at : Node();
}

// <input type=radio id=a><label for=a>Linux</label><div>: tabs without a script.
bool HeadsPanelOfRadio(Node label) {
  const Node box = SiblingElement(label, &Node::PreviousSibling);
  const Node panel = SiblingElement(label, &Node::NextSibling);
  const std::string_view target = label.Attribute("for");
  return box && panel && !target.empty() && box.IsElement(LXB_TAG_INPUT) &&
         box.Attribute(LXB_DOM_ATTR_TYPE) == "radio" && box.Attribute(LXB_DOM_ATTR_ID) == target &&
         (panel.IsElement(LXB_TAG_DIV) || panel.IsElement(LXB_TAG_SECTION));
}

}  // namespace

MarkdownWalk::MarkdownWalk(const MarkdownOptions& options)
    : options_(options), blocks_(options.most_bytes), inline_(outcome_.links) {
  if (!options.base) return;
  page_url_ = options.base->TextWithoutFragment();
  short_base_ = options.base;
  if (page_url_.size() > kMostUrlBytes) {
    const Result<net::Url> origin = net::Url::Parse(options.base->Origin());
    if (origin) short_base_ = *origin;
    return;
  }
  const Result<net::Url> beside = net::Url::Parse("x", *options.base);
  if (beside && beside->IsHttp() && beside->Text().ends_with("/x"))
    folder_url_ = beside->Text().substr(0, beside->Text().size() - 1);
}

MarkdownOutcome MarkdownWalk::Run(Node root) {
  root_ = root;
  Walk(root);
  if (!blocks_.Full()) EndParagraph();
  outcome_.truncated = stopped_ || blocks_.Full();
  UnseenText unseen = inline_.Unseen();
  unseen.Add(unseen_in_code_);
  outcome_.has_unseen_text = unseen.MaySaySomething();
  outcome_.unseen_characters = unseen.Count();
  if (outcome_.truncated) outcome_.kept_share = ShareBeforeStop();
  TakeAnchors();
  outcome_.markdown = blocks_.Take();
  return std::move(outcome_);
}

void MarkdownWalk::Walk(Node root) {
  const std::size_t outer_frames = frames_.size();
  Node at = root;
  while (!stopped_) {
    bool descend = false;
    if (at.IsText() && !IsLeftOutText(at)) {
      const std::string_view text = at.Text();
      if (join_next_block_ && text.find_first_not_of(" \t\r\n\f") != std::string_view::npos)
        join_next_block_ = false;
      if (options_.tex_in_text == TexInText::kYes) {
        WriteTextWithFormulas(text, at);
      } else {
        WriteText(text, at);
      }
    } else if (at.IsElement()) {
      descend = Enter(at) == Step::kDescend;
    }
    if (blocks_.Full()) Stop(at);
    if (stopped_) break;
    if (descend) {
      if (const Node child = at.FirstChild()) {
        at = child;
        continue;
      }
    }
    Leave(at);
    while (at != root && !at.NextSibling()) {
      at = at.Parent();
      Leave(at);
    }
    if (at == root) return;
    at = at.NextSibling();
  }
  if (!stop_) stop_ = at;
  while (frames_.size() > outer_frames) {
    const Undo undo = frames_.back().undo;
    frames_.pop_back();
    UndoOne(undo);
  }
}

// In an element that is shown, but without being seen itself.
bool MarkdownWalk::IsLeftOutText(Node text) const {
  return options_.skip != nullptr && (*options_.skip)(text);
}

bool MarkdownWalk::IsExcluded(Node element) const {
  // Content selection has judged every element already, with the whole page in view.
  if (options_.skip != nullptr) return (*options_.skip)(element);
  return IsHidden(element) || IsChrome(element);
}

namespace {

// What shows only while the pointer rests on a word, without the word.
bool IsTooltip(Node element, std::uint32_t roles) {
  if ((roles & kTooltip) == 0) return IsExplanationOfWord(element);
  return !element.IsElement(LXB_TAG_PRE) && !HoldsParagraph(element) && !IsExplainedWord(element);
}

}  // namespace

MarkdownWalk::Step MarkdownWalk::Enter(Node element) {
  const html::Tag tag = element.ElementTag();
  if (tag == LXB_TAG_BR && !element.InForeignContent()) {
    inline_.LineBreak();
    return Step::kSkip;
  }
  const std::uint32_t roles = RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS));
  const bool may_be_formula = element.InForeignContent() || tag == LXB_TAG_SCRIPT ||
                              tag == LXB_TAG_IMG || tag >= LXB_TAG__LAST_ENTRY ||
                              tag == LXB_TAG__UNDEF || (roles & (kRenderedMath | kTexSource)) != 0;
  if (may_be_formula && !IsHiddenFormula(element)) {
    const Renderer renderer =
        options_.tex_in_text == TexInText::kYes ? Renderer::kOnPage : Renderer::kNone;
    if (const auto formula = ReadFormula(element, renderer))
      return WriteFormula(formula->tex, formula->display);
    if (element.InForeignContent()) {
      if (in_cell_) WriteText(PictureName(element), element);
      return Step::kSkip;
    }
  }
  if ((roles & kMathPreview) != 0) return Step::kSkip;
  if ((roles & kBackLink) != 0 && !HasDigit(element)) return Step::kSkip;
  if (!IsFlat() && IsRowOfTabs(element, roles)) return Step::kSkip;
  if (tag == LXB_TAG_INPUT) return EnterCheckbox(element);
  if (IsLanguageBadge(element, roles) || IsGutter(element, roles)) return Step::kSkip;
  if (!IsFlat() && NamesLanguageOfNextCode(element, languages_)) return Step::kSkip;
  if (IsTooltip(element, roles)) return Step::kSkip;
  if (element != root_ && IsExcluded(element)) return EnterEmbedded(element);
  // Where a paragraph is open, a block first ends it, and what is inline belongs to it.
  const bool in_paragraph = !inline_.Empty();
  if (!in_paragraph) MarkAnchors(element);
  const Step step = tabs_.IsPanelOfGroup(element) ? EnterPanelOfGroup(element, roles)
                                                  : EnterByTag(element, roles);
  if (in_paragraph) MarkAnchors(element);
  return step;
}

// A script never shows itself, but its formula.
bool MarkdownWalk::IsHiddenFormula(Node element) const {
  if (element.IsElement(LXB_TAG_SCRIPT) || element.InForeignContent()) return false;
  return options_.skip != nullptr ? element.Mark() == kSkipHidden : IsHidden(element);
}

void MarkdownWalk::MarkAnchors(Node element) {
  const auto mark = [&](std::string_view id) {
    if (id.empty() || id.size() > kMostAnchorBytes || anchors_marked_ == kMostAnchors) return;
    ++anchors_marked_;
    in_cell_ ? blocks_.MarkLast(id) : blocks_.MarkNext(id);
  };
  const std::string_view id = element.Attribute(LXB_DOM_ATTR_ID);
  mark(id);
  if (element.IsElement(LXB_TAG_A)) {
    if (const std::string_view name = element.Attribute("name"); name != id) mark(name);
  }
}

// The first of equal ids counts, as in a browser, and a heading has its own.
void MarkdownWalk::TakeAnchors() {
  std::unordered_set<std::string> seen;
  for (const document::Heading& heading : outcome_.outline) seen.insert(heading.anchor);
  for (document::Anchor& anchor : blocks_.TakeMarks()) {
    if (seen.insert(anchor.id).second) outcome_.anchors.push_back(std::move(anchor));
  }
}

// VitePress's groups of code hold labels in div.tabs (1) and the blocks in div.blocks (2); 0
// elsewhere.
int MarkdownWalk::LabelledCodeGroupLevel(Node element) const {
  if (!element.IsElement(LXB_TAG_DIV)) return 0;
  const Node parent = element.Parent();
  if (!parent || !parent.HasAttribute(LXB_DOM_ATTR_CLASS)) return 0;
  if (element.HasClass("tabs") && parent.HasClass("vp-code-group")) return 1;
  return parent.HasClass("blocks") && parent.Parent() && parent.Parent().HasClass("vp-code-group")
             ? 2
             : 0;
}

MarkdownWalk::Step MarkdownWalk::EnterByTag(Node element, std::uint32_t roles) {
  switch (element.ElementTag()) {
    case LXB_TAG_H1:
    case LXB_TAG_H2:
    case LXB_TAG_H3:
    case LXB_TAG_H4:
    case LXB_TAG_H5:
    case LXB_TAG_H6:
      return EnterHeading(element, roles);
    case LXB_TAG_PRE:
    case LXB_TAG_LISTING:
    case LXB_TAG_XMP:
    case LXB_TAG_PLAINTEXT:
      return IsProse(element) ? EnterBlock(element, roles) : EnterCodeBlock(element);
    case LXB_TAG_TEXTAREA:
      return IsCodeArea(element) ? EnterCodeBlock(element) : Step::kSkip;
    case LXB_TAG_UL:
    case LXB_TAG_OL:
    case LXB_TAG_DIR:
    case LXB_TAG_MENU:
      return tabs_.IsPanelList(element) ? EnterBlock(element, roles) : EnterList(element);
    case LXB_TAG_LI:
      return EnterItem(element);
    case LXB_TAG_DL:
      return EnterDefinitions(element);
    case LXB_TAG_DT:
      return EnterTerm(element, roles);
    case LXB_TAG_DD:
      return EnterDescription(element);
    case LXB_TAG_TABLE:
      return EnterTable(element, roles);
    case LXB_TAG_TD:
    case LXB_TAG_TH:
      return EnterLayoutCell(element, roles);
    case LXB_TAG_BLOCKQUOTE:
      if (auto admonition = ReadAdmonition(element, roles))
        return EnterAdmonition(element, *std::move(admonition));
      return (roles & kIndentation) != 0 ? EnterBlock(element, roles) : EnterQuote(element);
    case LXB_TAG_HR:
      if (!IsFlat()) {
        EndParagraph();
        blocks_.RequestBreak();
      }
      return Step::kSkip;
    case LXB_TAG_P:
      return EnterParagraph(element, roles);
    case LXB_TAG_SUMMARY:
      // gi-docgen puts the description of a class in one: outside of <details> it is a block.
      if (!element.Parent().IsElement(LXB_TAG_DETAILS) && HoldsParagraph(element))
        return EnterBlock(element, roles);
      return IsFoldingLabel(element) ? Step::kSkip : EnterBold(element);
    case LXB_TAG_BUTTON:
      return EnterButton(element, roles);
    case LXB_TAG_ADDRESS:
    case LXB_TAG_ARTICLE:
    case LXB_TAG_ASIDE:
    case LXB_TAG_BODY:
    case LXB_TAG_CAPTION:
    case LXB_TAG_CENTER:
    case LXB_TAG_DETAILS:
    case LXB_TAG_DIALOG:
    case LXB_TAG_DIV:
    case LXB_TAG_FIELDSET:
    case LXB_TAG_FIGCAPTION:
    case LXB_TAG_FIGURE:
    case LXB_TAG_FOOTER:
    case LXB_TAG_FORM:
    case LXB_TAG_HEADER:
    case LXB_TAG_HGROUP:
    case LXB_TAG_HTML:
    case LXB_TAG_LEGEND:
    case LXB_TAG_MAIN:
    case LXB_TAG_NAV:
    case LXB_TAG_SEARCH:
    case LXB_TAG_SECTION:
    case LXB_TAG_TBODY:
    case LXB_TAG_TFOOT:
    case LXB_TAG_THEAD:
      return EnterBlock(element, roles);
    case LXB_TAG_TR:
      return EnterLayoutRow(element, roles);
    default:
      return EnterInline(element, roles);
  }
}

MarkdownWalk::Step MarkdownWalk::EnterInline(Node element, std::uint32_t roles) {
  if (!inline_.InCode() && signature_depth_ == 0) SetApartByLooks(element);
  if (in_cell_ && element.HasAttributes()) {
    if (const std::string name = PictureName(element); !name.empty()) {
      WriteText(name, element);
      return Step::kSkip;
    }
  }
  switch (element.ElementTag()) {
    case LXB_TAG_A:
      return EnterLink(element);
    case LXB_TAG_IMG:
      return EnterImage(element);
    case LXB_TAG_B:
    case LXB_TAG_STRONG:
      return EnterStyle(element, Style::kStrong);
    case LXB_TAG_CITE:
    case LXB_TAG_DFN:
    case LXB_TAG_EM:
    case LXB_TAG_I:
    case LXB_TAG_VAR:
      return EnterStyle(element, Style::kEmphasis);
    case LXB_TAG_DEL:
    case LXB_TAG_S:
    case LXB_TAG_STRIKE:
      return EnterStyle(element, Style::kStrike);
    case LXB_TAG_CODE:
      if (!IsFlat() && StyleSetsCode(element)) return EnterCodeBlock(element);
      [[fallthrough]];
    case LXB_TAG_KBD:
    case LXB_TAG_SAMP:
    case LXB_TAG_TT:
      inline_.OpenCode();
      OnLeave(element, Undo::kCloseCode);
      return Step::kDescend;
    case LXB_TAG_SUB:
    case LXB_TAG_SUP:
      return EnterScript(element);
    case LXB_TAG_Q:
      WriteText("\u201C", element);
      OnLeave(element, Undo::kCloseQuotation);
      return Step::kDescend;
    case LXB_TAG_RT:
      if (!element.PreviousSibling() || !element.PreviousSibling().IsElement(LXB_TAG_RP)) {
        WriteText("(", element);
        OnLeave(element, Undo::kCloseParenthesis);
      }
      return Step::kDescend;
    case LXB_TAG_LABEL: {
      const Node parent = element.Parent();
      const bool of_panel =
          (roles & kTabLabel) != 0 || HeadsPanelOfRadio(element) ||
          (parent && (RolesOfClasses(parent.Attribute(LXB_DOM_ATTR_CLASS)) & kLabelledPanels) != 0);
      return of_panel && !IsFlat() ? EnterBold(element) : Step::kDescend;
    }
    case LXB_TAG_WBR:
      return Step::kSkip;
    default:
      break;
  }
  if (element.ElementTag() == LXB_TAG__UNDEF && element.Name() == "amp-img")
    return EnterImage(element);
  if (word_item_ && IsWordMarker(element)) return Step::kSkip;
  if (heading_ && element.HasAttribute(LXB_DOM_ATTR_CLASS) && IsAnchorSign(element))
    return Step::kSkip;
  if ((roles & kBadge) != 0) SetApart(element);
  if ((roles & kInlineCode) != 0) {
    inline_.OpenCode();
    OnLeave(element, Undo::kCloseCode);
    return Step::kDescend;
  }
  if (footnote_depth_ > 0 && (roles & kFootnoteLabel) != 0)
    OnLeave(element, Undo::kEndFootnoteLabel);
  if (!IsFlat() && IsOpenAdmonitionsTitle(element, roles)) return EnterBold(element);
  if (element.HasAttributes() && !IsFlat() && TabLabels::IsTabPanel(element, roles))
    return EnterBlock(element, roles);
  return Step::kDescend;
}

void MarkdownWalk::SetApartByLooks(Node element) {
  if (StyleMakesBlock(element.Attribute(LXB_DOM_ATTR_STYLE))) {
    inline_.Boundary();
    OnLeave(element, Undo::kBoundaryBehind);
  } else if (StandsApart(element)) {
    inline_.Space();
  }
}

// What the style sheet sets apart from its neighbours.
void MarkdownWalk::SetApart(Node element) {
  const Node before = element.PreviousSibling();
  const Node behind = element.NextSibling();
  if (before && before.IsElement()) inline_.Space();
  if (behind && behind.IsElement()) OnLeave(element, Undo::kSpaceBehind);
}

void MarkdownWalk::Leave(Node element) {
  while (!frames_.empty() && frames_.back().element == element.Id()) {
    const Undo undo = frames_.back().undo;
    frames_.pop_back();
    UndoOne(undo);
  }
}

void MarkdownWalk::UndoOne(Undo undo) {
  switch (undo) {
    case Undo::kEndBlock:
      EndParagraph();
      break;
    case Undo::kCloseContainer:
      EndParagraph();
      blocks_.Close();
      break;
    case Undo::kCloseStyle:
      inline_.Close();
      break;
    case Undo::kCloseCode:
      inline_.CloseCode();
      break;
    case Undo::kCloseLink:
      inline_.CloseLink();
      break;
    case Undo::kEndHeading:
      EndHeading();
      break;
    case Undo::kEndBold:
      --bold_depth_;
      bold_is_title_ = false;
      inline_.Close();
      EndParagraph();
      break;
    case Undo::kEndList:
      numbering_.pop_back();
      break;
    case Undo::kEndDefinitions:
      if (definition_item_open_.back()) {
        EndParagraph();
        blocks_.Close();
      }
      definition_item_open_.pop_back();
      definitions_are_terms_.pop_back();
      definitions_nested_.pop_back();
      break;
    case Undo::kEndFootnote:
      --footnote_depth_;
      break;
    case Undo::kEndFootnoteLabel:
      join_next_block_ = true;
      break;
    case Undo::kEndAdmonition:
      admonitions_.pop_back();
      break;
    case Undo::kEndSignature:
      inline_.CloseCode();
      --signature_depth_;
      break;
    case Undo::kCloseQuotation:
      WriteText("\u201D", Node());
      break;
    case Undo::kCloseParenthesis:
      WriteText(")", Node());
      break;
    case Undo::kBoundaryBehind:
      inline_.Boundary();
      break;
    case Undo::kSpaceBehind:
      inline_.Space();
      break;
  }
}

}  // namespace sitedoor::extract::internal
