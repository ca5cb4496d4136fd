#include "extract/internal/element_table.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "extract/internal/character_count.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/collapsed_columns.h"
#include "extract/internal/consent_box.h"
#include "extract/internal/disclosures.h"
#include "extract/internal/form_controls.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/hiding_looks.h"
#include "extract/internal/hiding_rules.h"
#include "extract/internal/question_button.h"
#include "extract/internal/service_link.h"
#include "extract/internal/shadow_slots.h"
#include "extract/internal/titled_box.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

// A block's own text of fewer characters is a label, not a sentence.
constexpr std::uint32_t kLeastProse = 30;

constexpr std::size_t kMostHiddenElements = 256;

bool IsInline(Node element) {
  switch (element.ElementTag()) {
    case LXB_TAG_A:
    case LXB_TAG_ABBR:
    case LXB_TAG_ACRONYM:
    case LXB_TAG_B:
    case LXB_TAG_BDI:
    case LXB_TAG_BDO:
    case LXB_TAG_BIG:
    case LXB_TAG_BR:
    case LXB_TAG_CITE:
    case LXB_TAG_CODE:
    case LXB_TAG_DEL:
    case LXB_TAG_DFN:
    case LXB_TAG_EM:
    case LXB_TAG_FONT:
    case LXB_TAG_HR:
    case LXB_TAG_I:
    case LXB_TAG_IMG:
    case LXB_TAG_INS:
    case LXB_TAG_KBD:
    case LXB_TAG_LABEL:
    case LXB_TAG_MARK:
    case LXB_TAG_NOBR:
    case LXB_TAG_Q:
    case LXB_TAG_RB:
    case LXB_TAG_RP:
    case LXB_TAG_RT:
    case LXB_TAG_RUBY:
    case LXB_TAG_S:
    case LXB_TAG_SAMP:
    case LXB_TAG_SMALL:
    case LXB_TAG_SOURCE:
    case LXB_TAG_SPAN:
    case LXB_TAG_STRIKE:
    case LXB_TAG_STRONG:
    case LXB_TAG_SUB:
    case LXB_TAG_SUP:
    case LXB_TAG_TIME:
    case LXB_TAG_TT:
    case LXB_TAG_U:
    case LXB_TAG_VAR:
    case LXB_TAG_WBR:
      return true;
    default:
      return element.InForeignContent();
  }
}

// 1 to 6; 7 for what is no heading.
int RankOf(Node node) {
  const int level = HeadingLevel(node);
  return level == 0 ? 7 : level;
}

// Headings, terms and table parts have ids for links to them, made of what they are about.
bool IsNamedByTopic(html::Tag tag) {
  switch (tag) {
    case LXB_TAG_DT:
    case LXB_TAG_DD:
    case LXB_TAG_LI:
    case LXB_TAG_P:
    case LXB_TAG_TR:
    case LXB_TAG_TD:
    case LXB_TAG_TH:
    case LXB_TAG_PRE:
      return true;
    default:
      return HeadingRank(tag) > 0;
  }
}

// A link that leads nowhere, as scripts make buttons.
bool ActsOnPage(Node link) {
  const std::string_view href = link.Attribute(LXB_DOM_ATTR_HREF);
  return href.size() <= 1 || href.starts_with("javascript:") || link.Attribute("role") == "button";
}

bool MayBeEmbedded(html::Tag tag) {
  return tag == LXB_TAG_IFRAME || tag == LXB_TAG_VIDEO || tag == LXB_TAG_AUDIO ||
         tag == LXB_TAG_OBJECT || tag == LXB_TAG_EMBED;
}

constexpr std::size_t kMostFields = 16;

}  // namespace

bool IsMain(Node element) {
  return element.IsElement(LXB_TAG_MAIN) ||
         (element.IsElement() && element.Attribute("role") == "main");
}

double Share(std::uint32_t part, std::uint32_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / whole;
}

class ElementTable::Builder {
 public:
  Builder(ElementTable& table, const Shown& shown)
      : entries_(table.entries_),
        own_(table.own_),
        has_noscript_(table.has_noscript_),
        has_cut_styles_(table.has_cut_styles_),
        hidden_elements_(table.hidden_elements_),
        consent_controls_(table.consent_controls_),
        address_fields_(table.address_fields_),
        shown_(shown) {}

