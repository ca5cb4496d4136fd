#include "extract/content.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/beside_content.h"
#include "extract/internal/block_count.h"
#include "extract/internal/chrome_marks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/element_table.h"
#include "extract/internal/explanation.h"
#include "extract/internal/page_guard.h"
#include "extract/visibility.h"

namespace sitedoor::extract {
namespace {

using document::Strategy;
using html::Node;
using internal::ElementTable;
using Index = std::uint32_t;

// Below this share of the page's prose a choice gives way to a wider element.
constexpr double kLeastKept = 0.25;
// ... of so much at least: the footer of a short page is no reason, the introduction to a list is.
constexpr std::uint32_t kLeastWeightToWiden = 800;
constexpr std::uint32_t kLeastWeightToWidenList = 500;
constexpr std::uint32_t kLeastCards = 3;
// With less prose than that a page may be a shell that its scripts would fill.
constexpr std::uint32_t kLeastShellProse = 200;
// The density search goes down into a child that holds this share of the prose.
constexpr double kMostOfIt = 0.7;
// ... unless its siblings hold more content than this, as a share of the child's text.
constexpr double kMostLost = 0.15;
// Hidden text from this size on is named in the warnings; counting stops at the second.
constexpr std::size_t kLeastHiddenBytes = 20;
constexpr std::size_t kMostHiddenBytes = 4'096;
constexpr std::uint32_t kLeastSectionText = 20;
constexpr std::uint32_t kMostTitleText = 200;
constexpr std::uint32_t kLeastLostProse = 80;

double Share(std::uint32_t part, std::uint32_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / whole;
}

class Selection {
 public:
  explicit Selection(Node body) : table_(body) {
    content_.visible_characters = table_.VisibleCharacters();
    internal::MarkPageChrome(table_);
    if (table_.Root().prose < kLeastShellProse && table_.HasNoscript()) ReadNoscript(body);
    if (table_.Root().prose < kLeastShellProse) ReadBehindGuard(body);
  }

  // The elements that the owner's selectors match.
  Content Choose(const std::vector<Node>& included) {
    std::vector<Node> seen;
    std::ranges::copy_if(included, std::back_inserter(seen),
                         [&](Node node) { return IsSeen(node); });
    if (seen.empty()) {
      content_.warnings.emplace_back(
          "no include selector matches; the content was chosen as without them");
      return Choose();
    }
    internal::UnmarkChrome(table_, 0);
    content_.strategy = Strategy::kSelectors;
    content_.root = seen.front();
    content_.more_roots.assign(seen.begin() + 1, seen.end());
    Index from = 0;
    std::size_t hidden_bytes = 0;
    for (const Node node : seen) {
      const Index i = IndexOf(node, from);
      CountSelected(node, i);
      if (i == ElementTable::kNone) continue;
      hidden_bytes += HiddenBytesIn(i);
      from = i + 1;
    }
    AddWarnings(hidden_bytes);
    return std::move(content_);
  }

  Content Choose() {
    if (table_.Root().text == 0 && content_.visible_characters > 0) {
      internal::UnmarkChrome(table_, 0);
      content_.warnings.emplace_back("all visible text looks like navigation; kept it all");
      Take(0, Strategy::kVisibleText, "nothing but navigation");
      return Finish();
    }
    if (!ChooseMain() && !ChooseLoneArticle()) ChooseByDensity();
    WidenIfTooSmall();
    if (root_ != 0) TakeWhatBelongs();
    return Finish();
  }

 private:
  static bool IsSeen(Node node) {
    for (Node at = node; at && at.IsElement(); at = at.Parent()) {
      if (at.Mark() == internal::kSkipHidden || IsHidden(at)) return false;
      if (at.IsElement(LXB_TAG_BODY)) return true;
    }
    return false;
  }

  // kNone for an inline element.
  Index IndexOf(Node node, Index from) const {
    for (Index i = from; i < At(0).end; ++i) {
      if (At(i).node == node) return i;
    }
    return ElementTable::kNone;
  }

