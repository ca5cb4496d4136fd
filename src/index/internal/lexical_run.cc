#include "index/internal/lexical_run.h"

#include <algorithm>
#include <array>

#include "index/whole_terms.h"
#include "net/url.h"
#include "text/language.h"

namespace sitedoor::index::internal {
namespace {

using document::Chunk;

// A whole title is not more of one for being long: so often that its impact is the greatest.
constexpr std::uint32_t kSaturating = 1000;

bool CountsAsLength(text::TermKind kind) {
  return kind == text::TermKind::kExact || kind == text::TermKind::kPart;
}

// "library/os.path.html" gives "library os.path", "docs/index.html" gives "docs". Separators of
// paths and queries become spaces, or the whole path would be one identifier.
std::string UrlWords(std::string_view id) {
  static constexpr auto kExtensions =
      std::to_array<std::string_view>({".html", ".htm", ".xhtml", ".md", ".php", ".aspx"});
  std::string words = net::PercentDecode(id.substr(0, id.find('?')));
  const std::size_t slash = words.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  for (const std::string_view extension : kExtensions) {
    if (words.size() > name + extension.size() && words.ends_with(extension)) {
      words.resize(words.size() - extension.size());
      break;
    }
  }
  if (std::string_view(words).substr(name) == "index") words.resize(name);
  if (const std::size_t query = id.find('?'); query != std::string_view::npos) {
    words += ' ';
    words += net::PercentDecode(id.substr(query + 1));
  }
  for (char& c : words) {
    if (c == '/' || c == '?' || c == '&' || c == '=') c = ' ';
  }
  return words;
}

}  // namespace

LexicalRun::SharedTerms LexicalRun::Analyze(std::string_view text) {
  SharedTerms terms;
  analyzer_.Analyze(text, languages_, [&](const text::Term& term) {
    terms.occurrences.push_back({std::string(term.text), RunPostings::HashOf(term.text)});
    if (CountsAsLength(term.kind)) ++terms.length;
  });
  return terms;
}

void LexicalRun::Count(const SharedTerms& terms, Field field, FieldCounts& length) {
  for (const auto& [term, hash] : terms.occurrences) postings_.Count(term, hash, field);
  length[static_cast<std::size_t>(field)] = terms.length;
}

void LexicalRun::CountHeadings(const Chunk& chunk, FieldCounts& length) {
  if (chunk.heading_path != heading_path_) {
    heading_path_ = chunk.heading_path;
    std::string joined;
    for (const std::string& heading : heading_path_) joined += heading + "\n";
    heading_terms_ = Analyze(joined);
    if (!heading_path_.empty()) CountWhole(kHeadingMark, heading_path_.back(), Field::kHeadings);
  }
  Count(heading_terms_, Field::kHeadings, length);
}

// What begins in a code range is code, the rest is body.
void LexicalRun::CountText(const Chunk& chunk, FieldCounts& length) {
  auto range = chunk.code_ranges.begin();
  analyzer_.Analyze(chunk.text, languages_, [&](const text::Term& term) {
    while (range != chunk.code_ranges.end() && range->end <= term.begin) ++range;
    const bool in_code = range != chunk.code_ranges.end() && range->begin <= term.begin;
    const Field field = in_code ? Field::kCode : Field::kBody;
    postings_.Count(term.text, RunPostings::HashOf(term.text), field);
    if (CountsAsLength(term.kind)) ++length[static_cast<std::size_t>(field)];
  });
}

void LexicalRun::CountWhole(char mark, std::string_view text, Field field) {
  for (const std::string& term : WholeTerms(analyzer_, mark, text)) {
    postings_.Count(term, RunPostings::HashOf(term), field, kSaturating);
  }
}

void LexicalRun::Add(const LexicalPage& page, std::span<const Chunk> chunks, PagePlace place) {
  pages_.push_back({page, static_cast<std::uint32_t>(chunks.size()), place});
  if (chunks.empty()) return;
  languages_.clear();
  if (!page.language.empty()) languages_.emplace_back(text::PrimaryLanguage(page.language));
  heading_path_.clear();
  heading_terms_ = {};
  const SharedTerms title = Analyze(page.title);
  const SharedTerms url = Analyze(UrlWords(page.id));
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    FieldCounts length{};
    Count(title, Field::kTitle, length);
    if (i == 0) CountWhole(kTitleMark, page.title, Field::kTitle);
    CountHeadings(chunks[i], length);
    CountText(chunks[i], length);
    Count(url, Field::kUrl, length);
    postings_.EndChunk(place.first_chunk + static_cast<ChunkId>(i));
    lengths_.push_back(length);
  }
}

}  // namespace sitedoor::index::internal
