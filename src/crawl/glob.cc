#include <cstdint>
#include <string>
#include <vector>

#include "crawl/folder_source.h"
#include "text/utf8.h"

namespace sitedoor::crawl {
namespace {

enum class Kind : std::uint8_t { kCharacter, kAnyCharacter, kClass, kStar, kDeepStar, kFolders };

struct Span {
  char32_t first, last;
};

struct Token {
  Kind kind = Kind::kCharacter;
  char32_t character = 0;
  bool negated = false;
  std::vector<Span> spans;
};

// The character at `at`, which moves on behind it; a byte that is no UTF-8 is one of its own, past
// all that Unicode has.
char32_t NextCharacter(std::string_view text, std::size_t& at) {
  constexpr char32_t kBytes = 0x110000;
  const text::CodePoint point = text::DecodeAt(text, at);
  const bool is_utf8 =
      point.value != text::kReplacement || text.substr(at).starts_with("\xEF\xBF\xBD");
  const char32_t character = is_utf8 ? point.value : kBytes + static_cast<unsigned char>(text[at]);
  at += is_utf8 ? point.bytes : 1;
  return character;
}

// Reads a class after its '['; nullopt-like: 0 when it has no end, otherwise the offset after ']'.
std::size_t ReadClass(std::string_view glob, std::size_t at, Token& token) {
  token.kind = Kind::kClass;
  if (at < glob.size() && (glob[at] == '!' || glob[at] == '^')) {
    token.negated = true;
    ++at;
  }
  for (bool first = true; at < glob.size(); first = false) {
    if (glob[at] == ']' && !first) return at + 1;
    const char32_t low = NextCharacter(glob, at);
    if (at + 1 < glob.size() && glob[at] == '-' && glob[at + 1] != ']') {
      ++at;
      token.spans.push_back({low, NextCharacter(glob, at)});
    } else {
      token.spans.push_back({low, low});
    }
  }
  return 0;
}

Result<std::vector<Token>> Compile(std::string_view glob) {
  const auto refuse = [&](std::string_view why) {
    return Fail(ErrorCode::kInvalidArgument,
                "the glob \"" + std::string(glob) + "\" " + std::string(why));
  };
  std::size_t begin = 0;
  while (glob.substr(begin).starts_with("./")) begin += 2;
  while (glob.substr(begin).starts_with('/')) ++begin;
  if (begin == glob.size()) return refuse(glob.empty() ? "is empty" : "names nothing");
  std::vector<Token> tokens;
  for (std::size_t at = begin; at < glob.size();) {
    Token token;
    const std::string_view rest = glob.substr(at);
    if (rest.starts_with("**/") && (at == begin || glob[at - 1] == '/')) {
      token.kind = Kind::kFolders;
      at += 3;
    } else if (rest.starts_with("**")) {
      token.kind = Kind::kDeepStar;
      at += 2;
    } else if (rest[0] == '*') {
      token.kind = Kind::kStar;
      ++at;
    } else if (rest[0] == '?') {
      token.kind = Kind::kAnyCharacter;
      ++at;
    } else if (rest[0] == '[') {
      at = ReadClass(glob, at + 1, token);
      if (at == 0) return refuse("has a '[' without ']'");
    } else {
      if (rest[0] == '\\' && rest.size() == 1) return refuse("ends in a lone backslash");
      if (rest[0] == '\\') ++at;
      token.character = NextCharacter(glob, at);
    }
    tokens.push_back(std::move(token));
  }
  if (glob.back() == '/' && tokens.back().kind == Kind::kCharacter) {
    tokens.emplace_back().kind = Kind::kDeepStar;
  }
  return tokens;
}

bool InClass(const Token& token, char32_t character) {
  if (character == U'/') return false;
  for (const Span& span : token.spans) {
    if (character >= span.first && character <= span.last) return !token.negated;
  }
  return token.negated;
}

// A set of places in the glob that the path read so far can have reached. Stepping all of them at
// once is what keeps the match from exploding on "*a*a*a*b".
class Places {
 public:
  explicit Places(const std::vector<Token>& tokens)
      : tokens_(tokens), here_(tokens.size() + 1), inside_(tokens.size() + 1) {
    Enter(here_, 0);
  }

  void Step(char32_t character) {
    std::vector<char> next(here_.size()), next_inside(here_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!here_[i] && !inside_[i]) continue;
      const Token& token = tokens_[i];
      switch (token.kind) {
        case Kind::kCharacter:
          if (token.character == character) Enter(next, i + 1);
          break;
        case Kind::kAnyCharacter:
          if (character != U'/') Enter(next, i + 1);
          break;
        case Kind::kClass:
          if (InClass(token, character)) Enter(next, i + 1);
          break;
        case Kind::kStar:
          if (character != U'/') Enter(next, i);
          break;
        case Kind::kDeepStar:
          Enter(next, i);
          break;
        case Kind::kFolders:
          // Within a folder's name the glob cannot go on; at its slash it can.
          if (character == U'/') {
            Enter(next, i);
          } else {
            next_inside[i] = 1;
          }
          break;
      }
    }
    here_ = std::move(next);
    inside_ = std::move(next_inside);
  }

  bool AtEnd() const { return here_.back() != 0; }

 private:
  void Enter(std::vector<char>& places, std::size_t at) const {
    while (!places[at]) {
      places[at] = 1;
      if (at == tokens_.size()) return;
      const Kind kind = tokens_[at].kind;
      if (kind != Kind::kStar && kind != Kind::kDeepStar && kind != Kind::kFolders) return;
      ++at;  // a star may match nothing
    }
  }

  const std::vector<Token>& tokens_;
  std::vector<char> here_;
  std::vector<char> inside_;  // in the middle of a folder's name under `**/`
};

// Whether the last name in the glob has no wildcards: it may be that of a folder.
bool EndsInAName(const std::vector<Token>& tokens) {
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    if (token->kind == Kind::kFolders) return token != tokens.rbegin();
    if (token->kind != Kind::kCharacter) return false;
    if (token->character == U'/') return true;
  }
  return true;
}

}  // namespace

Status CheckGlob(std::string_view glob) {
  if (auto tokens = Compile(glob); !tokens) return std::unexpected(std::move(tokens).error());
  return {};
}

bool MatchesGlob(std::string_view glob, std::string_view path) {
  const auto tokens = Compile(glob);
  if (!tokens) return false;
  Places places(*tokens);
  const bool may_be_folder = EndsInAName(*tokens);
  for (std::size_t at = 0; at < path.size();) {
    const char32_t character = NextCharacter(path, at);
    if (character == U'/' && may_be_folder && places.AtEnd()) return true;
    places.Step(character);
  }
  return places.AtEnd();
}

}  // namespace sitedoor::crawl
