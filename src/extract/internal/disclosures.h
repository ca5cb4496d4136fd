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
  // aria-controls, data-bs-target, data-target, commandfor or href="#id", or standing right behind
  // a control that says whether it is expanded, or behind a checkbox and its label. A plain link
  // shows only what a style hides, as :target does. Menus and other chrome are not meant, nor
  // dialogs that no commandfor names.
  bool IsRevealed(html::Node element) const { return revealed_.contains(element.Id()); }

  // A control that shows such an element: its text is the label of what it shows.
  bool IsLabel(html::Node control) const { return labels_.contains(control.Id()); }

 private:
  void Collect(html::Node element, HidingRules* sheet);
  void CollectTargets(html::Node control);
  void RevealBehind(html::Node hidden);
  void Reveal(html::Node hidden, html::Node control);

  enum class Reveals { kAll, kStyledAway };
  struct Control {
    html::Node element;
    std::string_view target;
    Reveals reveals;
  };
  std::vector<Control> controls_;
  std::unordered_map<std::string_view, html::Node> hidden_by_id_;
  std::unordered_set<const void*> revealed_;
  std::unordered_set<const void*> labels_;
};

}  // namespace sitedoor::extract::internal
