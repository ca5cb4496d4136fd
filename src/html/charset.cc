#include "html/charset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <lexbor/encoding/encoding.h>
#include <lexbor/html/encoding.h>

#include "base/ascii.h"
#include "html/internal/charset_guess.h"
#include "text/utf8.h"

namespace sitedoor::html {
namespace {

// The standard's prescan reads 1,024 bytes; pages with long comments or scripts in front declare it
// later.
constexpr std::size_t kStandardPrescanBytes = 1024;
constexpr std::size_t kMostPrescanBytes = 64 * 1024;
// What the guess looks at; more changes no verdict.
constexpr std::size_t kMostGuessBytes = 1024 * 1024;

using Encoding = const lxb_encoding_data_t*;

const lxb_char_t* Bytes(std::string_view text) {
  return reinterpret_cast<const lxb_char_t*>(text.data());
}

std::string_view NameOf(Encoding encoding) { return reinterpret_cast<const char*>(encoding->name); }

Encoding ByLabel(std::string_view label) {
  constexpr std::string_view kAround = " \t\r\n\f\"';";
  const std::size_t begin = label.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return nullptr;
  label = label.substr(begin, label.find_last_not_of(kAround) - begin + 1);
  Encoding encoding = lxb_encoding_data_by_pre_name(Bytes(label), label.size());
  // "replacement" stands for encodings that are refused because they can hide markup; it decodes to
  // nothing.
  if (encoding == nullptr || encoding->encoding <= LXB_ENCODING_AUTO ||
      encoding->encoding == LXB_ENCODING_REPLACEMENT) {
    return nullptr;
  }
  // What GBK cannot say, GB18030 can; they agree on the rest.
  if (encoding->encoding == LXB_ENCODING_GBK) return lxb_encoding_data(LXB_ENCODING_GB18030);
  return encoding;
}

Encoding DeclaredIn(std::string_view head) {
  struct Prescan {
    lxb_html_encoding_t state;
    Prescan() { lxb_html_encoding_init(&state); }
    ~Prescan() { lxb_html_encoding_destroy(&state, false); }
  } prescan;
  lxb_html_encoding_determine(&prescan.state, Bytes(head), Bytes(head) + head.size());
  const std::size_t found = lxb_html_encoding_meta_length(&prescan.state);
  for (std::size_t i = 0; i < std::min<std::size_t>(found, 8); ++i) {
    const lxb_html_encoding_entry_t* entry = lxb_html_encoding_meta_entry(&prescan.state, i);
    Encoding encoding = ByLabel({reinterpret_cast<const char*>(entry->name),
                                 static_cast<std::size_t>(entry->end - entry->name)});
    if (encoding == nullptr) continue;
    // A declaration that could be read byte by byte is not in UTF-16 (the standard's rule).
    if (encoding->encoding == LXB_ENCODING_UTF_16LE ||
        encoding->encoding == LXB_ENCODING_UTF_16BE) {
      return lxb_encoding_data(LXB_ENCODING_UTF_8);
    }
    if (encoding->encoding == LXB_ENCODING_X_USER_DEFINED)
      return lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
    return encoding;
  }
  return nullptr;
}

bool StartsWithTag(std::string_view html, std::string_view lower_case_tag) {
  if (html.size() <= lower_case_tag.size()) return false;
  const bool same = EqualsIgnoringAsciiCase(html.substr(0, lower_case_tag.size()), lower_case_tag);
  const char next = html[lower_case_tag.size()];
  return same && (next == '>' || next == '/' || static_cast<unsigned char>(next) <= ' ');
}

// Where `end_tag` begins at or after `at`, or the end.
std::size_t FindEndTag(std::string_view html, std::size_t at, std::string_view end_tag) {
  for (at = html.find("</", at); at != std::string_view::npos; at = html.find("</", at + 2)) {
    if (StartsWithTag(html.substr(at), end_tag)) return at;
  }
  return html.size();
}

// A <meta> in a script or a style is text, and declares nothing.
std::string WithoutScripts(std::string_view head) {
  std::string kept;
  std::size_t from = 0;
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at)) {
    const std::string_view rest = head.substr(at);
    if (rest.starts_with("<!--")) {
      at = std::min(head.find("-->", at + 4), head.size());
      continue;
    }
    const bool is_script = StartsWithTag(rest, "<script");
    if (!is_script && !StartsWithTag(rest, "<style")) {
      ++at;
      continue;
    }
    kept += head.substr(from, at - from);
    from = at = FindEndTag(head, at, is_script ? "</script" : "</style");
    at = std::min(at + 2, head.size());
  }
  return kept.append(head.substr(from));
}

