#include "search/range_tallies.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sitedoor::search {
namespace portable {
namespace {

void Add(const WindowList& list, const unsigned char* impacts, std::size_t count,
         std::uint32_t* sums, std::uint32_t* words) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t impact = impacts[i];
    sums[i] += list.weight * impact;
    words[i] |= impact != 0 ? list.words : 0;
  }
}

}  // namespace

void AddMost(const WindowList& list, std::size_t ranges, std::uint32_t* sums,
             std::uint32_t* words) {
  Add(list, list.most, ranges, sums, words);
}

RangeTallies TallyRange(std::span<const WindowList> lists, std::size_t range, std::uint32_t bar) {
  RangeTallies tallies;
  for (const WindowList& list : lists) {
    Add(list, list.impacts + range * index::kRangeChunks, index::kRangeChunks, tallies.sums,
        tallies.words);
  }
  for (std::size_t i = 0; i < index::kRangeChunks; ++i) {
    tallies.above |= static_cast<std::uint32_t>(tallies.sums[i] > bar) << i;
  }
  return tallies;
}

}  // namespace portable

#if defined(__x86_64__)
namespace {

#define SITEDOOR_AVX2 __attribute__((target("avx2")))

// Eight sums and eight sets of words.
struct Eight {
  __m256i sums, words;
};

SITEDOOR_AVX2 inline void Add(__m256i weight, __m256i words, const unsigned char* impacts,
                              Eight& to) {
  const __m256i impact =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(impacts)));
  const __m256i held = _mm256_cmpgt_epi32(impact, _mm256_setzero_si256());
  to.sums = _mm256_add_epi32(to.sums, _mm256_mullo_epi32(impact, weight));
  to.words = _mm256_or_si256(to.words, _mm256_and_si256(held, words));
}

SITEDOOR_AVX2 inline __m256i Spread(std::uint32_t value) {
  return _mm256_set1_epi32(static_cast<int>(value));
}

SITEDOOR_AVX2 inline __m256i LoadEight(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

SITEDOOR_AVX2 inline void StoreEight(std::uint32_t* to, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
}

SITEDOOR_AVX2 void AddMostAvx2(const WindowList& list, std::size_t ranges, std::uint32_t* sums,
                               std::uint32_t* words) {
  const __m256i weight = Spread(list.weight), list_words = Spread(list.words);
  for (std::size_t i = 0; i < ranges; i += 8) {
    Eight eight{LoadEight(sums + i), LoadEight(words + i)};
    Add(weight, list_words, list.most + i, eight);
    StoreEight(sums + i, eight.sums);
    StoreEight(words + i, eight.words);
  }
}

// A bit for each of the eight that is above.
SITEDOOR_AVX2 inline std::uint32_t Above(__m256i sums, __m256i bar) {
  return static_cast<std::uint32_t>(
      _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(sums, bar))));
}

SITEDOOR_AVX2 RangeTallies TallyRangeAvx2(std::span<const WindowList> lists, std::size_t range,
                                          std::uint32_t bar) {
  static_assert(index::kRangeChunks == 16);
  Eight low{_mm256_setzero_si256(), _mm256_setzero_si256()}, high = low;
  for (const WindowList& list : lists) {
    const unsigned char* impacts = list.impacts + range * index::kRangeChunks;
    const __m256i weight = Spread(list.weight), words = Spread(list.words);
    Add(weight, words, impacts, low);
    Add(weight, words, impacts + 8, high);
  }
  RangeTallies tallies;
  StoreEight(tallies.sums, low.sums);
  StoreEight(tallies.sums + 8, high.sums);
  StoreEight(tallies.words, low.words);
  StoreEight(tallies.words + 8, high.words);
  tallies.above = Above(low.sums, Spread(bar)) | Above(high.sums, Spread(bar)) << 8;
  return tallies;
}

#undef SITEDOOR_AVX2

const bool kHasAvx2 = __builtin_cpu_supports("avx2");

}  // namespace

void AddMost(const WindowList& list, std::size_t ranges, std::uint32_t* sums,
             std::uint32_t* words) {
  if (kHasAvx2) return AddMostAvx2(list, ranges, sums, words);
  portable::AddMost(list, ranges, sums, words);
}

RangeTallies TallyRange(std::span<const WindowList> lists, std::size_t range, std::uint32_t bar) {
  return kHasAvx2 ? TallyRangeAvx2(lists, range, bar) : portable::TallyRange(lists, range, bar);
}

#else

void AddMost(const WindowList& list, std::size_t ranges, std::uint32_t* sums,
             std::uint32_t* words) {
  portable::AddMost(list, ranges, sums, words);
}

RangeTallies TallyRange(std::span<const WindowList> lists, std::size_t range, std::uint32_t bar) {
  return portable::TallyRange(lists, range, bar);
}

#endif

}  // namespace sitedoor::search
