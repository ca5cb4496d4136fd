#include "app/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/reference.h"
#include "base/testing/temp_dir.h"
#include "doors/http/server.h"
#include "ingest/build.h"
#include "search/search.h"

namespace sitedoor::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

ResolvedSettings ReadFile(std::string_view toml) {
  return ApplySettingsFile(Settings(), "sitedoor.toml", toml);
}

Result<Settings> FromFile(std::string_view toml) {
  ResolvedSettings read = ReadFile(toml);
  if (!read.problems.empty()) return std::unexpected(read.problems.front());
  return std::move(read.settings);
}

Error FirstOf(const std::vector<Error>& problems) {
  return problems.empty() ? Error{} : problems.front();
}

Error FileError(std::string_view toml) { return FirstOf(ReadFile(toml).problems); }

std::vector<std::string> Messages(const std::vector<Error>& problems) {
  std::vector<std::string> messages;
  for (const Error& problem : problems) messages.push_back(problem.message);
  return messages;
}

TEST(SettingsTable, IsInOrderOfKeyAndNamesNothingTwice) {
  std::set<std::string> names, flags;
  for (std::size_t i = 0; i < kSettingCount; ++i) {
    const Setting& setting = SettingsTable()[i];
    EXPECT_EQ(static_cast<std::size_t>(setting.key), i) << setting.name;
    EXPECT_TRUE(names.insert(std::string(setting.name)).second) << setting.name;
    EXPECT_TRUE(flags.insert(std::string(setting.flag)).second) << setting.flag;
    EXPECT_FALSE(setting.help.empty());
    EXPECT_FALSE(setting.commands.empty());
  }
}

TEST(SettingsTable, HasDefaultsThatItsOwnRulesAllow) {
  for (const Setting& setting : SettingsTable()) {
    const auto value = ParseSetting(setting, setting.fallback);
    EXPECT_TRUE(value) << setting.name;
    EXPECT_EQ(ShowSetting(setting, Settings().ValueOf(setting.key)), setting.fallback)
        << setting.name;
  }
}

TEST(SettingsTable, HasTheLibrariesOwnDefaults) {
  const Settings settings;
  const ingest::BuildOptions build;
  const auto integer = [&](Key key) { return static_cast<std::uint64_t>(settings.Integer(key)); };
  EXPECT_EQ(integer(Key::kChunksTarget), build.chunker.target_characters);
  EXPECT_EQ(integer(Key::kChunksMost), build.chunker.most_characters);
  EXPECT_EQ(integer(Key::kChunksMostFence), build.chunker.most_fence_characters);
  EXPECT_EQ(integer(Key::kGuardLeastPages), build.guards.least_pages);
  EXPECT_EQ(settings.Share(Key::kGuardMostDrop), build.guards.most_drop);
  EXPECT_EQ(settings.Share(Key::kGuardMostFailed), build.guards.most_failed);
  EXPECT_EQ(settings.Share(Key::kGuardMostTextless), build.guards.most_textless);
  EXPECT_EQ(integer(Key::kSourceMostPageBytes), build.source.most_page_bytes);
  EXPECT_EQ(settings.Text(Key::kIndexPath), build.index_path);
  EXPECT_EQ(integer(Key::kSearchLimit), search::SearchRequest().limit);
  const doors::http::ServerOptions server;
  EXPECT_EQ(settings.Text(Key::kListen), server.listen);
  EXPECT_EQ(integer(Key::kMostConnections), server.most_connections);
  EXPECT_EQ(integer(Key::kMostConnectionsPerAddress), server.most_connections_per_address);
  EXPECT_EQ(integer(Key::kMostLineBytes), server.most_line_bytes);
  EXPECT_EQ(integer(Key::kMostHeaderBytes), server.most_header_bytes);
  EXPECT_EQ(integer(Key::kMostBodyBytes), server.most_body_bytes);
  EXPECT_EQ(settings.Duration(Key::kHeaderTime), server.header_time);
  EXPECT_EQ(settings.Duration(Key::kBodyTime), server.body_time);
  EXPECT_EQ(settings.Duration(Key::kIdleTime), server.idle_time);
  EXPECT_EQ(settings.Duration(Key::kWriteTime), server.write_time);
  EXPECT_EQ(settings.Duration(Key::kStopTime), server.drain_time);
}

