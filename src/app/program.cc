#include "app/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "app/command_line.h"
#include "app/open_index.h"
#include "base/log.h"

namespace sitedoor::app {

constinit const std::string_view kVersion = SITEDOOR_VERSION;

namespace {

constexpr std::string_view kConfigVariable = "SITEDOOR_CONFIG";

void ApplyLogSettings(const Settings& settings) {
  const std::string& level = settings.Text(Key::kLogLevel);
  const LogLevel least = level == "debug"     ? LogLevel::kDebug
                         : level == "warning" ? LogLevel::kWarning
                         : level == "error"   ? LogLevel::kError
                         : level == "off"     ? LogLevel::kOff
                                              : LogLevel::kInfo;
  ConfigureLog(least,
               settings.Text(Key::kLogFormat) == "json" ? LogFormat::kJson : LogFormat::kText);
}

std::string VariableIn(const char* const* environment, std::string_view name) {
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry(*environment);
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=') {
      return std::string(entry.substr(name.size() + 1));
    }
  }
  return "";
}

Result<Invocation> Resolve(TypedCommand typed, const char* const* environment, Console& console) {
  SettingSources sources;
  sources.file = typed.config.empty() ? VariableIn(environment, kConfigVariable) : typed.config;
  if (typed.config.empty() && !sources.file.empty()) sources.file_named_by = kConfigVariable;
  if (sources.file.empty() && ::access(std::string(kSettingsFileName).c_str(), F_OK) == 0) {
    sources.file = kSettingsFileName;
  }
  sources.variables = SettingVariables(environment);
  sources.flags = std::move(typed.setting_flags);
  Invocation invocation;
  invocation.arguments = std::move(typed.arguments);
  invocation.options = std::move(typed.options);
  invocation.settings_file = sources.file;
  if (typed.command->needs == Command::Settings::kDefaults) return invocation;
  ResolvedSettings resolved = ResolveSettings(sources);
  for (const std::string& warning : resolved.warnings) console.PrintWarning(ForTerminal(warning));
  if (!resolved.problems.empty() && typed.command->needs == Command::Settings::kResolved) {
    Error last = std::move(resolved.problems.back());
    resolved.problems.pop_back();
    for (const Error& problem : resolved.problems) console.PrintError(problem);
    return std::unexpected(std::move(last));
  }
  invocation.problems = std::move(resolved.problems);
  invocation.warnings = std::move(resolved.warnings);
  invocation.settings = std::move(resolved.settings);
  return invocation;
}

Result<int> Run(const std::vector<std::string>& words, const char* const* environment,
                Console& console) {
  ASSIGN_OR_RETURN(Typed typed, ParseCommandLine(words));
  if (const auto* help = std::get_if<TypedHelp>(&typed)) {
    console.Print(help->command == nullptr ? HelpText() : HelpText(*help->command));
    return kFine;
  }
  if (std::holds_alternative<TypedVersion>(typed)) {
    console.Print(fmt::format("sitedoor {}\n", kVersion));
    return kFine;
  }
  const Command& command = *std::get<TypedCommand>(typed).command;
  ASSIGN_OR_RETURN(const Invocation invocation,
                   Resolve(std::move(std::get<TypedCommand>(typed)), environment, console));
  ApplyLogSettings(invocation.settings);
  Result<int> code = command.run(invocation, console);
  const bool is_of_index = IsUsedBy(SettingOf(Key::kIndexPath), command.name);
  if (!code && code.error().code == ErrorCode::kCorruption && is_of_index) {
    return std::unexpected(
        WithWayBack(std::move(code).error(), invocation.settings, console.program()));
  }
  return code;
}

}  // namespace

int RunProgram(const std::vector<std::string>& words, const char* const* environment,
               Console& console) {
  if (words.empty()) {
    console.PrintNote(HelpText());
    return kCouldNotRun;
  }
  Result<int> code = kFine;
  // Nothing of ours throws; what a library throws past its adapter (out of memory) ends here with a
  // message.
  try {
    code = Run(words, environment, console);
  } catch (const std::bad_alloc&) {
    code = Fail(ErrorCode::kUnavailable, "out of memory",
                "give it more (ulimit -v, the container's limit), or fewer threads");
  } catch (const std::system_error& error) {
    code = error.code() == std::errc::resource_unavailable_try_again
               ? Fail(ErrorCode::kUnavailable,
                      std::string("cannot start a thread: ") + error.code().message(),
                      "it needs memory and a place among the processes: raise the limits (ulimit "
                      "-v, ulimit -u, the container's), or give it fewer threads")
               : Fail(ErrorCode::kInternal, std::string("unexpected: ") + error.what());
  } catch (const std::exception& error) {
    code = Fail(ErrorCode::kInternal, std::string("unexpected: ") + error.what());
  }
  console.EndStatus();
  if (!code) console.PrintError(code.error());
  if (const auto written = console.Flush(); !written) {
    const bool is_said = !code && code.error().message == written.error().message;
    if (!is_said) console.PrintError(written.error());
    return kCouldNotRun;
  }
  return code.value_or(kCouldNotRun);
}

}  // namespace sitedoor::app
