// Values of settings as text: reading, showing, and what is allowed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

#include "app/settings.h"
#include "crawl/folder_source.h"
#include "doors/http/client_address.h"
#include "doors/http/server.h"
#include "extract/page_selectors.h"
#include "net/url.h"

namespace sitedoor::app {
namespace {

using enum SettingKind;

struct Unit {
  std::string_view name;
  std::int64_t size;
};
// Largest first: showing takes the first that divides.
constexpr std::array<Unit, 4> kTimeUnits{
    {{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};
constexpr std::array<Unit, 10> kByteUnits{{{"GiB", 1 << 30},
                                           {"MiB", 1 << 20},
                                           {"KiB", 1 << 10},
                                           {"B", 1},
                                           {"GB", 1'000'000'000},
                                           {"MB", 1'000'000},
                                           {"KB", 1'000},
                                           {"kB", 1'000},
                                           {"k", 1'000},
                                           {"M", 1'000'000}}};

std::unexpected<Error> Refuse(const Setting& setting, std::string_view value,
                              std::string hint = "") {
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("{} is \"{}\", but must be {}", setting.name, value, AllowedValues(setting)),
      std::move(hint));
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

template <class Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<SettingValue> ParseRanged(const Setting& setting, std::string_view text,
                                 std::optional<std::int64_t> number) {
  if (!number || *number < setting.least || *number > setting.most) return Refuse(setting, text);
  return SettingValue(*number);
}

// "30s" with one of `units`; a bare number counts `bare` each.
std::optional<std::int64_t> ParseQuantity(std::string_view text, std::span<const Unit> units,
                                          std::int64_t bare) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = ParseNumber<std::int64_t>(text.substr(0, digits));
  if (!number) return std::nullopt;
  const std::string_view unit = Trimmed(text.substr(digits));
  std::int64_t size = unit.empty() ? bare : 0;
  for (const Unit& known : units) {
    if (unit == known.name) size = known.size;
  }
  if (size == 0 || *number > std::numeric_limits<std::int64_t>::max() / size) return std::nullopt;
  return *number * size;
}

std::string ShowQuantity(std::int64_t value, std::span<const Unit> units) {
  for (const Unit& unit : units) {
    if (value % unit.size == 0 && value != 0)
      return fmt::format("{}{}", value / unit.size, unit.name);
  }
  return fmt::format("{}{}", value, units.back().name);
}

Result<SettingValue> ParseUrl(const Setting& setting, std::string_view text) {
  if (text.empty()) return SettingValue(std::string());
  const auto url = net::Url::Parse(text);
  if (!url || !url->IsHttp() || url->Host().empty()) {
    const auto guess = net::Url::Parse(fmt::format("https://{}", text));
    const bool lacks_scheme = text.find("://") == std::string_view::npos && guess;
    return Refuse(setting, text, lacks_scheme ? "write it with its scheme: " + guess->Text() : "");
  }
  if (url->HasCredentials()) {  // which the message does not repeat
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} has a user name or a password in it", setting.name),
                "it is published with every page: leave out what stands before the @");
  }
  if (!url->Query().empty() || !url->Fragment().empty()) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{} is \"{}\", but may have neither query nor fragment", setting.name, text));
  }
  return SettingValue(url->Text());
}

Result<SettingValue> ParseChoice(const Setting& setting, std::string_view text) {
  std::string_view rest = setting.choices;
  while (true) {
    const std::size_t bar = rest.find('|');
    if (rest.substr(0, bar) == text) return SettingValue(std::string(text));
    if (bar == std::string_view::npos) {
      const bool is_only = rest.size() == setting.choices.size();
      return Refuse(setting, text, is_only ? std::string(setting.help) : "");
    }
    rest.remove_prefix(bar + 1);
  }
}

Result<SettingValue> ParseList(const Setting& setting, std::string_view text) {
  std::vector<std::string> members;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view member = Trimmed(text.substr(0, comma));
    if (!member.empty()) members.emplace_back(member);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  for (std::string& member : members) {
    ASSIGN_OR_RETURN(member, ReadListMember(setting, member));
  }
  return SettingValue(std::move(members));
}

std::unexpected<Error> RefuseMember(const Setting& setting, std::string_view text,
                                    std::string hint) {
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("{} holds \"{}\", but must be {}", setting.name, text, AllowedValues(setting)),
      std::move(hint));
}

// As a browser writes it in the Origin header, which is what it is compared with.
Result<std::string> ReadOrigin(const Setting& setting, std::string_view text) {
  const std::string_view trimmed = Trimmed(text);
  if (trimmed == "*") return std::string(trimmed);
  if (trimmed.find("://") == std::string_view::npos) {
    const auto guess = net::Url::Parse(fmt::format("https://{}", trimmed));
    return RefuseMember(setting, text,
                        guess && guess->IsHttp() ? "write it with its scheme: " + guess->Origin()
                                                 : "as in https://example.com");
  }
  const auto url = net::Url::Parse(trimmed);
  if (!url || url->Host().empty() || url->Host().find('*') != std::string_view::npos) {
    return RefuseMember(setting, text, "as in https://example.com; only \"*\" alone is a wildcard");
  }
  const std::string origin = url->IsHttp()
                                 ? url->Origin()
                                 : fmt::format("{}://{}{}{}", url->Scheme(), url->Host(),
                                               url->Port().empty() ? "" : ":", url->Port());
  const bool has_path = !url->Path().empty() && url->Path() != "/";
  if (has_path || trimmed.find_first_of("?#@") != std::string_view::npos) {
    return RefuseMember(setting, text, "an origin has nothing behind its host and port: " + origin);
  }
  return origin;
}

Result<std::string> ReadHost(const Setting& setting, std::string_view text) {
  const std::string_view trimmed = Trimmed(text);
  if (trimmed == "*") return std::string(trimmed);
  const auto url = net::Url::Parse(fmt::format("http://{}/", trimmed));
  const bool is_host = url && !url->Host().empty() && url->Path() == "/" && url->Port().empty() &&
                       trimmed.find_first_of("*@?#/\\ ") == std::string_view::npos;
  if (!is_host) {
    return RefuseMember(setting, text,
                        "write it like docs.example.com, without scheme, port and path; only "
                        "\"*\" alone is a wildcard");
  }
  std::string host(url->Host());
  while (host.ends_with('.')) host.pop_back();
  return host;
}

Result<SettingValue> ParseListen(const Setting& setting, std::string_view text) {
  if (auto good = doors::http::CheckListenAddress(text); !good) {
    return WithPrefix(setting.name, std::move(good).error());
  }
  return SettingValue(std::string(text));
}

}  // namespace

