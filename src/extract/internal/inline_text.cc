#include "extract/internal/inline_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "extract/internal/unicode_classes.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

enum ByteClass : unsigned char { kOrdinary, kWhite, kMarkup, kControl, kMultibyte };

// Lead bytes of the code points that may be white space, invisible, or of a private use area.
consteval std::array<ByteClass, 256> BuildByteClasses() {
  std::array<ByteClass, 256> classes{};
  for (int c = 0; c < 0x20; ++c) classes[c] = kControl;
  for (const unsigned char c : {'\t', '\n', '\f', '\r', ' '}) classes[c] = kWhite;
  for (const unsigned char c : {'\\', '`', '*', '_', '~', '<', '&', '[', ']', '(', '|'})
    classes[c] = kMarkup;
  classes[0x7F] = kControl;
  for (const int c : {0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEE, 0xEF, 0xF0, 0xF3, 0xF4})
    classes[c] = kMultibyte;
  return classes;
}
constexpr std::array<ByteClass, 256> kByteClasses = BuildByteClasses();
ByteClass ClassOf(char c) { return kByteClasses[static_cast<unsigned char>(c)]; }

// End of the ordinary characters, and the single spaces between them, that begin at `at`.
std::size_t EndOfRun(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && ClassOf(text[at]) == kOrdinary) ++at;
    const bool goes_on =
        at + 1 < text.size() && text[at] == ' ' && ClassOf(text[at + 1]) == kOrdinary;
    if (!goes_on) return at;
    at += 2;
  }
}

// A character that may be left out, so that what comes after it is what follows.
bool MayBeInvisible(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x7F || (byte < 0x20 && ClassOf(c) == kControl);
}

// "&name;", "&#12;", or a beginning that what follows could complete.
bool StartsEntity(std::string_view text) {
  std::size_t at = 1;
  if (at < text.size() && text[at] == '#') ++at;
  while (at < text.size() && at < 34 && IsAsciiAlnum(text[at])) ++at;
  return at >= text.size() || MayBeInvisible(text[at]) || (text[at] == ';' && at > 1);
}

// "<1x$2@host>" is a link to a parser; what follows could complete a beginning.
bool StartsEmailAddress(std::string_view text) {
  const std::size_t end = text.find_first_of(" \t\r\n<>", 1);
  if (end == std::string_view::npos) {
    return std::ranges::all_of(text.substr(1), [](char c) {
      return IsAsciiAlnum(c) || std::string_view("@.!#$%&'*+/=?^_`{|}~-").contains(c);
    });
  }
  return end != std::string_view::npos && text[end] == '>' &&
         text.substr(0, end).find('@') != std::string_view::npos;
}

// Glyphs of icon fonts.
bool IsPrivateUse(char32_t c) { return (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000; }

}  // namespace

void InlineText::Text(std::string_view text) {
  if (code_depth_ > 0) return CodeText(text);
  std::size_t at = 0;
  while (at < text.size()) {
    switch (ClassOf(text[at])) {
      case kOrdinary: {
        const std::size_t begin = at;
        at = EndOfRun(text, at);
        WriteRun(text.substr(begin, at - begin));
        break;
      }
      case kWhite:
        pending_space_ = true;
        ++at;
        break;
      case kControl:
        ++at;
        break;
      case kMultibyte:
        WriteMultibyte(text, at);
        break;
      case kMarkup:
        if (text[at] == '*' || text[at] == '_' || text[at] == '~') {
          WriteRepeated(text, at);
        } else {
          WriteSpecial(text[at], text, at);
          ++at;
        }
        break;
    }
  }
}

std::size_t InlineText::BytesOf(std::string_view text) const {
  std::size_t bytes = text.size() + 1;
  if (code_depth_ > 0) return 3 * bytes;
  for (const char c : text) bytes += c == '<' ? 3 : ClassOf(c) == kMarkup ? 1 : 0;
  return bytes;
}

void InlineText::WriteRun(std::string_view run) {
  const char first = run.front();
  Prepare(static_cast<unsigned char>(first) < 0x80 ? first : text::DecodeAt(run, 0).value);
  out_ += run;
  text_end_ = out_.size();
  AppendPlain(run);
}

void InlineText::WriteSpecial(char c, std::string_view text, std::size_t at) {
  Prepare(c);
  const bool at_end = at + 1 >= text.size();
  const char next = at_end ? 'x' : text[at + 1];
  bool escape = false;
  switch (c) {
    case '\\':
      // At the end of a text what follows is not known yet.
      escape = IsMarkdownPunctuation(static_cast<unsigned char>(next)) || MayBeInvisible(next) ||
               text.find_first_not_of(" \t\r\n\f", at + 1) == std::string_view::npos;
      break;
    case '<':
      escape = (IsAsciiAlnum(next) && (next > '9')) || next == '/' || next == '!' || next == '?' ||
               MayBeInvisible(next) || StartsEmailAddress(text.substr(at));
      break;
    case '&':
      escape = StartsEntity(text.substr(at));
      break;
    case '[':
    case ']':
      escape = link_depth_ > 0;
      break;
    case '(':
      escape = text_end_ > 0 && out_[text_end_ - 1] == ']' && text_end_ == EndOfKept();
      break;
    case '|':
      escape = mode_ == InlineMode::kCell;
      break;
    default:
      escape = true;
  }
  if (escape && c == '<' && InAddress()) {
    out_ += "&lt;";
  } else {
    if (escape) out_ += '\\';
    out_ += c;
  }
  text_end_ = out_.size();
  AppendPlain({&c, 1});
}

