#include "app/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/reference.h"

namespace sitedoor::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TypedCommand Parse(const std::vector<std::string>& words) {
  auto typed = ParseCommandLine(words);
  EXPECT_TRUE(typed) << typed.error().message;
  return typed && std::holds_alternative<TypedCommand>(*typed) ? std::get<TypedCommand>(*typed)
                                                               : TypedCommand{};
}

Error ParseError(const std::vector<std::string>& words) {
  auto typed = ParseCommandLine(words);
  return typed ? Error{} : typed.error();
}

TEST(CommandTable, HasNoFlagThatIsASettingToo) {
  for (const Command& command : CommandTable()) {
    for (const CommandOption& option : command.options) {
      const auto same = std::ranges::find(SettingsTable(), option.flag, &Setting::flag);
      EXPECT_EQ(same, SettingsTable().end()) << command.name << " " << option.flag;
    }
  }
}

TEST(CommandTable, RunsEveryCommandButHelpWhichTheParserAnswers) {
  for (const Command& command : CommandTable()) {
    EXPECT_EQ(command.run == nullptr, command.name == "help") << command.name;
  }
  EXPECT_EQ(std::get<TypedHelp>(*ParseCommandLine({"help"})).command, nullptr);
  EXPECT_EQ(std::get<TypedHelp>(*ParseCommandLine({"help", "help"})).command->name, "help");
  EXPECT_EQ(ParseError({"help", "serch"}).hint, "did you mean sitedoor search?");
  EXPECT_EQ(ParseError({"help", "search", "x"}).message,
            "sitedoor help takes no further argument, but got x");
}

TEST(CommandTable, HasEveryCommandThatASettingNames) {
  for (const Setting& setting : SettingsTable()) {
    std::size_t users = 0;
    for (const Command& command : CommandTable()) users += IsUsedBy(setting, command.name) ? 1 : 0;
    EXPECT_EQ(users, static_cast<std::size_t>(std::ranges::count(setting.commands, ' ')) + 1)
        << setting.name;
  }
}

TEST(ParseCommandLine, GivesArgumentsOptionsAndSettings) {
  const TypedCommand typed =
      Parse({"search", "--top", "3", "two words", "--json", "more", "--language=de"});
  EXPECT_EQ(typed.command->name, "search");
  EXPECT_THAT(typed.arguments, ElementsAre("two words", "more"));
  EXPECT_TRUE(typed.options.contains("--json"));
  EXPECT_THAT(typed.options.find("--language")->second, ElementsAre("de"));
  EXPECT_THAT(typed.setting_flags.at(Key::kSearchLimit), ElementsAre("3"));
}

TEST(ParseCommandLine, KeepsWordsAsTheyAre) {
  EXPECT_THAT(Parse({"search", "[a,b]"}).arguments, ElementsAre("[a,b]"));
  EXPECT_THAT(Parse({"search", ""}).arguments, ElementsAre(""));
  EXPECT_THAT(Parse({"search", "--", "--with-openssl", "-x"}).arguments,
              ElementsAre("--with-openssl", "-x"));
  EXPECT_THAT(Parse({"extract", "-"}).arguments, ElementsAre("-"));
  EXPECT_THAT(Parse({"search", "build", "search", "--top", "1", "help"}).arguments,
              ElementsAre("build", "search", "help"));
  EXPECT_THAT(Parse({"build", "--include", "[a,b]/**", "--include", "{}"})
                  .setting_flags.at(Key::kSourceInclude),
              ElementsAre("[a,b]/**", "{}"));
}

TEST(ParseCommandLine, AcceptsANegativeNumberAsAValue) {
  EXPECT_THAT(
      Parse({"serve", "--requests-per-minute", "-1"}).setting_flags.at(Key::kRequestsPerMinute),
      ElementsAre("-1"));
}

TEST(ParseCommandLine, TakesADashWithoutALetterBehindItForAWord) {
  for (const char* word : {"->", "-->", "-", "-1", "--1", "-=", "---x", "-*", "--[no-]color",
                           "-> operator", "--with-openssl on"}) {
    EXPECT_THAT(Parse({"search", word, "--json", "more"}).arguments, ElementsAre(word, "more"))
        << word;
    EXPECT_TRUE(Parse({"search", word, "--json"}).options.contains("--json")) << word;
  }
  for (const char* word : {"-x", "-Wall", "--with-openssl", "--with=on"}) {
    EXPECT_THAT(ParseError({"search", word}).hint,
                HasSubstr("sitedoor search -- " + std::string(word)));
  }
  EXPECT_THAT(ParseError({"search", "--jsn"}).hint,
              AllOf(HasSubstr("did you mean --json?"), HasSubstr("sitedoor search -- --jsn")));
}

TEST(ParseCommandLine, TakesOptionsBeforeTheCommandAsThoseBehindIt) {
  const TypedCommand typed = Parse(
      {"--index", "some where", "--json", "--config=f.toml", "search", "--index", "b", "hello"});
  EXPECT_EQ(typed.command->name, "search");
  EXPECT_THAT(typed.arguments, ElementsAre("hello"));
  EXPECT_THAT(typed.setting_flags.at(Key::kIndexPath), ElementsAre("some where", "b"));
  EXPECT_TRUE(typed.options.contains("--json"));
  EXPECT_EQ(typed.config, "f.toml");
  EXPECT_EQ(std::get<TypedHelp>(*ParseCommandLine({"--help", "search"})).command->name, "search");
  EXPECT_TRUE(std::holds_alternative<TypedVersion>(*ParseCommandLine({"--version", "search"})));
}