Encoding DeclaredInMeta(std::string_view bytes) {
  for (const std::size_t size : {kStandardPrescanBytes, kMostPrescanBytes}) {
    if (Encoding encoding = DeclaredIn(WithoutScripts(bytes.substr(0, size)))) return encoding;
    if (bytes.size() <= size) break;
  }
  return nullptr;
}

// How much of the text that is not ASCII is well-formed UTF-8.
struct Utf8Evidence {
  std::size_t continuation_bytes = 0;      // of whole sequences: those that a lead byte asks for
  std::size_t invalid_bytes = 0;           // but for a sequence that the end of the text cuts off
  std::size_t cut_continuation_bytes = 0;  // of that one

  // Accents in a legacy encoding are lead bytes that letters follow: each is invalid. One that the
  // end follows could be either.
  bool Prevails() const {
    return continuation_bytes > invalid_bytes ||
           (invalid_bytes == 0 && continuation_bytes + cut_continuation_bytes > 0);
  }
};

Utf8Evidence CountUtf8(std::string_view bytes) {
  Utf8Evidence evidence;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    if (lead < 0x80) {
      ++at;
      continue;
    }
    const text::CodePoint point = text::DecodeAt(bytes, at);
    const bool is_written_replacement = bytes.substr(at, 3) == "\xEF\xBF\xBD";
    if (point.value != text::kReplacement || is_written_replacement) {
      evidence.continuation_bytes += point.bytes - 1;
    } else if (at + point.bytes == bytes.size() && lead >= 0xC2 && lead <= 0xF4) {
      evidence.cut_continuation_bytes = point.bytes - 1;
    } else {
      evidence.invalid_bytes += point.bytes;
    }
    at += point.bytes;
  }
  return evidence;
}

// ASCII markup in UTF-16 without a byte-order mark: every other byte of "<html" is zero.
Encoding Utf16Without(std::string_view bytes) {
  const std::size_t at = bytes.find('<');
  if (at == std::string_view::npos || at > 64 || bytes.size() < 8) return nullptr;
  if (at % 2 == 0 && bytes[at + 1 < bytes.size() ? at + 1 : at] == '\0')
    return lxb_encoding_data(LXB_ENCODING_UTF_16LE);
  if (at % 2 == 1 && bytes[at - 1] == '\0') return lxb_encoding_data(LXB_ENCODING_UTF_16BE);
  return nullptr;
}

