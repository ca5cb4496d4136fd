#include "extract/content.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "extract/internal/article_extras.h"
#include "extract/internal/beside_content.h"
#include "extract/internal/block_count.h"
#include "extract/internal/book_contents.h"
#include "extract/internal/chrome_marks.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/contact_footer.h"
#include "extract/internal/declared_title.h"
#include "extract/internal/density_search.h"
#include "extract/internal/element_table.h"
#include "extract/internal/explanation.h"
#include "extract/internal/page_guard.h"
#include "extract/visibility.h"

namespace sitedoor::extract {
namespace {

using document::Strategy;
using html::Node;
using internal::ElementTable;
using internal::Share;
using Index = std::uint32_t;

// Below this share of the page's prose a choice gives way to a wider element.
constexpr double kLeastKept = 0.25;
// ... of so much at least: the footer of a short page is no reason, the introduction to a list is.
constexpr std::uint32_t kLeastWeightToWiden = 800;
constexpr std::uint32_t kLeastWeightToWidenList = 500;
constexpr std::uint32_t kLeastCards = 3;
// With less prose than that a page may be a shell that its scripts would fill.
constexpr std::uint32_t kLeastShellProse = 200;
// What is round all articles may hold more than they by this share of their text.
constexpr double kMostLost = 0.15;
// Hidden text from this size on is named in the warnings; counting stops at the second.
constexpr std::size_t kLeastHiddenBytes = 20;
constexpr std::size_t kMostHiddenBytes = 4'096;
constexpr std::uint32_t kLeastSectionText = 20;
constexpr std::uint32_t kLeastLostProse = 80;

class Selection {
 public:
  Selection(Node body, const ElementTable::Shown& reading)
      : reading_(reading), table_(body, reading) {
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
    ElementTable::Shown with_noscript = reading_;
    with_noscript.noscript = ElementTable::Noscript::kShown;
    ReadAgain(body, with_noscript, 2 * table_.Root().prose + kLeastShellProse + 1,
              "the page shows nothing without its scripts; kept what it has for clients without");
  }

  // Some pages hide all that they are until a script has run: against other sites' frames, against
  // flashes of unstyled text. People see them.
  void ReadBehindGuard(Node body) {
    const Node guard = internal::FindGuard(table_);
    if (!guard) return;
    ElementTable::Shown behind_guard = reading_;
    behind_guard.guard = guard;
    ReadAgain(body, behind_guard, internal::kLeastGuardedProse,
              "the page hides everything until its scripts have run; kept what it hides");
  }