  void Walk(Node body) {
    body_ = body;
    if (body.Parent()) {
      hiding_rules_.emplace(body, shown_.sheets_and_scripts);
      looks_ = HidingLooks(&*hiding_rules_);
      looks_.Enter(body.Parent(), HidingLooks::Revealed::kNo);
      looks_.Enter(body, HidingLooks::Revealed::kNo);
    }
    Enter(body);
    Node at = body;
    bool descend = true;
    while (true) {
      Node next = descend ? at.FirstChild() : Node();
      while (!next && at && at != body) {
        Leave(at);
        looks_.Leave(at);
        next = at.NextSibling();
        if (!next) at = at.Parent();
      }
      if (!next) break;
      at = next;
      descend = Visit(at);
    }
    while (current_ != kNone) Leave(entries_[current_].node);
    has_cut_styles_ = hiding_rules_ && hiding_rules_->IsCut();
  }

 private:
  // Whether its children are to be visited.
  bool Visit(Node node) {
    if (node.IsText()) {
      VisitText(node);
      return false;
    }
    if (!node.IsElement()) return false;
    if (node.IsElement(LXB_TAG_TEMPLATE) && !IsHidden(node))
      slots_.Read(node, hiding_rules_ ? &*hiding_rules_ : nullptr);
    if (node.IsElement(LXB_TAG_TABLE)) {
      for (const Node cell : CellsOfCollapsedColumns(node)) collapsed_.insert(cell.Id());
    }
    if (slots_.Hide(node) || (!collapsed_.empty() && collapsed_.contains(node.Id()))) {
      SkipHidden(node);
      return false;
    }
    if (node.IsElement(LXB_TAG_NOSCRIPT)) has_noscript_ = true;
    const bool is_shown_noscript =
        shown_.noscript == Noscript::kShown && node.IsElement(LXB_TAG_NOSCRIPT);
    const bool is_shown = is_shown_noscript || (shown_.guard && node == shown_.guard);
    const bool sheet_hides = !is_shown && SheetHides(node);
    const bool by_sheet = sheet_hides && !IsRevealedFromSheet(node);
    if (!is_shown && NobodyOpens(node)) {
      SkipHidden(node);
      return false;
    }
    const bool page_hides = !by_sheet && !is_shown && IsHidden(node) && !IsDisplayed(node);
    if (by_sheet || (page_hides && !IsRevealed(node))) {
      if (by_sheet || IsHiddenByAuthor(node))
        SkipHidden(node);
      else
        node.SetMark(MayBeEmbedded(node.ElementTag()) ? kSkipEmbedded : kSkipHidden);
      return false;
    }
    node.SetMark(0);
    looks_.Enter(node, is_shown || sheet_hides || page_hides ? HidingLooks::Revealed::kYes
                                                             : HidingLooks::Revealed::kNo);
    const html::Tag tag = node.ElementTag();
    if (IsInline(node)) return VisitInline(node);
    if (tag == LXB_TAG_BUTTON) NoteConsent(node);
    const bool is_label = tag == LXB_TAG_BUTTON && HeadsSection(node);
    if (IsSingleControl(tag) && !is_label && IsChrome(node)) {
      if (IsFilledIn(node)) ++own_[current_].controls;
      if (address_fields_.size() < kMostFields && IsForAddress(node))
        address_fields_.push_back(current_);
      node.SetMark(kSkipChrome);
      return false;
    }
    Enter(node);
    // A closed dialog that is visited at all is one that a button of the text opens.
    entries_[current_].is_label = is_label || (tag == LXB_TAG_DIALOG && !node.HasAttribute("open"));
    if (tag != LXB_TAG_PRE) return true;
    CountCode(node);
    return false;
  }

  void NoteConsent(Node control) {
    constexpr std::size_t kMostControls = 64;
    if (consent_controls_.size() < kMostControls && GivesConsent(control))
      consent_controls_.push_back(current_);
  }

  // Most pages hide nothing and have no such controls, and need no look for them.
  Disclosures& PageDisclosures() {
    if (!disclosures_) disclosures_.emplace(body_, hiding_rules_ ? &*hiding_rules_ : nullptr);
    return *disclosures_;
  }

  void SkipHidden(Node element) {
    element.SetMark(kSkipHidden);
    if (hidden_elements_.size() < kMostHiddenElements)
      hidden_elements_.push_back({element, current_});
  }

  bool SheetHides(Node element) {
    if (!hiding_rules_ || hiding_rules_->Empty()) return false;
    return disclosures_ ? disclosures_->SheetHides(element) : hiding_rules_->Hide(element);
  }

  // A hidden tab panel on a page that can have no tabs, and <details> that cannot be opened.
  bool NobodyOpens(Node element) {
    if (element.IsElement(LXB_TAG_DETAILS))
      return IsSealed(element, hiding_rules_ ? &*hiding_rules_ : nullptr);
    if (!element.HasUncommonAttributes() || !IsPanel(element) || !IsHiddenByAuthor(element))
      return false;
    return !IsHiddenToBeShown(element) || !PageDisclosures().MayHaveTabs();
  }