// GitHub's Markdown makes a link of an address in the text, with a backslash at its end, and what
// the backslash was for goes free.
bool InlineText::InAddress() const {
  constexpr std::size_t kMostBytes = 2000;
  const std::size_t from = out_.size() - std::min(out_.size(), kMostBytes);
  const std::size_t space = out_.find_last_of(" \n");
  const std::string_view word =
      std::string_view(out_).substr(std::max(from, space == std::string::npos ? 0 : space));
  return word.contains("://") || word.contains("www.") || word.contains("WWW.");
}

// A run of '*', '_' or '~' gets backslashes where it could open or close something.
void InlineText::WriteRepeated(std::string_view text, std::size_t& at) {
  const char c = text[at];
  const std::size_t begin = at;
  while (at < text.size() && text[at] == c) ++at;
  const char32_t next = at < text.size() ? text::DecodeAt(text, at).value : U'x';
  Prepare(c);
  const char32_t before = AtLineStart() ? U' ' : CodePointBefore(out_, out_.size());
  // cmark-gfm looks past tildes for what an opening delimiter stands before.
  const bool opener_before = c == '~' && before == '*' && text_end_ != out_.size();
  const bool left =
      !IsMarkdownSpace(next) &&
      (!IsMarkdownPunctuation(next) || IsMarkdownSpace(before) || IsMarkdownPunctuation(before));
  const bool right =
      !IsMarkdownSpace(before) &&
      (!IsMarkdownPunctuation(before) || IsMarkdownSpace(next) || IsMarkdownPunctuation(next));
  bool escape = false;
  if (c == '*') escape = left || right;
  if (c == '_') escape = left && (!right || IsMarkdownPunctuation(before));
  if (opener_before) escape = true;
  if (c == '~' && !opener_before) {
    // A single one strikes through as well, from one that opens to one that closes.
    const bool is_single = at - begin == 1 && before != '~';
    escape = is_single ? right && tilde_may_open_ : left || right;
    tilde_may_open_ = tilde_may_open_ || (left && !escape);
  }
  for (std::size_t i = begin; i < at; ++i) {
    if (escape) out_ += '\\';
    out_ += c;
  }
  text_end_ = out_.size();
  AppendPlain(text.substr(begin, at - begin));
}

void InlineText::WriteMultibyte(std::string_view text, std::size_t& at) {
  const text::CodePoint point = text::DecodeAt(text, at);
  const std::string_view bytes = text.substr(at, point.bytes);
  at += point.bytes;
  constexpr char32_t kBrailleBlank = 0x2800;
  if (IsMarkdownSpace(point.value) || point.value == kBrailleBlank) {
    pending_space_ = true;
    return;
  }
  if (IsInvisible(point.value)) return NoteUnseen();
  if (IsPrivateUse(point.value)) return;
  if (point.value == 0x200C || point.value == 0x200D) {
    const bool joins = !pending_space_ && at < text.size() &&
                       static_cast<unsigned char>(text[at]) >= 0x80 &&
                       JoinsGlyphs(CodePointBefore(out_, out_.size()));
    if (!joins) return NoteUnseen();
  }
  if (IsVariationSelector(point.value) &&
      (pending_space_ || !TakesVariation(CodePointBefore(out_, out_.size())))) {
    return NoteUnseen();
  }
  WriteRun(bytes);
}

void InlineText::Prepare(char32_t next) {
  if (HasPendingCode()) FlushCode();
  const bool first = out_.empty();
  if (pending_breaks_ > 0 && !first) {
    ResolveUnsure(' ');
    // Two breaks in a row are how old pages separate paragraphs; one inside a style or link stays
    // one line break.
    if (mode_ == InlineMode::kParagraph) {
      out_ += pending_breaks_ > 1 && first_unwritten_ == 0 ? "\n\n" : "\n";
    } else {
      out_ += mode_ == InlineMode::kCell ? "<br>" : " ";
    }
    if (capturing_) plain_ += ' ';
  } else if (pending_space_ && !first) {
    ResolveUnsure(' ');
    out_ += ' ';
    if (capturing_) plain_ += ' ';
  } else if (!unsure_.empty()) {
    const bool link_next =
        first_unwritten_ < spans_.size() && spans_[first_unwritten_].kind == Span::Kind::kLink;
    ResolveUnsure(link_next ? U'[' : next);
  }
  pending_breaks_ = 0;
  pending_space_ = false;
  if (first_unwritten_ < spans_.size()) WriteOpeners(next);
  if (open_link_ != kPending) spans_[open_link_].has_text = true;
}