// Japanese in seven bits: escape sequences switch to two bytes a character and back. All of it is
// ASCII to whoever does not look for them.
bool IsIso2022Jp(std::string_view bytes) {
  for (std::size_t at = bytes.find('\x1B'); at != std::string_view::npos;
       at = bytes.find('\x1B', at + 1)) {
    const std::string_view escape = bytes.substr(at, 3);
    if (escape != "\x1B$B" && escape != "\x1B$@") continue;
    const std::size_t back = bytes.find("\x1B(", at);
    return back != std::string_view::npos &&
           std::ranges::all_of(bytes, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }
  return false;
}

DecodedText ValidUtf8(std::string_view bytes, CharsetEvidence evidence) {
  return {.utf8 = std::string(bytes), .charset = "UTF-8", .evidence = evidence};
}

DecodedText Decode(std::string_view bytes, Encoding encoding, CharsetEvidence evidence) {
  DecodedText decoded{.utf8 = {}, .charset = std::string(NameOf(encoding)), .evidence = evidence};
  if (encoding->encoding == LXB_ENCODING_UTF_8) {
    decoded.had_errors = !text::IsValid(bytes);
    decoded.utf8 = decoded.had_errors ? text::Repair(bytes) : std::string(bytes);
    return decoded;
  }
  decoded.utf8.reserve(bytes.size() + bytes.size() / 2);
  std::array<lxb_codepoint_t, 4096> points;
  const lxb_codepoint_t replacement = text::kReplacement;
  lxb_encoding_decode_t state{};
  lxb_encoding_decode_init(&state, encoding, points.data(), points.size());
  lxb_encoding_decode_replace_set(&state, &replacement, 1);
  const auto flush = [&] {
    for (std::size_t i = 0; i < lxb_encoding_decode_buf_used(&state); ++i) {
      const bool scalar = points[i] <= 0x10FFFF && (points[i] < 0xD800 || points[i] > 0xDFFF);
      if (!scalar || points[i] == replacement) decoded.had_errors = true;
      text::Append(decoded.utf8, scalar ? static_cast<char32_t>(points[i]) : text::kReplacement);
    }
    lxb_encoding_decode_buf_used_set(&state, 0);
  };
  const lxb_char_t* at = Bytes(bytes);
  const lxb_char_t* end = at + bytes.size();
  lxb_status_t status = LXB_STATUS_SMALL_BUFFER;
  while (status == LXB_STATUS_SMALL_BUFFER) {
    status = encoding->decode(&state, &at, end);
    flush();
  }
  lxb_encoding_decode_finish(&state);
  flush();
  return decoded;
}

Encoding GuessLegacy(std::string_view bytes) {
  const auto decode = [](std::string_view sample, std::string_view charset) {
    Encoding encoding = ByLabel(charset);
    return encoding == nullptr ? std::string()
                               : Decode(sample, encoding, CharsetEvidence::kGuess).utf8;
  };
  Encoding guess = ByLabel(
      internal::GuessLegacyCharset(WithoutScripts(bytes.substr(0, kMostGuessBytes)), decode));
  return guess != nullptr ? guess : lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
}

struct ByteOrderMark {
  std::string_view bytes;
  lxb_encoding_t encoding;
};

constexpr std::array<ByteOrderMark, 3> kByteOrderMarks = {{
    {std::string_view("\xEF\xBB\xBF", 3), LXB_ENCODING_UTF_8},
    {std::string_view("\xFF\xFE", 2), LXB_ENCODING_UTF_16LE},
    {std::string_view("\xFE\xFF", 2), LXB_ENCODING_UTF_16BE},
}};

}  // namespace

std::string_view CharsetEvidenceName(CharsetEvidence evidence) {
  switch (evidence) {
    case CharsetEvidence::kByteOrderMark:
      return "byte-order mark";
    case CharsetEvidence::kTransport:
      return "transport";
    case CharsetEvidence::kMeta:
      return "meta";
    case CharsetEvidence::kValidUtf8:
      return "valid UTF-8";
    case CharsetEvidence::kGuess:
      return "guess";
  }
  return "guess";
}

DecodedText DecodeHtml(std::string_view bytes, std::string_view transport_charset) {
  for (const ByteOrderMark& mark : kByteOrderMarks) {
    if (!bytes.starts_with(mark.bytes)) continue;
    return Decode(bytes.substr(mark.bytes.size()), lxb_encoding_data(mark.encoding),
                  CharsetEvidence::kByteOrderMark);
  }
  const bool is_utf8 = text::IsValid(bytes);
  if (Encoding encoding = ByLabel(transport_charset)) {
    if (encoding->encoding != LXB_ENCODING_UTF_8)
      return Decode(bytes, encoding, CharsetEvidence::kTransport);
    if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kTransport);
  }
  if (Encoding encoding = DeclaredInMeta(bytes)) {
    if (encoding->encoding != LXB_ENCODING_UTF_8)
      return Decode(bytes, encoding, CharsetEvidence::kMeta);
    if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kMeta);
  }
  if (Encoding encoding = Utf16Without(bytes))
    return Decode(bytes, encoding, CharsetEvidence::kGuess);
  if (is_utf8 && IsIso2022Jp(bytes))
    return Decode(bytes, lxb_encoding_data(LXB_ENCODING_ISO_2022_JP), CharsetEvidence::kGuess);
  if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kValidUtf8);
  if (CountUtf8(bytes).Prevails())
    return Decode(bytes, lxb_encoding_data(LXB_ENCODING_UTF_8), CharsetEvidence::kGuess);
  return Decode(bytes, GuessLegacy(bytes), CharsetEvidence::kGuess);
}

}  // namespace sitedoor::html
