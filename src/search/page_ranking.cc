#include "search/page_ranking.h"

#include <algorithm>
#include <unordered_map>

#include "text/language.h"

namespace sitedoor::search {

std::vector<RankedPage> RankPages(const index::LexicalIndex& index, const ScoringPlan& plan,
                                  std::span<const ScoredChunk> chunks) {
  std::vector<RankedPage> pages;
  std::unordered_map<index::PageId, std::size_t> place_of;
  for (const ScoredChunk& chunk : chunks) {
    const index::PageId page = index.PageOf(chunk.chunk);
    const auto [place, added] = place_of.try_emplace(page, pages.size());
    if (added) pages.push_back({page, 0, {}});
    pages[place->second].chunks.push_back(chunk);
  }
  for (RankedPage& page : pages) {
    double share = 1;
    for (const ScoredChunk& chunk : page.chunks) {
      page.score += share * chunk.score;
      share *= plan.parameters.further_chunk;
    }
    if (!plan.language.empty() &&
        text::PrimaryLanguage(index.Page(page.page).language) != plan.language) {
      page.score *= plan.parameters.other_language;
    }
  }
  std::ranges::sort(pages, [](const RankedPage& a, const RankedPage& b) {
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  });
  return pages;
}

}  // namespace sitedoor::search
