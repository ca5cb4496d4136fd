#include "app/settings.h"

#include <algorithm>
#include <utility>

#include "app/nearest.h"
#include "base/ascii.h"

namespace sitedoor::app {
namespace {

using enum SettingKind;

constexpr std::int64_t kKibibyte = 1 << 10, kGibibyte = 1 << 30;
constexpr std::int64_t kDayMs = 24 * 3'600 * 1'000;
constexpr std::string_view kReadsIndex = "build search fetch serve report rollback";

// The order is that of `Key`, of the generated reference and of the file that init writes.
constexpr std::array<Setting, kSettingCount> kTable{{
    {Key::kSiteName, "site.name", "--site-name", kText, "", 0, 0, "", "NAME",
     "what the site is called; empty takes what its pages call it", "build"},
    {Key::kBaseUrl, "site.base_url", "--base-url", kUrl, "", 0, 0, "", "URL",
     "the address under which the folder is published; empty takes it from the pages' canonical "
     "links",
     "build"},
    {Key::kSourceFolder, "source.folder", "--source", kPath, "", 0, 0, "", "FOLDER",
     "the folder of built HTML to index", "build"},
    {Key::kSourceInclude, "source.include", "--include", kGlobs, "", 0, 0, "", "GLOB",
     "index only pages whose path below the folder matches one of these globs", "build"},
    {Key::kSourceExclude, "source.exclude", "--exclude", kGlobs, "", 0, 0, "", "GLOB",
     "leave out pages whose path matches one of these globs; wins over include", "build"},
    {Key::kSourceMostPageBytes, "source.most_page_bytes", "--most-page-bytes", kBytes, "64MiB",
     kKibibyte, kGibibyte, "", "BYTES", "larger files are reported and left out", "build"},
    {Key::kExtractionInclude, "extraction.include", "--include-selector", kSelectors, "", 0, 0, "",
     "SELECTOR",
     "of each page, take exactly the elements that one of these CSS selectors matches; a page "
     "without any is read as ever, with a warning",
     "build extract"},
    {Key::kExtractionExclude, "extraction.exclude", "--exclude-selector", kSelectors, "", 0, 0, "",
     "SELECTOR", "take the elements that one of these CSS selectors matches out of each page first",
     "build extract"},
    {Key::kBuildThreads, "build.threads", "--threads", kInteger, "0", 0, 1'024, "", "N",
     "threads that read and index pages; 0 is one a core", "build"},
    {Key::kEmbedding, "embedding", "--embedding", kChoice, "none", 0, 0, "none", "KIND",
     "how meaning is searched; none is keyword search only, the one kind of this version", "build"},
    {Key::kChunksTarget, "chunks.target_characters", "--chunk-target", kInteger, "900", 100,
     100'000, "", "N", "a passage ends at the first paragraph end past this many characters",
     "build"},
    {Key::kChunksMost, "chunks.most_characters", "--chunk-most", kInteger, "1600", 100, 100'000, "",
     "N", "a paragraph longer than this is split at sentence ends", "build"},
    {Key::kChunksMostFence, "chunks.most_fence_characters", "--chunk-most-fence", kInteger, "0", 0,
     1'000'000, "", "N", "a code block longer than this is split between lines; 0: never", "build"},
    {Key::kGuardLeastPages, "guards.least_pages", "--least-pages", kInteger, "1", 0, 1'000'000'000,
     "", "N", "a build with fewer pages is refused", "build"},
    {Key::kGuardMostDrop, "guards.most_drop", "--most-drop", kShare, "0.5", 0, 0, "", "SHARE",
     "a build that lost more than this share of the last index's pages is refused", "build"},
    {Key::kGuardMostFailed, "guards.most_failed", "--most-failed", kShare, "0.3", 0, 0, "", "SHARE",
     "a build in which more than this share of the pages could not be read is refused", "build"},
    {Key::kGuardMostTextless, "guards.most_textless", "--most-textless", kShare, "0.5", 0, 0, "",
     "SHARE", "a build in which more than this share of the pages has hardly any text is refused",
     "build"},
    {Key::kIndexPath, "index.path", "--index", kPath, "index", 0, 0, "", "FOLDER",
     "the folder of the index; not named, it is beside the settings file, or in the current folder "
     "where there is none",
     kReadsIndex},
    {Key::kSearchLimit, "search.limit", "--top", kInteger, "10", 1, 100, "", "N",
     "how many pages a search returns (a --batch run: 100 when not set)", "search"},
    {Key::kSearchMode, "search.mode", "--mode", kChoice, "keyword", 0, 0, "keyword", "MODE",
     "how to search; keyword is the one mode of this version", "search"},
    {Key::kListen, "server.listen", "--listen", kListen, "127.0.0.1:8080", 0, 0, "", "ADDRESS",
     "where the server listens, as host:port; port 0 takes a free one", "serve healthcheck"},
    {Key::kPoll, "server.poll", "--poll", kDuration, "30s", 10, kDayMs, "", "TIME",
     "how often the server looks for a new index", "serve"},
    {Key::kPublicUrl, "server.public_url", "--public-url", kUrl, "", 0, 0, "", "URL",
     "the server's own address as clients see it; its host name is then allowed, and paths are "
     "answered below its own as well",
     "serve"},
    {Key::kRequestsPerMinute, "server.requests_per_minute", "--requests-per-minute", kInteger, "60",
     0, 10'000'000, "", "N",
     "requests a client address may make in a minute, each tool call of a batch among them; 0 is "
     "no limit; a default left alone on a loopback address without a public URL counts only what "
     "comes through a proxy",
     "serve"},
    {Key::kTrustedProxies, "server.trusted_proxies", "--trusted-proxy", kNetworks, "", 0, 0, "",
     "ADDRESS",
     "address or network of a proxy in front; the client is then whom its X-Forwarded-For names",
     "serve"},
    {Key::kAllowedOrigins, "server.allowed_origins", "--allow-origin", kOrigins, "", 0, 0, "",
     "ORIGIN",
     "origins of web pages that may ask (https://example.com), besides loopback ones and, for "
     "/mcp, known clients; \"*\" allows "
     "all",
     "serve"},
    {Key::kAllowedHosts, "server.allowed_hosts", "--allow-host", kHosts, "", 0, 0, "", "HOST",
     "host names under which the server may be asked; \"*\" allows all", "serve"},
    {Key::kServerThreads, "server.threads", "--server-threads", kInteger, "0", 0, 1'024, "", "N",
     "threads that answer requests; 0 is one a core", "serve"},
    {Key::kMostConnections, "server.most_connections", "--most-connections", kInteger, "10000", 1,
     1'000'000, "", "N", "open connections; more are answered 503 and closed", "serve"},
    {Key::kMostConnectionsPerAddress, "server.most_connections_per_address",
     "--most-connections-per-address", kInteger, "1000", 1, 1'000'000, "", "N",
     "open connections of one client address, or of a proxy in front", "serve"},
    {Key::kMostLineBytes, "server.most_line_bytes", "--most-line-bytes", kBytes, "128KiB",
     kKibibyte, 1'024 * kKibibyte, "", "BYTES",
     "a request's first line, which holds a search's query; longer ones are answered 414", "serve"},
    {Key::kMostHeaderBytes, "server.most_header_bytes", "--most-header-bytes", kBytes, "16KiB",
     kKibibyte, 1'024 * kKibibyte, "", "BYTES", "a request's headers; larger ones are answered 431",
     "serve"},
    {Key::kMostBodyBytes, "server.most_body_bytes", "--most-body-bytes", kBytes, "256KiB",
     kKibibyte, 64 * 1'024 * kKibibyte, "", "BYTES",
     "a request's body; larger ones are answered 413", "serve"},
    {Key::kHeaderTime, "server.header_time", "--header-time", kDuration, "10s", 10, kDayMs, "",
     "TIME", "a client whose headers take longer is answered 408 and dropped", "serve"},
    {Key::kBodyTime, "server.body_time", "--body-time", kDuration, "20s", 10, kDayMs, "", "TIME",
     "a client whose body takes longer is answered 408 and dropped", "serve"},
    {Key::kIdleTime, "server.idle_time", "--idle-time", kDuration, "1m", 10, kDayMs, "", "TIME",
     "a connection on which nothing is asked for this long is closed", "serve"},
    {Key::kWriteTime, "server.write_time", "--write-time", kDuration, "20s", 10, kDayMs, "", "TIME",
     "a client that takes longer to read its answer is dropped", "serve"},
    {Key::kStopTime, "server.stop_time", "--stop-time", kDuration, "10s", 10, kDayMs, "", "TIME",
     "how long a server that is told to stop waits for requests in flight", "serve"},
    {Key::kLogLevel, "log.level", "--log-level", kChoice, "info", 0, 0,
     "debug|info|warning|error|off", "LEVEL", "the least important lines that are logged on stderr",
     "serve"},
    {Key::kLogFormat, "log.format", "--log-format", kChoice, "text", 0, 0, "text|json", "FORMAT",
     "how lines are logged", "serve"},
}};

constexpr std::string_view kVariablePrefix = "SITEDOOR_";
// In the environment, and no settings: what is read elsewhere, and what the tests of a checkout
// take.
constexpr std::array<std::string_view, 5> kOtherVariables{
    "SITEDOOR_API_KEY", "SITEDOOR_CONFIG", "SITEDOOR_BIN", "SITEDOOR_DEPS", "SITEDOOR_EVAL_DIR"};

// What Kubernetes sets in every container for a service that is called sitedoor:
// SITEDOOR_PORT=tcp://10.0.0.1:80, SITEDOOR_PORT_80_TCP_ADDR, SITEDOOR_SERVICE_HOST ...
bool IsOfAService(std::string_view variable, std::string_view value) {
  const std::string_view name = variable.substr(kVariablePrefix.size());
  if (name == "PORT") return value.find("://") != std::string_view::npos;
  return name == "SERVICE_HOST" || name.starts_with("SERVICE_PORT") || name.starts_with("PORT_");
}

SettingValue DefaultOf(const Setting& setting) {
  if (IsList(setting.kind)) return std::vector<std::string>();
  return ParseSetting(setting, setting.fallback).value_or(std::string(setting.fallback));
}

// The variable that somebody who wrote this one may have meant; "" when none is near. It is called
// as the flag is, or without its table (SITEDOOR_LISTEN), or mistyped.
std::string NearestVariable(std::string_view variable) {
  const std::string_view typed = variable.substr(kVariablePrefix.size());
  std::vector<std::string> known;
  for (const Setting& setting : kTable) {
    known.push_back(VariableOf(setting).substr(kVariablePrefix.size()));
    const std::string_view in_table = setting.name.substr(setting.name.find('.') + 1);
    for (const std::string_view name : {in_table, setting.flag.substr(2)}) {
      const bool is_meant = std::ranges::equal(
          name, typed, [](char a, char b) { return (a == '-' ? '_' : AsciiUpper(a)) == b; });
      if (is_meant) return VariableOf(setting);
    }
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view nearest = Nearest(typed, names);
  return nearest.empty() ? "" : std::string(kVariablePrefix) + std::string(nearest);
}

// A variable that names no setting. Its value is never shown: it may be a secret.
void SayUnknown(std::string_view variable, ResolvedSettings& resolved) {
  const std::string said = "the variable " + std::string(variable) + " names no setting";
  const std::string nearest = NearestVariable(variable);
  resolved.warnings.push_back(said + (nearest.empty() ? " (sitedoor config show lists them)"
                                                      : " (did you mean " + nearest + "?)"));
}

Result<SettingValue> ValueOfFlag(const Setting& setting, const std::vector<std::string>& given) {
  if (!IsList(setting.kind)) return ParseSetting(setting, given.back());
  std::vector<std::string> all;
  for (const std::string& text : given) {
    // Not split at commas: a flag is repeated, and a glob may hold one.
    if (text.empty()) continue;
    ASSIGN_OR_RETURN(std::string member, ReadListMember(setting, text));
    all.push_back(std::move(member));
  }
  return all;
}

// What two settings say together.
Status CheckTogether(const Settings& settings) {
  const std::int64_t target = settings.Integer(Key::kChunksTarget);
  const std::int64_t most = settings.Integer(Key::kChunksMost);
  if (target <= most) return {};
  const auto named = [&](Key key) {
    return std::string(SettingOf(key).name) + " is " + std::to_string(settings.Integer(key)) +
           " (" + settings.OriginOf(key).text + ")";
  };
  return Fail(ErrorCode::kInvalidArgument,
              named(Key::kChunksTarget) + ", but " + named(Key::kChunksMost),
              "the target must not be larger than the most");
}

}  // namespace

std::span<const Setting, kSettingCount> SettingsTable() { return kTable; }

const Setting& SettingOf(Key key) { return kTable[static_cast<std::size_t>(key)]; }

std::string VariableOf(const Setting& setting) {
  std::string name(kVariablePrefix);
  for (const char c : setting.name) name += c == '.' ? '_' : AsciiUpper(c);
  return name;
}

bool IsUsedBy(const Setting& setting, std::string_view command) {
  std::string_view rest = setting.commands;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    if (rest.substr(0, space) == command) return true;
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
  }
  return false;
}

Settings::Settings() {
  for (const Setting& setting : kTable)
    values_[static_cast<std::size_t>(setting.key)] = DefaultOf(setting);
}

void Settings::Set(Key key, SettingValue value, Origin origin) {
  values_[static_cast<std::size_t>(key)] = std::move(value);
  origins_[static_cast<std::size_t>(key)] = std::move(origin);
}

std::map<std::string, std::string> SettingVariables(const char* const* environment) {
  std::map<std::string, std::string> variables;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || !entry.starts_with(kVariablePrefix)) continue;
    const std::string_view name = entry.substr(0, equals);
    if (std::ranges::find(kOtherVariables, name) != kOtherVariables.end()) continue;
    if (IsOfAService(name, entry.substr(equals + 1))) continue;
    variables.emplace(name, entry.substr(equals + 1));
  }
  return variables;
}

