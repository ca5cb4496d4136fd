#include "extract/internal/css_variables.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"

#include "extract/internal/css_tokens.h"
#include "extract/internal/css_value.h"
#include "extract/internal/style_conditions.h"

namespace sitedoor::extract::internal {

Variables VariablesOf(std::string_view declarations) {
  constexpr std::size_t kMostVariables = 4096, kMostValueBytes = 200;
  Variables variables;
  std::unordered_set<std::string> important;
  while (!declarations.empty() && variables.size() < kMostVariables) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view one = Trimmed(declarations.substr(0, end));
    const std::size_t colon = one.find(':');
    if (one.starts_with("--") && colon != std::string_view::npos) {
      const std::string_view all = one.substr(colon + 1);
      const std::size_t mark = all.find('!');
      const bool is_important = mark != std::string_view::npos;
      const std::string_view value = Trimmed(all.substr(0, mark));
      std::string name(Trimmed(one.substr(0, colon)));
      const bool is_beaten = !is_important && important.contains(name);
      if (is_important) important.insert(name);
      if (value.size() <= kMostValueBytes && !is_beaten)
        variables[std::move(name)] = std::string(value);
    }
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
  return variables;
}

namespace {

// Of "if(media(print): block; else: none)", without its name: the first whose condition holds.
std::optional<std::string_view> ChosenOf(std::string_view branches) {
  constexpr std::string_view kElse = "else", kMedia = "media(", kSupports = "supports(";
  constexpr int kMostBranches = 16;
  for (int i = 0; i < kMostBranches && !branches.empty(); ++i) {
    const std::size_t end = EndOfDeclaration(branches);
    const std::string_view branch = Trimmed(branches.substr(0, end));
    branches.remove_prefix(std::min(end + 1, branches.size()));
    const std::size_t open = branch.find('(');
    const std::size_t colon =
        branch.find(':', open < branch.find(':') ? EndOfBrackets(branch, open) : 0);
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view condition = Trimmed(branch.substr(0, colon));
    const std::string_view value = Trimmed(branch.substr(colon + 1));
    if (EqualsIgnoringAsciiCase(condition, kElse)) return value;
    if (!condition.ends_with(')')) return std::nullopt;
    const auto inside = [&](std::string_view name) {
      return condition.substr(name.size(), condition.size() - name.size() - 1);
    };
    Holds holds = Holds::kMaybe;
    if (StartsWithIgnoringAsciiCase(condition, kMedia)) {
      const std::string_view query = inside(kMedia);
      const bool is_feature = query.find(':') != std::string_view::npos;
      if (is_feature) holds = MediaHold("(" + std::string(query) + ")");
      if (!is_feature && MediaHold(query) == Holds::kNo) holds = Holds::kNo;
    } else if (StartsWithIgnoringAsciiCase(condition, kSupports)) {
      holds = SupportsHold("(" + std::string(inside(kSupports)) + ")");
    }
    if (holds == Holds::kYes) return value;
    if (holds == Holds::kMaybe) return std::nullopt;
  }
  return std::nullopt;
}

enum class Call { kVar, kEnv, kIf };
struct KnownCall {
  std::string_view name;
  Call call;
};
constexpr auto kCalls =
    std::to_array<KnownCall>({{"var(", Call::kVar}, {"env(", Call::kEnv}, {"if(", Call::kIf}});

struct FoundCall {
  std::size_t at;
  KnownCall known;
};

// The first, which no longer name ends with.
std::optional<FoundCall> NextCall(std::string_view text, std::size_t from) {
  for (std::size_t open = text.find('(', from); open != std::string_view::npos;
       open = text.find('(', open + 1)) {
    const std::string_view before = text.substr(0, open + 1);
    for (const KnownCall& known : kCalls) {
      if (before.size() < known.name.size()) continue;
      const std::size_t at = before.size() - known.name.size();
      const char c = at == 0 ? ' ' : text[at - 1];
      const bool is_whole = !IsAsciiAlnum(c) && c != '-' && c != '_';
      if (is_whole && EqualsIgnoringAsciiCase(before.substr(at), known.name))
        return FoundCall{at, known};
    }
  }
  return std::nullopt;
}

// What the browser itself has set, on screens without notches.
std::optional<std::string> EnvironmentOf(std::string_view name) {
  if (StartsWithIgnoringAsciiCase(name, "safe-area-")) return "0px";
  return std::nullopt;
}

}  // namespace

bool UsesSubstitution(std::string_view declarations) {
  return NextCall(declarations, 0).has_value();
}

std::string WithVariables(std::string_view declarations, VariableLookup lookup) {
  constexpr std::string_view kNothing = "unset";  // the declaration is then as if it said that
  constexpr int kMostReplaced = 64;
  constexpr std::size_t kMostBytes = 1u << 14;
  std::string text(declarations);
  std::size_t from = 0;
  for (int i = 0; i < kMostReplaced && text.size() < kMostBytes; ++i) {
    const auto found = NextCall(text, from);
    if (!found) break;
    const std::size_t begin = found->at, open = begin + found->known.name.size();
    const std::size_t end = EndOfBrackets(text, open - 1);
    const bool is_closed = text[end - 1] == ')' && end > open;
    const std::string_view inside =
        std::string_view(text).substr(open, end - open - (is_closed ? 1 : 0));
    std::optional<std::string> value;
    if (found->known.call == Call::kIf) {
      value = ChosenOf(inside);
    } else {
      const std::size_t comma = std::min(inside.find(','), inside.size());
      const std::string name(Trimmed(inside.substr(0, comma)));
      value = found->known.call == Call::kVar ? lookup(name) : EnvironmentOf(name);
      if (!value && comma < inside.size()) value = std::string(Trimmed(inside.substr(comma + 1)));
    }
    text.replace(begin, end - begin, value.value_or(std::string(kNothing)));
    from = begin;
  }
  return text;
}

std::string WithVariables(std::string_view declarations, const Variables& variables) {
  return WithVariables(declarations, [&](const std::string& name) -> std::optional<std::string> {
    const auto known = variables.find(name);
    if (known == variables.end()) return std::nullopt;
    return known->second;
  });
}

}  // namespace sitedoor::extract::internal
