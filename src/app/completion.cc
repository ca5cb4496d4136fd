// Completion scripts, made from the tables of commands and settings.
#include <fmt/format.h>

#include <algorithm>

#include "app/command.h"
#include "app/reference.h"

namespace sitedoor::app {
namespace {

struct Flag {
  std::string_view flag, help, choices;
  enum class Value { kNone, kText, kPath } value = Value::kNone;
};

std::vector<Flag> FlagsOf(const Command& command) {
  std::vector<Flag> flags{{"--help", "show help", "", Flag::Value::kNone},
                          {"--config", "the settings file", "", Flag::Value::kPath}};
  for (const CommandOption& option : command.options) {
    const bool is_path = option.value_name == "FILE" || option.value_name == "FOLDER";
    flags.push_back({option.flag, option.help, option.choices,
                     option.value_name.empty() ? Flag::Value::kNone
                     : is_path                 ? Flag::Value::kPath
                                               : Flag::Value::kText});
  }
  for (const Setting& setting : SettingsTable()) {
    if (!IsUsedBy(setting, command.name)) continue;
    flags.push_back({setting.flag, setting.help, setting.choices,
                     setting.kind == SettingKind::kPath ? Flag::Value::kPath : Flag::Value::kText});
  }
  return flags;
}

// "show|check" and "bash|zsh|fish" are fixed words; other arguments are files.
std::string ArgumentWords(const Command& command) {
  std::string words(command.arguments);
  if (words.find('|') == std::string::npos) return "";
  std::ranges::replace(words, '|', ' ');
  return words;
}

std::string Spaced(std::string_view choices) {
  std::string words(choices);
  std::ranges::replace(words, '|', ' ');
  return words;
}

// For use between single quotes.
std::string ShellQuoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<const Command*> ShownCommands() {
  std::vector<const Command*> commands;
  for (const Command& command : CommandTable()) {
    if (command.shown == Command::Shown::kYes) commands.push_back(&command);
  }
  return commands;
}

std::string Bash() {
  std::string names, cases;
  for (const Command* command : ShownCommands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command->name);
    std::string flags, values;
    for (const Flag& flag : FlagsOf(*command)) {
      flags += fmt::format("{}{}", flags.empty() ? "" : " ", flag.flag);
      if (flag.value == Flag::Value::kNone) continue;
      std::string answer = "return";
      if (!flag.choices.empty()) {
        answer = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\")); return",
                             Spaced(flag.choices));
      } else if (flag.value == Flag::Value::kPath) {
        answer = "COMPREPLY=($(compgen -f -- \"$word\")); return";
      }
      values += fmt::format("        {}) {} ;;\n", flag.flag, answer);
    }
    cases += fmt::format(
        "    {})\n      case \"$previous\" in\n{}      esac\n      flags='{}'\n      words='{}'\n  "
        "    ;;\n",
        command->name, values, flags, ArgumentWords(*command));
  }
  return fmt::format(
      "# bash completion for sitedoor; load it with: source <(sitedoor completion bash)\n"
      "_sitedoor() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\" "
      "flags words\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}    *) return ;;\n  esac\n"
      "  case \"$word\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
      "    *) if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\"));\n"
      "       else COMPREPLY=($(compgen -f -- \"$word\")); fi ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _sitedoor sitedoor\n",
      names, cases);
}

// A description within _arguments: brackets and colons end it.
std::string ZshText(std::string_view text) {
  std::string out;
  for (const char c : ShellQuoted(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      // The backslash of ShellQuoted's '\'' stays as it is.
      if (c != '\\') out += '\\';
    }
    out += c;
  }
  return out;
}

std::string Zsh() {
  std::string names, cases;
  for (const Command* command : ShownCommands()) {
    names += fmt::format("    '{}:{}'\n", command->name, ZshText(command->summary));
    cases += fmt::format("    {})\n      _arguments \\\n", command->name);
    for (const Flag& flag : FlagsOf(*command)) {
      std::string value;
      if (!flag.choices.empty()) {
        value = fmt::format(":value:({})", Spaced(flag.choices));
      } else if (flag.value == Flag::Value::kPath) {
        value = ":path:_files";
      } else if (flag.value == Flag::Value::kText) {
        value = ":value: ";
      }
      cases += fmt::format("        '*{}[{}]{}' \\\n", flag.flag, ZshText(flag.help), value);
    }
    const std::string words = ArgumentWords(*command);
    cases += words.empty() ? "        '*:argument:_files'\n      ;;\n"
                           : fmt::format("        '*:argument:({})'\n      ;;\n", words);
  }
  return fmt::format(
      "#compdef sitedoor\n"
      "# zsh completion for sitedoor; load it with: source <(sitedoor completion zsh)\n"
      "_sitedoor() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'command' commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "compdef _sitedoor sitedoor\n",
      names, cases);
}

// fish knows two escapes between single quotes: \' and \\.
std::string FishText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string Fish() {
  std::string out =
      "# fish completion for sitedoor: sitedoor completion fish > "
      "~/.config/fish/completions/sitedoor.fish\n"
      "complete -c sitedoor -n __fish_use_subcommand -f\n"
      "complete -c sitedoor -n __fish_use_subcommand -l help -d 'show help'\n"
      "complete -c sitedoor -n __fish_use_subcommand -l version -d 'show the version'\n";
  for (const Command* command : ShownCommands()) {
    out += fmt::format("complete -c sitedoor -n __fish_use_subcommand -a {} -d '{}'\n",
                       command->name, FishText(command->summary));
    const std::string when = fmt::format("-n '__fish_seen_subcommand_from {}'", command->name);
    if (const std::string words = ArgumentWords(*command); !words.empty()) {
      out += fmt::format("complete -c sitedoor {} -f -a '{}'\n", when, words);
    }
    for (const Flag& flag : FlagsOf(*command)) {
      std::string value;
      if (!flag.choices.empty()) {
        value = fmt::format(" -x -a '{}'", Spaced(flag.choices));
      } else if (flag.value == Flag::Value::kPath) {
        value = " -r -F";
      } else if (flag.value == Flag::Value::kText) {
        value = " -x";
      }
      out += fmt::format("complete -c sitedoor {} -l {}{} -d '{}'\n", when, flag.flag.substr(2),
                         value, FishText(flag.help));
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> CompletionScript(std::string_view shell) {
  if (shell == "bash") return Bash();
  if (shell == "zsh") return Zsh();
  if (shell == "fish") return Fish();
  return std::nullopt;
}

}  // namespace sitedoor::app
