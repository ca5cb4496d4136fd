#include <fmt/format.h>

#include <algorithm>

#include "app/command_line.h"

namespace sitedoor::app {
namespace {

struct FlagLine {
  std::string flag;
  std::string help;
};

constexpr std::size_t kFlagColumn = 30, kColumns = 100;

void AppendLine(std::string& out, const FlagLine& line) {
  out += "  " + line.flag;
  std::size_t column = line.flag.size() + 2;
  if (column >= kFlagColumn) {
    out += '\n';
    column = 0;
  }
  out.append(kFlagColumn - column, ' ');
  column = kFlagColumn;
  std::string_view rest = line.help;
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    if (!first && column + 1 + space > kColumns) {
      out += '\n' + std::string(kFlagColumn, ' ');
      column = kFlagColumn;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += rest.substr(0, space);
    column += space;
    rest.remove_prefix(std::min(space + 1, rest.size()));
  }
  out += '\n';
}

std::string WithDefault(const Setting& setting) {
  std::string help(setting.help);
  if (setting.kind == SettingKind::kChoice && setting.choices.find('|') != std::string_view::npos) {
    help += " (" + AllowedValues(setting) + ")";
  }
  if (!setting.fallback.empty()) help += " [" + std::string(setting.fallback) + "]";
  if (IsList(setting.kind)) help += "; may be repeated";
  return help;
}

std::string Indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("  {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string HelpText() {
  std::string out =
      "sitedoor: one website in, one door for agents out.\n\n"
      "Indexes a folder of built HTML and serves it to AI agents over the Model Context Protocol,\n"
      "and to programs over a JSON search API.\n\n"
      "Usage: sitedoor COMMAND [OPTIONS]\n\nCommands:\n";
  for (const Command& command : CommandTable()) {
    if (command.shown == Command::Shown::kNo) continue;
    out += fmt::format("  {:<13}{}\n", command.name, command.summary);
  }
  out +=
      "\nStart here:\n"
      "  sitedoor build public                 index the folder ./public into ./index\n"
      "  sitedoor search \"install on windows\"  ask it from the shell\n"
      "  sitedoor serve                        let agents ask it at http://127.0.0.1:8080/mcp\n"
      "  claude mcp add --transport http docs http://127.0.0.1:8080/mcp\n"
      "\nEvery setting is a flag, a variable SITEDOOR_... and a key in sitedoor.toml, in this "
      "order of\n"
      "precedence. `sitedoor config show` lists them all with their values.\n"
      "\nOptions:\n"
      "  -h, --help      this text; sitedoor COMMAND --help says more of one command\n"
      "  -V, --version   the version\n"
      "\nExit codes: 0 fine; 1 a guard refused the build, nothing was found, or the server is not "
      "well;\n2 could not run.\n";
  return out;
}

std::string HelpText(const Command& command) {
  std::string out = fmt::format("sitedoor {}: {}\n\nUsage: sitedoor {}", command.name,
                                command.summary, command.name);
  if (!command.arguments.empty()) out += fmt::format(" {}", command.arguments);
  out += fmt::format(" [OPTIONS]\n\n{}\n", command.description);
  out += "\nOptions:\n";
  for (const CommandOption& option : command.options) {
    AppendLine(out,
               {option.value_name.empty() ? std::string(option.flag)
                                          : fmt::format("{} {}", option.flag, option.value_name),
                std::string(option.help)});
  }
  for (const Setting& setting : SettingsTable()) {
    if (!IsUsedBy(setting, command.name)) continue;
    AppendLine(out, {fmt::format("{} {}", setting.flag, setting.value_name), WithDefault(setting)});
  }
  if (command.needs != Command::Settings::kDefaults)
    AppendLine(out, {"--config FILE", "the settings file [sitedoor.toml, where there is one]"});
  AppendLine(out, {"-h, --help", "this text"});
  out += fmt::format("\nExamples:\n{}", Indented(command.examples));
  return out;
}

}  // namespace sitedoor::app