  // The page as another reader sees it, where that has so much prose at least.
  void ReadAgain(Node body, const ElementTable::Shown& reading, std::uint32_t least_prose,
                 std::string_view warning) {
    ElementTable table(body, reading);
    internal::MarkPageChrome(table);
    if (table.Root().prose < least_prose) {
      table_ = ElementTable(body, reading_);
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
      if (holds_enough && (articles.size() == 1 || alone) &&
          !internal::LosesTitle(At(main), At(article))) {
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

  // Whether the other articles are cards that lead to other pages, not texts of this one.
  bool OnlyTeasersBeside(const std::vector<Index>& articles, Index fullest) const {
    constexpr std::uint32_t kOthers = internal::kRelatedHint | internal::kTeaserHint |
                                      internal::kCommentHint | internal::kAdvertHint;
    return std::ranges::all_of(articles, [&](Index i) {
      return i == fullest || (At(i).prose < kLeastLostProse && !IsShortText(i)) ||
             At(i).cards > 0 || At(i).in_link || At(i).LinkDensity() > 0.2 ||
             (At(i).hints & kOthers) != 0 || (i > fullest && internal::IsPreview(table_, At(i)));
    });
  }

  // A few words that lead nowhere.
  bool IsShortText(Index i) const {
    return At(i).text >= kLeastSectionText && At(i).link_text == 0 && At(i).controls == 0 &&
           (At(i).hints & ~std::uint32_t{internal::kContentHint | internal::kNarrowHint}) == 0;
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
    if (!internal::LosesTitle(At(0), At(article))) return false;
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

  void ChooseByDensity() {
    const internal::DensestBlock densest = internal::FindDensest(table_);
    for (const internal::DensestBlock::Step& step : densest.steps)
      AddCandidate(step.block, step.reason, false);
    content_.outer_heading = densest.outer_heading;
    Take(densest.block, Strategy::kDensity, densest.end);
  }

  bool IsTooSmall(Index i) const {
    const bool is_named = content_.strategy != Strategy::kDensity;
    const bool says_something = At(i).text >= kLeastSectionText;
    const std::uint32_t part =
        is_named && says_something ? internal::UnlinkedWeight(At(i)) : internal::Weight(table_, i);
    const std::uint32_t whole =
        is_named && says_something ? internal::UnlinkedWeight(At(0)) : internal::Weight(table_, 0);
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
    if (Share(internal::Weight(table_, root_), internal::Weight(table_, 0)) >= kLeastKept) return;
    Take(0, Strategy::kVisibleText, "nothing holds enough of the text");
  }

  // The first sentences under the title, and short sections behind what is densest.
  void TakeWhatBelongs() {
    const std::string title = internal::DeclaredTitle(At(0).node);
    if (content_.strategy == Strategy::kDensity) {
      const Index around = internal::WidenToWhatBelongs(table_, root_);
      if (around != root_) Take(around, Strategy::kDensity, "with what belongs to the densest");
      const Index book = internal::WidenToBookContents(table_, root_);
      if (book != root_) Take(book, Strategy::kDensity, "with the contents of the book");
    } else {
      const Index around = internal::WidenToTextBeside(table_, root_, title);
      if (around != root_) Take(around, content_.strategy, "with the text beside it");
      if (!content_.outer_heading)
        content_.outer_heading = internal::TitleOutside(table_, root_, title);
    }
    if (!content_.outer_heading)
      content_.outer_heading = internal::NamedTitle(table_, root_, title);
  }

  // A page may be nothing but a list of links in a <nav>: a site's map.
  void TakeNavigationOfMain() {
    constexpr std::uint32_t kMostText = 200, kLeastLinks = 200;
    if (content_.strategy != Strategy::kMain || At(root_).prose > 0 || At(root_).text > kMostText)
      return;
    for (Index i = root_ + 1; i < At(root_).end;) {
      const bool is_map = At(i).chrome && At(i).node.IsElement(LXB_TAG_NAV) &&
                          At(i).link_text >= kLeastLinks && At(i).link_text > 2 * At(root_).text;
      if (is_map) internal::UnmarkChrome(table_, i);
      i = is_map || At(i).chrome ? At(i).end : i + 1;
    }
  }

  Content Finish() {
    content_.modified_at = internal::MarkContentChrome(table_, root_);
    TakeNavigationOfMain();
    if (At(root_).text == 0 && content_.visible_characters > 0) {
      internal::UnmarkChrome(table_, 0);
      content_.warnings.emplace_back("the chosen element is empty; kept all visible text");
      Take(0, Strategy::kVisibleText, "the chosen element is empty");
    }
    content_.root = At(root_).node;
    if (IsInContent(content_.outer_heading)) content_.outer_heading = Node();
    content_.kept_characters = At(root_).text;
    TakeContact();
    const internal::BlockCount blocks = internal::CountBlocks(table_, root_);
    content_.left_out = internal::LargestLeftOut(table_, root_);
    content_.code_blocks = blocks.code_blocks;
    content_.tables = blocks.tables;
    AddWarnings(HiddenBytesIn(root_));
    std::ranges::move(internal::ProseLeftOut(table_, root_), std::back_inserter(content_.warnings));
    return std::move(content_);
  }

  // What a contact page leaves to the site's footer.
  void TakeContact() {
    const std::string title = internal::DeclaredTitle(At(0).node);
    for (const Index i : internal::ContactOutside(table_, root_, title)) {
      internal::UnmarkChrome(table_, i);
      content_.more_roots.push_back(At(i).node);
      content_.kept_characters += At(i).text;
    }
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

  const ElementTable::Shown reading_;
  ElementTable table_;
  Content content_;
  Index root_ = 0;
};

}  // namespace

Content ChooseContent(const html::Tree& tree, const PageSelectors& include) {
  const Node body = tree.Body();
  if (!body) return {};
  Selection selection(body, {.sheets_and_scripts = tree.Outcome().sheets_and_scripts});
  return include.IsEmpty() ? selection.Choose() : selection.Choose(include.Outermost(tree.Html()));
}

bool IsLeftOut(Node node) { return node.Mark() != 0; }

}  // namespace sitedoor::extract
