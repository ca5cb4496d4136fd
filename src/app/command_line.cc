#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>
#include <span>

#include "app/nearest.h"
#include "base/ascii.h"

namespace sitedoor::app {
namespace {

constexpr std::string_view kSeeHelp = "see: sitedoor --help";

// What CLI11 found for one command. The callbacks write here, so it must not move.
struct Captured {
  const Command* command = nullptr;
  CLI::App* parser = nullptr;
  bool help = false;
  std::vector<std::string> config;
  TypedCommand typed;
};

void Capture(CLI::App& parser, std::string_view flag, std::vector<std::string>& into) {
  // allow_extra_args would have CLI11 take "[a,b]" apart.
  parser
      .add_option(std::string(flag),
                  [&into](const CLI::results_t& results) {
                    into = results;
                    return true;
                  })
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void DescribeTo(CLI::App& root, Captured& captured) {
  const Command& command = *captured.command;
  CLI::App& parser = *root.add_subcommand(std::string(command.name));
  captured.parser = &parser;
  captured.typed.command = &command;
  parser.set_help_flag();
  parser.allow_extras();
  parser.add_flag("-h,--help", captured.help);
  if (command.needs != Command::Settings::kDefaults) Capture(parser, "--config", captured.config);
  for (const CommandOption& option : command.options) {
    auto& options = captured.typed.options;
    if (option.value_name.empty()) {
      parser.add_flag_callback(std::string(option.flag),
                               [&options, flag = std::string(option.flag)] { options[flag]; });
    } else {
      parser
          .add_option(std::string(option.flag),
                      [&options, flag = std::string(option.flag)](const CLI::results_t& results) {
                        options[flag] = results;
                        return true;
                      })
          ->type_size(1)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->allow_extra_args(false);
    }
  }
  for (const Setting& setting : SettingsTable()) {
    // `config show` takes the flags of all commands, to show what they would do.
    if (!IsUsedBy(setting, command.name) && command.name != "config") continue;
    Capture(parser, setting.flag, captured.typed.setting_flags[setting.key]);
  }
}

std::unexpected<Error> UnknownCommand(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : CommandTable()) names.push_back(command.name);
  if (name == "version") {
    return Fail(ErrorCode::kInvalidArgument, "there is no command version",
                "did you mean sitedoor --version?");
  }
  const std::string nearest(Nearest(name, names));
  return Fail(ErrorCode::kInvalidArgument, "there is no command " + name,
              nearest.empty() ? std::string(kSeeHelp) : "did you mean sitedoor " + nearest + "?");
}

std::unexpected<Error> UnknownFlag(const Command& command, const std::string& typed) {
  const std::string name(command.name);
  const std::string word = typed.substr(0, typed.find('='));
  std::vector<std::string_view> flags{"--help"};
  if (command.needs != Command::Settings::kDefaults) flags.emplace_back("--config");
  for (const CommandOption& option : command.options) flags.push_back(option.flag);
  for (const Setting& setting : SettingsTable()) {
    if (IsUsedBy(setting, command.name)) flags.push_back(setting.flag);
  }
  const std::string nearest(Nearest(word, flags));
  std::string hint =
      nearest.empty() ? "see: sitedoor " + name + " --help" : "did you mean " + nearest + "?";
  if (name == "search") {
    const std::string as_words = "search for it with: sitedoor search -- " + typed;
    hint = nearest.empty() ? as_words : hint + " or " + as_words;
  }
  return Fail(ErrorCode::kInvalidArgument, "sitedoor " + name + " has no option " + word, hint);
}

// The words of the options that a command takes without a value, and with one.
enum class Takes { kNothing, kAValue };
bool IsOption(const Command& command, std::string_view word, Takes takes) {
  if (word == "--config") return takes == Takes::kAValue;
  if (word == "--help" || word == "-h") return takes == Takes::kNothing;
  for (const CommandOption& option : command.options) {
    if (option.flag == word) return option.value_name.empty() == (takes == Takes::kNothing);
  }
  const auto setting = std::ranges::find(SettingsTable(), word, &Setting::flag);
  return setting != SettingsTable().end() && takes == Takes::kAValue;
}

bool IsOptionOfSomeCommand(std::string_view word, Takes takes) {
  return std::ranges::any_of(
      CommandTable(), [&](const Command& command) { return IsOption(command, word, takes); });
}

// Where the command's name stands: behind options, if there are any. The number of words where
// there is none.
std::size_t CommandAt(std::span<const std::string> words) {
  std::size_t at = 0;
  while (at < words.size() && words[at].starts_with('-')) {
    at += IsOptionOfSomeCommand(words[at], Takes::kAValue) ? 2 : 1;
  }
  return std::min(at, words.size());
}

// Options before the command mean what they mean behind it.
std::vector<std::string> CommandFirst(std::span<const std::string> words, std::size_t command_at) {
  std::vector<std::string> ordered{words[command_at]};
  ordered.insert(ordered.end(), words.begin(),
                 words.begin() + static_cast<std::ptrdiff_t>(command_at));
  ordered.insert(ordered.end(), words.begin() + static_cast<std::ptrdiff_t>(command_at) + 1,
                 words.end());
  return ordered;
}

// CLI11 would read "--json=false" as it likes.
Status CheckSwitches(const Command& command, std::span<const std::string> words) {
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.size() < word.size() && IsOption(command, name, Takes::kNothing)) {
      return Fail(ErrorCode::kInvalidArgument, name + " takes no value, but got " + word,
                  "leave it out to have it off");
    }
  }
  return {};
}

