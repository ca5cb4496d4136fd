#include "search/snippet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "text/utf8.h"

namespace sitedoor::search {
namespace {

// How far a cut may move to reach a word's end, in code points.
constexpr std::size_t kMostWordShift = 30;
// Worth of a word's second and later occurrences, as a share of the first.
constexpr double kRepetition = 0.05;
// Of the characters left, the share that goes in front of the first match.
constexpr std::size_t kLeadInShare = 3;

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Code points that continue the character before them.
bool Continues(char32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0x200D ||
         (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0x20D0 && c <= 0x20FF) || c == 0x0E31 ||
         (c >= 0x0E34 && c <= 0x0E3A) || (c >= 0x0E47 && c <= 0x0E4E);
}

bool GoesOn(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// How many of the bytes start a character of valid UTF-8.
std::size_t CountStarts(std::string_view bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  std::size_t going_on = 0, at = 0;
  for (std::uint64_t word; at + sizeof word <= bytes.size(); at += sizeof word) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    going_on += ((word >> 7) & ~(word >> 6) & kOnes) * kOnes >> 56;
  }
  for (; at < bytes.size(); ++at) going_on += GoesOn(bytes[at]) ? 1 : 0;
  return bytes.size() - going_on;
}

// Code points by number, and where they stand. In ASCII a character's number is its offset.
class Characters {
 public:
  explicit Characters(std::string_view text)
      : text_(text), is_ascii_(text::AsciiRun(text, 0) == text.size()), count_(text.size()) {
    if (is_ascii_) return;
    starts_.reserve(text.size() / kStretch + 1);
    count_ = 0;
    for (std::size_t at = 0; at < text.size(); at += kStretch) {
      starts_.push_back(count_);
      count_ += CountStarts(text.substr(at, kStretch));
    }
  }

  std::size_t count() const { return count_; }
  std::size_t offset(std::size_t character) const {
    if (is_ascii_ || character == count_) return is_ascii_ ? character : text_.size();
    const auto after = std::ranges::upper_bound(starts_, character);
    std::size_t at = static_cast<std::size_t>(after - starts_.begin() - 1) * kStretch;
    for (std::size_t before = character - *(after - 1);; ++at) {
      if (!GoesOn(text_[at]) && before-- == 0) return at;
    }
  }
  // The character that holds the byte; count() for the end.
  std::size_t At(std::size_t byte) const {
    if (is_ascii_ || byte >= text_.size()) return is_ascii_ ? byte : count_;
    const std::size_t stretch = byte / kStretch;
    return starts_[stretch] + CountStarts(text_.substr(stretch * kStretch, byte % kStretch + 1)) -
           1;
  }

 private:
  static constexpr std::size_t kStretch = 64;

  std::string_view text_;
  bool is_ascii_;
  std::size_t count_;
  std::vector<std::size_t> starts_;  // in front of each stretch; empty for ASCII
};

struct Span {
  std::size_t begin = 0, end = 0;  // characters
};

// Counts of the words in a window that grows at its end and shrinks at its beginning.
class WindowWorth {
 public:
  explicit WindowWorth(std::span<const double> weights)
      : weights_(weights.first(std::min(weights.size(), kMostWords))) {}

  void Add(std::uint64_t words) { Change(words, 1); }
  void Remove(std::uint64_t words) { Change(words, -1); }
  double Worth() const {
    double worth = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) worth += worths_[i];
    return worth;
  }

 private:
  static constexpr std::size_t kMostWords = 64;

  void Change(std::uint64_t words, int by) {
    for (std::uint64_t left = words; left != 0; left &= left - 1) {
      const auto word = static_cast<std::size_t>(std::countr_zero(left));
      const int count = counts_[word] += by;
      if (word >= weights_.size()) continue;
      worths_[word] = count > 0 ? weights_[word] * (1 + kRepetition * std::min(count - 1, 4)) : 0.0;
    }
  }