TEST(ParseCommandLine, RefusesWhatStandsBeforeTheCommandAndIsNoOptionOfIt) {
  EXPECT_EQ(ParseError({"foo", "--bogus", "search", "hello"}).message, "there is no command foo");
  EXPECT_EQ(ParseError({"--bogus", "search", "hello"}).message,
            "sitedoor search has no option --bogus");
  EXPECT_EQ(ParseError({"--listen", "x:1", "search"}).message,
            "sitedoor search has no option --listen");
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--index", "somewhere"}, {"--json"}, {"--", "search", "x"}, {"--index", "search"}}) {
    EXPECT_EQ(ParseError(words).message, "no command is given");
  }
  EXPECT_THAT(ParseError({"--index"}).message, HasSubstr("no command is given"));
}

TEST(ParseCommandLine, RefusesAValueForASwitch) {
  for (const char* word : {"--quiet=1", "--quiet=false", "--quiet=", "--help=no"}) {
    EXPECT_THAT(ParseError({"build", word}).message, HasSubstr("takes no value")) << word;
  }
  EXPECT_THAT(ParseError({"--quiet=true", "build"}).message, HasSubstr("--quiet takes no value"));
}

TEST(ParseCommandLine, NamesTheNearestCommandOrFlag) {
  EXPECT_EQ(ParseError({"serch"}).hint, "did you mean sitedoor search?");
  const Error error = ParseError({"serve", "--listn", "x"});
  EXPECT_EQ(error.message, "sitedoor serve has no option --listn");
  EXPECT_EQ(error.hint, "did you mean --listen?");
  EXPECT_THAT(ParseError({"search", "--with-openssl"}).hint,
              HasSubstr("sitedoor search -- --with-openssl"));
}

TEST(ParseCommandLine, SaysWhatIsMissingOrTooMuch) {
  EXPECT_THAT(ParseError({"search", "x", "--top"}).message, HasSubstr("--top needs a value"));
  EXPECT_THAT(ParseError({"fetch", "a", "b"}).message,
              HasSubstr("takes no further argument, but got b"));
  EXPECT_THAT(ParseError({"--nonsense"}).message, HasSubstr("--nonsense"));
}

TEST(ParseCommandLine, KnowsHelpInAllItsForms) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"search", "--help"}, {"help", "search"}, {"search", "x", "-h"}}) {
    const auto typed = ParseCommandLine(words);
    ASSERT_TRUE(typed && std::holds_alternative<TypedHelp>(*typed));
    EXPECT_EQ(std::get<TypedHelp>(*typed).command->name, "search");
  }
  EXPECT_EQ(std::get<TypedHelp>(*ParseCommandLine({"--help"})).command, nullptr);
  EXPECT_TRUE(std::holds_alternative<TypedVersion>(*ParseCommandLine({"--version"})));
}

TEST(ParseCommandLine, ConfigTakesTheFlagsOfEveryCommand) {
  EXPECT_THAT(Parse({"config", "show", "--listen", "x:1", "--top", "2"}).setting_flags.size(), 2u);
}

TEST(HelpText, NamesEveryFlagAndStaysWithinTheColumns) {
  for (const Command& command : CommandTable()) {
    const std::string help = HelpText(command);
    for (const CommandOption& option : command.options)
      EXPECT_THAT(help, HasSubstr(std::string(option.flag)));
    std::size_t line_start = 0;
    for (std::size_t i = 0; i <= help.size(); ++i) {
      if (i < help.size() && help[i] != '\n') continue;
      EXPECT_LE(i - line_start, 110u) << help.substr(line_start, i - line_start);
      line_start = i + 1;
    }
  }
}

TEST(Reference, NamesEverySettingAndEveryCommand) {
  const std::string settings = SettingsReference(), commands = CommandReference();
  for (const Setting& setting : SettingsTable()) {
    EXPECT_THAT(settings, HasSubstr("`" + VariableOf(setting) + "`"));
    EXPECT_THAT(commands, HasSubstr(std::string(setting.flag)));
  }
  for (const Command& command : CommandTable()) {
    if (command.shown == Command::Shown::kNo) continue;
    EXPECT_THAT(commands, HasSubstr("## sitedoor " + std::string(command.name)));
  }
}

TEST(Reference, HasTheUsualSectionsOfAManualPage) {
  const std::string page = ManualPage();
  std::size_t at = 0;
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS",
                              "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"}) {
    at = page.find(".SH " + std::string(section) + "\n", at);
    ASSERT_NE(at, std::string::npos) << section;
  }
  EXPECT_THAT(page, HasSubstr(".B SITEDOOR_SERVER_LISTEN\nAs \\-\\-listen."));
  EXPECT_THAT(page, HasSubstr("curl \\-s https://example.com/"));
}

std::string InTree(const std::string& name) {
  std::ostringstream bytes;
  bytes << std::ifstream(SITEDOOR_SOURCE_DIR "/docs/reference/" + name, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

// When this fails: build/release/sitedoor docs --to docs/reference
TEST(Reference, IsInTheTreeAsTheTablesHaveIt) {
  EXPECT_TRUE(InTree("settings.md") == SettingsReference());
  EXPECT_TRUE(InTree("cli.md") == CommandReference());
  EXPECT_TRUE(InTree("sitedoor.1") == ManualPage());
}

TEST(CompletionScript, KnowsThreeShells) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const auto script = CompletionScript(shell);
    ASSERT_TRUE(script);
    EXPECT_THAT(*script, HasSubstr("requests-per-minute"));
  }
  EXPECT_FALSE(CompletionScript("tcsh"));
}

}  // namespace
}  // namespace sitedoor::app