// "-x", "--json" and "--json=1" are written as options are; "-", "->", "-1" and "-> operator" are
// not.
bool IsWrittenAsOption(std::string_view word) {
  const std::size_t letter = word.find_first_not_of('-');
  if (letter == 0 || letter == std::string_view::npos) return false;
  return IsAsciiLetter(word[letter]) && letter <= 2 && word.find(' ') == std::string_view::npos;
}

// What CLI11 did not know: the arguments, and flags that do not exist. `after_dashes` are words
// after "--".
Result<std::vector<std::string>> Arguments(const Command& command, std::vector<std::string> left,
                                           const std::vector<std::string>& after_dashes) {
  for (const std::string& word : left) {
    if (IsWrittenAsOption(word)) return UnknownFlag(command, word);
  }
  left.insert(left.end(), after_dashes.begin(), after_dashes.end());
  if (left.size() > command.most_arguments) {
    const std::string name(command.name);
    const std::string& surplus = left[command.most_arguments];
    const bool may_be_index =
        command.most_arguments == 0 && IsUsedBy(SettingOf(Key::kIndexPath), name);
    return Fail(ErrorCode::kInvalidArgument,
                "sitedoor " + name + " takes no" + (command.most_arguments == 0 ? "" : " further") +
                    " argument, but got " + surplus,
                may_be_index ? "an index is named with: --index " + surplus
                             : "see: sitedoor " + name + " --help");
  }
  return left;
}

// `sitedoor help` and `sitedoor help COMMAND`.
Result<Typed> Help(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return Typed(TypedHelp{});
  if (const Command* const command = FindCommand(arguments[0])) return Typed(TypedHelp{command});
  return UnknownCommand(arguments[0]);
}

Result<Typed> Judge(std::deque<Captured>& all, const std::vector<std::string>& after_dashes) {
  for (Captured& captured : all) {
    if (!captured.parser->parsed()) continue;
    if (captured.help) return Typed(TypedHelp{captured.command});
    ASSIGN_OR_RETURN(captured.typed.arguments,
                     Arguments(*captured.command, captured.parser->remaining(), after_dashes));
    if (captured.command->run == nullptr) return Help(captured.typed.arguments);
    if (!captured.config.empty()) {
      captured.typed.config = captured.config.back();
      if (captured.typed.config.empty())
        return Fail(ErrorCode::kInvalidArgument, "--config needs a file");
    }
    std::erase_if(captured.typed.setting_flags,
                  [](const auto& flag) { return flag.second.empty(); });
    return Typed(std::move(captured.typed));
  }
  return Fail(ErrorCode::kInternal, "no command was parsed");
}

// What words without a command say.
Result<Typed> WithoutCommand(std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (word == "-h" || word == "--help") return Typed(TypedHelp{});
    const std::string name = word.substr(0, word.find('='));
    if (IsOptionOfSomeCommand(name, Takes::kAValue)) break;  // the next word is its value
    if (IsOptionOfSomeCommand(name, Takes::kNothing)) continue;
    return Fail(ErrorCode::kInvalidArgument, "sitedoor has no option " + name,
                std::string(kSeeHelp));
  }
  return Fail(ErrorCode::kInvalidArgument, "no command is given", std::string(kSeeHelp));
}

}  // namespace

Result<Typed> ParseCommandLine(const std::vector<std::string>& words) {
  // CLI11 would take words after "--" for flags again in places, so it does not see them.
  const auto dashes = std::ranges::find(words, "--");
  const std::vector<std::string> after_dashes(dashes == words.end() ? dashes : dashes + 1,
                                              words.end());
  const std::span<const std::string> typed(words.data(),
                                           static_cast<std::size_t>(dashes - words.begin()));
  const std::size_t command_at = CommandAt(typed);
  for (const std::string& word : typed.first(command_at)) {
    if (word == "-V" || word == "--version") return Typed(TypedVersion{});
  }
  if (command_at == typed.size()) return WithoutCommand(typed);
  const Command* const command = FindCommand(typed[command_at]);
  if (command == nullptr) return UnknownCommand(typed[command_at]);
  RETURN_IF_ERROR(CheckSwitches(*command, typed));
  CLI::App root;
  root.set_help_flag();
  root.allow_extras();
  root.require_subcommand(0, 1);  // a word of a query may be a command's name
  std::deque<Captured> all;
  for (const Command& each : CommandTable()) {
    Captured& captured = all.emplace_back();
    captured.command = &each;
    DescribeTo(root, captured);
  }
  // The one place where CLI11's exceptions are caught.
  try {
    std::vector<std::string> reversed = CommandFirst(typed, command_at);
    std::ranges::reverse(reversed);
    root.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return Fail(ErrorCode::kInvalidArgument, what.substr(0, what.find(':')) + " needs a value",
                "see: sitedoor " + std::string(command->name) + " --help");
  } catch (const CLI::Error& error) {
    return Fail(ErrorCode::kInvalidArgument, error.what(), std::string(kSeeHelp));
  }
  return Judge(all, after_dashes);
}

}  // namespace sitedoor::app
