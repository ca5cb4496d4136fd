#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>
#include <utility>

#include "net/url.h"
#include "search/lexical_search.h"
#include "search/long_passage.h"
#include "search/occurrences.h"
#include "search/page_ranking.h"
#include "search/query.h"
#include "search/scorer.h"
#include "search/search.h"
#include "search/snippet.h"
#include "search/text_budget.h"
#include "text/function_words.h"
#include "text/language.h"

namespace sitedoor::search {
namespace {

constexpr std::size_t kMostPages = 100;
constexpr std::size_t kMostPassages = 20;
constexpr std::size_t kMostSnippetCharacters = 10'000;
constexpr std::size_t kTypicalPassageBytes = 1'100;
constexpr std::size_t kBesideTextBytes = 600;  // a hit's other members, as a rule at the most
constexpr std::size_t kMostQueryLanguages = 16;
constexpr std::size_t kFewestCandidates = 100;
constexpr std::size_t kCandidatesPerPage = 10;
constexpr std::size_t kDeeper = 8;  // a second look takes this many times the candidates
// From here on, pages of so many chunks that they hide the others are left out instead.
constexpr std::size_t kMostCandidates = 5'000;
constexpr int kMostLooksBeside = 3;
constexpr std::size_t kMostPhraseChecks =
    400;  // passages read to see whether a quoted part stands in them
// For the quoted parts, and for snippets; ordinary passages need a tenth of it.
constexpr std::size_t kMostAnalysedBytes = 2 << 20, kMostMarkedBytes = 4 << 20;
constexpr std::size_t kMostComparedBytes = 3 << 20;

// A page in `tag` is in the language that `range` names: "de-AT" for "de", and for "de-AT".
bool IsWithin(std::string_view tag, std::string_view range) {
  return tag.starts_with(range) && (tag.size() == range.size() || tag[range.size()] == '-');
}

// What of the wanted language the site has, as RFC 4647 looks it up: its pages in "en-US", or else
// in "en"; "" when it has neither.
std::string LookUpLanguage(const index::LexicalIndex& index, std::string_view wanted) {
  for (std::string range = text::NormalizeLanguageTag(wanted); !range.empty();) {
    std::string_view before;  // most pages have the tag of the page before
    for (index::PageId page = 0; page < index.page_count(); ++page) {
      const std::string_view tag = index.Page(page).language;
      if (tag == before) continue;
      if (IsWithin(text::NormalizeLanguageTag(tag), range)) return range;
      before = tag;
    }
    const std::size_t subtag = range.rfind('-');
    range.resize(subtag == std::string::npos ? 0 : subtag);
  }
  return "";
}

// Which pages a filter lets through.
class PageFilter {
 public:
  PageFilter(const index::LexicalIndex& index, const Filter& filter)
      : index_(index), range_(RangeOf(filter.path_prefix)) {
    if (filter.language.empty()) return;
    states_.assign(index.page_count(), State::kUnknown);
    language_ = LookUpLanguage(index, filter.language);
  }

  ChunkRange range() const { return range_; }
  // Asked for, and on no page.
  bool LacksLanguage() const { return !states_.empty() && language_.empty(); }

  bool Accepts(index::ChunkId chunk) {
    if (states_.empty()) return true;
    const index::PageId page = index_.PageOf(chunk);
    if (page >= states_.size()) return false;
    State& state = states_[page];
    if (state == State::kUnknown) state = HasLanguage(page) ? State::kIn : State::kOut;
    return state == State::kIn;
  }

 private:
  enum class State : std::uint8_t { kUnknown, kIn, kOut };

  bool HasLanguage(index::PageId page) const {
    return !language_.empty() &&
           IsWithin(text::NormalizeLanguageTag(index_.Page(page).language), language_);
  }