  std::span<const double> weights_;
  std::array<int, kMostWords> counts_{};
  std::array<double, kMostWords> worths_{};
};

// The first of the windows of at most `most` characters with the greatest worth, from its first
// match to its last.
Span BestWindow(std::span<const Occurrence> occurrences, const Characters& characters,
                std::span<const double> weights, std::size_t most) {
  std::vector<Span> spans;
  spans.reserve(occurrences.size());
  for (const Occurrence& one : occurrences) {
    spans.push_back({characters.At(one.begin), characters.At(one.end)});
  }
  WindowWorth window(weights);
  Span best{spans[0].begin, std::min(spans[0].end, spans[0].begin + most)};
  double best_worth = -1;
  std::size_t next = 0;
  for (std::size_t first = 0; first < spans.size(); ++first) {
    const std::size_t reached = next;
    while (next < spans.size() && (next == first || spans[next].end <= spans[first].begin + most)) {
      window.Add(occurrences[next++].words);
    }
    // One that only lost a match to the window before is no better than that.
    const double worth = next > reached ? window.Worth() : -1;
    // A window that is better by rounding alone is not better.
    if (worth > best_worth + 1e-9) {
      best_worth = worth;
      best = {spans[first].begin, std::min(spans[next - 1].end, spans[first].begin + most)};
    }
    window.Remove(occurrences[first].words);
  }
  return best;
}

// White space and the ends of sentences are ASCII, one byte each, so the character in front of a
// place is one of them where the byte is.

// The window's beginning, moved forward to the start of a sentence or a word, not past `match`.
std::size_t StartAtWord(std::string_view text, const Characters& characters, std::size_t begin,
                        std::size_t match) {
  if (begin == 0) return 0;
  const std::size_t match_byte = characters.offset(match);
  std::size_t word = match_byte;
  for (std::size_t at = characters.offset(begin); at <= match_byte; ++at) {
    if (!IsSpace(text[at - 1])) continue;
    const char before = at >= 2 ? text[at - 2] : '\n';
    if (text[at - 1] == '\n' || before == '.' || before == '!' || before == '?') {
      return characters.At(at);
    }
    if (word == match_byte) word = at;
  }
  if (word != match_byte || match - begin <= kMostWordShift) return characters.At(word);
  while (begin < match && Continues(text::DecodeAt(text, characters.offset(begin)).value)) ++begin;
  return begin;
}

// The window's end, moved back to a word's end, not before `match`.
std::size_t EndAtWord(std::string_view text, const Characters& characters, std::size_t end,
                      std::size_t match) {
  if (end == characters.count() || IsSpace(text[characters.offset(end)])) return end;
  const std::size_t least = std::max(match, end - std::min(end, kMostWordShift));
  const std::size_t least_byte = characters.offset(least);
  for (std::size_t at = characters.offset(end); at > least_byte; --at) {
    if (IsSpace(text[at - 1])) return characters.At(at);
  }
  while (end > match && Continues(text::DecodeAt(text, characters.offset(end)).value)) --end;
  return end;
}

std::vector<document::ByteRange> Marks(std::span<const Occurrence> occurrences,
                                       std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<document::ByteRange> marks;
  for (const Occurrence& one : occurrences) {
    const std::size_t from = std::max(one.begin, begin), to = std::min(one.end, end);
    if (from >= to) continue;
    if (!marks.empty() && from <= marks.back().end + begin) {
      marks.back().end = std::max(marks.back().end, to - begin);
      continue;
    }
    // Words with one space between them are one mark.
    if (!marks.empty() && from - begin == marks.back().end + 1 && text[from - 1] == ' ') {
      marks.back().end = to - begin;
      continue;
    }
    marks.push_back({from - begin, to - begin});
  }
  return marks;
}

}  // namespace

Snippet MakeSnippet(std::string_view text, std::span<const Occurrence> occurrences,
                    std::span<const double> word_weights, std::size_t characters_wanted) {
  const Characters characters(text);
  Span window{0, std::min(characters.count(), characters_wanted)};
  if (characters.count() > characters_wanted) {
    Span matches{0, 0};
    if (!occurrences.empty()) {
      matches = BestWindow(occurrences, characters, word_weights, characters_wanted);
      const std::size_t left = characters_wanted - (matches.end - matches.begin);
      std::size_t lead_in = std::min(left / kLeadInShare, matches.begin);
      if (matches.begin <= left && matches.begin <= characters_wanted / 2) lead_in = matches.begin;
      window.begin = StartAtWord(text, characters, matches.begin - lead_in, matches.begin);
      window.end = std::min(characters.count(), window.begin + characters_wanted);
      // Near the text's end there is room in front.
      const std::size_t unused = characters_wanted - (window.end - window.begin);
      if (unused > 0 && window.begin > 0) {
        window.begin = StartAtWord(text, characters, window.begin - std::min(unused, window.begin),
                                   window.begin);
      }
    }
    window.end = EndAtWord(text, characters, window.end, matches.end);
  }
  std::size_t begin = characters.offset(window.begin), end = characters.offset(window.end);
  while (begin < end && IsSpace(text[begin])) ++begin;
  while (end > begin && IsSpace(text[end - 1])) --end;

  Snippet snippet;
  snippet.text = std::string(text.substr(begin, end - begin));
  snippet.cut_before =
      text.substr(0, begin).find_first_not_of(" \t\r\n\f\v") != std::string_view::npos;
  snippet.cut_after = text.substr(end).find_first_not_of(" \t\r\n\f\v") != std::string_view::npos;
  snippet.marks = Marks(occurrences, text, begin, end);
  return snippet;
}

}  // namespace sitedoor::search
