// The code spans of InlineText. A finished span waits until something else follows, because
// directly adjacent spans
// ("`a``b`") would read as one with the wrong content: they become one span with both contents.
#include <algorithm>
#include <cstddef>

#include "extract/internal/inline_text.h"
#include "extract/internal/link_destination.h"
#include "extract/internal/unicode_classes.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

std::size_t LongestBacktickRun(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

void InlineText::OpenCode() {
  const bool style_begins =
      std::any_of(spans_.begin() + static_cast<std::ptrdiff_t>(first_unwritten_), spans_.end(),
                  [](const Span& span) { return !span.suppressed; });
  const bool something_between = pending_space_ || pending_breaks_ > 0 || style_begins;
  if (code_depth_ == 0 && HasPendingCode() && something_between) FlushCode();
  if (code_depth_ == 0) code_begin_ = code_.size();
  ++code_depth_;
}

void InlineText::CloseCode() {
  if (code_depth_ > 0) --code_depth_;
  if (code_depth_ > 0) return;
  // A space that is code by itself joins what is on both sides of it.
  if (!code_.empty() && code_.size() == code_begin_) return;
  pending_space_ = pending_space_ || code_space_;
  code_space_ = false;
}

void InlineText::CodeText(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x21 && byte < 0x7F) {
      const std::size_t begin = at;
      while (at < text.size() && text[at] >= 0x21 && text[at] < 0x7F) ++at;
      AppendCode(text.substr(begin, at - begin));
      continue;
    }
    const text::CodePoint point = text::DecodeAt(text, at);
    const std::string_view bytes = text.substr(at, point.bytes);
    at += point.bytes;
    if (IsMarkdownSpace(point.value)) {
      if (code_.empty()) {
        pending_space_ = true;
      } else {
        code_space_ = true;
      }
    } else if (ShowsNothing(point.value, CodePointBefore(code_, code_.size()))) {
      unseen_.NoteInCode(out_.size() + code_.size(), point.value);
    } else {
      AppendCode(bytes);
    }
  }
}

void InlineText::AppendCode(std::string_view run) {
  if (code_.empty()) {
    Prepare('`');
  } else if (code_space_) {
    code_ += ' ';
  }
  code_space_ = false;
  code_ += run;
}

void InlineText::FlushCode() {
  std::string code;
  code.swap(code_);
  if (code_depth_ == 0) {
    pending_space_ = pending_space_ || code_space_;
    code_space_ = false;
  }
  const bool whole_link = code_links_.size() == 1 && code_links_[0].begin == 0 &&
                          code_links_[0].end == code.size() && !code_links_[0].url.empty() &&
                          link_depth_ == 0;
  for (CodeLink& link : code_links_) {
    // An open link has no end yet, and keeps none for the next span.
    const std::size_t end = std::min(link.end, code.size());
    if (link.url.empty() || link.begin >= end) continue;
    const std::string_view text = std::string_view(code).substr(link.begin, end - link.begin);
    if (link.listed == kPending) {
      link.listed = links_.size();
      links_.push_back({link.url, std::string(text)});
    } else {
      links_[link.listed].text.append(" ").append(text);
    }
  }
  if (whole_link) {
    if (!out_.empty() && out_.back() == '!' && text_end_ == out_.size())
      out_.insert(out_.size() - 1, 1, '\\');
    out_ += '[';
  }
  // Where no parser would see a style between them, only a space can keep two spans apart.
  if (!whole_link && EndOfKept() == last_code_end_) out_ += ' ';
  const std::string fence(LongestBacktickRun(code) + 1, '`');
  const bool pad = code.front() == '`' || code.back() == '`';
  out_ += fence;
  if (pad) out_ += ' ';
  for (const char c : code) {
    if (c == '|' && mode_ == InlineMode::kCell) out_ += '\\';
    out_ += c;
  }
  if (pad) out_ += ' ';
  out_ += fence;
  last_code_end_ = out_.size();
  if (whole_link) {
    out_ += "](";
    AppendLinkDestination(out_, code_links_[0].url);
    out_ += ')';
  }
  // A link that is still open goes on in the next span.
  std::erase_if(code_links_, [&](const CodeLink& link) {
    if (link.closed) closing_bytes_ -= LinkBytes(link.url);
    return link.closed;
  });
  for (CodeLink& link : code_links_) link.begin = 0;
  AppendPlain(code);
}

}  // namespace sitedoor::extract::internal
