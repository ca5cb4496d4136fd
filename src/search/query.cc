#include "search/query.h"

#include <algorithm>
#include <utility>

#include "search/search.h"
#include "text/utf8.h"

namespace sitedoor::search {
namespace {

bool IsSpace(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200B) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000 || c == 0xFEFF;
}

bool IsBlank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    if (!IsSpace(point.value)) return false;
    at += point.bytes;
  }
  return true;
}

bool IsQuote(char32_t c) { return c == '"' || (c >= 0x201C && c <= 0x201F); }

// Letters and digits, as far as a quote beside them is concerned: everything that is not ASCII
// counts as a letter.
bool IsWordCharacter(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= 0x80 && !IsSpace(c) && !IsQuote(c));
}

struct Range {
  std::size_t begin = 0, end = 0;
};

// The insides of quote pairs.
std::vector<Range> QuotedParts(std::string_view text) {
  std::vector<Range> parts;
  std::size_t open = std::string_view::npos;  // where the inside of an open quote starts
  char32_t before = ' ';
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    const std::size_t next = at + point.bytes;
    if (IsQuote(point.value)) {
      const char32_t after = next < text.size() ? text::DecodeAt(text, next).value : U' ';
      if (open != std::string_view::npos && !IsWordCharacter(after)) {
        if (at > open) parts.push_back({open, at});
        open = std::string_view::npos;
      } else if (open == std::string_view::npos && !IsWordCharacter(before)) {
        open = next;
      }
    }
    before = point.value;
    at = next;
  }
  return parts;
}

// What the analyzer gave for one token.
struct Token {
  QueryWord word;
  std::size_t begin = 0, end = 0;
  std::uint32_t advance = 1;
};

void AddOnce(std::vector<std::string>& list, std::string_view text) {
  if (std::ranges::find(list, text) == list.end()) list.emplace_back(text);
}

QueryWord::Part& PartOf(QueryWord& word, std::string_view exact) {
  const auto same = std::ranges::find(word.parts, exact, &QueryWord::Part::exact);
  if (same != word.parts.end()) return *same;
  word.parts.push_back({std::string(exact), {}});
  return word.parts.back();
}

// Gathers the terms of one token. The stems of a part follow it; those of the whole follow the
// whole.
class TokenCollector {
 public:
  explicit TokenCollector(std::string_view text) : text_(text) {}

  void Add(const text::Term& term) {
    if (tokens_.empty() || ordinal_ != term.token) Begin(term);
    Token& token = tokens_.back();
    const bool whole = term.begin <= token.begin && term.end >= token.end;
    switch (term.kind) {
      case text::TermKind::kExact:
        token.word.exact = term.text;
        token.begin = term.begin;
        token.end = term.end;
        token.advance = term.advance;
        break;
      case text::TermKind::kPart:
        part_ = PartOf(token.word, term.text).exact;
        break;
      case text::TermKind::kStem:
        if (whole || part_.empty()) {
          AddOnce(token.word.stems, term.text);
        } else {
          AddOnce(PartOf(token.word, part_).stems, term.text);
        }
        break;
      case text::TermKind::kUnfolded:
        if (whole) token.word.unfolded = term.text;
        break;
      case text::TermKind::kVariant:
        AddOnce(token.word.variants, term.text);
        break;
      case text::TermKind::kInner:
        break;
    }
  }

  std::vector<Token> Tokens() && {
    for (Token& token : tokens_) {
      token.end = std::min(token.end, text_.size());
      token.begin = std::min(token.begin, token.end);
      token.word.text = std::string(text_.substr(token.begin, token.end - token.begin));
      std::erase_if(token.word.parts,
                    [&](const QueryWord::Part& part) { return part.exact == token.word.exact; });
    }
    std::erase_if(tokens_, [](const Token& token) { return token.word.exact.empty(); });
    return std::move(tokens_);
  }

 private:
  void Begin(const text::Term& term) {
    ordinal_ = term.token;
    part_.clear();
    Token token;
    token.begin = term.begin;
    token.end = term.end;
    tokens_.push_back(std::move(token));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::uint32_t ordinal_ = 0;
  std::string part_;  // the part that came last
};

std::vector<Token> Tokens(const text::Analyzer& analyzer, std::string_view text,
                          std::span<const std::string> languages) {
  TokenCollector collector(text);
  analyzer.Analyze(text, languages, [&](const text::Term& term) { collector.Add(term); });
  return std::move(collector).Tokens();
}

std::vector<Phrase> Phrases(const std::vector<Token>& tokens, const std::vector<Range>& quoted) {
  std::vector<Phrase> phrases;
  for (const Range& range : quoted) {
    Phrase phrase;
    for (const Token& token : tokens) {
      if (token.begin < range.begin || token.end > range.end) continue;
      phrase.elements.push_back({token.word.exact, token.advance});
    }
    if (phrase.elements.empty() || std::ranges::find(phrases, phrase) != phrases.end()) continue;
    phrases.push_back(std::move(phrase));
  }
  return phrases;
}

}  // namespace

Result<Query> ParseQuery(const text::Analyzer& analyzer, std::string_view text,
                         std::span<const std::string> languages) {
  if (const std::size_t characters = text::CountCodePoints(text);
      characters > kMostQueryCharacters) {
    return Fail(ErrorCode::kInvalidArgument,
                "query has " + std::to_string(characters) + " characters, more than " +
                    std::to_string(kMostQueryCharacters),
                "ask with fewer words");
  }
  if (IsBlank(text)) {
    return Fail(ErrorCode::kInvalidArgument, "query is empty", "give at least one word");
  }
  const std::string repaired = text::Repair(text);
  std::vector<Token> tokens = Tokens(analyzer, repaired, languages);

  Query query;
  query.languages.assign(languages.begin(), languages.end());
  query.words_ignored = tokens.size() > kMostQueryWords;
  if (query.words_ignored) tokens.resize(kMostQueryWords);
  for (const Token& token : tokens) query.tokens.push_back(token.word.exact);
  query.phrases = Phrases(tokens, QuotedParts(repaired));
  query.last_word_open = !tokens.empty() && tokens.back().end == repaired.size();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto same = std::ranges::find(query.words, tokens[i].word.exact, &QueryWord::exact);
    if (same == query.words.end()) {
      query.words.push_back(std::move(tokens[i].word));
    } else if (i + 1 == tokens.size()) {
      query.last_word_open = false;
    }
  }
  return query;
}

QueryWord AnalyzeWord(const text::Analyzer& analyzer, std::string_view text,
                      std::span<const std::string> languages) {
  std::vector<Token> tokens = Tokens(analyzer, text, languages);
  return tokens.empty() ? QueryWord() : std::move(tokens.front().word);
}

}  // namespace sitedoor::search
