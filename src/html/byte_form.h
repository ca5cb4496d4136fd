// ByteForm: what kind of bytes a file holds, before anyone asks for its charset. A folder of pages
// and the decoder of one page follow the same rule.
#pragma once

#include <string_view>

namespace sitedoor::html {

enum class ByteForm {
  kBytes,  // text of one byte or more a character, as in UTF-8 and the legacy encodings
  kUtf16Le,
  kUtf16Be,
  kUtf32Le,
  kUtf32Be,
  kNotText,  // an image, an archive or the like
};

// Judged by its first 4 KiB: a byte-order mark, a known file signature, zero bytes beside the
// characters of markup, or more control characters than a damaged page has. UTF-16 needs no mark,
// whatever language it is in; UTF-32 does. Zero bytes in a page whose tags are of one byte a
// character are damage.
ByteForm FormOf(std::string_view bytes);

}  // namespace sitedoor::html