  static bool IsPanel(Node element) {
    return element.Attribute("role") == "tabpanel" ||
           (RolesOfClasses(element.Attribute(LXB_DOM_ATTR_CLASS)) & kTabPanel) != 0;
  }

  // By a rule of the page, against its attribute.
  bool IsDisplayed(Node element) {
    return hiding_rules_ && element.HasAttribute("hidden") && hiding_rules_->Display(element);
  }

  bool IsRevealedFromSheet(Node element) {
    return HoldsTheContent(element) || element.Attribute("role") == "tabpanel" ||
           PageDisclosures().IsRevealed(element);
  }

  bool IsRevealed(Node hidden) {
    const bool may_be_revealed =
        IsHiddenByAuthor(hidden) ||
        (hidden.HasAttribute(LXB_DOM_ATTR_ID) &&
         (hidden.IsElement(LXB_TAG_DIALOG) || hidden.Attribute("aria-hidden") == "true"));
    return may_be_revealed && PageDisclosures().IsRevealed(hidden);
  }

  bool HeadsSection(Node button) {
    return (IsLabel(button) || IsQuestionButton(button)) && !GivesCommand(button);
  }

  bool IsLabel(Node button) {
    const bool may_show =
        button.HasAttribute("aria-expanded") || button.HasAttribute("aria-controls") ||
        button.HasAttribute("data-bs-target") || button.HasAttribute("data-target") ||
        button.HasAttribute("commandfor") || button.HasAttribute("popovertarget");
    return may_show && PageDisclosures().IsLabel(button);
  }

  bool VisitInline(Node element) {
    // The inline elements that sites make controls and labels of; <code>, <em> and the like carry
    // text.
    const bool is_link = element.IsElement(LXB_TAG_A);
    const bool may_be_chrome = is_link || element.IsElement(LXB_TAG_SPAN);
    if (is_link && ActsOnPage(element)) NoteConsent(element);
    if (may_be_chrome &&
        (IsChrome(element) || IsUnseenLabel(element) || (is_link && IsServiceLink(element)))) {
      element.SetMark(kSkipChrome);
      return false;
    }
    if (!link_ && is_link && element.HasAttribute(LXB_DOM_ATTR_HREF)) {
      // A heading that links to itself is no link to elsewhere.
      const bool to_itself = in_heading_ && element.Attribute(LXB_DOM_ATTR_HREF).starts_with('#');
      if (!to_itself) link_ = element;
    }
    return true;
  }

