#include "extract/internal/service_link.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostTextBytes = 40;
constexpr int kMostNodes = 16;

// ↩ ⤴ ↵, of footnotes
bool IsArrowBack(char32_t c) { return c == 0x21A9 || c == 0x2934 || c == 0x21B5; }

// ↑ ⇧ ▲, and the selectors that say whether an arrow is drawn as text or as a picture
bool IsDecoration(char32_t c) {
  return c == 0x2191 || c == 0x21E7 || c == 0x25B2 || c == 0xFE0E || c == 0xFE0F;
}

struct LinkText {
  std::string words;  // in lower case, without arrows and the white space round them
  bool has_arrow_back = false;
};

// Nothing when it is too long to be a service's, or holds an image.
std::optional<LinkText> ReadLinkText(Node link) {
  LinkText read;
  int seen = 0;
  for (Node at = link; at; at = at.Next(link)) {
    const std::string_view text = at.Text();
    if (at.IsElement(LXB_TAG_IMG) || ++seen > kMostNodes) return std::nullopt;
    if (text.size() + read.words.size() > kMostTextBytes) return std::nullopt;
    for (std::size_t i = 0; i < text.size();) {
      const text::CodePoint point = text::DecodeAt(text, i);
      const char c = text[i];
      if (IsArrowBack(point.value)) {
        read.has_arrow_back = true;
      } else if (static_cast<unsigned char>(c) <= ' ') {
        if (!read.words.empty() && read.words.back() != ' ') read.words += ' ';
      } else if (!IsDecoration(point.value)) {
        read.words += text.substr(i, point.bytes);
        read.words.back() = AsciiLower(read.words.back());
      }
      i += point.bytes;
    }
  }
  if (read.words.ends_with(' ')) read.words.pop_back();
  return read;
}

// The first byte that is no white space; '\0' when there is none near the beginning.
char FirstByte(Node link) {
  int seen = 0;
  for (Node at = link; at && seen < kMostNodes; at = at.Next(link), ++seen) {
    const std::string_view text = at.Text().substr(0, kMostTextBytes);
    for (const char c : text) {
      if (static_cast<unsigned char>(c) > ' ') return c;
    }
  }
  return '\0';
}

constexpr std::array<std::string_view, 8> kToTop = {"back to top",   "back to the top", "go to top",
                                                    "return to top", "scroll to top",   "nach oben",
                                                    "zum anfang",    "haut de page"};
constexpr std::array<std::string_view, 6> kToEdit = {"edit this page", "edit this page on github",
                                                     "edit page",      "edit this page on gitlab",
                                                     "edit on github", "suggest edits"};

// Of a block of code, in forums.
constexpr std::array<std::string_view, 4> kToSelect = {"select all", "alles auswählen",
                                                       "tout sélectionner", "seleccionar todo"};

// Beside the name of what the source defines (rustdoc, Erlang).
bool IsToSource(std::string_view words, Node link) {
  if (words == "[src]" || words == "[source]") return true;
  return (words == "src" || words == "source") &&
         (link.HasClass("src") || link.HasClass("srclink"));
}

}  // namespace

bool IsServiceLink(Node link) {
  const std::string_view href = link.Attribute(LXB_DOM_ATTR_HREF);
  if (href.empty()) return false;
  // Most links are none, and their first letter says so.
  const char first = FirstByte(link);
  const std::string_view letters = href.front() == '#' ? "aAbBgGrRsSnNzZhHtT" : "eEsS[";
  const bool may_be = static_cast<unsigned char>(first) >= 0x80 ||
                      (first != '\0' && letters.find(first) != std::string_view::npos);
  if (!may_be) return false;
  const std::optional<LinkText> text = ReadLinkText(link);
  if (!text) return false;
  const auto is_among = [&](const auto& phrases) {
    return std::ranges::find(phrases, text->words) != phrases.end();
  };
  if (href.front() != '#') return is_among(kToEdit) || IsToSource(text->words, link);
  if (text->words.empty() && text->has_arrow_back) return true;
  if (href == "#" && is_among(kToSelect)) return true;
  return is_among(kToTop) || ((href == "#" || href == "#top") && text->words == "top");
}

}  // namespace sitedoor::extract::internal
