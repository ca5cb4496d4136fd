// MarkdownWalk at the limit of its output.
#include <algorithm>
#include <bit>

#include "extract/internal/markdown_walk.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

// Of the text before a cut, so much is searched for the end of a sentence, and of that behind it,
// so much is seen, to know whether a sentence goes on there.
constexpr std::size_t kLookBackBytes = 4096, kLookAheadBytes = 64;
// Of what all lists and quotes, nested as deep as they may be, put in front of a line, several
// times.
constexpr std::size_t kMostPrefixBytes = 64u << 10;
constexpr std::size_t kHeadingMarkBytes = 8;

// The last end of a sentence, or else of a word, in the first `most` bytes of the text; 0 when
// there is none.
std::size_t NaturalEnd(std::string_view text, std::size_t most) {
  const std::string_view fitting = text::Prefix(text, most);
  std::size_t begin = fitting.size() - std::min(fitting.size(), kLookBackBytes);
  while (begin < fitting.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    ++begin;
  const std::string_view seen =
      text::Prefix(text.substr(begin), fitting.size() - begin + kLookAheadBytes);
  std::size_t cut = 0;
  for (const std::size_t end : text::SentenceEnds(seen)) {
    if (end < seen.size() && begin + end <= fitting.size()) cut = begin + end;
  }
  if (cut > 0) return cut;
  const std::size_t word = text::WordBreakBefore(seen, fitting.size() - begin);
  return word > 0 ? begin + word : 0;
}

std::size_t VisibleBytes(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return static_cast<unsigned char>(c) > ' '; }));
}

}  // namespace

std::size_t MarkdownWalk::Room() const {
  std::size_t room = 0;
  std::size_t used = inline_.Bytes();
  if (in_cell_) {
    room = blocks_.RoomInLine();
    used += row_bytes_;
  } else {
    room = blocks_.RoomInNextBlock();
    used += heading_ ? kHeadingMarkBytes : 0;
  }
  return used < room ? room - used : 0;
}

bool MarkdownWalk::Fits(std::size_t bytes) const {
  const std::size_t used = blocks_.Text().size() + inline_.Bytes() + row_bytes_;
  return used + bytes + kMostPrefixBytes < options_.most_bytes || bytes < Room();
}

void MarkdownWalk::WriteText(std::string_view text, Node from) {
  if (stopped_) return;
  if (Fits(3 * text.size() + 3) || inline_.BytesOf(text) <= Room()) {
    inline_.Text(text);
    return;
  }
  const std::size_t room = Room();
  // What a prefix takes grows with it.
  std::size_t most = 0;
  for (std::size_t step = std::bit_floor(std::max<std::size_t>(text.size(), 1)); step > 0;
       step /= 2) {
    const std::size_t longer = most + step;
    if (longer <= text.size() && inline_.BytesOf(text.substr(0, longer)) <= room) most = longer;
  }
  std::size_t cut = NaturalEnd(text, most);
  // One word without an end, and nothing in front of it.
  if (cut == 0 && inline_.Empty() && blocks_.Text().empty()) cut = text::Prefix(text, most).size();
  if (cut > 0) inline_.Text(text.substr(0, cut));
  Stop(from, text.substr(0, cut));
}

void MarkdownWalk::Stop(Node at, std::string_view written) {
  if (stopped_) return;
  stopped_ = true;
  stop_ = at;
  stop_visible_bytes_ = VisibleBytes(written);
}

double MarkdownWalk::ShareBeforeStop() const {
  std::size_t before = 0, all = 0;
  for (Node at = root_; at;) {
    if (at == stop_) before = all;
    if (at.IsText()) all += VisibleBytes(at.Text());
    const bool skip = at != root_ && at.IsElement() && IsExcluded(at);
    at = at.Next(root_, skip ? Node::Descend::kNo : Node::Descend::kYes);
  }
  before += std::min(stop_visible_bytes_, all - before);
  return all == 0 ? 1 : static_cast<double>(before) / static_cast<double>(all);
}

}  // namespace sitedoor::extract::internal
