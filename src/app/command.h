// Command: one thing that `sitedoor` does. The table of them is the only list: parser, --help,
// completion and docs/reference/cli.md come from it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/console.h"
#include "app/settings.h"
#include "base/result.h"

namespace sitedoor::app {

// Exit codes of the process.
inline constexpr int kFine = 0;
inline constexpr int kNothing = 1;      // a guard refused the build, nothing was found, or the
                                        // server is not well
inline constexpr int kCouldNotRun = 2;  // bad usage, bad configuration, no index

// A flag of one command that is no setting.
struct CommandOption {
  std::string_view flag;        // "--json"
  std::string_view value_name;  // "" for a switch
  std::string_view help;
  std::string_view choices = "";  // for completion, separated by '|'
};

// What was typed.
struct Invocation {
  std::vector<std::string> arguments;
  std::map<std::string, std::vector<std::string>, std::less<>> options;  // by flag
  Settings settings;
  std::string settings_file;          // "" when there is none
  std::vector<Error> problems;        // of the settings; empty unless the command takes them so
  std::vector<std::string> warnings;  // printed already: variables that name no setting

  bool Has(std::string_view flag) const { return options.find(flag) != options.end(); }
  // The last one given; "" when absent.
  std::string Option(std::string_view flag) const {
    const auto found = options.find(flag);
    return found == options.end() || found->second.empty() ? "" : found->second.back();
  }
};

struct Command {
  std::string_view name;
  std::string_view arguments;  // as usage shows them: "\"WORDS\"", "[FOLDER]"
  std::size_t most_arguments = 0;
  std::string_view summary;      // one line
  std::string_view description;  // a paragraph or two for --help
  std::string_view examples;     // lines of shell
  std::vector<CommandOption> options;
  // The exit code; an Error is exit code 2. Null: the parser itself knows the answer.
  Result<int> (*run)(const Invocation& invocation, Console& console) = nullptr;
  enum class Shown { kYes, kNo } shown = Shown::kYes;
  // kDefaults: takes no --config and runs where the settings file is broken, since it uses none.
  // kAsTheyAre: is run with the settings' problems.
  enum class Settings { kResolved, kDefaults, kAsTheyAre } needs = Settings::kResolved;
};

std::span<const Command> CommandTable();
const Command* FindCommand(std::string_view name);  // null when there is none

// One function a command, each in its own file.
Result<int> RunInit(const Invocation& invocation, Console& console);
Result<int> RunBuild(const Invocation& invocation, Console& console);
Result<int> RunSearch(const Invocation& invocation, Console& console);
Result<int> RunFetch(const Invocation& invocation, Console& console);
Result<int> RunExtract(const Invocation& invocation, Console& console);
Result<int> RunServe(const Invocation& invocation, Console& console);
Result<int> RunHealthcheck(const Invocation& invocation, Console& console);
Result<int> RunReport(const Invocation& invocation, Console& console);
Result<int> RunRollback(const Invocation& invocation, Console& console);
Result<int> RunConfig(const Invocation& invocation, Console& console);
Result<int> RunCompletion(const Invocation& invocation, Console& console);
Result<int> RunDocs(const Invocation& invocation, Console& console);

}  // namespace sitedoor::app
