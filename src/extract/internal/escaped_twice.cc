#include "extract/internal/escaped_twice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 10;  // of an escape, "&#x1F600;"

// The character that "#39" or "#x2019" stands for, unless it is a control character or a bracket of
// a tag.
std::optional<std::uint32_t> OfNumber(std::string_view name) {
  if (!name.starts_with('#')) return std::nullopt;
  name.remove_prefix(1);
  const bool is_hexadecimal = name.starts_with('x') || name.starts_with('X');
  if (is_hexadecimal) name.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), value, is_hexadecimal ? 16 : 10);
  const bool is_number = error == std::errc() && end == name.data() + name.size();
  const bool is_text = value >= 0x20 && value != '<' && value != '>' && value != 0x7F &&
                       value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  return is_number && is_text ? std::optional(value) : std::nullopt;
}

std::string Named(std::string_view name) {
  constexpr auto kNames =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"amp", "&"},
                                                                    {"quot", "\""},
                                                                    {"apos", "'"},
                                                                    {"nbsp", " "},
                                                                    {"ndash", "–"},
                                                                    {"mdash", "—"},
                                                                    {"lsquo", "‘"},
                                                                    {"rsquo", "’"},
                                                                    {"ldquo", "“"},
                                                                    {"rdquo", "”"},
                                                                    {"hellip", "…"},
                                                                    {"raquo", "»"},
                                                                    {"laquo", "«"}});
  for (const auto& [known, character] : kNames) {
    if (name == known) return std::string(character);
  }
  std::string text;
  if (const auto point = OfNumber(name)) text::Append(text, static_cast<char32_t>(*point));
  return text;
}

}  // namespace

std::string WithoutSecondEscape(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end =
        text[at] == '&' ? text.substr(0, at + kMostBytes).find(';', at) : std::string_view::npos;
    const std::string character =
        end == std::string_view::npos ? "" : Named(text.substr(at + 1, end - at - 1));
    plain += character.empty() ? text.substr(at, 1) : std::string_view(character);
    at = character.empty() ? at + 1 : end + 1;
  }
  return plain;
}

}  // namespace sitedoor::extract::internal
