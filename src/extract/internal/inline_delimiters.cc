// The delimiters of InlineText's styles and links: written only where a CommonMark parser sees them
// as such, taken back where what follows shows that it would not.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "extract/internal/inline_text.h"
#include "extract/internal/link_destination.h"
#include "extract/internal/unicode_classes.h"

namespace sitedoor::extract::internal {
namespace {

std::string_view Delimiter(bool strike, bool strong) {
  if (strike) return "~~";
  return strong ? "**" : "*";
}

}  // namespace

void InlineText::WriteOpeners(char32_t next) {
  char32_t before = AtLineStart() ? U' ' : CodePointBefore(out_, out_.size());
  if (last_close_ == out_.size()) before = CodePointBefore(out_, last_close_ - last_close_size_);
  const std::size_t first = first_unwritten_;
  for (std::size_t i = first; i < spans_.size(); ++i) {
    Span& span = spans_[i];
    if (span.suppressed) continue;
    if (span.kind == Span::Kind::kLink) {
      if (!out_.empty() && out_.back() == '!' && text_end_ == out_.size())
        out_.insert(out_.size() - 1, 1, '\\');
      span.begin = out_.size();
      out_ += '[';
      span.plain_begin = plain_.size();
      span.has_text = false;
      open_link_ = i;
      before = U'[';
      continue;
    }
    char32_t following = next;
    for (std::size_t j = i + 1; j < spans_.size(); ++j) {
      if (spans_[j].kind == Span::Kind::kLink && !spans_[j].suppressed) following = U'[';
    }
    const std::string_view mark =
        Delimiter(span.kind == Span::Kind::kStrike, span.kind == Span::Kind::kStrong);
    if (last_close_ == out_.size() && last_close_kind_ == span.kind) {
      // "**a**" directly before "**b**" would read as one run of four: they become one.
      if (!unsure_.empty() && unsure_.back().close + mark.size() == out_.size()) unsure_.pop_back();
      out_.resize(out_.size() - mark.size());
      span.begin = last_close_begin_;
      last_close_ = kPending;
      continue;
    }
    if (GoesOnFromInner(span)) continue;
    const bool opens =
        !IsMarkdownSpace(following) &&
        (!IsMarkdownPunctuation(following) || IsMarkdownSpace(before) || IsSurePunctuation(before));
    const bool could_close = !IsMarkdownSpace(before) &&
                             (!IsMarkdownPunctuation(before) || IsMarkdownPunctuation(following));
    if (!opens || (could_close && InLongDelimiterRun(first))) {
      span.begin = out_.size();
      span.suppressed_here = true;
      continue;
    }
    span.begin = out_.size();
    out_ += mark;
  }
  first_unwritten_ = spans_.size();
}

// "<b><i>x</i></b><i>y</i>", which browsers make of "<b><i>x</b>y</i>", is "***x**y*": what was
// closed first is opened again, and may as well have been the outer of the two.
bool InlineText::GoesOnFromInner(Span& span) {
  const bool follows = last_close_ == out_.size() && unsure_.empty() &&
                       inner_close_ == last_close_ - last_close_size_ &&
                       inner_close_begin_ == last_close_begin_ + last_close_size_;
  const bool is_strike =
      span.kind == Span::Kind::kStrike || last_close_kind_ == Span::Kind::kStrike;
  if (!follows || inner_close_kind_ != span.kind || is_strike) return false;
  const std::size_t size = Delimiter(false, span.kind == Span::Kind::kStrong).size();
  out_.resize(out_.size() - size);
  span.begin = last_close_begin_;
  last_close_ = out_.size();
  last_close_begin_ += size;
  inner_close_ = kPending;
  return true;
}

// Whether one of the first `count` spans was opened by a part of a run such as "***": what is left
// of that run matches any delimiter that could close it, so one that only means to open must not be
// written.
bool InlineText::InLongDelimiterRun(std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    const Span& span = spans_[i];
    const bool has_mark = !span.suppressed && !span.suppressed_here && span.begin != kPending &&
                          (span.kind == Span::Kind::kStrong || span.kind == Span::Kind::kEmphasis);
    if (!has_mark) continue;
    const std::size_t end = span.begin + (span.kind == Span::Kind::kStrong ? 2 : 1);
    if (span.begin > 0 && out_[span.begin - 1] == '*') return true;
    if (end < out_.size() && out_[end] == '*') return true;
  }
  return false;
}

void InlineText::ResolveUnsure(char32_t next) {
  if (unsure_.empty()) return;
  if (!IsMarkdownSpace(next) && !IsSurePunctuation(next)) {
    for (const UnsureClose& pair : unsure_) {
      std::fill_n(out_.begin() + static_cast<std::ptrdiff_t>(pair.open), pair.size, kErased);
      std::fill_n(out_.begin() + static_cast<std::ptrdiff_t>(pair.close), pair.size, kErased);
    }
    // What follows a closing one is neither white space nor punctuation.
    for (const UnsureClose& pair : unsure_) KeepApart(pair.open, pair.size);
  }
  unsure_.clear();
}

// What was on both sides of a delimiter taken back are neighbours now: they must not be markup
// together.
void InlineText::KeepApart(std::size_t erased, std::size_t size) {
  std::size_t before = erased, after = erased + size;
  while (before > 0 && out_[before - 1] == kErased) --before;
  while (after < out_.size() && out_[after] == kErased) ++after;
  if (before == 0 || after == out_.size()) return;
  const char left = out_[before - 1], right = out_[after];
  if (left == ']' && right == '(') out_[after - 1] = '\\';
  if (left == '`' && right == '`') out_[after - 1] = ' ';
  if (left == '!' && right == '[') {
    out_[before - 1] = '\\';
    out_[before] = '!';
  }
}

std::size_t InlineText::EndOfKept() const {
  std::size_t end = out_.size();
  while (end > 0 && out_[end - 1] == kErased) --end;
  return end;
}

void InlineText::WriteCloser(Span& span) {
  if (span.kind == Span::Kind::kLink) {
    std::string_view plain = std::string_view(plain_).substr(span.plain_begin);
    out_ += "](";
    AppendLinkDestination(out_, span.url);
    out_ += ')';
    links_.push_back({span.url, std::string(plain)});
    open_link_ = kPending;
    return;
  }
  if (span.suppressed_here) {
    span.suppressed_here = false;
    return;
  }
  const std::string_view mark =
      Delimiter(span.kind == Span::Kind::kStrike, span.kind == Span::Kind::kStrong);
  if (out_.ends_with(" ~") && text_end_ == out_.size()) {  // and past those before a closing one
    out_.insert(out_.size() - 1, 1, '\\');
    text_end_ = out_.size();
  }
  const std::size_t content_end =
      last_close_ == out_.size() ? last_close_ - last_close_size_ : out_.size();
  if (IsMarkdownPunctuation(CodePointBefore(out_, content_end))) {
    unsure_.push_back({span.begin, out_.size(), mark.size()});
  }
  inner_close_ = last_close_ == out_.size() ? last_close_ : kPending;
  inner_close_begin_ = last_close_begin_;
  inner_close_kind_ = last_close_kind_;
  out_ += mark;
  last_close_ = out_.size();
  last_close_size_ = mark.size();
  last_close_kind_ = span.kind;
  last_close_begin_ = span.begin;
}

}  // namespace sitedoor::extract::internal
