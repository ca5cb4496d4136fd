#include "doors/mcp/internal/header_check.h"

#include <algorithm>
#include <array>

namespace sitedoor::doors::mcp::internal {
namespace {

constexpr std::array<std::string_view, 4> kLegacyVersions = {kNewestLegacyVersion, "2025-06-18",
                                                             "2025-03-26", "2024-11-05"};

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

// Padded, standard alphabet, unused bits zero: one text per value.
std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::string decoded;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = Base64Value(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(value)) & 0xFFFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += static_cast<char>(bits >> count & 0xFF);
  }
  const bool canonical = count < 6 && (bits & ((1u << count) - 1)) == 0;
  const std::size_t expected_padding = (3 - decoded.size() % 3) % 3;
  if (!canonical || padding != expected_padding) return std::nullopt;
  return decoded;
}

bool LooksLikeADate(std::string_view text) {
  if (text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9')) return false;
  }
  return true;
}

std::string Difference(std::string_view header, const std::optional<std::string>& value,
                       std::string_view body_place, std::string_view body_value) {
  std::string message = "the " + std::string(header) + " header ";
  message += value ? "is " + Quoted(*value) : std::string("is missing");
  return message + ", but " + std::string(body_place) + " is " + Quoted(body_value);
}

}  // namespace

bool IsModernVersion(std::string_view version) { return version == kModernVersion; }
bool IsLegacyVersion(std::string_view version) {
  return std::ranges::find(kLegacyVersions, version) != kLegacyVersions.end();
}

bool ClaimsModern(std::string_view version_header) {
  if (IsLegacyVersion(version_header)) return false;
  return IsModernVersion(version_header) || !LooksLikeADate(version_header) ||
         version_header > kNewestLegacyVersion;
}

std::optional<std::string> DecodeHeader(std::string_view value) {
  constexpr std::string_view kPrefix = "=?base64?", kSuffix = "?=";
  if (value.size() < kPrefix.size() + kSuffix.size() || !value.starts_with(kPrefix) ||
      !value.ends_with(kSuffix)) {
    return std::string(value);
  }
  return DecodeBase64(value.substr(kPrefix.size(), value.size() - kPrefix.size() - kSuffix.size()));
}

std::optional<std::string> HeaderMismatch(std::string_view method,
                                          const boost::json::object& params,
                                          const Envelope& envelope) {
  if (envelope.method != method)
    return Difference("Mcp-Method", envelope.method, "the method", method);
  const bool by_name = method == "tools/call" || method == "prompts/get";
  if (!by_name && method != "resources/read") return std::nullopt;
  const std::string_view member = by_name ? "name" : "uri";
  const boost::json::value* named = params.if_contains(member);
  const std::string_view wanted =
      named != nullptr && named->is_string() ? std::string_view(named->get_string()) : "";
  if (!envelope.name)
    return Difference("Mcp-Name", std::nullopt, "params." + std::string(member), wanted);
  const std::optional<std::string> decoded = DecodeHeader(*envelope.name);
  if (decoded && named != nullptr && named->is_string() && *decoded == wanted) return std::nullopt;
  return Difference("Mcp-Name", envelope.name, "params." + std::string(member), wanted);
}

}  // namespace sitedoor::doors::mcp::internal
