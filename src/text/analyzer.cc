#include "text/analyzer.h"

#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/ascii.h"
#include "text/internal/characters.h"
#include "text/internal/fold.h"
#include "text/internal/parts.h"
#include "text/internal/stemmers.h"
#include "text/internal/tokenizer.h"
#include "text/utf8.h"

namespace sitedoor::text {
namespace {

// Raised with every change of the rules in this folder.
constexpr std::string_view kRulesVersion = "2";
constexpr std::string_view kStemmerVersion = "snowball-2.2";

constexpr std::size_t kMostTermBytes = 255;
constexpr std::size_t kMostLanguages = 32;
// Shorter words would meet others without their e ("does" and "dos").
constexpr std::size_t kLeastContractedBytes = 6;
constexpr std::string_view kUnfoldedMark = "\x02";

struct ByteSpan {
  std::uint32_t begin = 0, end = 0;
};

// Views of a folded word: good until the next one is folded.
struct FoldedView {
  std::string_view plain, with_marks;
};

// One walk over one text.
class Analysis {
 public:
  Analysis(std::string_view text, std::span<const std::string> languages,
           FunctionRef<void(const Term&)> sink)
      : text_(text), sink_(sink) {
    umlaut_languages_ = languages.empty();
    for (const std::string& language : languages) {
      if (language == "de" || language == "en") umlaut_languages_ = true;
      if (language == "de") german_ = true;
      const auto index = FindStemmedLanguage(language);
      if (!index || language_count_ == kMostLanguages) continue;
      const auto seen = languages_.begin() + static_cast<std::ptrdiff_t>(language_count_);
      if (std::find(languages_.begin(), seen, *index) == seen)
        languages_[language_count_++] = *index;
    }
  }

  void Run() {
    Tokenizer tokenizer(text_);
    while (const std::optional<Token> token = tokenizer.Next()) {
      switch (token->shape) {
        case TokenShape::kWord:
          if (token->is_ascii)
            AsciiWord(*token);
          else
            OtherWord(*token);
          break;
        case TokenShape::kNumber:
          Number(*token);
          break;
        case TokenShape::kJoined:
          Joined(*token);
          break;
        case TokenShape::kSymbol:
          Symbol(*token);
          break;
        case TokenShape::kUnspaced:
          Bigrams(*token);
          break;
      }
    }
  }

