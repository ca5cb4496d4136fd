#include "search/byte_kinds.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sitedoor::search {
namespace {

// Of 64 bytes.
struct Classes {
  std::uint64_t spaces = 0, lower = 0, digits = 0, beyond_ascii = 0;
  std::uint64_t first = 0, second = 0;  // wanted ones
};

// What the block before ends with, as bit 0.
struct Carry {
  std::uint64_t lower = 0, digit = 0;
};

ByteKinds KindsOf(const Classes& classes, Carry& carry) {
  const std::uint64_t within = (classes.lower & (classes.lower << 1 | carry.lower)) |
                               (classes.digits & (classes.digits << 1 | carry.digit));
  carry = {classes.lower >> 63, classes.digits >> 63};
  const std::uint64_t wanted = classes.first & (classes.second >> 1 | std::uint64_t{1} << 63);
  return {classes.spaces, wanted & ~(classes.spaces | classes.beyond_ascii | within),
          classes.beyond_ascii};
}

template <class Classify>
void ReadBlocks(std::string_view text, const WantedStarts& wanted, std::vector<ByteKinds>& kinds,
                Classify classify) {
  kinds.clear();
  kinds.reserve(text.size() / kKindBytes + 1);
  Carry carry;
  std::size_t at = 0;
  for (; at + kKindBytes <= text.size(); at += kKindBytes) {
    kinds.push_back(KindsOf(classify(text.data() + at, wanted), carry));
  }
  if (at == text.size()) return;
  std::array<char, kKindBytes> last;
  last.fill(' ');
  std::memcpy(last.data(), text.data() + at, text.size() - at);
  kinds.push_back(KindsOf(classify(last.data(), wanted), carry));
}

}  // namespace

namespace portable {
namespace {

Classes Classify(const char* bytes, const WantedStarts& wanted) {
  Classes classes;
  for (std::size_t i = 0; i < kKindBytes; ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    const auto bit = [i](bool is) { return static_cast<std::uint64_t>(is) << i; };
    classes.spaces |= bit(c == ' ' || (c >= '\t' && c <= '\r'));
    classes.lower |= bit(c >= 'a' && c <= 'z');
    classes.digits |= bit(c >= '0' && c <= '9');
    classes.beyond_ascii |= bit(c >= 0x80);
    classes.first |= bit(wanted.first.Has(bytes[i]));
    classes.second |= bit(wanted.second.Has(bytes[i]));
  }
  return classes;
}

}  // namespace

void ReadByteKinds(std::string_view text, const WantedStarts& wanted,
                   std::vector<ByteKinds>& kinds) {
  ReadBlocks(text, wanted, kinds, Classify);
}

}  // namespace portable

#if defined(__x86_64__)
namespace {

#define SITEDOOR_AVX2 __attribute__((target("avx2")))

// Bytes from `first` to `last`, ASCII, as a bit each.
SITEDOOR_AVX2 inline std::uint64_t Between(__m256i bytes, char first, char last) {
  // Bytes beyond ASCII are negative.
  const __m256i within =
      _mm256_andnot_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(last)),
                          _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(static_cast<char>(first - 1))));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(within));
}

// Those of the set, as a bit each.
SITEDOOR_AVX2 inline std::uint64_t Of(__m256i bytes, const ByteSet& set) {
  const __m256i table = _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(set.table().data())));
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                        4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i half = _mm256_set1_epi8(15);
  const __m256i held = _mm256_and_si256(
      _mm256_shuffle_epi8(table, _mm256_and_si256(bytes, half)),
      _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
  return static_cast<std::uint32_t>(
      ~_mm256_movemask_epi8(_mm256_cmpeq_epi8(held, _mm256_setzero_si256())));
}

SITEDOOR_AVX2 inline Classes ClassifyHalf(const char* at, const WantedStarts& wanted) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  return {Between(bytes, '\t', '\r') | Between(bytes, ' ', ' '),
          Between(bytes, 'a', 'z'),
          Between(bytes, '0', '9'),
          static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)),
          Of(bytes, wanted.first),
          Of(bytes, wanted.second)};
}

SITEDOOR_AVX2 Classes ClassifyAvx2(const char* bytes, const WantedStarts& wanted) {
  const Classes low = ClassifyHalf(bytes, wanted), high = ClassifyHalf(bytes + 32, wanted);
  return {low.spaces | high.spaces << 32, low.lower | high.lower << 32,
          low.digits | high.digits << 32, low.beyond_ascii | high.beyond_ascii << 32,
          low.first | high.first << 32,   low.second | high.second << 32};
}

#undef SITEDOOR_AVX2

const bool kHasAvx2 = __builtin_cpu_supports("avx2");

}  // namespace

void ReadByteKinds(std::string_view text, const WantedStarts& wanted,
                   std::vector<ByteKinds>& kinds) {
  if (kHasAvx2) return ReadBlocks(text, wanted, kinds, ClassifyAvx2);
  portable::ReadByteKinds(text, wanted, kinds);
}

#else

void ReadByteKinds(std::string_view text, const WantedStarts& wanted,
                   std::vector<ByteKinds>& kinds) {
  portable::ReadByteKinds(text, wanted, kinds);
}

#endif

}  // namespace sitedoor::search