bool InlineText::AtLineStart() const { return out_.empty() || out_.back() == '\n'; }

void InlineText::Open(Style style) {
  Span span;
  span.kind = style == Style::kStrong     ? Span::Kind::kStrong
              : style == Style::kEmphasis ? Span::Kind::kEmphasis
                                          : Span::Kind::kStrike;
  span.suppressed = code_depth_ > 0 || std::ranges::any_of(spans_, [&](const Span& open) {
                      return open.kind == span.kind;
                    });
  OpenSpan(std::move(span));
}

void InlineText::OpenSpan(Span span) { spans_.push_back(std::move(span)); }

void InlineText::Close() { CloseSpan(); }

void InlineText::CloseSpan() {
  if (spans_.empty()) return;
  Span& span = spans_.back();
  if (!span.suppressed && span.begin != kPending) {
    if (code_depth_ == 0 && HasPendingCode()) FlushCode();
    WriteCloser(span);
  }
  spans_.pop_back();
  first_unwritten_ = std::min(first_unwritten_, spans_.size());
}

void InlineText::OpenLink(std::string url) {
  if (code_depth_ > 0) {
    closing_bytes_ += LinkBytes(url);
    code_links_.push_back({code_.size(), kPending, false, std::move(url)});
    return;
  }
  if (HasPendingCode()) FlushCode();
  Span span;
  span.kind = Span::Kind::kLink;
  span.suppressed = url.empty() || link_depth_ > 0;
  span.counts_as_link = !span.suppressed;
  span.url = std::move(url);
  if (span.counts_as_link) {
    ++link_depth_;
    closing_bytes_ += LinkBytes(span.url);
    capturing_ = true;
  }
  OpenSpan(std::move(span));
}

void InlineText::CloseLink() {
  if (code_depth_ > 0) {
    for (auto link = code_links_.rbegin(); link != code_links_.rend(); ++link) {
      if (link->closed) continue;
      link->end = code_.size();
      link->closed = true;
      break;
    }
    return;
  }
  if (!spans_.empty() && spans_.back().counts_as_link) {
    --link_depth_;
    closing_bytes_ -= LinkBytes(spans_.back().url);
  }
  CloseSpan();
  capturing_ = link_depth_ > 0 || mode_ == InlineMode::kHeading;
}

void InlineText::Atom(std::string_view markdown, std::string_view plain) {
  Prepare(static_cast<unsigned char>(markdown.front()));
  out_ += markdown;
  AppendPlain(plain);
}

void InlineText::Image(std::string_view markdown, std::string_view alt) {
  const bool had_text = open_link_ != kPending && spans_[open_link_].has_text;
  Prepare('!');
  if (open_link_ != kPending) spans_[open_link_].has_text = had_text;
  out_ += markdown;
  AppendPlain(alt, PlainOf::kImage);
}

void InlineText::LineBreak() {
  if (code_depth_ > 0 && HasPendingCode()) FlushCode();
  ++pending_breaks_;
}

void InlineText::Boundary() {
  if (HasPendingCode()) FlushCode();
  pending_breaks_ = std::max(pending_breaks_, 1);
}

// What stands for an image is no part of the word beside it.
void InlineText::AppendPlain(std::string_view text, PlainOf of) {
  if (!capturing_ || text.empty()) return;
  const auto is_of_word = [](char c) { return IsAsciiAlnum(c) || (c & 0x80) != 0; };
  const bool beside_image = of == PlainOf::kImage || plain_.size() == image_end_;
  if (beside_image && !plain_.empty() && is_of_word(plain_.back()) && is_of_word(text.front()))
    plain_ += ' ';
  plain_ += text;
  if (of == PlainOf::kImage) image_end_ = plain_.size();
}

InlineText::Finished InlineText::Finish() {
  if (HasPendingCode()) FlushCode();
  unsure_.clear();  // the end of a block is as good as white space
  for (std::size_t i = spans_.size(); i-- > 0;) {
    Span& span = spans_[i];
    if (span.suppressed || span.begin == kPending) continue;
    WriteCloser(span);
    span.begin = kPending;
    if (span.kind != Span::Kind::kLink) continue;
    ++span.blocks;
    span.suppressed = span.has_text || span.blocks == kMostBlocksOfImages;
  }
  first_unwritten_ = 0;
  pending_breaks_ = 0;
  pending_space_ = false;
  std::erase(out_, kErased);
  return {out_, plain_};
}

void InlineText::Clear() {
  out_.clear();
  plain_.clear();
  unsure_.clear();
  last_close_ = kPending;
  inner_close_ = kPending;
  text_end_ = 0;
  image_end_ = kPending;
  last_code_end_ = kPending;
  tilde_may_open_ = false;
}

}  // namespace sitedoor::extract::internal