 private:
  std::string_view Source(ByteSpan span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  // `text` must have been folded. Empty text gives no term.
  void Emit(TermKind kind, std::string_view text, ByteSpan span, std::uint32_t position,
            std::uint32_t advance = 1) {
    if (text.empty()) return;
    Term term;
    term.text = text.size() <= kMostTermBytes ? text : Prefix(text, kMostTermBytes);
    term.token = token_;
    term.position = position;
    term.advance = advance;
    term.begin = span.begin;
    term.end = span.end;
    term.kind = kind;
    sink_(term);
  }

  void EmitUnfolded(std::string_view with_marks, ByteSpan span, std::uint32_t position,
                    std::uint32_t advance = 1) {
    scratch_.assign(kUnfoldedMark);
    scratch_ += with_marks;
    Emit(TermKind::kUnfolded, scratch_, span, position, advance);
  }

  void EmitStems(std::string_view word, std::int16_t script, ByteSpan span, std::uint32_t position,
                 std::uint32_t advance = 1) {
    for (std::size_t i = 0; i < language_count_; ++i) {
      const std::int16_t stemmed = StemmedLanguageTable()[languages_[i]].script;
      if (stemmed != script && stemmed >= 0) continue;
      Emit(TermKind::kStem, StemTermOf(languages_[i], word), span, position, advance);
    }
  }

  void EndToken(std::uint32_t advance) {
    ++token_;
    position_ += advance;
  }

  // The token's text in lower case: a view of the text itself where it has no capital.
  std::string_view LowerText(const Token& token) {
    const std::string_view source = Source({token.begin, token.end});
    if (!token.has_upper) return source;
    std::ranges::transform(source, lower_.begin(), AsciiLower);
    return {lower_.data(), source.size()};
  }

  // A stretch of the current token, folded. ASCII costs nothing: StartJoined has put it in lower
  // case.
  FoldedView Folded(ByteSpan span) const {
    if (!current_.is_ascii) {
      const FoldedWord& folded = FoldWordCached(Source(span));
      return {folded.plain, folded.with_marks};
    }
    const std::string_view text =
        current_lower_.substr(span.begin - current_.begin, span.end - span.begin);
    return {text, text};
  }

  void StartJoined(const Token& token) {
    current_ = token;
    if (token.is_ascii) current_lower_ = LowerText(token);
    DivideToken(text_, token, parts_);
  }

  void AsciiWord(const Token& token) {
    const ByteSpan span{token.begin, token.end};
    const std::string_view word = LowerText(token);
    Emit(TermKind::kExact, word, span, position_);
    if (german_ && word.size() >= kLeastContractedBytes) {
      Emit(TermKind::kVariant, ContractUmlauts(word), span, position_);
    }
    EmitStems(word, token.script, span, position_);
    EndToken(1);
  }

  void OtherWord(const Token& token) {
    const ByteSpan span{token.begin, token.end};
    const FoldedWord& folded = FoldWordCached(Source(span));
    if (folded.plain.empty()) return;
    Emit(TermKind::kExact, folded.plain, span, position_);
    if (folded.with_marks != folded.plain) {
      EmitUnfolded(folded.with_marks, span, position_);
      if (umlaut_languages_) Emit(TermKind::kVariant, folded.spelled_out, span, position_);
    }
    EmitStems(folded.with_marks, token.script, span, position_);
    if (token.script == kHangulScript) HangulBigrams(folded.plain, span);
    EndToken(1);
  }

  // Two-syllable parts of longer Korean words: particles stick to nouns ("서울에서"), and nouns to
  // each other.
  void HangulBigrams(std::string_view word, ByteSpan span) {
    std::array<std::size_t, 3> starts{};  // of the last syllables, oldest first
    std::size_t count = 0;
    const bool is_longer = CountCodePoints(word) > 2;
    if (!is_longer) return;
    for (std::size_t at = 0;; ++count) {
      starts = {starts[1], starts[2], at};
      if (count >= 2) {
        Emit(TermKind::kPart, word.substr(starts[0], at - starts[0]), span, position_);
      }
      if (at >= word.size()) break;
      at += DecodeAt(word, at).bytes;
    }
  }

  void Number(const Token& token) {
    const ByteSpan span{token.begin, token.end};
    if (token.is_ascii)
      Emit(TermKind::kExact, Source(span), span, position_);
    else
      Emit(TermKind::kExact, FoldWordCached(Source(span)).plain, span, position_);
    EndToken(1);
  }

  void Symbol(const Token& token) {
    const ByteSpan span{token.begin, token.end};
    const FoldedWord& folded = FoldWordCached(Source(span));
    if (folded.plain.empty() || folded.plain.front() == ' ') return;
    Emit(TermKind::kExact, folded.plain, span, position_);
    EndToken(1);
  }

  // Identifiers and their like: the whole, its other spellings, then the parts in order.
  void Joined(const Token& token) {
    StartJoined(token);
    const ByteSpan whole{token.begin, token.end};
    if (parts_.leaves.empty()) {
      Underscores(token);
      return;
    }
    if (parts_.connectors == kApostropheConnector && token.sigil_bytes == 0) {
      ApostropheWord(token);
      return;
    }
    const auto advance = static_cast<std::uint32_t>(parts_.leaves.size());
    const FoldedView folded = Folded(whole);
    if (folded.plain.empty()) return;
    Emit(TermKind::kExact, folded.plain, whole, position_, advance);
    if (folded.with_marks != folded.plain)
      EmitUnfolded(folded.with_marks, whole, position_, advance);
    EmitVariants(token, folded.plain, advance);
    const bool is_word = parts_.connectors == 0 && parts_.letters_alone &&
                         token.sigil_bytes + token.suffix_bytes == 0;
    if (is_word) EmitStems(folded.with_marks, token.script, whole, position_, advance);
    EmitParts(token);
    EndToken(advance);
  }

  // "_" and "__" name things too; longer rows are rules.
  void Underscores(const Token& token) {
    const ByteSpan span{token.begin, token.end};
    if (span.end - span.begin > 2) return;
    Emit(TermKind::kExact, Source(span), span, position_);
    EndToken(1);
  }

  void EmitVariants(const Token& token, std::string_view folded, std::uint32_t advance) {
    const ByteSpan whole{token.begin, token.end};
    // "--with-openssl" without its dashes.
    if (text_[token.begin] == '-' && token.sigil_bytes > 0 && parts_.segments.size() > 1) {
      Emit(TermKind::kVariant, folded.substr(token.sigil_bytes), whole, position_, advance);
      return;
    }
    if (parts_.connectors == 0 && token.sigil_bytes == 0 && token.suffix_bytes == 0) {
      if (const auto start = NumberStart(folded); start && *start > 0) {
        Emit(TermKind::kVariant, folded.substr(*start), whole, position_, advance);
      }
      return;
    }
    if (JoinsToOneWord(text_, token, parts_)) {
      joined_.clear();
      for (const char c : folded) {
        if (c != '-' && c != '_' && c != ',' && c != '.') joined_ += c;
      }
      Emit(TermKind::kVariant, joined_, whole, position_, advance);
    }
  }

  void EmitParts(const Token& token) {
    const std::uint32_t body_begin = token.begin + token.sigil_bytes;
    const std::uint32_t body_end = token.end - token.suffix_bytes;
    const bool is_prose = token.sigil_bytes + token.suffix_bytes == 0 && parts_.letters_alone &&
                          parts_.connectors != 0 &&
                          (parts_.connectors & ~(kHyphenConnector | kSlashConnector)) == 0;
    const bool is_flag = token.sigil_bytes > 0 && text_[token.begin] == '-';
    const auto all_leaves = static_cast<std::uint32_t>(parts_.leaves.size());
    // The body without its sigil or suffix, where no segment is the same.
    if ((token.sigil_bytes + token.suffix_bytes > 0) && parts_.segments.size() > 1 && !is_flag) {
      EmitPart({body_begin, body_end}, position_, all_leaves);
    }
    if (parts_.connectors & kPlusConnector) EmitPlusName(body_begin, body_end);
    for (std::size_t at = 0; at < parts_.segments.size(); ++at) {
      const Segment& segment = parts_.segments[at];
      if (parts_.segments.size() > 2) EmitInnerName(at, {body_begin, body_end});
      const std::uint32_t segment_position = position_ + segment.first_leaf;
      const bool is_whole = segment.begin == token.begin && segment.end == token.end;
      if (segment.leaf_count > 1 && !is_whole) {
        EmitPart({segment.begin, segment.end}, segment_position, segment.leaf_count);
      }
      for (std::uint32_t i = 0; i < segment.leaf_count; ++i) {
        const Part& leaf = parts_.leaves[segment.first_leaf + i];
        EmitLeaf(token, {leaf.begin, leaf.end}, segment_position + i);
        if (is_prose) EmitLeafStems(segment, {leaf.begin, leaf.end}, segment_position + i);
      }
    }
  }

  // "next_tide" of "client.next_tide" and "my-file" of "docs/my-file.md": segments that only '_' or
  // '-' join, where other signs divide the token as well. `first` begins such a run.
  void EmitInnerName(std::size_t first, ByteSpan body) {
    const auto& segments = parts_.segments;
    const auto joined = [&](std::size_t left) {
      const std::string_view between = Source({segments[left].end, segments[left + 1].begin});
      return !between.empty() && between.find_first_not_of("_-") == std::string_view::npos;
    };
    // Not the "s-guide" of "user's-guide".
    if (first > 0 && (joined(first - 1) || text_[segments[first].begin - 1] == '\'')) return;
    std::size_t last = first;
    std::uint32_t leaves = segments[first].leaf_count;
    while (last + 1 < segments.size() && joined(last)) leaves += segments[++last].leaf_count;
    const ByteSpan name{segments[first].begin, segments[last].end};
    if (last == first || (name.begin <= body.begin && name.end >= body.end)) return;
    Emit(TermKind::kInner, Folded(name).plain, name, position_ + segments[first].first_leaf,
         leaves);
  }

  void EmitPart(ByteSpan span, std::uint32_t position, std::uint32_t advance) {
    Emit(TermKind::kPart, Folded(span).plain, span, position, advance);
  }

  // "c++" of "C++20".
  void EmitPlusName(std::uint32_t begin, std::uint32_t end) {
    const std::size_t plus = Source({begin, end}).find("++");
    if (plus == std::string_view::npos) return;
    EmitPart({begin, begin + static_cast<std::uint32_t>(plus) + 2}, position_, 1);
  }

  void EmitLeaf(const Token& token, ByteSpan span, std::uint32_t position) {
    const bool is_whole_token = span.begin == token.begin && span.end == token.end;
    const std::string_view leaf = Source(span);
    // A question about C++ or C# is none about C.
    const char behind = span.end < text_.size() ? text_[span.end] : ' ';
    const bool is_inner =
        !is_whole_token && (behind == '+' || behind == '#') && span.end < token.end;
    if (is_inner)
      Emit(TermKind::kInner, Folded(span).plain, span, position);
    else if (!is_whole_token)
      EmitPart(span, position, 1);
    const auto start = NumberStart(leaf);
    if (!start) return;
    const std::uint32_t number_begin = span.begin + static_cast<std::uint32_t>(*start);
    if (*start > 0 && !is_whole_token) EmitPart({number_begin, span.end}, position, 1);
    // "14.2.1" and "14.2" and "14" of "14.2.1.0".
    for (std::size_t dot = leaf.rfind('.'); dot != std::string_view::npos && dot > *start;
         dot = leaf.rfind('.', dot - 1)) {
      const ByteSpan prefix{number_begin, span.begin + static_cast<std::uint32_t>(dot)};
      Emit(TermKind::kInner, Source(prefix), prefix, position);
    }
  }

  void EmitLeafStems(const Segment& segment, ByteSpan leaf, std::uint32_t position) {
    const bool is_ascii_letters = std::ranges::all_of(Source(leaf), [](char c) {
      return (kByteBits[static_cast<unsigned char>(c)] & kLetterBits) != 0;
    });
    const std::int16_t script = is_ascii_letters ? kLatinScript : FirstScript(segment);
    EmitStems(Folded(leaf).with_marks, script, leaf, position);
  }

  std::int16_t FirstScript(const Segment& segment) const {
    const char32_t first = DecodeAt(text_, segment.begin).value;
    return first < 0x80 ? kLatinScript : TraitsOf(first).script;
  }

  // "it's", "don't", "l'homme", "O'Reilly": one position; the words before and behind are parts of
  // it.
  void ApostropheWord(const Token& token) {
    const ByteSpan whole{token.begin, token.end};
    const FoldedView folded = Folded(whole);
    if (folded.plain.empty()) return;
    Emit(TermKind::kExact, folded.plain, whole, position_);
    if (folded.with_marks != folded.plain) EmitUnfolded(folded.with_marks, whole, position_);
    joined_.clear();
    for (const char c : folded.plain) {
      if (c != '\'') joined_ += c;
    }
    Emit(TermKind::kVariant, joined_, whole, position_);
    EmitStems(folded.with_marks, token.script, whole, position_);
    const Segment last = parts_.segments.back();
    const std::string ending(Folded({last.begin, last.end}).plain);
    const bool contracted = IsContraction(ending);
    if (!contracted || ending == "s") {
      const std::size_t words = parts_.segments.size() - (contracted ? 1 : 0);
      for (std::size_t i = 0; i < words; ++i) {
        const Segment& segment = parts_.segments[i];
        const ByteSpan span{segment.begin, segment.end};
        if (CountCodePoints(Source(span)) < 2) continue;
        EmitPart(span, position_, 1);
        EmitLeafStems(segment, span, position_);
      }
    }
    EndToken(1);
  }

  // Overlapping pairs of characters, each a token; one character alone stands for itself.
  void Bigrams(const Token& token) {
    ByteSpan before{};  // the character before, empty at the start
    std::uint32_t at = token.begin;
    bool any_pair = false;
    while (at < token.end) {
      const ByteSpan here{at, CharacterEnd(at, token.end)};
      at = here.end;
      if (before.end > before.begin) {
        EmitHan(TermKind::kExact, {before.begin, here.end}, 1);
        EmitHan(TermKind::kInner, before, 1);
        any_pair = true;
        if (at < token.end) EndToken(1);
      }
      before = here;
    }
    if (!any_pair) {
      EmitHan(TermKind::kExact, before, 1);
      EndToken(1);
      return;
    }
    // The last character belongs to the last pair and stands one position further, before what
    // follows the run.
    ++position_;
    EmitHan(TermKind::kInner, before, 0);
    ++token_;
  }

  // End of the character at `at` with the marks that sit on it.
  std::uint32_t CharacterEnd(std::uint32_t at, std::uint32_t end) const {
    at += DecodeAt(text_, at).bytes;
    while (at < end) {
      const CodePoint point = DecodeAt(text_, at);
      if (TraitsOf(point.value).kind != CharacterClass::kMark) break;
      at += point.bytes;
    }
    return at;
  }

  void EmitHan(TermKind kind, ByteSpan span, std::uint32_t advance) {
    const std::string_view source = Source(span);
    FoldedView folded{source, source};
    if (!FoldsToItself(source)) {
      const FoldedWord& word = FoldWordCached(source);
      folded = {word.plain, word.with_marks};
    }
    const std::string simplified = SimplifyHan(folded.plain);
    Emit(kind, simplified, span, position_, advance);
    if (kind == TermKind::kExact && simplified != folded.with_marks) {
      EmitUnfolded(folded.with_marks, span, position_, advance);
    }
  }

  std::string_view text_;
  FunctionRef<void(const Term&)> sink_;
  std::array<std::uint8_t, kMostLanguages> languages_{};  // indices into StemmedLanguageTable()
  std::size_t language_count_ = 0;
  bool umlaut_languages_ = false;  // ä, ö and ü are also written ae, oe and ue
  bool german_ = false;
  std::uint32_t token_ = 0;
  std::uint32_t position_ = 0;
  std::array<char, kMostTokenBytes> lower_{};
  Token current_;                   // of the kJoined shape
  std::string_view current_lower_;  // the whole of it in lower case, where it is ASCII
  std::string scratch_, joined_;
  TokenParts parts_;
};

}  // namespace

void Analyzer::Analyze(std::string_view text, std::span<const std::string> languages,
                       FunctionRef<void(const Term&)> sink) const {
  Analysis(text, languages, sink).Run();
}

std::string Analyzer::Fingerprint() {
  UVersionInfo version;
  u_getVersion(version);
  std::array<char, U_MAX_VERSION_STRING_LENGTH> icu{};
  u_versionToString(version, icu.data());
  std::string fingerprint = "rules-";
  fingerprint += kRulesVersion;
  fingerprint += " icu-";
  fingerprint += icu.data();
  fingerprint += ' ';
  fingerprint += kStemmerVersion;
  return fingerprint;
}

const std::vector<std::string>& Analyzer::StemmedLanguages() {
  static const std::vector<std::string> codes = [] {
    std::vector<std::string> all;
    for (const StemmedLanguage& language : StemmedLanguageTable()) all.emplace_back(language.code);
    return all;
  }();
  return codes;
}

std::string Fold(std::string_view utf8) {
  const std::string plain = FoldWord(Repair(utf8)).plain;
  return SimplifyHan(plain);
}

std::string StemTerm(std::string_view language, std::string_view stem) {
  std::string term = "\x01";
  term += language;
  term += '\x01';
  term += stem;
  return term;
}

}  // namespace sitedoor::text