  void CountSelected(Node node, Index i) {
    constexpr std::size_t kMostCandidates = 32;
    const std::size_t text = i == ElementTable::kNone ? node.TextContent().size() : At(i).text;
    content_.kept_characters += text;
    if (content_.candidates.size() < kMostCandidates) {
      content_.candidates.push_back({.path = internal::PathOf(node),
                                     .reason = "include selector",
                                     .score = Share(static_cast<std::uint32_t>(text), At(0).text),
                                     .chosen = true});
    }
    if (i == ElementTable::kNone) return;
    const internal::BlockCount blocks = internal::CountBlocks(table_, i);
    content_.code_blocks += blocks.code_blocks;
    content_.tables += blocks.tables;
  }

  // Discourse and others put the page for clients without scripts into <noscript>.
  void ReadNoscript(Node body) {
    ReadAgain(body, {.noscript = ElementTable::Noscript::kShown, .guard = {}},
              2 * table_.Root().prose + kLeastShellProse + 1,
              "the page shows nothing without its scripts; kept what it has for clients without");
  }

  // Some pages hide all that they are until a script has run: against other sites' frames, against
  // flashes of unstyled text. People see them.
  void ReadBehindGuard(Node body) {
    const Node guard = internal::FindGuard(table_);
    if (!guard) return;
    ReadAgain(body, {.noscript = ElementTable::Noscript::kHidden, .guard = guard},
              internal::kLeastGuardedProse,
              "the page hides everything until its scripts have run; kept what it hides");
  }

  // The page as another reader sees it, where that has so much prose at least.
  void ReadAgain(Node body, const ElementTable::Shown& reading, std::uint32_t least_prose,
                 std::string_view warning) {
    ElementTable table(body, reading);
    internal::MarkPageChrome(table);
    if (table.Root().prose < least_prose) {
      table_ = ElementTable(body);
      internal::MarkPageChrome(table_);
      return;
    }
    table_ = std::move(table);
    content_.visible_characters = table_.VisibleCharacters();
    content_.warnings.emplace_back(warning);
  }

  const ElementTable::Entry& At(Index i) const { return table_.Entries()[i]; }

  void Take(Index root, Strategy strategy, std::string reason) {
    root = WholeTable(root);
    root_ = root;
    content_.strategy = strategy;
    std::erase_if(content_.candidates, [path = internal::PathOf(At(root).node)](
                                           const Candidate& other) { return other.path == path; });
    AddCandidate(root, std::move(reason), true);
  }

  // Rows without their table would be paragraphs. A cell is one of a layout.
  Index WholeTable(Index i) const {
    const auto is_part = [](Node node) {
      return node.IsElement(LXB_TAG_TBODY) || node.IsElement(LXB_TAG_THEAD) ||
             node.IsElement(LXB_TAG_TFOOT) || node.IsElement(LXB_TAG_TR);
    };
    while (i != 0 && is_part(At(i).node)) i = At(i).parent;
    return i;
  }

  void AddCandidate(Index i, std::string reason, bool chosen) {
    for (Candidate& other : content_.candidates) other.chosen = other.chosen && !chosen;
    content_.candidates.push_back({.path = internal::PathOf(At(i).node),
                                   .reason = std::move(reason),
                                   .score = Share(At(i).prose, table_.Root().prose),
                                   .chosen = chosen});
  }

  // Entries of [begin, end) that `is_it` takes, outermost only, without what is chrome.
  template <class Predicate>
  std::vector<Index> Outermost(Index begin, Index end, Predicate is_it) const {
    std::vector<Index> found;
    for (Index i = begin; i < end;) {
      if (At(i).chrome) {
        i = At(i).end;
      } else if (is_it(At(i).node)) {
        found.push_back(i);
        i = At(i).end;
      } else {
        ++i;
      }
    }
    return found;
  }

  Index Fullest(const std::vector<Index>& candidates) const {
    return *std::ranges::max_element(candidates, {}, [&](Index i) { return At(i).text; });
  }

