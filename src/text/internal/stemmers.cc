#include "text/internal/stemmers.h"

#include <libstemmer.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "text/analyzer.h"
#include "text/internal/fold.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

constexpr std::int16_t kAnyScript = -1;

struct StemmerDeleter {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};
using Stemmer = std::unique_ptr<sb_stemmer, StemmerDeleter>;

// One cache line: the word and its stem term behind each other.
struct alignas(64) StemSlot {
  std::uint8_t language_plus_1 = 0;  // 0: empty
  std::uint8_t word_bytes = 0;
  std::uint8_t term_bytes = 0;
  char bytes[61];
};
static_assert(sizeof(StemSlot) == 64);

std::size_t HashWord(std::uint8_t language, std::string_view word) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull * (language + 1u) + word.size();
  const char* at = word.data();
  std::size_t left = word.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t eight;
    std::memcpy(&eight, at, 8);
    hash = (hash ^ eight) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 32;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at, left);
  hash = (hash ^ rest) * 0x9E3779B97F4A7C15ull;
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

// Everything that one thread keeps for stemming: half a megabyte, allocated at its first word.
class ThreadStemmers {
 public:
  std::string_view Term(std::uint8_t language, std::string_view word) {
    if (slots_.empty()) slots_.resize(kSlots);
    StemSlot& slot = slots_[HashWord(language, word) & (kSlots - 1)];
    if (slot.language_plus_1 == language + 1 && slot.word_bytes == word.size() &&
        std::memcmp(slot.bytes, word.data(), word.size()) == 0) {
      return {slot.bytes + slot.word_bytes, slot.term_bytes};
    }
    ComputeTerm(language, word);
    if (word.size() + term_.size() <= sizeof slot.bytes) {
      slot.language_plus_1 = static_cast<std::uint8_t>(language + 1);
      slot.word_bytes = static_cast<std::uint8_t>(word.size());
      slot.term_bytes = static_cast<std::uint8_t>(term_.size());
      std::memcpy(slot.bytes, word.data(), word.size());
      std::memcpy(slot.bytes + word.size(), term_.data(), term_.size());
    }
    return term_;
  }

 private:
  static constexpr std::size_t kSlots = 8192;  // a power of two

  void ComputeTerm(std::uint8_t language, std::string_view word) {
    term_.clear();
    const StemmedLanguage& entry = StemmedLanguageTable()[language];
    if (stemmers_.empty()) stemmers_.resize(StemmedLanguageTable().size());
    Stemmer& stemmer = stemmers_[language];
    if (stemmer == nullptr) {
      stemmer.reset(sb_stemmer_new(std::string(entry.algorithm).c_str(), "UTF_8"));
      if (stemmer == nullptr) return;
    }
    const auto* stem =
        sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                        static_cast<int>(word.size()));
    if (stem == nullptr) return;
    const std::string_view text(reinterpret_cast<const char*>(stem),
                                static_cast<std::size_t>(sb_stemmer_length(stemmer.get())));
    // A stemmer may cut inside what was a letter with a mark, or leave nothing: then the word is
    // its own stem.
    const bool usable = !text.empty() && IsValid(text);
    term_ = StemTerm(entry.code, FoldWord(usable ? text : word).plain);
  }

  std::vector<StemSlot> slots_;
  std::vector<Stemmer> stemmers_;
  std::string term_;
};

}  // namespace

const std::vector<StemmedLanguage>& StemmedLanguageTable() {
  static const std::vector<StemmedLanguage> table = {
      {"ar", "arabic", USCRIPT_ARABIC},     {"ca", "catalan", USCRIPT_LATIN},
      {"da", "danish", USCRIPT_LATIN},      {"de", "german", USCRIPT_LATIN},
      {"el", "greek", USCRIPT_GREEK},       {"en", "english", USCRIPT_LATIN},
      {"es", "spanish", USCRIPT_LATIN},     {"eu", "basque", USCRIPT_LATIN},
      {"fi", "finnish", USCRIPT_LATIN},     {"fr", "french", USCRIPT_LATIN},
      {"ga", "irish", USCRIPT_LATIN},       {"hi", "hindi", USCRIPT_DEVANAGARI},
      {"hu", "hungarian", USCRIPT_LATIN},   {"hy", "armenian", USCRIPT_ARMENIAN},
      {"id", "indonesian", USCRIPT_LATIN},  {"it", "italian", USCRIPT_LATIN},
      {"lt", "lithuanian", USCRIPT_LATIN},  {"nb", "norwegian", USCRIPT_LATIN},
      {"ne", "nepali", USCRIPT_DEVANAGARI}, {"nl", "dutch", USCRIPT_LATIN},
      {"nn", "norwegian", USCRIPT_LATIN},   {"no", "norwegian", USCRIPT_LATIN},
      {"pt", "portuguese", USCRIPT_LATIN},  {"ro", "romanian", USCRIPT_LATIN},
      {"ru", "russian", USCRIPT_CYRILLIC},  {"sr", "serbian", kAnyScript},
      {"sv", "swedish", USCRIPT_LATIN},     {"ta", "tamil", USCRIPT_TAMIL},
      {"tr", "turkish", USCRIPT_LATIN},     {"yi", "yiddish", USCRIPT_HEBREW},
  };
  return table;
}

std::optional<std::uint8_t> FindStemmedLanguage(std::string_view code) {
  const auto& table = StemmedLanguageTable();
  const auto found = std::ranges::lower_bound(table, code, {}, &StemmedLanguage::code);
  if (found == table.end() || found->code != code) return std::nullopt;
  return static_cast<std::uint8_t>(found - table.begin());
}

std::string_view StemTermOf(std::uint8_t language, std::string_view word) {
  thread_local ThreadStemmers stemmers;
  return stemmers.Term(language, word);
}

}  // namespace sitedoor::text