ResolvedSettings ResolveSettings(const SettingSources& sources) {
  ResolvedSettings resolved;
  if (!sources.file.empty()) {
    if (const auto toml = ReadSettingsFile(sources.file)) {
      resolved = ApplySettingsFile(Settings(), sources.file, *toml);
    } else {
      Error error = toml.error();
      if (!sources.file_named_by.empty()) {
        error.message = "variable " + sources.file_named_by + ": " + error.message;
      }
      resolved.problems.push_back(std::move(error));
    }
  }
  const auto set = [&](const Setting& setting, std::string_view from, Origin origin,
                       Result<SettingValue> value) {
    if (value) {
      resolved.settings.Set(setting.key, *std::move(value), std::move(origin));
    } else {
      resolved.problems.push_back(WithPrefix(from, std::move(value).error()).error());
    }
  };
  std::map<std::string, std::string> unknown = sources.variables;
  for (const Setting& setting : kTable) {
    const std::string name = VariableOf(setting);
    const auto variable = sources.variables.find(name);
    if (variable == sources.variables.end()) continue;
    unknown.erase(name);
    // An empty variable is how shells and compose files leave one out.
    if (variable->second.empty()) continue;
    const std::string origin = "variable " + name;
    set(setting, origin, {OriginKind::kVariable, origin}, ParseSetting(setting, variable->second));
  }
  for (const auto& [name, value] : unknown) SayUnknown(name, resolved);
  for (const auto& [key, given] : sources.flags) {
    if (given.empty()) continue;
    const Setting& setting = SettingOf(key);
    set(setting, setting.flag, {OriginKind::kFlag, "flag " + std::string(setting.flag)},
        ValueOfFlag(setting, given));
  }
  if (auto fine = CheckTogether(resolved.settings); !fine) {
    resolved.problems.push_back(std::move(fine).error());
  }
  return resolved;
}

}  // namespace sitedoor::app