  bool ChooseMain() {
    const std::vector<Index> mains = Outermost(0, At(0).end, internal::IsMain);
    if (mains.empty()) return false;
    const Index main = Fullest(mains);
    if (At(main).text == 0) return false;
    if (TakeAllMains(mains, main)) return true;
    const auto is_article = [](Node node) { return node.IsElement(LXB_TAG_ARTICLE); };
    const std::vector<Index> articles = Outermost(main + 1, At(main).end, is_article);
    if (!articles.empty()) {
      const Index article = Fullest(articles);
      const bool holds_enough = 2 * At(article).text >= At(main).text;
      const bool alone =
          At(article).text >= 0.8 * At(main).text && OnlyTeasersBeside(articles, article);
      if (holds_enough && (articles.size() == 1 || alone) && !LosesHeading(main, article)) {
        AddCandidate(main, "main", false);
        Take(article, Strategy::kMainArticle, "single article in main");
        return true;
      }
      AddCandidate(article, "fullest article in main", false);
    }
    Take(main, Strategy::kMain, "main");
    return true;
  }

  // A page may have only one main element, but some have a second one with text of its own.
  bool TakeAllMains(const std::vector<Index>& mains, Index fullest) {
    std::uint32_t others = 0;
    for (const Index main : mains) others += main == fullest ? 0 : At(main).text;
    if (others < kLeastSectionText) {
      if (others > 0) {
        content_.warnings.push_back("the page has " + std::to_string(mains.size()) +
                                    " main elements; only the fullest was kept");
      }
      return false;
    }
    Index around = mains.front();
    while (At(around).end <= mains.back()) around = At(around).parent;
    content_.warnings.push_back("the page has " + std::to_string(mains.size()) +
                                " main elements; all of them were kept");
    Take(around, Strategy::kMain, "round several main elements");
    return true;
  }

  // Whether an h1 stands in `outer` but none in `inner`, which then is only a part of the content.
  bool LosesHeading(Index outer, Index inner) const {
    return At(outer).titles > 0 && At(inner).titles == 0;
  }

  // Whether the other articles are cards that lead to other pages, not texts of this one.
  bool OnlyTeasersBeside(const std::vector<Index>& articles, Index fullest) const {
    constexpr std::uint32_t kOthers = internal::kRelatedHint | internal::kTeaserHint |
                                      internal::kCommentHint | internal::kAdvertHint;
    return std::ranges::all_of(articles, [&](Index i) {
      return i == fullest || (At(i).prose < kLeastLostProse && !IsShortText(i)) ||
             At(i).cards > 0 || At(i).in_link || At(i).LinkDensity() > 0.2 ||
             (At(i).hints & kOthers) != 0;
    });
  }

  // A few words that lead nowhere.
  bool IsShortText(Index i) const {
    return At(i).text >= kLeastSectionText && At(i).link_text == 0 && At(i).controls == 0 &&
           (At(i).hints & ~std::uint32_t{internal::kContentHint}) == 0;
  }

  // What is round all articles, where it holds little else.
  bool TakeRoundArticles(const std::vector<Index>& articles) {
    std::uint32_t text = 0;
    for (const Index i : articles) text += At(i).text;
    Index around = articles.front();
    while (At(around).end <= articles.back()) around = At(around).parent;
    if (At(around).text > (1 + kMostLost) * text) return false;
    Take(around, Strategy::kDensity, "round several articles");
    return true;
  }

  bool ChooseLoneArticle() {
    const std::vector<Index> articles =
        Outermost(0, At(0).end, [](Node node) { return node.IsElement(LXB_TAG_ARTICLE); });
    if (articles.empty()) return false;
    const Index article = Fullest(articles);
    const bool alone = articles.size() == 1 || At(article).prose >= 0.7 * At(0).prose;
    if (!alone || At(article).text == 0) return false;
    if (!OnlyTeasersBeside(articles, article)) return TakeRoundArticles(articles);
    if (Share(At(article).prose, At(0).prose) < kLeastKept) return false;
    if (LosesIntroduction(article)) {
      AddCandidate(article, "lone article, but the title and a text stand before it", false);
      return false;
    }
    Take(article, Strategy::kLoneArticle, "lone article");
    return true;
  }

