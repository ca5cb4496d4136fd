// Settings: every knob of sitedoor, from one table.
//
// The table (settings.cc) yields the flag, the SITEDOOR_* variable, the key in sitedoor.toml,
// `--help`, docs/reference/settings.md, `config show` and `config check`. A flag beats a variable
// beats the file beats the default. Secrets are no settings: they come from the environment alone
// and are never shown.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace sitedoor::app {

// Names a row of the table.
enum class Key {
  kSiteName,
  kBaseUrl,
  kSourceFolder,
  kSourceInclude,
  kSourceExclude,
  kSourceMostPageBytes,
  kExtractionInclude,
  kExtractionExclude,
  kBuildThreads,
  kEmbedding,
  kChunksTarget,
  kChunksMost,
  kChunksMostFence,
  kGuardLeastPages,
  kGuardMostDrop,
  kGuardMostFailed,
  kGuardMostTextless,
  kIndexPath,
  kSearchLimit,
  kSearchMode,
  kListen,
  kPoll,
  kPublicUrl,
  kRequestsPerMinute,
  kTrustedProxies,
  kAllowedOrigins,
  kAllowedHosts,
  kServerThreads,
  kMostConnections,
  kMostConnectionsPerAddress,
  kMostLineBytes,
  kMostHeaderBytes,
  kMostBodyBytes,
  kHeaderTime,
  kBodyTime,
  kIdleTime,
  kWriteTime,
  kStopTime,
  kLogLevel,
  kLogFormat,
  kCount,
};
inline constexpr std::size_t kSettingCount = static_cast<std::size_t>(Key::kCount);

enum class SettingKind {
  kText,
  kUrl,        // http(s), or empty
  kPath,       // relative ones in a file are relative to the file's folder
  kChoice,     // one of Setting::choices
  kList,       // texts: TOML array, repeated flag, comma-separated variable
  kNetworks,   // a list of IP addresses and networks such as 10.0.0.0/8
  kGlobs,      // a list whose members are globs
  kSelectors,  // a list of CSS selectors; a variable is one of them, commas and all
  kOrigins,    // a list of "https://example.com", kept as browsers write them
  kHosts,      // a list of host names, kept in lower case
  kListen,     // "127.0.0.1:8080": where a server listens
  kInteger,
  kShare,     // a number from 0 to 1
  kDuration,  // "30s", "500ms", "5m"; a bare number is seconds; kept as milliseconds
  kBytes,     // "64MiB", "10MB"; a bare number is bytes
};

struct Setting {
  Key key = Key::kCount;
  std::string_view name;  // the TOML key with its table: "server.listen"
  std::string_view flag;  // "--listen"
  SettingKind kind = SettingKind::kText;
  std::string_view fallback;         // the default as somebody would write it; "" for an empty one
  std::int64_t least = 0, most = 0;  // kInteger, kDuration (ms), kBytes
  std::string_view choices;          // of kChoice, separated by '|'
  std::string_view value_name;       // in help: "ADDRESS"
  std::string_view help;             // one line, no full stop
  std::string_view commands;         // that use it, separated by spaces
};

std::span<const Setting, kSettingCount> SettingsTable();
const Setting& SettingOf(Key key);
// "server.listen" is SITEDOOR_SERVER_LISTEN.
std::string VariableOf(const Setting& setting);
bool IsUsedBy(const Setting& setting, std::string_view command);

bool IsList(SettingKind kind);

// kList, kNetworks, kGlobs, kSelectors, kOrigins, kHosts: vector. kInteger, kDuration, kBytes:
// int64. kShare: double. The others: string.
using SettingValue = std::variant<std::string, std::vector<std::string>, std::int64_t, double>;

// One value as a flag or a variable writes it (lists: comma-separated). The error names the setting
// and the value.
Result<SettingValue> ParseSetting(const Setting& setting, std::string_view text);
// One member of a list, as a flag or a file writes it (a comma is a comma), in the form that is
// kept.
Result<std::string> ReadListMember(const Setting& setting, std::string_view text);
// As `config show` prints it and ParseSetting reads it.
std::string ShowSetting(const Setting& setting, const SettingValue& value);
// What may be given, for help and errors: "0 to 1024", "keyword", "a duration such as 30s".
std::string AllowedValues(const Setting& setting);

enum class OriginKind { kDefault, kFile, kVariable, kFlag };
struct Origin {
  OriginKind kind = OriginKind::kDefault;
  std::string text = "default";  // "flag --listen", "variable SITEDOOR_SERVER_LISTEN",
                                 // "sitedoor.toml:12", "default, beside sitedoor.toml"
};

// All settings with a value and where each comes from. A value.
class Settings {
 public:
  Settings();  // the defaults

  const std::string& Text(Key key) const { return std::get<std::string>(ValueOf(key)); }
  const std::vector<std::string>& List(Key key) const {
    return std::get<std::vector<std::string>>(ValueOf(key));
  }
  std::int64_t Integer(Key key) const { return std::get<std::int64_t>(ValueOf(key)); }
  double Share(Key key) const { return std::get<double>(ValueOf(key)); }
  std::chrono::milliseconds Duration(Key key) const {
    return std::chrono::milliseconds(Integer(key));
  }

  const SettingValue& ValueOf(Key key) const { return values_[static_cast<std::size_t>(key)]; }
  const Origin& OriginOf(Key key) const { return origins_[static_cast<std::size_t>(key)]; }
  void Set(Key key, SettingValue value, Origin origin);

 private:
  std::array<SettingValue, kSettingCount> values_;
  std::array<Origin, kSettingCount> origins_;
};

// What the command line and the environment say.
struct SettingSources {
  std::string file;                               // sitedoor.toml's path; "" for none
  std::string file_named_by;                      // the variable that did; "" for none
  std::map<std::string, std::string> variables;   // those that start with SITEDOOR_
  std::map<Key, std::vector<std::string>> flags;  // each flag's values, in order
};

struct ResolvedSettings {
  Settings settings;
  // All that is wrong, each with its file and line, variable or flag, the file's first and in its
  // order. What is wrong is left out of `settings`.
  std::vector<Error> problems;
  std::vector<std::string> warnings;  // variables with this prefix that name no setting
};

// A default path is beside the file, as relative paths in it are.
ResolvedSettings ResolveSettings(const SettingSources& sources);

// The file's bytes, at most 1 MiB. Errors: kNotFound, kUnavailable, kInvalidArgument (too large).
Result<std::string> ReadSettingsFile(const std::string& path);
// A file's settings on top of `settings`; `path` is where it is, `toml` what it holds.
ResolvedSettings ApplySettingsFile(Settings settings, const std::string& path,
                                   std::string_view toml);

// SITEDOOR_* of the process, but for secrets and what is known to be no setting.
std::map<std::string, std::string> SettingVariables(const char* const* environment);

}  // namespace sitedoor::app
