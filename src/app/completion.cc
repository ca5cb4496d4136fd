// Completion scripts, made from the tables of commands and settings.
#include <fmt/format.h>

#include <algorithm>

#include "app/command.h"
#include "app/reference.h"

namespace sitedoor::app {
namespace {

// What a flag or an argument is completed with.
enum class Value { kNone, kText, kChoice, kFile, kFolder };

struct Flag {
  std::string_view flag, help, choices;
  Value value = Value::kNone;
};

Value ValueOf(std::string_view value_name, std::string_view choices) {
  if (value_name.empty()) return Value::kNone;
  if (!choices.empty()) return Value::kChoice;
  if (value_name.find("FILE") != std::string_view::npos) return Value::kFile;
  if (value_name.find("FOLDER") != std::string_view::npos) return Value::kFolder;
  return Value::kText;
}

std::vector<Flag> FlagsOf(const Command& command) {
  std::vector<Flag> flags{{"--help", "show help", "", Value::kNone}};
  if (command.needs != Command::Settings::kDefaults)
    flags.push_back({"--config", "the settings file", "", Value::kFile});
  for (const CommandOption& option : command.options) {
    flags.push_back(
        {option.flag, option.help, option.choices, ValueOf(option.value_name, option.choices)});
  }
  for (const Setting& setting : SettingsTable()) {
    // `config show` takes the flags of all commands.
    if (!IsUsedBy(setting, command.name) && command.name != "config") continue;
    flags.push_back({setting.flag, setting.help, setting.choices,
                     ValueOf(setting.value_name, setting.choices)});
  }
  return flags;
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

std::string NamesOfCommands() {
  std::string names;
  for (const Command* command : ShownCommands()) {
    names += fmt::format("{}{}", names.empty() ? "" : "|", command->name);
  }
  return names;
}

// "show|check" and "bash|zsh|fish" are fixed words, and so are the names of commands.
Flag ArgumentOf(const Command& command) {
  static const std::string names = NamesOfCommands();
  const bool is_choice = command.arguments.find('|') != std::string_view::npos;
  const std::string_view choices = command.arguments == "[COMMAND]" ? std::string_view(names)
                                   : is_choice                      ? command.arguments
                                                                    : std::string_view();
  return {"", "", choices, ValueOf(command.arguments, choices)};
}

// The statement that offers what `flag` takes; "" where nothing can be offered.
std::string BashOffer(const Flag& flag) {
  switch (flag.value) {
    case Value::kChoice:
      return fmt::format("_sitedoor_offer -W '{}'", Spaced(flag.choices));
    case Value::kFile:
      return "_sitedoor_offer -f";
    case Value::kFolder:
      return "_sitedoor_offer -d";
    case Value::kNone:
    case Value::kText:
      break;
  }
  return "";
}

std::string Bash() {
  std::string names, cases;
  for (const Command* command : ShownCommands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command->name);
    std::string flags, values;
    for (const Flag& flag : FlagsOf(*command)) {
      flags += fmt::format("{}{}", flags.empty() ? "" : " ", flag.flag);
      if (flag.value == Value::kNone) continue;
      const std::string offer = BashOffer(flag);
      values +=
          fmt::format("        {}) {}return ;;\n", flag.flag, offer.empty() ? "" : offer + "; ");
    }
    const std::string argument = BashOffer(ArgumentOf(*command));
    cases += fmt::format(
        "    {})\n      case \"$previous\" in\n{}      esac\n      case \"$word\" in\n"
        "        -*) _sitedoor_offer -W '{}' ;;\n{}      esac ;;\n",
        command->name, values, flags,
        argument.empty() ? "" : fmt::format("        *) {} ;;\n", argument));
  }
  // Candidates are read line by line, because names of files hold spaces. Readline takes "=" for a
  // word of its own.
  return fmt::format(
      "# bash completion for sitedoor; load it with: source <(sitedoor completion bash)\n"
      "_sitedoor_offer() {{\n"
      "  local candidate\n"
      "  while IFS= read -r candidate; do COMPREPLY+=(\"$candidate\"); done < "
      "<(compgen \"$@\" -- \"$word\")\n"
      "}}\n"
      "_sitedoor() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    _sitedoor_offer -W '{0} --help --version'\n"
      "    return\n"
      "  fi\n"
      "  if [ \"$word\" = = ]; then\n"
      "    word=''\n"
      "  elif [ \"$previous\" = = ]; then\n"
      "    previous=\"${{COMP_WORDS[COMP_CWORD-2]}}\"\n"
      "  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n"
      "{1}"
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

// ":message:action" of _arguments; "" for a switch.
std::string ZshValue(const Flag& flag) {
  switch (flag.value) {
    case Value::kNone:
      return "";
    case Value::kText:
      return ":value: ";
    case Value::kChoice:
      return fmt::format(":value:({})", Spaced(flag.choices));
    case Value::kFile:
      return ":file:_files";
    case Value::kFolder:
      return ":folder:_files -/";
  }
  return "";
}

std::string Zsh() {
  std::string names, cases;
  for (const Command* command : ShownCommands()) {
    names += fmt::format("    '{}:{}'\n", command->name, ZshText(command->summary));
    cases += fmt::format("    {})\n      _arguments", command->name);
    for (const Flag& flag : FlagsOf(*command)) {
      cases +=
          fmt::format(" \\\n        '*{}{}[{}]{}'", flag.flag,
                      flag.value == Value::kNone ? "" : "=", ZshText(flag.help), ZshValue(flag));
    }
    // A value that cannot be completed has a message, which would keep a flag from being inserted.
    const Flag argument = ArgumentOf(*command);
    if (argument.value != Value::kNone && argument.value != Value::kText)
      cases += fmt::format(" \\\n        '*{}'", ZshValue(argument));
    cases += "\n      ;;\n";
  }
  // As a file in $fpath the script is itself the function that completes; sourced, it registers it.
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
      "  case $command in\n"
      "{}  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _sitedoor ]; then\n"
      "  _sitedoor \"$@\"\n"
      "else\n"
      "  compdef _sitedoor sitedoor\n"
      "fi\n",
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

// The options of `complete` for what `flag` takes.
std::string FishValue(const Flag& flag) {
  switch (flag.value) {
    case Value::kNone:
      return "";
    case Value::kText:
      return " -x";
    case Value::kChoice:
      return fmt::format(" -x -a '{}'", Spaced(flag.choices));
    case Value::kFile:
      return " -r -F";
    case Value::kFolder:
      return " -x -a '(__fish_complete_directories (commandline -ct))'";
  }
  return "";
}

std::string Fish() {
  std::string out =
      "# fish completion for sitedoor: sitedoor completion fish > "
      "~/.config/fish/completions/sitedoor.fish\n"
      "complete -c sitedoor -f\n"
      "complete -c sitedoor -n __fish_use_subcommand -l help -d 'show help'\n"
      "complete -c sitedoor -n __fish_use_subcommand -l version -d 'show the version'\n";
  for (const Command* command : ShownCommands()) {
    out += fmt::format("complete -c sitedoor -n __fish_use_subcommand -a {} -d '{}'\n",
                       command->name, FishText(command->summary));
    const std::string when = fmt::format("-n '__fish_seen_subcommand_from {}'", command->name);
    const Flag argument = ArgumentOf(*command);
    if (argument.value != Value::kNone && argument.value != Value::kText) {
      const std::string value = FishValue(argument);
      // -x and -r are about a flag's value.
      out += fmt::format("complete -c sitedoor {}{}\n", when, value.substr(3));
    }
    for (const Flag& flag : FlagsOf(*command)) {
      out += fmt::format("complete -c sitedoor {} -l {}{} -d '{}'\n", when, flag.flag.substr(2),
                         FishValue(flag), FishText(flag.help));
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
