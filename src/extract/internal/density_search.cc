#include "extract/internal/density_search.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "extract/internal/class_hints.h"
#include "extract/internal/declared_title.h"
#include "extract/internal/title_parts.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using Entry = ElementTable::Entry;
using Index = std::uint32_t;

// The search goes down into a child that holds this share of the prose.
constexpr double kMostOfIt = 0.7;
// ... unless its siblings hold more content than this, as a share of the child's text.
constexpr double kMostLost = 0.15;
constexpr std::uint32_t kLeastSectionText = 20;
constexpr std::uint32_t kMostTitleText = 200;
constexpr std::uint32_t kLeastLostProse = 80;
// A page with less may have no sentence but those of its footer.
constexpr std::uint32_t kLeastProse = 200;

// An index, a shop's or a news site's list: its short and linked texts are what its reader came
// for. Bare links without headings beside some prose are a menu, however many.
bool IsListPage(const Entry& page) {
  if (page.prose * 4 >= page.text) return false;
  const std::uint32_t labels = page.text - std::min(page.text, page.link_text + page.prose);
  const bool is_menu = page.cards < 3 && labels * 6 < page.text;
  return page.prose < kLeastProse || !is_menu;
}

class Search {
 public:
  explicit Search(const ElementTable& table)
      : table_(table), name_(TitleKey(DeclaredTitle(table.Root().node))) {}

  // Goes down from the body as long as one child holds most of the prose.
  DensestBlock Find() {
    DensestBlock found;
    Index at = 0;
    found.end = "no block of the page's stands out";
    while (const std::optional<Index> child = BestChild(at)) {
      const std::string_view obstacle = ObstacleInto(at, *child);
      if (obstacle.empty()) {
        found.steps.push_back({*child, "holds most of what is round it"});
        at = *child;
        continue;
      }
      found.steps.push_back({*child, "not alone: " + std::string(obstacle)});
      found.end = "the whole body";
      break;
    }
    if (at != 0) found.end = "the densest element";
    found.block = at;
    found.outer_heading = outer_heading_;
    return found;
  }

 private:
  const Entry& At(Index i) const { return table_.Entries()[i]; }

  // Why the content is not in `child`, the fullest of `parent`, alone; "" where it is.
  std::string_view ObstacleInto(Index parent, Index child) {
    if (Share(Weight(table_, child), Weight(table_, parent)) < kMostOfIt)
      return "others beside it hold much too";
    if (IsPartOfText(child)) return "it is a part of a text";
    if (IsOneOfPanels(child)) return "it is one panel of several";
    if (HoldsPanels(child) && LosesTitle(At(parent), At(child)))
      return "its panels are a part of what the title stands over";
    if (IsChromeByName(child) && At(child).text < At(parent).text) return "it is named like chrome";
    if (LosesTitle(At(parent), At(child)) && !CarriesTitleAlong(parent, child))
      return "the title is not in it";
    CarryTitleOfDocument(parent, child);
    if (LosesHeadingBefore(parent, child)) return "a heading stands before it";
    if (parent != 0 && LosesNameBefore(parent, child)) return "the page's name stands before it";
    if (LosesContent(parent, child)) return "what stands beside it is content too";
    return "";
  }

  // Whether tabs beside it, or another panel, show that it is a part of a text.
  static bool IsOneOfPanels(Node panel) {
    constexpr int kMostSiblings = 16;
    if (panel.Attribute("role") != "tabpanel") return false;
    for (const bool is_before : {true, false}) {
      Node at = panel;
      for (int seen = 0; at && seen < kMostSiblings; ++seen) {
        at = is_before ? at.PreviousSibling() : at.NextSibling();
        const std::string_view role = at ? at.Attribute("role") : std::string_view();
        if (role == "tabpanel" || role == "tablist" || role == "tab") return true;
      }
    }
    return false;
  }

  bool IsOneOfPanels(Index i) const { return IsOneOfPanels(At(i).node); }

  bool HoldsPanels(Index i) const {
    for (Index inner = i + 1; inner < At(i).end; inner = At(inner).end) {
      if (IsOneOfPanels(inner)) return true;
    }
    return false;
  }

