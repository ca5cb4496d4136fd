#include "doors/operations/internal/search_answer.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/json_escape.h"
#include "base/json_text.h"
#include "text/quotable.h"
#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

namespace json = boost::json;
using search::Hit;
using search::Passage;

constexpr std::size_t kMostNoteBytes = 600;  // escaped, with its member name
constexpr std::size_t kMostWordBytes = 60;   // of a question, in the note
constexpr std::size_t kMostTitleBytes = 300;
constexpr std::size_t kMostHeadings = 8;
constexpr std::size_t kMostHeadingBytes = 200;
constexpr std::size_t kLeastTextBytes = 120;  // a hit with less text than that does not help
constexpr std::string_view kEllipsis = "…";

std::string Shortened(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  return std::string(text::Prefix(text, most_bytes - kEllipsis.size())).append(kEllipsis);
}

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// `begin` moved on to the start of a word, if one starts within 40 bytes; else of a code point.
std::size_t WordBegin(std::string_view text, std::size_t begin) {
  if (begin == 0) return 0;
  for (std::size_t i = begin; i < std::min(text.size(), begin + 40); ++i) {
    if (IsSpace(text[i - 1])) return i;
  }
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  return begin;
}

// The same backwards, for an end.
std::size_t WordEnd(std::string_view text, std::size_t end) {
  if (end >= text.size()) return text.size();
  for (std::size_t i = end; i + 40 > end && i > 0; --i) {
    if (IsSpace(text[i])) return i;
  }
  return text::Prefix(text, end).size();
}

// The part of a passage round its best matches whose escaped form has at most `most_bytes`.
std::string CutPassage(const Passage& passage, std::size_t most_bytes) {
  const std::size_t found = passage.text.find(passage.snippet);
  const bool inside = found != std::string::npos && !passage.snippet.empty();
  const std::string_view text = inside || passage.snippet.empty() ? passage.text : passage.snippet;
  const std::size_t snippet_begin = inside ? found : 0;
  const std::size_t marks = 2 * kEllipsis.size();
  if (most_bytes <= marks || text.empty()) return "";
  std::size_t room = (most_bytes - marks) * text.size() / JsonEscapedBytes(text);
  // Twice is enough unless the escapes are very unevenly spread.
  for (int attempt = 0; attempt < 8 && room > 0; ++attempt, room = room * 3 / 4) {
    const std::size_t beside = room > passage.snippet.size() ? room - passage.snippet.size() : 0;
    const std::size_t latest = text.size() > room ? text.size() - room : 0;
    const std::size_t before = std::min(snippet_begin, beside / 3);
    const std::size_t begin = WordBegin(text, std::min(snippet_begin - before, latest));
    const std::size_t end = std::max(begin, WordEnd(text, std::min(text.size(), begin + room)));
    std::string cut(begin > 0 ? kEllipsis : "");
    cut.append(text.substr(begin, end - begin));
    if (end < text.size()) cut.append(kEllipsis);
    if (JsonEscapedBytes(cut) <= most_bytes) return cut;
  }
  return "";
}

std::string HeadingLine(const std::vector<std::string>& heading_path) {
  std::string line;
  for (const std::string& heading : heading_path) {
    if (!line.empty()) line += " > ";
    line += Shortened(heading, kMostHeadingBytes);
  }
  if (!line.empty()) line += ":\n";
  return line;
}

// One of a hit's passages, with its escaped sizes, so that each is measured once.
struct Piece {
  const Passage* passage = nullptr;
  std::string heading_line;         // shown where the headings change
  std::size_t separator_bytes = 0;  // the most that stands between it and its neighbours
  std::size_t text_bytes = 0;
};

// Between two passages of a page with others in between.
constexpr std::string_view kGap = "\n\n…\n\n";

