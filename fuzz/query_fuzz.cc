// Property: arbitrary bytes as a query are answered, or refused as kInvalidArgument; and every mark
// of every passage lies in its snippet, on code-point borders, ascending and apart.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "search/search.h"
#include "search/testing/small_site.h"
#include "text/utf8.h"

namespace {

using sitedoor::search::testing::SmallSite;

// More than a search reads whole, with escapes and characters of every length at each cut.
std::string Longer() {
  std::string text;
  for (int line = 0; text.size() < (70 << 10); ++line) {
    text += std::string(static_cast<std::size_t>(line % 7), '\\') +
            "\"Zürich\"\t有料配信\x01 👍🏽\n" +
            (line == 1500 ? "KeyError: std::vector point in time recovery\n" : "");
  }
  return text;
}

const SmallSite& Site() {
  static const SmallSite site({
      {"guide/install.html",
       "Installing",
       {{"Run apt-get install with --with-openssl, or build std::vector<int> from source in C++.",
         "From source", "src"},
        {"Version 14.2.1.0 of my_file-v2.tar.gz replaces v14.1; see /etc/apt/sources.list.",
         "Versions"}}},
      {"de/zuerich.html", "Zürich", {{"Die große Straße nach Zürich; mehrere Häuser. 👍🏽"}}, "de"},
      {"fr/cafe.html", "Cafe\xCC\x81", {{"L'été au café, c'est quoi un paquet virtuel ?"}}, "fr"},
      {"ja/haishin.html",
       "有料配信",
       {{"有料配信のお知らせ。料金が有る配達。認證/认证/認証"}},
       "ja"},
      {"th/page.html", "ภาษาไทย", {{"ภาษาไทยเขียนติดกันโดยไม่มีช่องว่าง"}}, "th"},
      {"ar/page.html", "", {{"اللغة العربية تُكتب من اليمين"}}, "ar"},
      {"long.html",
       "Long",
       {{std::string(3000, 'x') + " point in time recovery " + std::string(3000, 'y')}}},
      {"longer.html", "Longer", {{Longer()}}},
  });
  return site;
}

bool OnBorder(const std::string& text, std::size_t at) {
  return at == text.size() ||
         (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80);
}

void Check(const sitedoor::search::Passage& passage) {
  std::size_t last = 0;
  for (const sitedoor::document::ByteRange& mark : passage.marks) {
    if (mark.begin < last || mark.end <= mark.begin || !OnBorder(passage.snippet, mark.begin) ||
        !OnBorder(passage.snippet, mark.end)) {
      std::abort();
    }
    last = mark.end;
  }
  if (!sitedoor::text::IsValid(passage.snippet)) std::abort();
  if (!sitedoor::text::IsValid(passage.text)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const sitedoor::search::Searcher searcher;
  sitedoor::search::SearchRequest request;
  request.text.assign(reinterpret_cast<const char*>(data), size);
  request.snippet_characters = 60;
  request.explain = sitedoor::search::SearchRequest::Explain::kYes;
  const auto response = searcher.Search(Site().snapshot(), request);
  if (!response) {
    if (response.error().code != sitedoor::ErrorCode::kInvalidArgument) std::abort();
    return 0;
  }
  for (const auto& hit : response->hits) {
    if (!(hit.score > 0) || hit.passages.empty()) std::abort();
    for (const auto& passage : hit.passages) Check(passage);
  }
  return 0;
}