  // "Skip to content", "[edit]", text for screen readers alone.
  static bool IsUnseenLabel(Node element) {
    const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS);
    return !classes.empty() && (HintsOfClasses(classes) & (kUnseenHint | kSkipHint)) != 0;
  }

  // A section's id is often made of its heading ("comments", "pagination"), and then says nothing
  // of its role.
  void ForgetIdsMadeOf(Node heading) {
    constexpr int kMostLevels = 4;
    constexpr std::size_t kMostBytes = 256, kMostNodes = 64;
    std::uint32_t up = current_;
    for (int level = 0; level < kMostLevels && up != kNone; ++level, up = entries_[up].parent) {
      if (entries_[up].id_hints == kNoHint) continue;
      if (IsIdOfHeading(entries_[up].node.Attribute(LXB_DOM_ATTR_ID),
                        heading.StartOfText(kMostBytes, kMostNodes)))
        entries_[up].id_hints = kNoHint;
    }
  }

  void Enter(Node node) {
    Entry entry;
    entry.node = node;
    entry.parent = current_;
    entry.in_link = static_cast<bool>(link_);
    const html::Tag tag = node.ElementTag();
    const int level = RankOf(node);
    entry.hints = HintsOfClasses(node.Attribute(LXB_DOM_ATTR_CLASS));
    if ((entry.hints & kNavigationHint) != 0 && IsTitledBox(node)) entry.hints = kNoHint;
    if (!IsNamedByTopic(tag)) entry.id_hints = HintsOfId(node.Attribute(LXB_DOM_ATTR_ID));
    if (level < 7) ForgetIdsMadeOf(node);
    current_ = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(entry);
    own_.emplace_back();
    own_.back().top_heading = level;
    own_.back().headings = level < 7 ? 1 : 0;
    if (tag == LXB_TAG_H1) own_.back().titles = 1;
    if (IsMain(node)) own_.back().mains = 1;
    if (link_) own_.back().cards = 1;
    in_heading_ = level < 7;
    after_space_ = true;
  }

  void Leave(Node node) {
    if (node == link_) link_ = Node();
    if (current_ == kNone || entries_[current_].node != node) return;
    Entry& entry = entries_[current_];
    entry.end = static_cast<std::uint32_t>(entries_.size());
    current_ = entry.parent;
    in_heading_ = false;
    after_space_ = true;
  }

  void CountText(std::string_view text) {
    const std::uint32_t count = CountCharacters(text, after_space_);
    if (!text.empty()) after_space_ = IsSpaceOrControl(text.back());
    own_[current_].text += count;
    if (link_) own_[current_].link_text += count;
  }

  void VisitText(Node text) {
    if (!looks_.HideText() && !slots_.Hide(text)) {
      if (text.Mark() != 0) text.SetMark(0);
      CountText(text.Text());
      return;
    }
    text.SetMark(kSkipHidden);
    if (hidden_elements_.size() < kMostHiddenElements) hidden_elements_.push_back({text, current_});
  }

  // Whether what is in it is to be looked at.
  bool VisitInCode(Node node) {
    if (node.IsText()) VisitText(node);
    if (!node.IsElement()) return false;
    const bool by_sheet = SheetHides(node) && !IsRevealedFromSheet(node);
    if (by_sheet || IsHiddenInCode(node)) {
      node.SetMark(kSkipHidden);
      if ((by_sheet || IsHiddenByAuthor(node)) && hidden_elements_.size() < kMostHiddenElements)
        hidden_elements_.push_back({node, current_});
      return false;
    }
    looks_.Enter(node, HidingLooks::Revealed::kNo);
    return true;
  }

  void CountCode(Node pre) {
    bool descend = true;
    for (Node at = pre;;) {
      Node next = descend ? at.FirstChild() : Node();
      while (!next && at != pre) {
        looks_.Leave(at);
        next = at.NextSibling();
        if (!next) at = at.Parent();
      }
      if (!next) break;
      at = next;
      descend = VisitInCode(at);
    }
    own_[current_].prose = own_[current_].text;
  }

  std::vector<Entry>& entries_;
  std::vector<Own>& own_;
  bool& has_noscript_;
  bool& has_cut_styles_;
  std::vector<HiddenElement>& hidden_elements_;
  std::vector<std::uint32_t>& consent_controls_;
  std::vector<std::uint32_t>& address_fields_;
  const Shown shown_;
  Node body_;
  std::optional<Disclosures> disclosures_;
  std::optional<HidingRules> hiding_rules_;
  HidingLooks looks_{nullptr};
  ShadowSlots slots_;
  std::unordered_set<const void*> collapsed_;  // cells
  std::uint32_t current_ = kNone;
  Node link_;  // the outermost link round the place
  bool after_space_ = true;
  bool in_heading_ = false;  // directly
};

ElementTable::ElementTable(Node body, const Shown& shown) {
  constexpr std::size_t kUsualEntries = 512;
  entries_.reserve(kUsualEntries);
  own_.reserve(kUsualEntries);
  Builder(*this, shown).Walk(body);
  for (std::size_t i = 0; i < own_.size(); ++i) {
    entries_[i].hints |= entries_[i].id_hints;
    Own& own = own_[i];
    if (own.headings > 0 && own.text > 0 && own.link_text * 10 >= own.text * 8) own.cards = 1;
    if (own.prose == 0 && own.text - own.link_text >= kLeastProse && own.text > 2 * own.link_text) {
      own.prose = own.text - own.link_text;
    }
  }
  Sum();
  visible_characters_ = Root().text;
}

void ElementTable::SumWithoutChrome() { Sum(); }

void ElementTable::Sum() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].text = own_[i].text;
    entries_[i].link_text = own_[i].link_text;
    entries_[i].prose = own_[i].prose;
    entries_[i].headings = own_[i].headings;
    entries_[i].titles = own_[i].titles;
    entries_[i].mains = own_[i].mains;
    entries_[i].cards = own_[i].cards;
    entries_[i].controls = own_[i].controls;
    entries_[i].top_heading = own_[i].top_heading;
  }
  for (std::size_t i = entries_.size(); i-- > 1;) {
    const Entry& entry = entries_[i];
    if (entry.chrome) continue;
    Entry& parent = entries_[entry.parent];
    parent.text += entry.text;
    parent.link_text += entry.link_text;
    parent.prose += entry.prose;
    parent.headings += entry.headings;
    parent.titles += entry.titles;
    parent.mains += entry.mains;
    parent.cards += entry.cards;
    parent.controls += entry.controls;
    parent.top_heading = std::min(parent.top_heading, entry.top_heading);
  }
}

}  // namespace sitedoor::extract::internal