// Best first, as the hit has them.
std::vector<Piece> PiecesOf(const Hit& hit) {
  std::vector<Piece> pieces;
  pieces.reserve(hit.passages.size());
  for (const Passage& passage : hit.passages) {
    Piece piece{.passage = &passage, .heading_line = HeadingLine(passage.heading_path)};
    piece.text_bytes = JsonEscapedBytes(passage.text);
    if (!pieces.empty()) {
      // A passage that stands in front of the best one makes that one need its headings too.
      piece.separator_bytes = JsonEscapedBytes(kGap) + JsonEscapedBytes(piece.heading_line) +
                              JsonEscapedBytes(pieces.front().heading_line);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

struct Shown {
  const Piece* piece = nullptr;
  std::string_view text;
  enum class Extent { kWhole, kPart } extent = Extent::kWhole;
};

// The passages in the order of the page, as a reader would meet them: neighbours joined, others
// with a mark between, and with their headings where these change.
json::string InPageOrder(std::vector<Shown> shown, const std::vector<std::string>& result_path) {
  std::ranges::stable_sort(shown, {}, [](const Shown& one) { return one.piece->passage->chunk; });
  std::size_t bytes = 0;
  for (const Shown& one : shown) {
    bytes += kGap.size() + one.piece->heading_line.size() + one.text.size();
  }
  json::string text;
  text.reserve(bytes);
  const std::vector<std::string>* path = &result_path;
  const Shown* before = nullptr;
  for (const Shown& one : shown) {
    const Passage& passage = *one.piece->passage;
    if (before != nullptr) {
      const bool is_next = before->piece->passage->chunk + 1 == passage.chunk &&
                           before->extent == Shown::Extent::kWhole &&
                           one.extent == Shown::Extent::kWhole;
      text += is_next ? "\n\n" : kGap;
    }
    if (passage.heading_path != *path) text += one.piece->heading_line;
    text += one.text;
    path = &passage.heading_path;
    before = &one;
  }
  return text;
}

// As many of the passages as fit, the best ones first.
json::string TextWithin(const std::vector<Piece>& pieces, std::size_t most_bytes) {
  std::vector<Shown> shown;
  shown.reserve(pieces.size());
  std::string cut;  // of the best one
  std::size_t used = 0;
  for (const Piece& piece : pieces) {
    const Passage& passage = *piece.passage;
    if (shown.empty()) {
      const bool fits = piece.text_bytes <= most_bytes;
      if (!fits) cut = CutPassage(passage, most_bytes);
      used = fits ? piece.text_bytes : JsonEscapedBytes(cut);
      shown.push_back(
          {&piece, fits ? passage.text : cut, fits ? Shown::Extent::kWhole : Shown::Extent::kPart});
      continue;
    }
    const std::size_t room = most_bytes - used;
    std::size_t bytes = piece.separator_bytes + piece.text_bytes;
    const bool whole = bytes <= room;
    if (!whole) bytes = piece.separator_bytes + JsonEscapedBytes(passage.snippet);
    if (bytes > room || (!whole && passage.snippet.empty())) continue;
    shown.push_back({&piece, whole ? passage.text : passage.snippet,
                     whole ? Shown::Extent::kWhole : Shown::Extent::kPart});
    used += bytes;
  }
  if (shown.empty()) return {};
  const std::vector<std::string>& best_path = shown.front().piece->passage->heading_path;
  return InPageOrder(std::move(shown), best_path);
}

json::object WithoutText(const Hit& hit) {
  json::object result{{"id", hit.id},
                      {"title", Shortened(hit.title.empty() ? hit.id : hit.title, kMostTitleBytes)},
                      {"url", hit.url_with_anchor.empty() ? hit.url : hit.url_with_anchor}};
  json::array headings;
  for (const std::string& heading :
       hit.passages.empty() ? std::vector<std::string>{} : hit.passages.front().heading_path) {
    if (headings.size() == kMostHeadings) break;
    headings.emplace_back(Shortened(heading, kMostHeadingBytes));
  }
  result["heading_path"] = std::move(headings);
  return result;
}

struct Share {
  json::object result;  // without its text
  std::vector<Piece> pieces;
  std::size_t fixed = 0;   // its bytes, with an empty text and a comma
  std::size_t wanted = 0;  // of text
  std::size_t granted = 0;
};

// Evenly, then what is left over to the best. Returns false when somebody wanted more.
bool Grant(std::vector<Share>& shares, std::size_t bytes) {
  std::vector<Share*> by_want;
  for (Share& share : shares) by_want.push_back(&share);
  std::ranges::stable_sort(by_want, {}, &Share::wanted);
  std::size_t waiting = by_want.size();
  bool all = true;
  for (Share* share : by_want) {
    share->granted = std::min(share->wanted, bytes / waiting--);
    bytes -= share->granted;
    all &= share->granted == share->wanted;
  }
  for (Share& share : shares) {
    const std::size_t more = std::min(share.wanted - share.granted, bytes);
    share.granted += more;
    bytes -= more;
  }
  return all;
}

void AddSentence(std::string& note, std::string_view sentence) {
  if (!note.empty()) note += ' ';
  note += sentence;
}

std::string Note(const search::SearchResponse& response, std::size_t kept, bool shortened) {
  std::string note;
  if (response.hits.empty()) AddSentence(note, "No page matches.");
  if (!response.unmatched_words.empty()) {
    std::string words;
    for (const std::string& word : response.unmatched_words) {
      if (words.size() > 200) break;
      const std::string shown = text::Quotable(word, kMostWordBytes);
      if (!shown.empty()) words += (words.empty() ? "\"" : ", \"") + shown + "\"";
    }
    AddSentence(note, "No page holds: " + (words.empty() ? "what was asked for" : words) + ".");
  }
  if (!response.corrected_words.empty()) {
    std::string words;
    for (const search::CorrectedWord& word : response.corrected_words) {
      if (words.size() > 200) break;
      words += (words.empty() ? "\"" : ", \"") + text::Quotable(word.searched_for, kMostWordBytes) +
               "\" in place of \"" + text::Quotable(word.typed, kMostWordBytes) + "\"";
    }
    AddSentence(note, "Searched for " + words + ", which no page holds.");
  }
  // Other words do not help where a filter lets nothing through.
  if (response.hits.empty() && response.degraded.empty()) {
    AddSentence(note, "Try other or fewer words.");
  }
  if (kept < response.hits.size()) {
    AddSentence(note,
                std::to_string(response.hits.size() - kept) + " of " +
                    std::to_string(response.hits.size()) +
                    " results were left out to keep the answer short; ask for fewer with limit.");
  }
  if (shortened) AddSentence(note, "Passages were shortened; fetch gives a whole page.");
  if (!response.degraded.empty()) {
    std::string sentence = Shortened(response.degraded, 120) + ".";
    sentence[0] = AsciiUpper(sentence[0]);
    AddSentence(note, sentence);
  }
  while (JsonEscapedBytes(note) > kMostNoteBytes - 20) note = Shortened(note, note.size() * 3 / 4);
  return note;
}

}  // namespace

json::object SearchAnswer(const search::SearchResponse& response, std::size_t budget_bytes) {
  constexpr std::string_view kText = R"(,"text":"",)";
  const std::size_t reserved = kMostNoteBytes + 20;  // the note, and {"results":[]}
  const std::size_t budget = std::max<std::size_t>(budget_bytes, 1'000) - reserved;
  std::vector<Share> shares;
  std::size_t fixed = 0;
  for (const Hit& hit : response.hits) {
    Share share;
    share.result = WithoutText(hit);
    share.fixed = ToJson(share.result).size() + kText.size();
    share.pieces = PiecesOf(hit);
    for (const Piece& piece : share.pieces) {
      share.wanted += piece.separator_bytes + piece.text_bytes;
    }
    if (fixed + share.fixed + (shares.size() + 1) * kLeastTextBytes > budget) continue;
    fixed += share.fixed;
    shares.push_back(std::move(share));
  }
  const bool whole = Grant(shares, budget - fixed);

  json::array results;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    json::object& result = shares[i].result;
    result["text"] = TextWithin(shares[i].pieces, shares[i].granted);
    results.push_back(std::move(result));
  }
  const std::string note = Note(response, results.size(), !whole);
  json::object answer{{"results", std::move(results)}};
  if (!note.empty()) answer["note"] = note;
  return answer;
}

}  // namespace sitedoor::doors::internal