  // Whether the page's title stands before the article, and a text between them: the article is one
  // function of the module that the page describes, say.
  bool LosesIntroduction(Index article) const {
    if (!LosesHeading(0, article)) return false;
    std::uint32_t introduction = 0;
    bool is_below_title = false;
    for (Index i = 1; i < article;) {
      const bool is_around = At(i).end > article;
      if (At(i).chrome) {
        i = At(i).end;
        continue;
      }
      is_below_title = is_below_title || At(i).node.IsElement(LXB_TAG_H1);
      const bool is_block = At(i).end == i + 1 || At(i).titles == 0;
      if (!is_around && is_below_title && is_block && At(i).LinkDensity() < 0.3)
        introduction += At(i).prose;
      i = is_around || !is_block ? i + 1 : At(i).end;
    }
    return introduction >= kLeastLostProse;
  }

  // Goes down from the body as long as one child holds most of the prose.
  void ChooseByDensity() {
    content_.outer_heading = Node();
    Index at = 0;
    std::string end = "no block of the page's stands out";
    while (const std::optional<Index> child = BestChild(at)) {
      const std::string_view obstacle = ObstacleInto(at, *child);
      if (obstacle.empty()) {
        AddCandidate(*child, "holds most of what is round it", false);
        at = *child;
        continue;
      }
      AddCandidate(*child, "not alone: " + std::string(obstacle), false);
      end = at == 0 ? "the whole body" : "the densest element";
      break;
    }
    Take(at, Strategy::kDensity, at == 0 ? end : "the densest element");
  }

  // Why the content is not in `child`, the fullest of `parent`, alone; "" where it is.
  std::string_view ObstacleInto(Index parent, Index child) {
    if (Share(Weight(child), Weight(parent)) < kMostOfIt) return "others beside it hold much too";
    if (IsPartOfText(child)) return "it is a part of a text";
    if (IsOneOfPanels(child)) return "it is one panel of several";
    if (HoldsPanels(child) && LosesHeading(parent, child))
      return "its panels are a part of what the title stands over";
    if (IsChromeByName(child) && At(child).text < At(parent).text) return "it is named like chrome";
    if (LosesHeading(parent, child) && !CarriesTitleAlong(parent, child))
      return "the title is not in it";
    CarryTitleOfDocument(parent, child);
    if (LosesHeadingBefore(parent, child)) return "a heading stands before it";
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
    constexpr std::uint32_t kChromeHints = internal::kBoilerHint | internal::kNavigationHint |
                                           internal::kRelatedHint | internal::kConsentHint;
    return (At(i).hints & kChromeHints) != 0 && (At(i).hints & internal::kContentHint) == 0 &&
           At(i).prose < kLeastShellProse;
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
      content_.outer_heading = At(title).node;
      return true;
    }
    return false;
  }

  // Sections may have an h1 each, under the one that the document's title names.
  void CarryTitleOfDocument(Index parent, Index child) {
    if (content_.outer_heading || At(child).titles == 0 || At(parent).titles <= At(child).titles)
      return;
    for (Index i = parent + 1; i < child; i = At(i).end) {
      if (At(i).chrome || At(i).titles == 0) continue;
      if (At(i).titles > 1 || At(i).text > kMostTitleText || At(i).LinkDensity() > 0.9) return;
      const Node outer = FirstTitle(i), inner = FirstTitle(child);
      const std::string title = LettersOf(TitleOfDocument());
      const std::string letters = outer ? LettersOf(outer.TextContent()) : "";
      if (letters.empty() || !inner || !title.starts_with(letters)) return;
      if (title.find(LettersOf(inner.TextContent())) == std::string::npos)
        content_.outer_heading = outer;
      return;
    }
  }

  Node FirstTitle(Index in) const {
    for (Index i = in; i < At(in).end; i = At(i).chrome ? At(i).end : i + 1) {
      if (!At(i).chrome && At(i).node.IsElement(LXB_TAG_H1)) return At(i).node;
    }
    return {};
  }

  static std::string LettersOf(std::string_view text) {
    std::string letters;
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0x80 || IsAsciiAlnum(c)) letters += AsciiLower(c);
    }
    return letters;
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