bool IsList(SettingKind kind) {
  return kind == kList || kind == kNetworks || kind == kGlobs || kind == kSelectors ||
         kind == kOrigins || kind == kHosts;
}

Result<std::string> ReadListMember(const Setting& setting, std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return Refuse(setting, "a text with a zero byte");
  if (setting.kind == kOrigins) return ReadOrigin(setting, text);
  if (setting.kind == kHosts) return ReadHost(setting, text);
  if (setting.kind == kNetworks && !doors::http::AddressRange::Parse(text)) {
    return RefuseMember(setting, text, "as in 127.0.0.1 or 10.0.0.0/8");
  }
  if (setting.kind == kGlobs) {
    if (auto good = crawl::CheckGlob(text); !good) {
      return WithPrefix(setting.name, std::move(good).error());
    }
  }
  if (setting.kind == kSelectors) {
    if (auto good = extract::CheckSelector(text); !good) {
      return WithPrefix(setting.name, std::move(good).error());
    }
  }
  return std::string(text);
}

Result<SettingValue> ParseSetting(const Setting& setting, std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return Refuse(setting, "a text with a zero byte");
  const std::string_view trimmed = Trimmed(text);
  switch (setting.kind) {
    case kText:
      return SettingValue(std::string(trimmed));
    case kPath:
      // An unset shell variable, which would name the current folder.
      if (text.empty() && !setting.fallback.empty()) return Refuse(setting, text);
      return SettingValue(std::string(text));
    case kListen:
      return ParseListen(setting, trimmed);
    case kUrl:
      return ParseUrl(setting, trimmed);
    case kChoice:
      return ParseChoice(setting, trimmed);
    case kList:
    case kNetworks:
    case kGlobs:
    case kOrigins:
    case kHosts:
      return ParseList(setting, text);
    case kSelectors: {
      // A comma is a selector's own.
      if (trimmed.empty()) return SettingValue(std::vector<std::string>());
      ASSIGN_OR_RETURN(std::string member, ReadListMember(setting, trimmed));
      return SettingValue(std::vector<std::string>{std::move(member)});
    }
    case kInteger:
      return ParseRanged(setting, trimmed, ParseNumber<std::int64_t>(trimmed));
    case kDuration:
      return ParseRanged(setting, trimmed, ParseQuantity(trimmed, kTimeUnits, 1'000));
    case kBytes:
      return ParseRanged(setting, trimmed, ParseQuantity(trimmed, kByteUnits, 1));
    case kShare: {
      const auto share = ParseNumber<double>(trimmed);
      // Written so that a NaN is refused too.
      if (!share || !(*share >= 0 && *share <= 1)) return Refuse(setting, trimmed);
      return SettingValue(*share);
    }
  }
  return Refuse(setting, text);
}

std::string ShowSetting(const Setting& setting, const SettingValue& value) {
  switch (setting.kind) {
    case kText:
    case kPath:
    case kListen:
    case kUrl:
    case kChoice:
      return std::get<std::string>(value);
    case kList:
    case kNetworks:
    case kGlobs:
    case kSelectors:
    case kOrigins:
    case kHosts:
      return fmt::format("{}", fmt::join(std::get<std::vector<std::string>>(value), ","));
    case kInteger:
      return std::to_string(std::get<std::int64_t>(value));
    case kDuration:
      return ShowQuantity(std::get<std::int64_t>(value), kTimeUnits);
    case kBytes:
      return ShowQuantity(std::get<std::int64_t>(value), std::span(kByteUnits).first(4));
    case kShare:
      return fmt::format("{}", std::get<double>(value));
  }
  return "";
}

std::string AllowedValues(const Setting& setting) {
  switch (setting.kind) {
    case kText:
      return "a text";
    case kPath:
      return "a path";
    case kUrl:
      return "an http or https URL";
    case kChoice: {
      std::string choices(setting.choices);
      for (std::size_t bar; (bar = choices.find('|')) != std::string::npos;)
        choices.replace(bar, 1, ", ");
      return setting.choices.find('|') == std::string_view::npos ? choices : "one of " + choices;
    }
    case kList:
      return "a list of texts";
    case kNetworks:
      return "a list of IP addresses and networks";
    case kGlobs:
      return "a list of globs";
    case kSelectors:
      return "a list of CSS selectors";
    case kOrigins:
      return "a list of origins such as https://example.com";
    case kHosts:
      return "a list of host names";
    case kListen:
      return "an address such as 127.0.0.1:8080";
    case kInteger:
      return fmt::format("a whole number from {} to {}", setting.least, setting.most);
    case kShare:
      return "a number from 0 to 1";
    case kDuration:
      return fmt::format("a time such as 30s or 500ms, from {} to {}",
                         ShowQuantity(setting.least, kTimeUnits),
                         ShowQuantity(setting.most, kTimeUnits));
    case kBytes:
      return fmt::format("a size such as 64MiB, from {} to {}",
                         ShowQuantity(setting.least, std::span(kByteUnits).first(4)),
                         ShowQuantity(setting.most, std::span(kByteUnits).first(4)));
  }
  return "";
}

}  // namespace sitedoor::app
