#include "html/byte_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace sitedoor::html {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSampleBytes = 4096;
// Random bytes have 11 % of them; a page that was cut or pasted together has a few.
constexpr std::size_t kMostPercent = 4;
constexpr std::size_t kLeastControls = 2;

// Of what is found under a page's name when a download or a build went wrong.
constexpr std::array kSignatures = {"\x89PNG\r\n\x1A\n"sv,
                                    "\xFF\xD8\xFF"sv,
                                    "GIF87a"sv,
                                    "GIF89a"sv,
                                    "%PDF-"sv,
                                    "PK\x03\x04"sv,
                                    "\x1F\x8B\x08"sv,
                                    "\x7F"
                                    "ELF"sv,
                                    "wOF2"sv,
                                    "wOFF"sv,
                                    "BZh9"sv,
                                    "\xFD"
                                    "7zXZ\0"sv,
                                    "\x28\xB5\x2F\xFD"sv};

// The standard's "binary data bytes": no text has them. ESC is none, ISO-2022-JP begins with it.
// Source: https://mimesniff.spec.whatwg.org/#binary-data-byte
bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x08 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
         (byte >= 0x1C && byte <= 0x1F);
}

char32_t UnitAt(std::string_view bytes, std::size_t at, ByteForm form) {
  const auto low = static_cast<unsigned char>(bytes[at + (form == ByteForm::kUtf16Le ? 0 : 1)]);
  const auto high = static_cast<unsigned char>(bytes[at + (form == ByteForm::kUtf16Le ? 1 : 0)]);
  return static_cast<char32_t>(high << 8 | low);
}

// Reads as text with markup in two bytes a character: it has tags, no control characters, and no
// half of a surrogate pair alone. ASCII read so has no '<' of two bytes.
bool ReadsAs(ByteForm form, std::string_view sample) {
  std::size_t tag_marks = 0, bad = 0, units = 0;
  bool in_pair = false;
  for (std::size_t at = 0; at + 1 < sample.size(); at += 2, ++units) {
    const char32_t unit = UnitAt(sample, at, form);
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (is_low != in_pair) ++bad;
    in_pair = unit >= 0xD800 && unit < 0xDC00;
    if (unit < 0x20 && unit != '\t' && unit != '\n' && unit != '\r' && unit != '\f' && unit != 0x1B)
      ++bad;
    if (unit >= 0xFFFE || (unit >= 0xFDD0 && unit <= 0xFDEF)) ++bad;
    if (unit == '<' || unit == '>') ++tag_marks;
  }
  return tag_marks >= 2 && bad * 100 <= units * kMostPercent;
}

}  // namespace

ByteForm FormOf(std::string_view bytes) {
  // The mark of UTF-32 begins with that of UTF-16, which no page follows with a zero character.
  if (bytes.starts_with("\xFF\xFE\0\0"sv) && bytes.size() % 4 == 0) return ByteForm::kUtf32Le;
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return ByteForm::kUtf32Be;
  if (bytes.starts_with("\xFF\xFE")) return ByteForm::kUtf16Le;
  if (bytes.starts_with("\xFE\xFF")) return ByteForm::kUtf16Be;
  if (bytes.starts_with("\xEF\xBB\xBF")) return ByteForm::kBytes;
  const auto begins = [&](std::string_view signature) { return bytes.starts_with(signature); };
  if (std::ranges::any_of(kSignatures, begins)) return ByteForm::kNotText;
  const std::string_view sample = bytes.substr(0, kSampleBytes);
  for (const ByteForm form : {ByteForm::kUtf16Le, ByteForm::kUtf16Be}) {
    if (ReadsAs(form, sample)) return form;
  }
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(sample, IsControl));
  if (controls < kLeastControls || controls * 100 <= sample.size() * kMostPercent)
    return ByteForm::kBytes;
  return ByteForm::kNotText;
}

}  // namespace sitedoor::html
