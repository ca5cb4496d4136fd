#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "app/command.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

json::value ValueJson(const SettingValue& value) {
  return std::visit(
      [](const auto& held) -> json::value {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::vector<std::string>>) {
          return json::array(held.begin(), held.end());
        } else {
          return json::value(held);
        }
      },
      value);
}

std::string ShowJson(const Settings& settings) {
  json::object all;
  for (const Setting& setting : SettingsTable()) {
    // Sizes and times as they are written, since a bare number would hide its unit.
    const bool has_unit =
        setting.kind == SettingKind::kDuration || setting.kind == SettingKind::kBytes;
    const SettingValue& value = settings.ValueOf(setting.key);
    all[setting.name] = json::object{
        {"value", has_unit ? json::value(ShowSetting(setting, value)) : ValueJson(value)},
        {"origin", settings.OriginOf(setting.key).text}};
  }
  return json::serialize(all) + "\n";
}

void ShowLines(const Settings& settings, Console& console) {
  std::size_t widest = 0;
  for (const Setting& setting : SettingsTable()) widest = std::max(widest, setting.name.size());
  for (const Setting& setting : SettingsTable()) {
    std::string value = ShowSetting(setting, settings.ValueOf(setting.key));
    if (value.empty()) value = "(empty)";
    console.Print(fmt::format("{:<{}}  {:<24}  {}\n", setting.name, widest, ForTerminal(value),
                              console.Faint(settings.OriginOf(setting.key).text)));
  }
}

}  // namespace

Result<int> RunConfig(const Invocation& invocation, Console& console) {
  const std::string what = invocation.arguments.empty() ? "" : invocation.arguments[0];
  if (what == "show") {
    if (invocation.Has("--json")) {
      console.Print(ShowJson(invocation.settings));
    } else {
      ShowLines(invocation.settings, console);
    }
    return kFine;
  }
  if (what == "check") {
    // Getting here means that file, variables and flags were read without an error.
    if (!invocation.warnings.empty()) {
      return Fail(ErrorCode::kInvalidArgument, "the environment names settings that do not exist",
                  "correct or unset the variables named above");
    }
    const std::string checked = invocation.settings_file.empty()
                                    ? "no settings file here; the environment"
                                    : invocation.settings_file + " and the environment";
    if (invocation.Has("--json")) {
      console.Print(
          json::serialize(json::object{{"ok", true}, {"file", invocation.settings_file}}) + "\n");
    } else {
      console.Print(checked + ": fine\n");
    }
    return kFine;
  }
  return Fail(ErrorCode::kInvalidArgument,
              what.empty() ? "say what: show or check" : "there is no config " + what,
              "as in: sitedoor config show");
}

}  // namespace sitedoor::app