  // Whether the children of `parent` beside `child` are content too: sections of the same kind,
  // blocks with prose, or the list that a short introduction introduces. Menus and short texts are
  // not.
  bool LosesContent(Index parent, Index child) const {
    std::uint32_t lost = 0;
    for (Index i = parent + 1; i < At(parent).end; i = At(i).end) {
      const ElementTable::Entry& sibling = At(i);
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
    const ElementTable::Entry& entry = At(i);
    return entry.headings == 0 && entry.controls == 0 && entry.hints == internal::kNoHint &&
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
  static bool IsSectionBeside(const ElementTable::Entry& sibling,
                              const ElementTable::Entry& child) {
    constexpr std::uint8_t kLeastHeading = 6;
    return sibling.top_heading == child.top_heading && sibling.top_heading <= kLeastHeading &&
           sibling.hints == internal::kNoHint && sibling.controls == 0 && sibling.link_text == 0 &&
           sibling.node.ElementTag() == child.node.ElementTag();
  }

  static bool IsOfSameKind(Node a, Node b) {
    if (a.ElementTag() != b.ElementTag()) return false;
    const std::string_view classes = a.Attribute(LXB_DOM_ATTR_CLASS);
    return classes == b.Attribute(LXB_DOM_ATTR_CLASS) &&
           (!classes.empty() || a.IsElement(LXB_TAG_SECTION));
  }

  // Prose, and a little for other text that is not linked.
  std::uint32_t Weight(Index i) const {
    const ElementTable::Entry& entry = At(i);
    return IsListPage() ? entry.text : entry.prose + (entry.text - entry.link_text) / 8;
  }

  // An index, a shop's or a news site's list: its short and linked texts are what its reader came
  // for. Bare links without headings beside some prose are a menu, however many.
  bool IsListPage() const {
    const ElementTable::Entry& page = At(0);
    if (page.prose * 4 >= page.text) return false;
    const std::uint32_t labels = page.text - std::min(page.text, page.link_text + page.prose);
    const bool is_menu = page.cards < 3 && labels * 6 < page.text;
    return page.prose < kLeastShellProse || !is_menu;
  }

  std::optional<Index> BestChild(Index parent) const {
    std::optional<Index> best;
    for (Index i = parent + 1; i < At(parent).end; i = At(i).end) {
      if (At(i).chrome) continue;
      if (!best || Weight(i) > Weight(*best)) best = i;
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
      case LXB_TAG_TABLE:
        return false;
      default:
        return false;
    }
  }

  // What is not linked: beside a short text a list of links, however long, is a menu.
  std::uint32_t Unlinked(Index i) const { return At(i).prose + (At(i).text - At(i).link_text) / 8; }

  bool IsTooSmall(Index i) const {
    const bool is_named = content_.strategy != Strategy::kDensity;
    const bool says_something = At(i).text >= kLeastSectionText;
    const std::uint32_t part = is_named && says_something ? Unlinked(i) : Weight(i);
    const std::uint32_t whole = is_named && says_something ? Unlinked(0) : Weight(0);
    // A list of links has little prose, and may yet be the page.
    const std::uint32_t least =
        At(i).cards >= kLeastCards ? kLeastWeightToWidenList : kLeastWeightToWiden;
    return Share(part, whole) < kLeastKept && whole > least && Share(At(i).text, At(0).text) < 0.5;
  }

  // Gives way to an element round what was chosen, never to one beside it.
  void WidenIfTooSmall() {
    if (root_ == 0) return;
    const Index narrow = root_;
    if (!IsTooSmall(narrow) && At(narrow).text > 0) return;
    content_.warnings.emplace_back(
        "the " + std::string(StrategyName(content_.strategy)) +
        " element holds little of the page's text; a wider one was kept");
    ChooseByDensity();
    Index around = root_;
    while (narrow < around || narrow >= At(around).end) around = At(around).parent;
    if (around != root_) Take(around, Strategy::kDensity, "round what was too small alone");
    if (Share(Weight(root_), Weight(0)) >= kLeastKept) return;
    Take(0, Strategy::kVisibleText, "nothing holds enough of the text");
  }

  std::string TitleOfDocument() const {
    constexpr int kMostNodes = 1'000;
    Node head = At(0).node.PreviousSibling();
    int seen = 0;
    while (head && !head.IsElement(LXB_TAG_HEAD) && seen++ < kMostNodes)
      head = head.PreviousSibling();
    for (Node at = head; at && seen < kMostNodes; at = at.Next(head), ++seen) {
      if (at.IsElement(LXB_TAG_TITLE)) return at.TextContent();
    }
    return "";
  }

  // The first sentences under the title, and short sections behind what is densest.
  void TakeWhatBelongs() {
    if (content_.strategy == Strategy::kDensity) {
      const Index around = internal::WidenToWhatBelongs(table_, root_);
      if (around != root_) Take(around, Strategy::kDensity, "with what belongs to the densest");
      return;
    }
    const Index around = internal::WidenToTextBeside(table_, root_, TitleOfDocument());
    if (around != root_) Take(around, content_.strategy, "with the text beside it");
  }

  Content Finish() {
    internal::MarkContentChrome(table_, root_);
    if (At(root_).text == 0 && content_.visible_characters > 0) {
      internal::UnmarkChrome(table_, 0);
      content_.warnings.emplace_back("the chosen element is empty; kept all visible text");
      Take(0, Strategy::kVisibleText, "the chosen element is empty");
    }
    content_.root = At(root_).node;
    if (IsInContent(content_.outer_heading)) content_.outer_heading = Node();
    content_.kept_characters = At(root_).text;
    const internal::BlockCount blocks = internal::CountBlocks(table_, root_);
    content_.left_out = internal::LargestLeftOut(table_, root_);
    content_.code_blocks = blocks.code_blocks;
    content_.tables = blocks.tables;
    AddWarnings(HiddenBytesIn(root_));
    std::ranges::move(internal::ProseLeftOut(table_, root_), std::back_inserter(content_.warnings));
    return std::move(content_);
  }

  // Whether the choice came to hold what an earlier, narrower one would have left outside.
  bool IsInContent(Node node) const {
    while (node && node != content_.root) node = node.Parent();
    return static_cast<bool>(node);
  }

  // Of text that the page hides from its readers.
  std::size_t HiddenBytesIn(Index root) const {
    std::size_t bytes = 0;
    for (const ElementTable::HiddenElement& hidden : table_.HiddenElements()) {
      if (hidden.parent < root || hidden.parent >= At(root).end || IsInChrome(hidden.parent, root))
        continue;
      for (Node at = hidden.node; at && bytes < kMostHiddenBytes;) {
        const bool is_code = at.IsElement(LXB_TAG_SCRIPT) || at.IsElement(LXB_TAG_STYLE) ||
                             at.IsElement(LXB_TAG_TEMPLATE);
        for (const char c : at.Text().substr(0, kMostHiddenBytes)) bytes += c != ' ' && c != '\n';
        at = at.Next(hidden.node, is_code ? Node::Descend::kNo : Node::Descend::kYes);
      }
    }
    return bytes;
  }

  // Hidden text inside the content may be meant for machines alone.
  void AddWarnings(std::size_t hidden_bytes) {
    if (hidden_bytes >= kLeastHiddenBytes)
      content_.warnings.emplace_back("hidden text inside the content was left out");
    if (table_.HasCutStyles()) {
      content_.warnings.emplace_back(
          "its style sheets were not followed to the end: text that they hide may be kept");
    }
  }

  bool IsInChrome(Index i, Index root) const {
    for (; i != ElementTable::kNone && i >= root; i = At(i).parent) {
      if (At(i).chrome) return true;
    }
    return false;
  }

  ElementTable table_;
  Content content_;
  Index root_ = 0;
};

}  // namespace

Content ChooseContent(const html::Tree& tree, const PageSelectors& include) {
  const Node body = tree.Body();
  if (!body) return {};
  Selection selection(body);
  return include.IsEmpty() ? selection.Choose() : selection.Choose(include.Outermost(tree.Html()));
}

bool IsLeftOut(Node node) { return node.Mark() != 0; }

}  // namespace sitedoor::extract
