#include "html/charset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <lexbor/encoding/encoding.h>
#include <lexbor/html/encoding.h>

#include "base/ascii.h"
#include "html/byte_form.h"
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

// lexbor has no UTF-32: no browser reads it. Pages that say so are read all the same.
DecodedText DecodeUtf32(std::string_view bytes, ByteForm form) {
  const bool is_little = form == ByteForm::kUtf32Le;
  DecodedText decoded{.utf8 = {},
                      .charset = is_little ? "UTF-32LE" : "UTF-32BE",
                      .evidence = CharsetEvidence::kByteOrderMark,
                      .had_errors = bytes.size() % 4 != 0};
  std::string utf8;
  for (std::size_t at = 4; at + 3 < bytes.size(); at += 4) {
    char32_t point = 0;
    for (std::size_t i = 0; i < 4; ++i)
      point = point << 8 | static_cast<unsigned char>(bytes[at + (is_little ? 3 - i : i)]);
    const bool is_scalar = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    decoded.had_errors |= !is_scalar;
    text::Append(utf8, is_scalar ? point : text::kReplacement);
  }
  decoded.Own(std::move(utf8));
  return decoded;
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
  return {.utf8 = bytes, .charset = "UTF-8", .evidence = evidence};
}

DecodedText Decode(std::string_view bytes, Encoding encoding, CharsetEvidence evidence) {
  DecodedText decoded{.utf8 = {}, .charset = std::string(NameOf(encoding)), .evidence = evidence};
  if (encoding->encoding == LXB_ENCODING_UTF_8) {
    decoded.utf8 = bytes;
    decoded.had_errors = !text::IsValid(bytes);
    if (decoded.had_errors) decoded.Own(text::Repair(bytes));
    return decoded;
  }
  std::string utf8;
  utf8.reserve(bytes.size() + bytes.size() / 2);
  std::array<lxb_codepoint_t, 4096> points;
  const lxb_codepoint_t replacement = text::kReplacement;
  lxb_encoding_decode_t state{};
  lxb_encoding_decode_init(&state, encoding, points.data(), points.size());
  lxb_encoding_decode_replace_set(&state, &replacement, 1);
  const auto flush = [&] {
    for (std::size_t i = 0; i < lxb_encoding_decode_buf_used(&state); ++i) {
      const bool scalar = points[i] <= 0x10FFFF && (points[i] < 0xD800 || points[i] > 0xDFFF);
      if (!scalar || points[i] == replacement) decoded.had_errors = true;
      text::Append(utf8, scalar ? static_cast<char32_t>(points[i]) : text::kReplacement);
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
  decoded.Own(std::move(utf8));
  return decoded;
}

Encoding GuessLegacy(std::string_view bytes) {
  const auto decode = [](std::string_view sample, std::string_view charset) {
    Encoding encoding = ByLabel(charset);
    return encoding == nullptr
               ? std::string()
               : std::string(Decode(sample, encoding, CharsetEvidence::kGuess).utf8);
  };
  Encoding guess = ByLabel(
      internal::GuessLegacyCharset(WithoutScripts(bytes.substr(0, kMostGuessBytes)), decode));
  return guess != nullptr ? guess : lxb_encoding_data(LXB_ENCODING_WINDOWS_1252);
}

// UTF-16 and UTF-32, which zero bytes give away, and UTF-8 with a mark.
std::optional<DecodedText> DecodeByForm(std::string_view bytes) {
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
  const ByteForm form = FormOf(bytes);
  if (bytes.starts_with(kUtf8Mark)) {
    return Decode(bytes.substr(kUtf8Mark.size()), lxb_encoding_data(LXB_ENCODING_UTF_8),
                  CharsetEvidence::kByteOrderMark);
  }
  if (form == ByteForm::kUtf32Le || form == ByteForm::kUtf32Be) return DecodeUtf32(bytes, form);
  if (form != ByteForm::kUtf16Le && form != ByteForm::kUtf16Be) return std::nullopt;
  const bool is_little = form == ByteForm::kUtf16Le;
  const bool has_mark = bytes.starts_with(is_little ? "\xFF\xFE" : "\xFE\xFF");
  return Decode(bytes.substr(has_mark ? 2 : 0),
                lxb_encoding_data(is_little ? LXB_ENCODING_UTF_16LE : LXB_ENCODING_UTF_16BE),
                has_mark ? CharsetEvidence::kByteOrderMark : CharsetEvidence::kGuess);
}

enum class Alphabet { kOneByte, kShiftJis, kTwoBytes };

Alphabet AlphabetOf(Encoding encoding) {
  const std::string_view name = NameOf(encoding);
  if (name == "Shift_JIS") return Alphabet::kShiftJis;
  for (const std::string_view prefix : {"windows-", "ISO-8859-", "KOI8-", "IBM", "macintosh"}) {
    if (name.starts_with(prefix)) return Alphabet::kOneByte;
  }
  return Alphabet::kTwoBytes;
}

// Whether `valid_utf8` cannot be meant in the legacy encoding that it declares. "CAFÉ®" is UTF-8 by
// chance, and so is a name in half-width katakana; that a text is to its end, with different
// characters or with capitals behind small letters ("fÃ¼r"), is no chance: every other accent, and
// every kana, would be invalid.
bool ContradictsDeclared(std::string_view valid_utf8, Encoding declared) {
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kFewestOfTwoBytes = 8;
  const Alphabet alphabet = AlphabetOf(declared);
  const std::size_t fewest = alphabet == Alphabet::kTwoBytes ? kFewestOfTwoBytes : kFewest;
  std::set<std::string_view> distinct;
  std::size_t within_words = 0;
  for (std::size_t at = text::AsciiRun(valid_utf8, 0); at < valid_utf8.size();) {
    const std::size_t size = text::DecodeAt(valid_utf8, at).bytes;
    if (alphabet == Alphabet::kOneByte || size > 2) distinct.insert(valid_utf8.substr(at, size));
    const bool is_within = at > 0 && IsAsciiLower(valid_utf8[at - 1]);
    if (is_within && size == 2 && alphabet == Alphabet::kOneByte) ++within_words;
    if (distinct.size() >= fewest || within_words >= fewest) return true;
    at += size;
    at += text::AsciiRun(valid_utf8, at);
  }
  return false;
}

DecodedText DecodeDeclared(std::string_view bytes, Encoding declared, CharsetEvidence evidence,
                           bool is_utf8) {
  if (!is_utf8 || IsIso2022Jp(bytes) || !ContradictsDeclared(bytes, declared))
    return Decode(bytes, declared, evidence);
  DecodedText decoded = ValidUtf8(bytes, CharsetEvidence::kValidUtf8);
  decoded.contradicts = NameOf(declared);
  return decoded;
}

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
  if (auto decoded = DecodeByForm(bytes)) return *std::move(decoded);
  const bool is_utf8 = text::IsValid(bytes);
  bool says_utf8 = false;
  if (Encoding encoding = ByLabel(transport_charset)) {
    if (encoding->encoding != LXB_ENCODING_UTF_8)
      return DecodeDeclared(bytes, encoding, CharsetEvidence::kTransport, is_utf8);
    if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kTransport);
    says_utf8 = true;
  }
  // What turns out not to be the UTF-8 that it was said to be.
  const auto instead = [&](Encoding encoding, CharsetEvidence evidence) {
    DecodedText decoded = Decode(bytes, encoding, evidence);
    if (says_utf8) decoded.contradicts = "UTF-8";
    return decoded;
  };
  if (Encoding encoding = DeclaredInMeta(bytes)) {
    if (encoding->encoding != LXB_ENCODING_UTF_8) {
      return says_utf8 ? instead(encoding, CharsetEvidence::kMeta)
                       : DecodeDeclared(bytes, encoding, CharsetEvidence::kMeta, is_utf8);
    }
    if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kMeta);
    says_utf8 = true;
  }
  if (is_utf8 && IsIso2022Jp(bytes))
    return Decode(bytes, lxb_encoding_data(LXB_ENCODING_ISO_2022_JP), CharsetEvidence::kGuess);
  if (is_utf8) return ValidUtf8(bytes, CharsetEvidence::kValidUtf8);
  if (CountUtf8(bytes).Prevails())
    return Decode(bytes, lxb_encoding_data(LXB_ENCODING_UTF_8), CharsetEvidence::kGuess);
  return instead(GuessLegacy(bytes), CharsetEvidence::kGuess);
}

}  // namespace sitedoor::html
