// Disclosures: which hidden elements of a page its own controls show: the answers of an accordion,
// the rest behind "Show more".
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extract/internal/hiding_rules.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

class Disclosures {
 public:
  // Linear in the tree below `body`, which must outlive it. `sheet` is what hides elements besides
  // their own attributes, or null.
  explicit Disclosures(html::Node body, HidingRules* sheet = nullptr);

  // An element hidden by its author that a button, link or <summary> shows in its place: named by
  // aria-controls, data-bs-target, data-target, commandfor, href="#id" or in its onclick, or
  // standing right behind a control that says whether it is expanded, or behind a checkbox and its
  // label. A plain link shows only what a style hides, as :target does. Menus and other chrome are
  // not meant, nor dialogs that no commandfor names. A control that is hidden, empty or disabled
  // shows nothing, and none shows what stands off the screen or has no size of letters.
  bool IsRevealed(html::Node element) const { return revealed_.contains(element.Id()); }

  // A control that shows such an element: its text is the label of what it shows.
  bool IsLabel(html::Node control) const { return labels_.contains(control.Id()); }

  // Whether anything on the page is a tab, which may show any panel, or a script that may make one.
  bool MayHaveTabs();

  // As HidingRules::Hide, which was asked already of all elements with attributes.
  bool SheetHides(html::Node element) const {
    return element.HasAttributes() ? hidden_by_sheet_.contains(element.Id())
                                   : sheet_ != nullptr && sheet_->Hide(element);
  }

 private:
  enum class Reveals { kAll, kStyledAway };
  struct Control {
    html::Node element;
    std::string_view target;
    Reveals reveals;
  };
  // Shown, if its control can be used.
  struct Pair {
    html::Node hidden;
    html::Node control;
    bool is_label = true;
  };

  void Collect(html::Node element);
  void CollectTargets(html::Node control);
  void CollectOnClick(html::Node control);
  void PairWithWhatIsBefore(html::Node hidden);
  void PairWithWhatNamesIt(const Control& control);
  void RevealPairs();
  bool IsUsable(html::Node control) const;

  html::Node body_;
  HidingRules* sheet_;
  std::unordered_set<const void*> hidden_by_sheet_;
  std::vector<Control> controls_;
  std::vector<Pair> pairs_;
  std::unordered_map<std::string_view, html::Node> hidden_by_id_;
  std::unordered_set<const void*> revealed_;
  std::unordered_set<const void*> labels_;
  bool may_have_tabs_ = false;
  bool knows_scripts_ = false;
};

// Whether an element's own attributes hide it in a way that its page takes back to show it:
// `hidden`, no display, no visibility, no height, no opacity.
bool IsHiddenToBeShown(html::Node element);

// A closed <details> whose <summary> nobody sees cannot be opened.
bool IsSealed(html::Node details, HidingRules* sheet);

}  // namespace sitedoor::extract::internal
