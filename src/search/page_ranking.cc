#include "search/page_ranking.h"

#include <algorithm>
#include <cstdint>

#include "text/language.h"

namespace sitedoor::search {

std::vector<RankedPage> RankPages(const index::LexicalIndex& index, const ScoringPlan& plan,
                                  std::span<const ScoredChunk> chunks) {
  // Pages side by side, and of a page the chunks as they come.
  std::vector<std::uint64_t> order;
  order.reserve(chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    order.push_back(std::uint64_t{index.PageOf(chunks[i].chunk)} << 32 | i);
  }
  std::ranges::sort(order);
  std::vector<RankedPage> pages;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const std::uint64_t page = order[begin] >> 32;
    while (end < order.size() && order[end] >> 32 == page) ++end;
    RankedPage& ranked = pages.emplace_back();
    ranked.page = static_cast<index::PageId>(page);
    ranked.chunks.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      ranked.chunks.push_back(chunks[order[i] & 0xFFFF'FFFF]);
    }
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
