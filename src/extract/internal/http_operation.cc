#include "extract/internal/http_operation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 40;
constexpr int kMostNodes = 24;

// The bytes of the method that a text begins with, 0 for none.
std::size_t MethodBytes(std::string_view text) {
  constexpr std::array<std::string_view, 7> kMethods = {"get",   "post", "put",    "delete",
                                                        "patch", "head", "options"};
  const std::string lower = AsciiLowered(text.substr(0, kMostBytes));
  const auto* const found = std::ranges::find_if(
      kMethods, [&](std::string_view method) { return lower.starts_with(method); });
  return found == kMethods.end() ? 0 : found->size();
}

}  // namespace

bool ShowsHttpOperation(html::Node element) {
  const std::string start = element.StartOfText(kMostBytes, kMostNodes);
  const std::string_view text = TrimmedHtmlSpace(start);
  const std::size_t method = MethodBytes(text);
  return method > 0 && TrimmedHtmlSpace(text.substr(method)).starts_with('/');
}

bool ShowsHttpMethod(html::Node element) {
  const std::string start = element.StartOfText(kMostBytes, kMostNodes);
  const std::string_view text = TrimmedHtmlSpace(start);
  return !text.empty() && MethodBytes(text) == text.size();
}

}  // namespace sitedoor::extract::internal
