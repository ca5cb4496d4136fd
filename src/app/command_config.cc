#include <fmt/format.h>

#include <array>
#include <boost/json/value.hpp>

#include "app/command.h"
#include "app/nearest.h"
#include "base/json_text.h"
#include "text/utf8.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

json::value ValueJson(const SettingValue& value) {
  return std::visit(
      [](const auto& held) -> json::value {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::vector<std::string>>) {
          json::array members;
          for (const std::string& member : held) members.emplace_back(text::Repair(member));
          return members;
        } else if constexpr (std::is_same_v<Held, std::string>) {
          return json::value(text::Repair(held));
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
        {"origin", text::Repair(settings.OriginOf(setting.key).text)}};
  }
  return ToJson(all) + "\n";
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

// What is wrong, as one list: problems of the settings, and variables that name none.
std::vector<Error> AllProblems(const Invocation& invocation) {
  std::vector<Error> problems = invocation.problems;
  for (const std::string& warning : invocation.warnings) {
    problems.push_back({ErrorCode::kInvalidArgument, warning, "correct or unset it"});
  }
  return problems;
}

std::string CheckJson(const std::string& file, const std::vector<Error>& problems) {
  json::array list;
  for (const Error& problem : problems) {
    json::object entry{{"message", text::Repair(problem.message)}};
    if (!problem.hint.empty()) entry["hint"] = text::Repair(problem.hint);
    list.push_back(std::move(entry));
  }
  return ToJson(json::object{{"ok", problems.empty()},
                             {"file", text::Repair(file)},
                             {"problems", std::move(list)}}) +
         "\n";
}

int Check(const Invocation& invocation, Console& console) {
  const std::vector<Error> problems = AllProblems(invocation);
  const std::string checked = invocation.settings_file.empty()
                                  ? "no settings file here; the environment"
                                  : invocation.settings_file + " and the environment";
  if (invocation.Has("--json")) {
    console.Print(CheckJson(invocation.settings_file, problems));
  } else if (problems.empty()) {
    console.Print(checked + ": fine\n");
  } else {
    for (const Error& problem : invocation.problems) console.PrintError(problem);
    console.PrintNote(fmt::format("{}: {}", checked, Counted(problems.size(), "problem")));
  }
  return problems.empty() ? kFine : kCouldNotRun;
}

}  // namespace

Result<int> RunConfig(const Invocation& invocation, Console& console) {
  const std::string what = invocation.arguments.empty() ? "" : invocation.arguments[0];
  if (what == "show") {
    for (const Error& problem : invocation.problems) console.PrintError(problem);
    if (!invocation.problems.empty()) return kCouldNotRun;
    if (invocation.Has("--json")) {
      console.Print(ShowJson(invocation.settings));
    } else {
      ShowLines(invocation.settings, console);
    }
    return kFine;
  }
  if (what == "check") return Check(invocation, console);
  if (what.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "say what: show or check",
                "as in: sitedoor config show");
  }
  const std::string nearest(Nearest(what, std::array<std::string_view, 2>{"show", "check"}));
  return Fail(ErrorCode::kInvalidArgument, "there is no config " + what,
              nearest.empty() ? "there are: sitedoor config show, sitedoor config check"
                              : "did you mean sitedoor config " + nearest + "?");
}

}  // namespace sitedoor::app
