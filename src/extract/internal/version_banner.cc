#include "extract/internal/version_banner.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "extract/internal/class_roles.h"

namespace sitedoor::extract::internal {
namespace {

template <std::size_t kCount>
bool ContainsAny(std::string_view text, const std::array<std::string_view, kCount>& parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

}  // namespace

bool IsVersionBanner(const ElementTable::Entry& entry) {
  constexpr std::uint32_t kLeastText = 20, kMostText = 500;
  constexpr std::size_t kMostBytes = 1'500, kMostNodes = 64;
  constexpr auto kSubjects = std::to_array<std::string_view>(
      {"documentation", "docs", "manual", "version", "dokumentation", "documentación",
       "documentação", "документация", "文档", "文件", "ドキュメント", "문서"});
  constexpr auto kStates = std::to_array<std::string_view>({"unreleased",
                                                            "not released",
                                                            "not yet released",
                                                            "no longer",
                                                            "not the latest",
                                                            "out of date",
                                                            "outdated",
                                                            "up-to-date",
                                                            "older version",
                                                            "old version",
                                                            "previous version",
                                                            "development version",
                                                            "pre-release",
                                                            "prerelease",
                                                            "deprecated",
                                                            "end of life",
                                                            "unmaintained",
                                                            "not maintained",
                                                            "unsupported",
                                                            "not supported",
                                                            "latest stable",
                                                            "unveröffentlicht",
                                                            "nicht mehr",
                                                            "veraltet",
                                                            "n'est plus",
                                                            "non publiée",
                                                            "ya no",
                                                            "sin publicar",
                                                            "não publicada",
                                                            "не опубликован",
                                                            "尚未发行",
                                                            "不再",
                                                            "已过期",
                                                            "将来のバージョン",
                                                            "最新版",
                                                            "더 이상"});
  if (entry.text < kLeastText || entry.text > kMostText || entry.controls > 0 || entry.in_link ||
      entry.headings > 1 || entry.titles > 0) {
    return false;
  }
  const html::Node node = entry.node;
  const std::uint32_t roles = RolesOfClasses(node.Attribute(LXB_DOM_ATTR_CLASS));
  if (node.Attribute("role") != "alert" && (roles & kAdmonition) == 0) return false;
  const std::string text = AsciiLowered(node.StartOfText(kMostBytes, kMostNodes));
  return ContainsAny(text, kSubjects) && ContainsAny(text, kStates);
}

}  // namespace sitedoor::extract::internal