TEST(ParseSetting, ReadsTimesAndSizesWithTheirUnits) {
  const Setting& poll = SettingOf(Key::kPoll);
  EXPECT_EQ(std::get<std::int64_t>(*ParseSetting(poll, "1500ms")), 1'500);
  EXPECT_EQ(std::get<std::int64_t>(*ParseSetting(poll, "2m")), 120'000);
  EXPECT_EQ(std::get<std::int64_t>(*ParseSetting(poll, "5")), 5'000);
  const Setting& bytes = SettingOf(Key::kSourceMostPageBytes);
  EXPECT_EQ(std::get<std::int64_t>(*ParseSetting(bytes, "10 MB")), 10'000'000);
  for (const char* wrong :
       {"", "s", "-1s", "1.5s", "10 years", "99999999999999999999s", "9223372036854775807h"}) {
    EXPECT_FALSE(ParseSetting(poll, wrong)) << wrong;
  }
}

TEST(ParseSetting, SaysWhatIsAllowed) {
  const auto error = ParseSetting(SettingOf(Key::kSearchLimit), "1000").error();
  EXPECT_EQ(error.message, "search.limit is \"1000\", but must be a whole number from 1 to 100");
  EXPECT_THAT(ParseSetting(SettingOf(Key::kLogFormat), "xml").error().message,
              HasSubstr("one of text, json"));
  EXPECT_FALSE(ParseSetting(SettingOf(Key::kGuardMostDrop), "nan"));
  EXPECT_FALSE(ParseSetting(SettingOf(Key::kGuardMostDrop), "1.01"));
  EXPECT_FALSE(ParseSetting(SettingOf(Key::kBaseUrl), "ftp://example.com/"));
  EXPECT_FALSE(ParseSetting(SettingOf(Key::kSourceInclude), "[a"));
}

TEST(ParseSetting, AcceptsNoLimitOfRequests) {
  EXPECT_EQ(std::get<std::int64_t>(*ParseSetting(SettingOf(Key::kRequestsPerMinute), "0")), 0);
}

TEST(ResolveSettings, FlagBeatsVariableBeatsFileBeatsDefault) {
  const testing::TempDir dir;
  SettingSources sources;
  EXPECT_EQ(ResolveSettings(sources).settings.Integer(Key::kSearchLimit), 10);
  sources.file = dir.Write("sitedoor.toml", "[search]\nlimit = 20\n");
  auto resolved = ResolveSettings(sources);
  EXPECT_EQ(resolved.settings.Integer(Key::kSearchLimit), 20);
  EXPECT_EQ(resolved.settings.OriginOf(Key::kSearchLimit).text, sources.file + ":2");
  sources.variables["SITEDOOR_SEARCH_LIMIT"] = "30";
  resolved = ResolveSettings(sources);
  EXPECT_EQ(resolved.settings.Integer(Key::kSearchLimit), 30);
  EXPECT_EQ(resolved.settings.OriginOf(Key::kSearchLimit).text, "variable SITEDOOR_SEARCH_LIMIT");
  sources.flags[Key::kSearchLimit] = {"40", "50"};
  resolved = ResolveSettings(sources);
  EXPECT_EQ(resolved.settings.Integer(Key::kSearchLimit), 50);
  EXPECT_EQ(resolved.settings.OriginOf(Key::kSearchLimit).text, "flag --top");
}

TEST(ResolveSettings, NamesTheFlagOrVariableThatIsWrong) {
  SettingSources sources;
  sources.variables["SITEDOOR_SERVER_POLL"] = "soon";
  EXPECT_THAT(FirstOf(ResolveSettings(sources).problems).message,
              HasSubstr("variable SITEDOOR_SERVER_POLL: server.poll is \"soon\""));
  sources = {};
  sources.flags[Key::kPoll] = {"soon"};
  EXPECT_THAT(FirstOf(ResolveSettings(sources).problems).message,
              HasSubstr("--poll: server.poll is \"soon\""));
}

Error FlagError(Key key, const std::vector<std::string>& values) {
  SettingSources sources;
  sources.flags[key] = values;
  return FirstOf(ResolveSettings(sources).problems);
}

TEST(ResolveSettings, KeepsOriginsAsBrowsersWriteThem) {
  SettingSources sources;
  sources.flags[Key::kAllowedOrigins] = {"https://my.site/", "HTTPS://My.Site:443",
                                         "http://a.test:8080", "app://obsidian.md/", " * "};
  EXPECT_THAT(ResolveSettings(sources).settings.List(Key::kAllowedOrigins),
              ElementsAre("https://my.site", "https://my.site", "http://a.test:8080",
                          "app://obsidian.md", "*"));
  EXPECT_THAT(
      FromFile("[server]\nallowed_origins = ['HTTP://A.test:80/']\n")->List(Key::kAllowedOrigins),
      ElementsAre("http://a.test"));
}

TEST(ResolveSettings, RefusesWhatIsNoOrigin) {
  const Error error = FlagError(Key::kAllowedOrigins, {"my.site"});
  EXPECT_THAT(error.message, HasSubstr("--allow-origin: server.allowed_origins holds \"my.site\""));
  EXPECT_THAT(error.hint, HasSubstr("https://my.site"));
  EXPECT_THAT(FlagError(Key::kAllowedOrigins, {"https://my.site:443/path"}).hint,
              HasSubstr("behind its host and port: https://my.site"));
  for (const char* text : {"null", "my.site:8080", "https://", "https://my.site/?q", "https://*.my",
                           "https://u:p@my.site", "https://my.site#x", "://"}) {
    EXPECT_THAT(FlagError(Key::kAllowedOrigins, {text}).message, HasSubstr("allowed_origins"))
        << text;
  }
}

TEST(ResolveSettings, KeepsHostsAsRequestsNameThemAndRefusesWhatIsNone) {
  SettingSources sources;
  sources.flags[Key::kAllowedHosts] = {"Docs.Example.com.", "[::1]", "*", "b\u00fccher.test"};
  EXPECT_THAT(ResolveSettings(sources).settings.List(Key::kAllowedHosts),
              ElementsAre("docs.example.com", "[::1]", "*", "xn--bcher-kva.test"));
  for (const char* text : {"https://a.test", "a.test:8080", "a.test/x", "*.a.test", "u@a.test"}) {
    EXPECT_THAT(FlagError(Key::kAllowedHosts, {text}).message, HasSubstr("allowed_hosts")) << text;
  }
}

TEST(ResolveSettings, RefusesAnEmptyIndexPathAndTakesAnEmptyVariableForNone) {
  EXPECT_THAT(FlagError(Key::kIndexPath, {""}).message, HasSubstr("--index: index.path is \"\""));
  EXPECT_THAT(FileError("[index]\npath = ''\n").message, HasSubstr("index.path is \"\""));
  SettingSources sources;
  sources.variables["SITEDOOR_INDEX_PATH"] = "";
  EXPECT_EQ(ResolveSettings(sources).settings.Text(Key::kIndexPath), "index");
}

TEST(ResolveSettings, RefusesWhereNoServerCanListen) {
  for (const char* text : {"localhost", "127.0.0.1:99999", "docs.example.com:80", ""}) {
    const Error error = FlagError(Key::kListen, {text});
    EXPECT_THAT(error.message, HasSubstr("server.listen")) << text;
    EXPECT_THAT(error.hint, HasSubstr("127.0.0.1:8080")) << text;
  }
  EXPECT_EQ(FlagError(Key::kListen, {"[::]:0"}).message, "");
}

TEST(ResolveSettings, RefusesAChunkTargetLargerThanTheMost) {
  EXPECT_EQ(FlagError(Key::kChunksTarget, {"5000"}).message,
            "chunks.target_characters is 5000 (flag --chunk-target), but chunks.most_characters is "
            "1600 (default)");
  EXPECT_THAT(FlagError(Key::kChunksMost, {"200"}).message, HasSubstr("200 (flag --chunk-most)"));
  EXPECT_EQ(FlagError(Key::kChunksMost, {"900"}).message, "");
}

TEST(ResolveSettings, WarnsOfAVariableThatNearlyNamesASetting) {
  SettingSources sources;
  sources.variables["SITEDOOR_SERVER_LISTN"] = "x";
  EXPECT_THAT(ResolveSettings(sources).warnings,
              ElementsAre(HasSubstr("did you mean SITEDOOR_SERVER_LISTEN?")));
  sources.variables = {{"SITEDOOR_LISTEN", "x"}};
  EXPECT_THAT(ResolveSettings(sources).warnings,
              ElementsAre(HasSubstr("did you mean SITEDOOR_SERVER_LISTEN?")));
  sources.variables = {{"SITEDOOR_INDEX", "x"}};
  EXPECT_THAT(ResolveSettings(sources).warnings,
              ElementsAre(HasSubstr("did you mean SITEDOOR_INDEX_PATH?")));
}

TEST(ResolveSettings, NamesAVariableThatIsNearNoSettingWithoutItsValue) {
  SettingSources sources;
  sources.variables["SITEDOOR_NOPE"] = "secret";
  const ResolvedSettings resolved = ResolveSettings(sources);
  EXPECT_THAT(resolved.warnings,
              ElementsAre(AllOf(StartsWith("the variable SITEDOOR_NOPE names no setting"),
                                Not(HasSubstr("secret")))));
  EXPECT_THAT(resolved.problems, IsEmpty());
}

TEST(SettingVariables, LeavesOutWhatIsKnownToBeNoSetting) {
  const char* const environment[] = {"SITEDOOR_API_KEY=x",
                                     "SITEDOOR_CONFIG=x",
                                     "SITEDOOR_EVAL_DIR=x",
                                     "SITEDOOR_PORT=tcp://10.0.0.1:80",
                                     "SITEDOOR_PORT_80_TCP_ADDR=10.0.0.1",
                                     "SITEDOOR_SERVICE_HOST=10.0.0.1",
                                     "SITEDOOR_SERVICE_PORT_HTTP=80",
                                     "SITEDOORS=x",
                                     "SITEDOOR_SEARCH_LIMIT=3",
                                     nullptr};
  EXPECT_THAT(SettingVariables(environment), ElementsAre(Pair("SITEDOOR_SEARCH_LIMIT", "3")));
  const char* const typed[] = {"SITEDOOR_PORT=9090", nullptr};
  EXPECT_THAT(SettingVariables(typed), ElementsAre(Pair("SITEDOOR_PORT", "9090")));
}

TEST(ResolveSettings, TakesAnEmptyVariableForAnAbsentOne) {
  SettingSources sources;
  sources.variables["SITEDOOR_SEARCH_LIMIT"] = "";
  EXPECT_EQ(ResolveSettings(sources).settings.OriginOf(Key::kSearchLimit).kind,
            OriginKind::kDefault);
}

TEST(ResolveSettings, ReadsListsFromEverySource) {
  const testing::TempDir dir;
  SettingSources sources;
  sources.file = dir.Write("sitedoor.toml", "[source]\ninclude = ['a/**', \"b,c\"]\n");
  EXPECT_THAT(ResolveSettings(sources).settings.List(Key::kSourceInclude),
              ElementsAre("a/**", "b,c"));
  sources.variables["SITEDOOR_SOURCE_INCLUDE"] = "a, b";
  EXPECT_THAT(ResolveSettings(sources).settings.List(Key::kSourceInclude), ElementsAre("a", "b"));
  sources.flags[Key::kSourceInclude] = {"[a,b]*", "c"};
  EXPECT_THAT(ResolveSettings(sources).settings.List(Key::kSourceInclude),
              ElementsAre("[a,b]*", "c"));
}

TEST(ResolveSettings, SaysThatAFileIsNotThere) {
  SettingSources sources;
  sources.file = "/nowhere/sitedoor.toml";
  EXPECT_EQ(FirstOf(ResolveSettings(sources).problems).code, ErrorCode::kNotFound);
}

TEST(SettingsFile, ResolvesPathsAgainstItsOwnFolder) {
  const auto read =
      ApplySettingsFile(Settings(), "/etc/site/sitedoor.toml", "[source]\nfolder = '../public'\n");
  EXPECT_EQ(read.settings.Text(Key::kSourceFolder), "/etc/public");
}

TEST(SettingsFile, HasTheIndexBesideItUnlessOneIsNamed) {
  const auto read = ApplySettingsFile({}, "/etc/site/sitedoor.toml", "");
  EXPECT_EQ(read.settings.Text(Key::kIndexPath), "/etc/site/index");
  EXPECT_EQ(read.settings.OriginOf(Key::kIndexPath).text,
            "default, beside /etc/site/sitedoor.toml");
  EXPECT_EQ(ReadFile("").settings.Text(Key::kIndexPath), "index");
  const testing::TempDir dir;
  SettingSources sources;
  sources.file = dir.Write("sitedoor.toml", "");
  sources.flags[Key::kIndexPath] = {"here"};
  EXPECT_EQ(ResolveSettings(sources).settings.Text(Key::kIndexPath), "here");
}

TEST(SettingsFile, SaysAllThatIsWrongInTheOrderOfItsLines) {
  const ResolvedSettings read = ReadFile(
      "[server]\nlisten = 'localhost'\nallowed_origins = ['a.test', 'https://b.test', 3]\npoll = "
      "2\n"
      "[chunks]\ntarget = 3\n[search]\nlimit = 'x'\n");
  EXPECT_THAT(
      Messages(read.problems),
      ElementsAre(HasSubstr(":2: server.listen"), HasSubstr(":3: server.allowed_origins holds"),
                  HasSubstr(":3: server.allowed_origins is a whole number"),
                  HasSubstr(":6: there is no setting chunks.target"),
                  HasSubstr(":8: search.limit")));
  EXPECT_EQ(read.settings.Duration(Key::kPoll), std::chrono::seconds(2));
  EXPECT_THAT(read.settings.List(Key::kAllowedOrigins), ElementsAre("https://b.test"));
}

TEST(SettingsFile, SaysTheLineAndColumnOfWhatIsNoToml) {
  EXPECT_THAT(FileError("[site]\nname = \"Zo\u00eb\" ?\n").message,
              HasSubstr("sitedoor.toml:2:14: not TOML"));
}

TEST(ResolveSettings, SaysWhatIsWrongInFileVariablesAndFlagsAtOnce) {
  const testing::TempDir dir;
  SettingSources sources;
  sources.file = dir.Write("sitedoor.toml", "[search]\nlimit = 0\n");
  sources.variables["SITEDOOR_SERVER_POLL"] = "soon";
  sources.flags[Key::kChunksTarget] = {"5000"};
  sources.flags[Key::kListen] = {"localhost"};
  EXPECT_THAT(Messages(ResolveSettings(sources).problems),
              ElementsAre(HasSubstr("sitedoor.toml:2"), HasSubstr("variable SITEDOOR_SERVER_POLL"),
                          HasSubstr("--listen"), HasSubstr("chunks.most_characters")));
}

TEST(ResolveSettings, RefusesATrustedProxyThatIsNoAddress) {
  EXPECT_THAT(FlagError(Key::kTrustedProxies, {"proxy.example.com"}).message,
              HasSubstr("server.trusted_proxies holds \"proxy.example.com\""));
  EXPECT_EQ(FlagError(Key::kTrustedProxies, {"127.0.0.1", "fd00::/8"}).message, "");
}

TEST(SettingsFile, NamesTheNearestKeyForAnUnknownOne) {
  const Error error = FileError("[server]\nlisten = ':1'\npol = '3s'\n");
  EXPECT_EQ(error.message, "sitedoor.toml:3: there is no setting server.pol");
  EXPECT_EQ(error.hint, "did you mean server.poll?");
  EXPECT_EQ(FileError("listen = 'x:1'").hint, "did you mean server.listen?");
  EXPECT_EQ(FileError("[sever]\nlisten = 'x:1'").hint, "did you mean server.listen?");
  EXPECT_EQ(FileError("[nonsense]\n").message, "sitedoor.toml:1: there is no setting nonsense");
}

TEST(SettingsFile, SaysLineTypeAndRange) {
  EXPECT_EQ(FileError("[search]\nlimit = 'ten'\n").message,
            "sitedoor.toml:2: search.limit is a text, but must be a whole number from 1 to 100");
  EXPECT_THAT(FileError("[search]\nlimit = 0\n").message,
              HasSubstr("sitedoor.toml:2: search.limit is \"0\""));
  EXPECT_THAT(FileError("[source]\ninclude = ['a', 3]\n").message,
              HasSubstr("is a whole number, but must be a list"));
  EXPECT_THAT(FileError("[source]\ninclude = 'a'\n").message,
              HasSubstr("is a text, but must be a list"));
  EXPECT_THAT(FileError("[server]\nlisten = { a = 1 }\n").message,
              HasSubstr("server.listen is a table"));
  EXPECT_THAT(FileError("server = 3\n").message, HasSubstr("there is no setting server"));
  EXPECT_THAT(FileError("[search\n").message, HasSubstr("sitedoor.toml:1:8: not TOML"));
}

TEST(SettingsFile, RefusesBytesThatAreNoText) {
  EXPECT_THAT(FileError("[search]\n\xFD\n").message, HasSubstr("sitedoor.toml:2: not TOML: bytes"));
  EXPECT_THAT(FileError(std::string("listen\0= 3\n", 12)).message,
              HasSubstr("sitedoor.toml:1: not TOML: a control character"));
  EXPECT_THAT(FileError("[site]\nn\u07e8me = 1\n").message,
              HasSubstr("sitedoor.toml:2:2: not TOML: "));
}

TEST(SettingsFile, TakesAnyLetterInQuotesAndComments) {
  const auto settings = FromFile("# \u07e8 \"\n[site]\nname = \"Zo\u00eb \\\" \u07e8\" # \u07e8\n");
  ASSERT_TRUE(settings.has_value()) << settings.error().message;
}

TEST(SettingsFile, MayStartWithAByteOrderMark) {
  EXPECT_EQ(FromFile("\xEF\xBB\xBF[search]\nlimit = 7\n")->Integer(Key::kSearchLimit), 7);
}

TEST(SettingsFile, RefusesSecrets) {
  EXPECT_THAT(FileError("[server]\napi_key = 'x'\n").hint, HasSubstr("environment alone"));
}

TEST(SettingsFile, ThatInitWritesReadsBackWithNothingChanged) {
  const std::string toml =
      CommentedSettingsFile({"A \"site\"\n\\x", "https://example.com/", "public dir"});
  const auto settings = FromFile(toml);
  ASSERT_TRUE(settings) << settings.error().message << toml;
  EXPECT_EQ(settings->Text(Key::kSiteName), "A \"site\"\n\\x");
  EXPECT_EQ(settings->Text(Key::kSourceFolder), "public dir");
  EXPECT_EQ(settings->OriginOf(Key::kListen).kind, OriginKind::kDefault);
}

TEST(SettingsFile, ThatInitWritesShowsEveryDefaultAsItMayBeWritten) {
  std::string toml = CommentedSettingsFile({});
  // Without the comment signs of the lines that are settings, every default is set, and must be
  // what it was.
  std::string uncommented;
  std::size_t at = 0;
  while (at < toml.size()) {
    const std::size_t end = toml.find('\n', at);
    std::string line = toml.substr(at, end - at);
    if (line.starts_with("# ") && line.find(" = ") != std::string::npos) line.erase(0, 2);
    uncommented += line + "\n";
    at = end + 1;
  }
  const auto settings = FromFile(uncommented);
  ASSERT_TRUE(settings) << settings.error().message;
  for (const Setting& setting : SettingsTable()) {
    EXPECT_EQ(settings->ValueOf(setting.key), Settings().ValueOf(setting.key)) << setting.name;
    EXPECT_EQ(settings->OriginOf(setting.key).kind, OriginKind::kFile) << setting.name;
  }
}

TEST(SettingVariables, LeavesSecretsOut) {
  const char* const environment[] = {"PATH=/bin", "SITEDOOR_API_KEY=secret",
                                     "SITEDOOR_LOG_LEVEL=debug", nullptr};
  const auto variables = SettingVariables(environment);
  EXPECT_EQ(variables.size(), 1u);
  EXPECT_EQ(variables.at("SITEDOOR_LOG_LEVEL"), "debug");
}

TEST(Settings, NameASelectorThatCannotBeRead) {
  EXPECT_THAT(
      FileError("[extraction]\ninclude = [\"main\", \"a:hover\"]\n").message,
      AllOf(HasSubstr("extraction.include"), HasSubstr("a:hover"), HasSubstr("sitedoor.toml:2")));
  EXPECT_THAT(FromFile("[extraction]\nexclude = [\".toc\"]\n")->List(Key::kExtractionExclude),
              ElementsAre(".toc"));
}

TEST(Settings, KeepTheCommasOfASelectorInAVariable) {
  const Setting& setting = SettingOf(Key::kExtractionExclude);
  EXPECT_THAT(std::get<std::vector<std::string>>(*ParseSetting(setting, " .a, :is(b, i) ")),
              ElementsAre(".a, :is(b, i)"));
  EXPECT_THAT(std::get<std::vector<std::string>>(*ParseSetting(setting, " ")), IsEmpty());
}

}  // namespace
}  // namespace sitedoor::app
