// The command line: what was typed to a Command and its Invocation.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/command.h"

namespace sitedoor::app {

// A command with its flags still as text: settings are resolved after.
struct TypedCommand {
  const Command* command = nullptr;  // never null
  std::vector<std::string> arguments;
  std::map<std::string, std::vector<std::string>, std::less<>> options;
  std::map<Key, std::vector<std::string>> setting_flags;
  std::string config;  // --config
};
struct TypedHelp {
  const Command* command = nullptr;  // null: of sitedoor as a whole
};
struct TypedVersion {};
using Typed = std::variant<TypedCommand, TypedHelp, TypedVersion>;

// `words` without the program's name. Errors: kInvalidArgument, with the nearest name as a hint.
Result<Typed> ParseCommandLine(const std::vector<std::string>& words);

// Help as a person reads it: what it does, how it is used, the flags, examples.
std::string HelpText();
std::string HelpText(const Command& command);

}  // namespace sitedoor::app