  // A short page's footer may hold its only sentence, and is not what the page is about.
  bool IsChromeByName(Index i) const {
    constexpr std::uint32_t kChromeHints =
        kBoilerHint | kNavigationHint | kRelatedHint | kConsentHint;
    return (At(i).hints & kChromeHints) != 0 && (At(i).hints & kContentHint) == 0 &&
           At(i).prose < kLeastProse;
  }

  // Whether the only h1 of `parent` stands alone before `child`: then it goes with the content all
  // the same.
  bool CarriesTitleAlong(Index parent, Index child) {
    if (At(parent).titles != 1) return false;
    for (Index i = parent + 1; i < child; i = At(i).end) {
      if (At(i).chrome || At(i).titles == 0) continue;
      if (At(i).text > kMostTitleText || At(i).LinkDensity() > 0.5) return false;
      Index title = i;
      while (!At(title).node.IsElement(LXB_TAG_H1)) ++title;
      outer_heading_ = At(title).node;
      return true;
    }
    return false;
  }

  // Sections may have an h1 each, under the one that the document's title names.
  void CarryTitleOfDocument(Index parent, Index child) {
    if (outer_heading_ || At(child).titles == 0 || At(parent).titles <= At(child).titles) return;
    for (Index i = parent + 1; i < child; i = At(i).end) {
      if (At(i).chrome || At(i).titles == 0) continue;
      if (At(i).titles > 1 || At(i).text > kMostTitleText || At(i).LinkDensity() > 0.9) return;
      const Node outer = FirstTitle(i), inner = FirstTitle(child);
      const std::string title = TitleKey(DeclaredTitle(At(0).node));
      const std::string letters = outer ? TitleKey(outer.TextContent()) : "";
      if (letters.empty() || !inner || !title.starts_with(letters)) return;
      if (title.find(TitleKey(inner.TextContent())) == std::string::npos) outer_heading_ = outer;
      return;
    }
  }

  Node FirstTitle(Index in) const {
    for (Index i = in; i < At(in).end; i = At(i).chrome ? At(i).end : i + 1) {
      if (!At(i).chrome && At(i).node.IsElement(LXB_TAG_H1)) return At(i).node;
    }
    return {};
  }

  // Whether a heading that ranks above all in `child` stands before it in `parent`, which it then
  // is the title of.
  bool LosesHeadingBefore(Index parent, Index child) const {
    for (Index i = parent + 1; i < child; i = At(i).end) {
      if (At(i).chrome || At(i).top_heading > 6 || At(i).titles > 0) continue;
      const bool ranks_above = At(i).top_heading < At(child).top_heading;
      const bool is_title_alone =
          At(i).top_heading == At(child).top_heading && At(i).text < kMostTitleText;
      if ((ranks_above || is_title_alone) && At(i).LinkDensity() < 0.5) return true;
    }
    return false;
  }

  // Whether what <title> says is a text of its own before `child`, which has other headings, if
  // any: those of sections. Haddock's pages are so.
  bool LosesNameBefore(Index parent, Index child) const {
    constexpr Index kMostSeen = 64;
    constexpr std::size_t kMostBytes = 400, kMostNodes = 64;
    const std::string& name = name_;
    if (name.empty()) return false;
    bool is_before = false;
    for (Index i = parent + 1; i < std::min(child, parent + kMostSeen) && !is_before;) {
      const Entry& entry = At(i);
      const bool is_leaf = entry.end == i + 1 && entry.text > 0 && entry.text <= kMostTitleText;
      if (is_leaf && !entry.chrome && !entry.in_link && entry.headings == 0)
        is_before = TitleKey(entry.node.StartOfText(kMostBytes, kMostNodes)) == name;
      i = entry.chrome ? entry.end : i + 1;
    }
    const Node title = is_before ? FirstTitle(child) : Node();
    return is_before && title && TitleKey(title.StartOfText(kMostBytes, kMostNodes)) != name;
  }