  // Pages are in order of id, so those with a prefix stand together.
  ChunkRange RangeOf(std::string_view prefix) const {
    // People write "/guide"; no id but the front page's begins with a slash.
    if (prefix.size() > 1 && prefix.front() == '/') prefix.remove_prefix(1);
    if (prefix.empty()) return {0, index_.chunk_count()};
    const index::PageId first = FirstPage([&](std::string_view id) { return id < prefix; });
    const index::PageId after =
        FirstPage([&](std::string_view id) { return id.substr(0, prefix.size()) <= prefix; });
    return {FirstChunk(first), FirstChunk(after)};
  }

  // The first page for which `before` is false.
  template <class Before>
  index::PageId FirstPage(Before before) const {
    index::PageId low = 0, high = index_.page_count();
    while (low < high) {
      const index::PageId middle = low + (high - low) / 2;
      if (before(index_.Page(middle).id)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  index::ChunkId FirstChunk(index::PageId page) const {
    return page < index_.page_count() ? index_.Page(page).first_chunk : index_.chunk_count();
  }

  const index::LexicalIndex& index_;
  std::string language_;
  std::vector<State> states_;  // by page; empty without a filter by language
  ChunkRange range_;
};

// What a page's hit holds.
struct PageShare {
  std::size_t passages = 1;
  std::size_t snippets_beyond = 0;  // bytes of a passage
};

PageShare ShareOf(const SearchRequest& request, std::size_t limit, std::size_t found) {
  const std::size_t most = std::clamp<std::size_t>(request.passages_per_page, 1, kMostPassages);
  if (request.shown_bytes == 0) return {.passages = most};
  const auto share_of = [&](std::size_t pages) -> PageShare {
    const std::size_t bytes = request.shown_bytes / pages;
    return {std::clamp<std::size_t>(bytes / kTypicalPassageBytes, 1, most),
            bytes > 2 * kBesideTextBytes ? bytes - kBesideTextBytes : 0};
  };
  const PageShare share = share_of(limit);
  // Fewer pages than were asked for leave room for more of each.
  const bool has_room = found > 0 && found * 2 <= limit && share.passages < most;
  return has_room ? share_of(found) : share;
}

// One request from query to answer.
class Run {
 public:
  Run(const text::Analyzer& analyzer, const ScoringParameters& parameters,
      const index::Snapshot& snapshot, const SearchRequest& request)
      : analyzer_(analyzer),
        parameters_(parameters),
        snapshot_(snapshot),
        index_(snapshot.lexical()),
        request_(request),
        limit_(std::clamp<std::size_t>(request.limit, 1, kMostPages)) {}

  Result<SearchResponse> Answer() {
    ASSIGN_OR_RETURN(query_, ParseQuery(analyzer_, request_.text, Languages()));
    if (query_.words_ignored) {
      Degrade("only the first " + std::to_string(kMostQueryWords) +
              " words of the query were used");
    }
    plan_ = PlanQuery(index_, analyzer_, query_, parameters_);
    response_.unmatched_words = plan_.unmatched_words;
    response_.corrected_words = plan_.corrected_words;
    if (query_.words.empty()) Degrade("the query has no word that could be searched for");
    for (const PlanWord& word : plan_.words) weights_.push_back(std::max(word.idf, 1e-6));

    ASSIGN_OR_RETURN(std::vector<RankedPage> pages, FindPages());
    if (pages.size() > limit_) pages.resize(limit_);
    share_ = ShareOf(request_, limit_, pages.size());
    std::vector<index::ChunkId> shown;
    for (const RankedPage& page : pages) {
      for (const ScoredChunk& chunk : ShownOf(page)) shown.push_back(chunk.chunk);
    }
    snapshot_.FetchAhead(shown);
    response_.hits.reserve(pages.size());
    OccurrenceFinder finder(analyzer_, plan_);
    const LongPassageFinder long_finder(plan_);
    for (const RankedPage& page : pages) {
      if (request_.deadline.Passed()) {
        return Fail(ErrorCode::kDeadlineExceeded, "search took longer than its deadline");
      }
      ASSIGN_OR_RETURN(Hit hit, MakeHit(page, finder, long_finder));
      response_.hits.push_back(std::move(hit));
    }
    LeaveOutFunctionWords();
    response_.text_bytes = quote_budget_.used + passage_budget_.used;
    return std::move(response_);
  }

 private:
  // The languages whose stems are asked for.
  std::vector<std::string> Languages() const {
    const std::string only = text::NormalizeLanguageTag(request_.filter.language);
    if (!only.empty()) return {std::string(text::PrimaryLanguage(only))};
    std::vector<std::string> languages = snapshot_.manifest().languages;
    if (languages.size() > kMostQueryLanguages) languages.resize(kMostQueryLanguages);
    return languages;
  }

  // That no page holds "how" and "I" says nothing about the site, unless there is nothing else to
  // say.
  void LeaveOutFunctionWords() {
    std::vector<std::string>& words = response_.unmatched_words;
    if (response_.hits.empty() && std::ranges::all_of(words, text::IsFunctionWord)) return;
    std::erase_if(words, text::IsFunctionWord);
  }

  void Degrade(std::string_view reason) {
    if (!response_.degraded.empty()) response_.degraded += "; ";
    response_.degraded += reason;
  }

  Result<std::vector<RankedPage>> FindPages() {
    PageFilter filter(index_, request_.filter);
    SayWhatIsMissing(filter);
    LexicalSearchOptions options{.range = filter.range(), .deadline = request_.deadline};
    if (!query_.phrases.empty()) {
      ASSIGN_OR_RETURN(std::vector<RankedPage> pages, FindPagesWithPhrases(filter, options));
      if (!pages.empty()) return pages;
      Degrade(quotes_read_to_the_end_
                  ? "no page has the quoted words together, so the quotes were ignored"
                  : "no page was found to have the quoted words together, but not all of the long "
                    "passages was read; the quotes were ignored");
    }
    options.limit = std::max(kFewestCandidates, kCandidatesPerPage * limit_);
    for (;;) {
      ASSIGN_OR_RETURN(std::vector<ScoredChunk> chunks, Chunks(options, filter));
      std::vector<RankedPage> pages = RankPages(index_, plan_, chunks);
      if (pages.size() >= limit_ || chunks.size() < options.limit) return pages;
      if (options.limit >= kMostCandidates) {
        return PagesBeside(std::move(chunks), std::move(pages), options, filter);
      }
      options.limit *= kDeeper;
    }
  }

  // The pages with those that come behind all of their chunks.
  Result<std::vector<RankedPage>> PagesBeside(std::vector<ScoredChunk> chunks,
                                              std::vector<RankedPage> pages,
                                              const LexicalSearchOptions& options,
                                              PageFilter& filter) const {
    std::vector<bool> found(index_.page_count());
    for (int look = 0; look < kMostLooksBeside && pages.size() < limit_; ++look) {
      for (const RankedPage& page : pages) found[page.page] = true;
      ASSIGN_OR_RETURN(const std::vector<ScoredChunk> further,
                       SearchChunks(index_, plan_, options, [&](index::ChunkId chunk) {
                         return !found[index_.PageOf(chunk)] && filter.Accepts(chunk);
                       }));
      chunks.insert(chunks.end(), further.begin(), further.end());
      pages = RankPages(index_, plan_, chunks);
      if (further.size() < options.limit) break;
    }
    return pages;
  }

  // A filter that no page can pass is no fault of the words.
  void SayWhatIsMissing(const PageFilter& filter) {
    if (filter.LacksLanguage()) {
      std::string reason = "no page is in language " + request_.filter.language + "; the site has";
      const std::vector<std::string>& languages = snapshot_.manifest().languages;
      for (std::size_t i = 0; i < std::min(languages.size(), kMostQueryLanguages); ++i) {
        reason += (i == 0 ? " " : ", ") + languages[i];
      }
      Degrade(languages.empty() ? "the pages' languages are not known" : reason);
    }
    if (filter.range().begin >= filter.range().end && index_.chunk_count() > 0) {
      Degrade("no page lies below " + request_.filter.path_prefix);
    }
  }

  Result<std::vector<ScoredChunk>> Chunks(const LexicalSearchOptions& options,
                                          PageFilter& filter) const {
    return SearchChunks(index_, plan_, options,
                        [&](index::ChunkId chunk) { return filter.Accepts(chunk); });
  }

  // Pages whose best passages hold every quoted part. Passages are read in order of score.
  Result<std::vector<RankedPage>> FindPagesWithPhrases(PageFilter& filter,
                                                       LexicalSearchOptions options) {
    for (const Phrase& phrase : query_.phrases) {
      for (const Phrase::Element& element : phrase.elements) {
        if (!index_.Find(element.exact)) return std::vector<RankedPage>();
        const auto word = std::ranges::find(query_.words, element.exact, &QueryWord::exact);
        const auto at = static_cast<std::size_t>(word - query_.words.begin());
        if (at < plan_.word_bits.size()) {
          options.required_words |= std::uint64_t{1} << plan_.word_bits[at];
        }
      }
    }
    options.limit = kMostPhraseChecks;
    ASSIGN_OR_RETURN(const std::vector<ScoredChunk> chunks, Chunks(options, filter));
    PhraseMatcher matcher(analyzer_, query_.phrases);
    std::vector<ScoredChunk> holding;
    for (const ScoredChunk& chunk : chunks) {
      if (request_.deadline.Passed()) {
        return Fail(ErrorCode::kDeadlineExceeded, "search took longer than its deadline");
      }
      ASSIGN_OR_RETURN(const bool holds, HoldsPhrases(chunk.chunk, matcher));
      if (holds) holding.push_back(chunk);
    }
    return RankPages(index_, plan_, holding);
  }

  Result<bool> HoldsPhrases(index::ChunkId id, PhraseMatcher& matcher) {
    ASSIGN_OR_RETURN(const index::StoredChunk stored, snapshot_.ReadStoredChunk(id));
    const std::string_view title = index_.Page(index_.PageOf(id)).title;
    if (stored.long_text) return LongChunkHoldsPhrases(stored, title);
    if (!quote_budget_.TakeAnalysed(stored.text.size())) {
      quotes_read_to_the_end_ = false;
      return false;
    }
    matcher.Start();
    matcher.Read(stored.text);
    if (!matcher.HoldsAll()) matcher.Read(title);
    for (const std::string& heading : stored.heading_path) {
      if (matcher.HoldsAll()) break;
      matcher.Read(heading);
    }
    return matcher.HoldsAll();
  }

  bool LongChunkHoldsPhrases(const index::StoredChunk& stored, std::string_view title) {
    if (quote_budget_.compared == 0) return false;
    return std::ranges::all_of(query_.phrases, [&](const Phrase& phrase) {
      if (HoldsPhrase(analyzer_, phrase, title) ||
          std::ranges::any_of(stored.heading_path, [&](const std::string& heading) {
            return HoldsPhrase(analyzer_, phrase, heading);
          })) {
        return true;
      }
      quotes_read_to_the_end_ = false;
      return LongTextHolds(analyzer_, phrase, *stored.long_text, request_.deadline, quote_budget_);
    });
  }

  std::span<const ScoredChunk> ShownOf(const RankedPage& page) const {
    return std::span(page.chunks).first(std::min(share_.passages, page.chunks.size()));
  }

  Result<Hit> MakeHit(const RankedPage& page, OccurrenceFinder& finder,
                      const LongPassageFinder& long_finder) {
    const index::PageColumns columns = index_.Page(page.page);
    Hit hit{.page = page.page,
            .id = std::string(columns.id),
            .url = std::string(columns.url),
            .title = std::string(columns.title),
            .language = std::string(columns.language),
            .url_with_anchor = {},
            .score = page.score,
            .passages = {},
            .explanation = {}};
    hit.passages.reserve(ShownOf(page).size());
    for (const ScoredChunk& chunk : ShownOf(page)) {
      ASSIGN_OR_RETURN(Passage passage, MakePassage(chunk, hit.language, finder, long_finder));
      hit.passages.push_back(std::move(passage));
    }
    hit.url_with_anchor = hit.url;
    if (const std::string& anchor = hit.passages.front().anchor; !anchor.empty()) {
      hit.url_with_anchor =
          hit.url.substr(0, hit.url.find('#')) + "#" + net::EncodeFragment(anchor);
    }
    if (request_.explain == SearchRequest::Explain::kYes) {
      hit.explanation = Explain(page.chunks.front().chunk);
    }
    return hit;
  }

  Result<Passage> MakePassage(const ScoredChunk& scored, std::string_view language,
                              OccurrenceFinder& finder, const LongPassageFinder& long_finder) {
    ASSIGN_OR_RETURN(index::StoredChunk stored, snapshot_.ReadStoredChunk(scored.chunk));
    Passage passage{.chunk = scored.chunk,
                    .heading_path = std::move(stored.heading_path),
                    .anchor = std::move(stored.anchor),
                    .text = std::move(stored.text),
                    .snippet = {},
                    .marks = {},
                    .score = scored.score};
    if (stored.long_text) {
      LongPassage part =
          long_finder.Find(*stored.long_text, scored.words, request_.deadline, passage_budget_);
      passage.text = std::move(part.text);
      passage.text_cut_before = part.cut_before;
      passage.text_cut_after = part.cut_after;
    } else if (passage.text.size() <= share_.snippets_beyond) {
      return passage;
    }
    std::span<const Occurrence> occurrences;
    if (passage_budget_.TakeAnalysed(passage.text.size())) {
      occurrences = finder.Find(passage.text, text::PrimaryLanguage(language));
    }
    Snippet snippet = MakeSnippet(
        passage.text, occurrences, weights_,
        std::clamp<std::size_t>(request_.snippet_characters, 1, kMostSnippetCharacters));
    passage.snippet = std::move(snippet.text);
    passage.cut_before = snippet.cut_before || passage.text_cut_before;
    passage.cut_after = snippet.cut_after || passage.text_cut_after;
    passage.marks = std::move(snippet.marks);
    return passage;
  }

  // What each list gave to one chunk.
  std::vector<TermScore> Explain(index::ChunkId chunk) const {
    std::vector<TermScore> scores;
    for (const PlanList& list : plan_.lists) {
      index::PostingCursor cursor = index_.Postings(list.entry);
      cursor.SeekTo(chunk);
      if (cursor.chunk() != chunk) continue;
      scores.push_back({std::string(WithoutMark(list.term)), std::string(TermRoleName(list.role)),
                        list.weight * cursor.impact() * ScoringPlan::kSumUnit});
    }
    std::ranges::stable_sort(scores, std::greater<>(), &TermScore::score);
    return scores;
  }

  const text::Analyzer& analyzer_;
  const ScoringParameters& parameters_;
  const index::Snapshot& snapshot_;
  const index::LexicalIndex& index_;
  const SearchRequest& request_;
  std::size_t limit_;
  Query query_;
  ScoringPlan plan_;
  std::vector<double> weights_;  // of the plan's words
  TextBudget quote_budget_{.analysed = kMostAnalysedBytes, .compared = kMostComparedBytes};
  TextBudget passage_budget_{.analysed = kMostMarkedBytes, .compared = kMostComparedBytes};
  bool quotes_read_to_the_end_ = true;
  PageShare share_;
  SearchResponse response_;
};

}  // namespace

std::string_view ModeName(Mode mode) {
  switch (mode) {
    case Mode::kKeyword:
      return "keyword";
  }
  return "keyword";
}

Result<SearchResponse> Searcher::Search(const index::Snapshot& snapshot,
                                        const SearchRequest& request) const {
  const auto started = std::chrono::steady_clock::now();
  // Before, since zeros take long to search; and behind, since whatever files that were cut short
  // meanwhile gave is no answer.
  RETURN_IF_ERROR(snapshot.CheckWhole());
  auto answer = Run(analyzer_, parameters_, snapshot, request).Answer();
  RETURN_IF_ERROR(snapshot.CheckWhole());
  ASSIGN_OR_RETURN(SearchResponse response, std::move(answer));
  response.generation = snapshot.manifest().generation;
  response.elapsed_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return response;
}

}  // namespace sitedoor::search
