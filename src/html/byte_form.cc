#include "html/byte_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/ascii.h"

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
constexpr std::uint32_t kControls =
    0xFFFF'FFFF & ~(1u << 0x09 | 1u << 0x0A | 1u << 0x0C | 1u << 0x0D | 1u << 0x1B);

std::size_t ControlsIn(std::string_view bytes) {
  std::size_t count = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) count += kControls >> byte & 1u;
  }
  return count;
}

// Most lines are long: eight bytes without a character below the space are passed over at once.
std::size_t CountControls(std::string_view sample) {
  constexpr std::uint64_t kSpaces = 0x2020'2020'2020'2020, kTops = 0x8080'8080'8080'8080;
  std::size_t count = 0;
  for (; sample.size() >= sizeof(std::uint64_t); sample.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t eight;
    std::memcpy(&eight, sample.data(), sizeof eight);
    // Source: https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
    if (((eight - kSpaces) & ~eight & kTops) != 0)
      count += ControlsIn(sample.substr(0, sizeof eight));
  }
  return count + ControlsIn(sample);
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

// Whether it has markup of one byte a character. Zero bytes are damage then: read by twos, such
// letters are rare Chinese ones.
bool HasTagsOfSingleBytes(std::string_view sample) {
  constexpr auto kTags = std::to_array<std::string_view>(
      {"!doctype", "html", "head", "meta", "title", "body", "link", "script", "div"});
  for (std::size_t at = sample.find('<'); at != std::string_view::npos;
       at = sample.find('<', at + 1)) {
    for (const std::string_view tag : kTags) {
      if (EqualsIgnoringAsciiCase(sample.substr(at + 1, tag.size()), tag)) return true;
    }
  }
  return false;
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
  // Nearly no page has one, and a search is faster than a count.
  const bool has_zeros = sample.find('\0') != std::string_view::npos;
  const auto zeros =
      has_zeros ? static_cast<std::size_t>(std::ranges::count(sample, '\0')) : std::size_t{0};
  const bool is_damaged = zeros > 0 && HasTagsOfSingleBytes(sample);
  // Of the marks of tags one byte is zero.
  if (zeros > 0 && !is_damaged) {
    for (const ByteForm form : {ByteForm::kUtf16Le, ByteForm::kUtf16Be}) {
      if (ReadsAs(form, sample)) return form;
    }
  }
  const std::size_t controls = CountControls(sample) - (is_damaged ? zeros : 0);
  if (controls < kLeastControls || controls * 100 <= sample.size() * kMostPercent)
    return ByteForm::kBytes;
  return ByteForm::kNotText;
}

}  // namespace sitedoor::html