  // Whether the children of `parent` beside `child` are content too: sections of the same kind,
  // blocks with prose, or the list that a short introduction introduces. Menus and short texts are
  // not.
  bool LosesContent(Index parent, Index child) const {
    std::uint32_t lost = 0;
    for (Index i = parent + 1; i < At(parent).end; i = At(i).end) {
      const Entry& sibling = At(i);
      if (i == child || sibling.chrome || sibling.text < kLeastSectionText) continue;
      if (!HoldsCode(child) && sibling.LinkDensity() < 0.5 && HoldsCode(i)) return true;
      if (i < child && At(child).titles > 0 && IsTitleAlone(i)) continue;
      const bool introduces = sibling.node.IsElement(LXB_TAG_P) || (i < child && IsOnlyProse(i));
      if (parent != 0 && introduces && sibling.prose >= kLeastLostProse) return true;
      if (sibling.LinkDensity() >= 0.6) {
        if (i > child && sibling.text > 3 * At(child).text) return true;
        continue;
      }
      if (IsOfSameKind(sibling.node, At(child).node)) return true;
      if (parent != 0 && IsSectionBeside(sibling, At(child))) return true;
      lost +=
          sibling.headings > 0 && sibling.prose >= kLeastLostProse ? sibling.text : sibling.prose;
    }
    return lost > kMostLost * At(child).text;
  }

  bool HoldsCode(Index block) const {
    for (Index i = block; i < At(block).end; ++i) {
      if (At(i).node.IsElement(LXB_TAG_PRE) && !At(i).chrome && At(i).text > 0) return true;
    }
    return false;
  }

  // DocBook's <div class="para">, or a few of them in a <div class="highlights">.
  bool IsOnlyProse(Index i) const {
    const Entry& entry = At(i);
    return entry.headings == 0 && entry.controls == 0 && entry.hints == kNoHint &&
           entry.LinkDensity() < 0.2 && entry.prose * 10 >= entry.text * 8;
  }

  // Whether an h1 is all there is: the bar at the top, where `child` has a title of its own.
  bool IsTitleAlone(Index i) const {
    if (At(i).titles != 1 || At(i).text > kMostTitleText) return false;
    Index title = i;
    while (!At(title).node.IsElement(LXB_TAG_H1)) ++title;
    return At(title).text == At(i).text;
  }

  // Under a heading of the same rank, without a word that says otherwise.
  static bool IsSectionBeside(const Entry& sibling, const Entry& child) {
    constexpr std::uint8_t kLeastHeading = 6;
    return sibling.top_heading == child.top_heading && sibling.top_heading <= kLeastHeading &&
           sibling.hints == kNoHint && sibling.controls == 0 && sibling.link_text == 0 &&
           sibling.node.ElementTag() == child.node.ElementTag();
  }

  static bool IsOfSameKind(Node a, Node b) {
    if (a.ElementTag() != b.ElementTag()) return false;
    const std::string_view classes = a.Attribute(LXB_DOM_ATTR_CLASS);
    return classes == b.Attribute(LXB_DOM_ATTR_CLASS) &&
           (!classes.empty() || a.IsElement(LXB_TAG_SECTION));
  }

  std::optional<Index> BestChild(Index parent) const {
    std::optional<Index> best;
    for (Index i = parent + 1; i < At(parent).end; i = At(i).end) {
      if (At(i).chrome) continue;
      if (!best || Weight(table_, i) > Weight(table_, *best)) best = i;
    }
    return best;
  }

  // Elements that are text, not containers of a page.
  bool IsPartOfText(Index i) const {
    switch (At(i).node.ElementTag()) {
      case LXB_TAG_P:
      case LXB_TAG_PRE:
      case LXB_TAG_LI:
      case LXB_TAG_UL:
      case LXB_TAG_OL:
      case LXB_TAG_DL:
      case LXB_TAG_BLOCKQUOTE:
      case LXB_TAG_H1:
      case LXB_TAG_H2:
      case LXB_TAG_H3:
        return true;
      default:
        return false;
    }
  }

  const ElementTable& table_;
  const std::string name_;  // the key of what <title> says
  Node outer_heading_;
};

}  // namespace

DensestBlock FindDensest(const ElementTable& table) { return Search(table).Find(); }

std::uint32_t Weight(const ElementTable& table, std::uint32_t entry) {
  const Entry& at = table.Entries()[entry];
  return IsListPage(table.Root()) ? at.text : UnlinkedWeight(at);
}

std::uint32_t UnlinkedWeight(const Entry& entry) {
  return entry.prose + (entry.text - entry.link_text) / 8;
}

bool LosesTitle(const Entry& outer, const Entry& inner) {
  return outer.titles > 0 && inner.titles == 0;
}

}  // namespace sitedoor::extract::internal
