// Charset: which encoding a page's bytes are in, and the bytes as UTF-8.
//
// Order: byte-order mark, zero bytes as UTF-16 has them (byte_form.h), the transport's charset,
// <meta> prescan (WHATWG: first 1,024 bytes, then up to 64 KiB since real pages exceed it), then a
// guess (UTF-8 where nearly all of it is valid UTF-8, else the legacy encoding in which the text
// reads best). A declared UTF-8 that is not valid UTF-8 falls through to the next evidence; a text
// that is UTF-8 beyond chance is that, whatever legacy encoding it declares. Source:
// https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace sitedoor::html {

enum class CharsetEvidence { kByteOrderMark, kTransport, kMeta, kValidUtf8, kGuess };
std::string_view CharsetEvidenceName(
    CharsetEvidence evidence);  // "byte-order mark", "transport", "meta", ...

struct DecodedText {
  // Valid UTF-8, no byte-order mark; undecodable bytes are U+FFFD. The page's own bytes where they
  // are that already, which saves a large page its copy; else `own`.
  std::string_view utf8;
  std::unique_ptr<const std::string> own = nullptr;
  std::string charset;  // WHATWG name: "UTF-8", "windows-1251"
  CharsetEvidence evidence = CharsetEvidence::kGuess;
  bool had_errors = false;       // some bytes could not be decoded
  std::string contradicts = "";  // the encoding that is declared and that is not `charset`, or ""

  void Own(std::string text) {
    own = std::make_unique<const std::string>(std::move(text));
    utf8 = *own;
  }
};

// `bytes` must outlive the result. `transport_charset` is a label as HTTP names it, or "".
// Thread-safe. Never fails.
DecodedText DecodeHtml(std::string_view bytes, std::string_view transport_charset = "");

}  // namespace sitedoor::html
