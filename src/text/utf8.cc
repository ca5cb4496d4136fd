#include "text/utf8.h"

#include <array>
#include <cstring>

namespace sitedoor::text {
namespace {

unsigned char ByteAt(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// What a lead byte asks for: how many bytes follow, and the range of the first of them, which rules
// out overlong forms, surrogates and values above U+10FFFF (Unicode standard, table 3-7).
struct LeadByte {
  std::uint32_t following = 0;  // 0: no lead byte
  unsigned char least = 0x80, most = 0xBF;
};

LeadByte Classify(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {1};
  if (lead == 0xE0) return {2, 0xA0, 0xBF};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {2};
  if (lead == 0xF0) return {3, 0x90, 0xBF};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  if (lead >= 0xF1 && lead <= 0xF3) return {3};
  return {};
}

bool IsReplacedSequence(std::string_view text, std::size_t at, CodePoint point) {
  return point.value == kReplacement && text.substr(at, point.bytes) != "\xEF\xBF\xBD";
}

}  // namespace

std::size_t AsciiRun(std::string_view text, std::size_t at) {
  std::size_t end = at;
  // Many bytes at once, as long as none has its high bit.
  constexpr std::uint64_t kHighBits = 0x8080808080808080ull;
  for (std::array<std::uint64_t, 4> words; end + sizeof words <= text.size(); end += sizeof words) {
    std::memcpy(words.data(), text.data() + end, sizeof words);
    if ((words[0] | words[1] | words[2] | words[3]) & kHighBits) break;
  }
  for (std::uint64_t word; end + sizeof word <= text.size(); end += sizeof word) {
    std::memcpy(&word, text.data() + end, sizeof word);
    if (word & kHighBits) break;
  }
  while (end < text.size() && ByteAt(text, end) < 0x80) ++end;
  return end - at;
}

CodePoint DecodeBeyondAscii(std::string_view text, std::size_t at) {
  const unsigned char lead = ByteAt(text, at);
  // The two usual forms, ahead of the table: two bytes, and three that cannot be overlong or a
  // surrogate.
  if (lead >= 0xC2 && lead <= 0xDF && at + 1 < text.size() &&
      (ByteAt(text, at + 1) & 0xC0) == 0x80) {
    return {static_cast<char32_t>(((lead & 0x1Fu) << 6) | (ByteAt(text, at + 1) & 0x3Fu)), 2};
  }
  if (lead >= 0xE1 && lead <= 0xEC && at + 2 < text.size() &&
      (ByteAt(text, at + 1) & 0xC0) == 0x80 && (ByteAt(text, at + 2) & 0xC0) == 0x80) {
    return {static_cast<char32_t>(((lead & 0x0Fu) << 12) | ((ByteAt(text, at + 1) & 0x3Fu) << 6) |
                                  (ByteAt(text, at + 2) & 0x3Fu)),
            3};
  }
  const LeadByte form = Classify(lead);
  if (form.following == 0) return {kReplacement, 1};
  char32_t value = lead & (0x3Fu >> form.following);
  for (std::uint32_t i = 1; i <= form.following; ++i) {
    if (at + i >= text.size()) return {kReplacement, i};
    const unsigned char next = ByteAt(text, at + i);
    const unsigned char least = i == 1 ? form.least : 0x80;
    const unsigned char most = i == 1 ? form.most : 0xBF;
    if (next < least || next > most) return {kReplacement, i};
    value = (value << 6) | (next & 0x3Fu);
  }
  return {value, form.following + 1};
}

void Append(std::string& out, char32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    code_point = kReplacement;
  }
  const auto tail = [&](int shift) {
    out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool IsValid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (ByteAt(text, at) < 0x80) {
      at += AsciiRun(text, at);
      continue;
    }
    const CodePoint point = DecodeAt(text, at);
    if (IsReplacedSequence(text, at, point)) return false;
    at += point.bytes;
  }
  return true;
}

std::string Repair(std::string_view text) {
  if (IsValid(text)) return std::string(text);
  std::string out;
  out.reserve(text.size() + 16);
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t ascii = AsciiRun(text, at); ascii > 0) {
      out.append(text.substr(at, ascii));
      at += ascii;
      continue;
    }
    const CodePoint point = DecodeAt(text, at);
    Append(out, point.value);
    at += point.bytes;
  }
  return out;
}

std::string_view Prefix(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  // A code point has at most three bytes after its lead byte, so looking back further would only
  // find damage.
  std::size_t end = most_bytes;
  for (int back = 0; back < 3 && end > 0 && (ByteAt(text, end) & 0xC0) == 0x80; ++back) --end;
  if ((ByteAt(text, end) & 0xC0) == 0x80 || end + DecodeAt(text, end).bytes <= most_bytes) {
    return text.substr(0, most_bytes);
  }
  return text.substr(0, end);
}

std::size_t CountCodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t ascii = AsciiRun(text, at);
    count += ascii;
    at += ascii;
    for (; at < text.size() && ByteAt(text, at) >= 0x80; ++count)
      at += DecodeBeyondAscii(text, at).bytes;
  }
  return count;
}

}  // namespace sitedoor::text
