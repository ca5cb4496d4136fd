#include "extract/internal/script_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;

constexpr std::size_t kMostScriptBytes = 24;

struct ScriptGlyph {
  char32_t plain, raised, lowered;
};
constexpr std::array<ScriptGlyph, 18> kGlyphs = {{
    {'0', 0x2070, 0x2080},
    {'1', 0xB9, 0x2081},
    {'2', 0xB2, 0x2082},
    {'3', 0xB3, 0x2083},
    {'4', 0x2074, 0x2084},
    {'5', 0x2075, 0x2085},
    {'6', 0x2076, 0x2086},
    {'7', 0x2077, 0x2087},
    {'8', 0x2078, 0x2088},
    {'9', 0x2079, 0x2089},
    {'+', 0x207A, 0x208A},
    {'-', 0x207B, 0x208B},
    {0x2212, 0x207B, 0x208B},
    {0x2013, 0x207B, 0x208B},
    {'=', 0x207C, 0x208C},
    {'(', 0x207D, 0x208D},
    {')', 0x207E, 0x208E},
    {'n', 0x207F, 0x2099},
}};

// kMarkedText: in elements that mark a variable, a number or code. kOther: notes, links, pictures.
enum class ScriptContent { kText, kMarkedText, kOther };

ScriptContent ContentOfScript(Node element) {
  constexpr int kMostNodes = 16;
  ScriptContent content = ScriptContent::kText;
  int seen = 0;
  for (Node at = element.FirstChild(); at; at = at.Next(element)) {
    if (++seen > kMostNodes) return ScriptContent::kOther;
    if (!at.IsElement()) continue;
    switch (at.ElementTag()) {
      case LXB_TAG_B:
      case LXB_TAG_CODE:
      case LXB_TAG_EM:
      case LXB_TAG_I:
      case LXB_TAG_STRONG:
      case LXB_TAG_TT:
      case LXB_TAG_VAR:
        if (at.HasAttributes() && IsHidden(at)) return ScriptContent::kOther;
        content = ScriptContent::kMarkedText;
        break;
      default:
        return ScriptContent::kOther;
    }
  }
  return content;
}

}  // namespace

std::string Script::InGlyphs() const {
  std::string out;
  bool has_digit = false;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint point = text::DecodeAt(text, at);
    at += point.bytes;
    const auto glyph = std::ranges::find(kGlyphs, point.value, &ScriptGlyph::plain);
    if (glyph == kGlyphs.end()) return "";
    has_digit = has_digit || (point.value >= '0' && point.value <= '9') || point.value == 'n';
    text::Append(out, raised ? glyph->raised : glyph->lowered);
  }
  return has_digit ? out : "";
}

std::string Script::InCode() const {
  if (raised && !is_formula && text.size() > 1) return "";
  const std::string_view digits = std::string_view(text).substr(text.front() == '-' ? 1 : 0);
  const bool is_one = std::ranges::all_of(digits, IsAsciiAlnum);
  return (raised ? "^" : "_") + (is_one ? text : "(" + text + ")");
}

std::optional<Script> ReadScript(Node element) {
  const ScriptContent content = ContentOfScript(element);
  if (content == ScriptContent::kOther) return std::nullopt;
  const std::string written = element.TextContent();
  Script script = {.text = CleanText(written), .raised = element.IsElement(LXB_TAG_SUP)};
  if (script.text.empty() || script.text.size() > kMostScriptBytes) return std::nullopt;
  script.is_formula = content == ScriptContent::kMarkedText ||
                      (script.text.find_first_of("0123456789+-=") != std::string::npos &&
                       script.text.front() != '[');
  script.ends_with_space = written.back() == ' ';
  return script;
}

}  // namespace sitedoor::extract::internal
