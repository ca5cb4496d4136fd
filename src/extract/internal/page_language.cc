#include "extract/internal/page_language.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

// Prose enough for the language to be clear.
constexpr std::size_t kMostSampleBytes = 1024;
constexpr std::size_t kMostBytesOfCharacter = 4;
// Of a longer page the rest is not looked at.
constexpr std::size_t kMostSourceBytes = 256 << 10;

// Gives each line of Markdown that is no code, until `take` returns false.
template <class Take>
void ForEachProseLine(std::string_view markdown, Take take) {
  bool in_fence = false;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
    const std::string_view line = markdown.substr(at, end - at);
    at = end + 1;
    if (line.find("```") != std::string_view::npos) {
      in_fence = !in_fence;
    } else if (!in_fence && !take(line)) {
      return;
    }
  }
}

// Appends a line without its link targets, which are English or nothing on any page, as far as
// `most` bytes of the sample.
void Append(std::string_view line, std::size_t most, std::string& sample) {
  const auto add = [&](std::string_view text) {
    sample += text.substr(0, most - std::min(most, sample.size()));
  };
  while (!line.empty()) {
    const std::size_t target = line.find("](");
    if (target == std::string_view::npos) break;
    add(line.substr(0, target + 1));
    line.remove_prefix(std::min(line.find(')', target), line.size() - 1) + 1);
  }
  add(line);
  sample += '\n';
}

std::string BeginningOf(std::string_view markdown) {
  std::string sample;
  sample.reserve(kMostSampleBytes + 2 * kMostBytesOfCharacter);
  ForEachProseLine(markdown, [&](std::string_view line) {
    Append(line, kMostSampleBytes + kMostBytesOfCharacter, sample);
    return sample.size() < kMostSampleBytes;
  });
  return std::string(text::Prefix(sample, kMostSampleBytes));
}

// Pieces of equal size from places that divide the prose.
std::string SpreadOver(std::string_view markdown) {
  constexpr std::size_t kPieces = 6;
  std::vector<std::string_view> lines;
  std::size_t bytes = 0;
  ForEachProseLine(markdown.substr(0, kMostSourceBytes), [&](std::string_view line) {
    lines.push_back(line);
    bytes += line.size() + 1;
    return true;
  });
  if (bytes <= kMostSampleBytes) return BeginningOf(markdown);
  std::string sample;
  std::size_t line = 0, before = 0;
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    for (; line < lines.size() && before * kPieces < piece * bytes; ++line) {
      before += lines[line].size() + 1;
    }
    const std::size_t most = sample.size() + kMostSampleBytes / kPieces;
    for (; line < lines.size() && sample.size() < most; ++line) {
      before += lines[line].size() + 1;
      Append(lines[line], most, sample);
    }
  }
  return sample;
}

// Of the content's element or one round it, but for <html>.
std::string LanguageRound(html::Node root) {
  for (html::Node node = root; node && !node.IsElement(LXB_TAG_HTML); node = node.Parent()) {
    const std::string tag = text::NormalizeLanguageTag(
        node.HasAttribute("lang") ? node.Attribute("lang") : node.Attribute("xml:lang"));
    if (!tag.empty()) return tag;
  }
  return "";
}

// Languages that detection takes for one another.
std::string_view Family(std::string_view tag) {
  constexpr auto kAlike =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"nb", "da"},
                                                                    {"nn", "da"},
                                                                    {"no", "da"},
                                                                    {"sr", "hr"},
                                                                    {"bs", "hr"},
                                                                    {"sh", "hr"},
                                                                    {"cnr", "hr"},
                                                                    {"sl", "hr"},
                                                                    {"ms", "id"},
                                                                    {"sk", "cs"},
                                                                    {"gl", "pt"},
                                                                    {"fil", "tl"},
                                                                    {"be", "ru"},
                                                                    {"af", "nl"},
                                                                    {"yue", "zh"},
                                                                    {"nan", "zh"},
                                                                    {"mk", "bg"}});
  const std::string_view primary = text::PrimaryLanguage(tag);
  for (const auto& [language, family] : kAlike) {
    if (primary == language) return family;
  }
  return primary;
}

std::size_t CountLetters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; }));
}

// The language that the text is in beyond doubt, where it is not `declared`; "" otherwise. Both
// ways of taking a sample have to agree: pages of names and code read like anything.
std::string Contradiction(std::string_view declared, std::string_view markdown) {
  constexpr std::size_t kLeastLetters = 300;
  const std::string sample = SpreadOver(markdown);
  if (CountLetters(sample) < kLeastLetters) return "";
  std::string language = text::DetectLanguage(sample);
  if (language.empty() || Family(language) == Family(declared)) return "";
  if (text::DetectLanguage(sample, declared) != language) return "";
  return text::DetectLanguage(BeginningOf(markdown), declared) == language ? language : "";
}

std::string Guessed(const std::string& hint, std::string_view markdown) {
  if (hint.empty() || text::PrimaryLanguage(hint) == "en") {
    return text::DetectLanguage(BeginningOf(markdown));
  }
  return text::DetectLanguage(SpreadOver(markdown), hint);
}

// Whether `tag` says the same more exactly: "pt-BR" of "pt", "zh-Hant-TW" of "zh-Hant".
bool Refines(std::string_view tag, std::string_view language) {
  return !language.empty() && tag.size() > language.size() && tag.starts_with(language) &&
         tag[language.size()] == '-';
}

// Whether a part of a path that names a language is a word of no other meaning: "/de/", "/pt-BR/",
// but not "/to/" or "/is/".
bool IsNoOtherWord(std::string_view tag) {
  constexpr auto kLanguages = std::to_array<std::string_view>(
      {"ar", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fa", "fi", "fr",
       "gl", "he", "hi", "hr", "hu", "ja", "ka", "ko", "lt", "lv", "nb", "nl", "nn", "pl",
       "pt", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "th", "tr", "uk", "ur", "vi", "zh"});
  static_assert(std::ranges::is_sorted(kLanguages));
  return tag.find('-') != std::string_view::npos || std::ranges::binary_search(kLanguages, tag);
}

}  // namespace

LanguageFinding FindLanguage(const DeclaredLanguages& declared, html::Node content_root,
                             std::string_view path, std::string_view markdown) {
  const std::string round = LanguageRound(content_root);
  const std::string in_path = text::LanguageInPath(path);
  const auto more_exactly = [&](std::string language) {
    for (const std::string* hint : {&declared.of_links, &in_path, &declared.of_page}) {
      if (Refines(*hint, language)) return *hint;
    }
    return language;
  };
  if (declared.of_page.empty()) {
    const std::string& hint =
        !round.empty() ? round : (!declared.of_links.empty() ? declared.of_links : in_path);
    std::string language = Guessed(hint, markdown);
    // Too little text to tell, or none that is known.
    for (const std::string* said : {&round, &declared.of_links}) {
      if (language.empty()) language = *said;
    }
    if (language.empty() && IsNoOtherWord(in_path)) language = in_path;
    return {.language = more_exactly(std::move(language)), .contradicts = ""};
  }
  const std::string& stated = round.empty() ? declared.of_page : round;
  std::string other = Contradiction(stated, markdown);
  if (other.empty()) return {.language = more_exactly(stated), .contradicts = ""};
  return {.language = more_exactly(std::move(other)), .contradicts = stated};
}

}  // namespace sitedoor::extract
