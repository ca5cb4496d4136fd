// sitedoor.toml: the only user of toml++, whose exceptions end here.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// toml++ asserts on some bytes of its input; what it cannot read is an error here, in every build.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <fmt/format.h>
#include <sys/stat.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/nearest.h"
#include "app/settings.h"
#include "text/utf8.h"

namespace sitedoor::app {
namespace {

constexpr std::size_t kMostFileBytes = 1 << 20;

// toml++ 3.3 does not survive all letters that are not ASCII (its table of white space has gaps),
// so it sees ASCII alone: every other byte, and '~' itself, goes in as '~' and two hexadecimal
// digits, and comes out again here.
std::string ToAscii(std::string_view toml) {
  std::string ascii;
  for (const unsigned char c : toml) {
    if (c >= 0x80 || c == '~') {
      ascii += fmt::format("~{:02x}", c);
    } else {
      ascii += static_cast<char>(c);
    }
  }
  return ascii;
}

std::string FromAscii(std::string_view ascii) {
  std::string text;
  for (std::size_t at = 0; at < ascii.size(); ++at) {
    unsigned value = 0;
    const std::string_view digits = ascii.substr(at + 1, 2);
    if (ascii[at] == '~' && digits.size() == 2 &&
        std::from_chars(digits.data(), digits.data() + 2, value, 16).ptr == digits.data() + 2) {
      text += static_cast<char>(value);
      at += 2;
    } else {
      text += ascii[at];
    }
  }
  return text;
}

std::string_view TypeName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

std::string Place(const std::string& path, const toml::node& node) {
  return fmt::format("{}:{}", path, node.source().begin.line);
}

std::unexpected<Error> Wrong(const std::string& path, const toml::node& node,
                             const Setting& setting) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: {} is {}, but must be {}", Place(path, node), setting.name,
                          TypeName(node), AllowedValues(setting)));
}

// The node as the text that ParseSetting reads; nullopt for a type that the setting does not take.
std::optional<std::string> AsText(const Setting& setting, const toml::node& node) {
  const bool takes_number =
      setting.kind == SettingKind::kInteger || setting.kind == SettingKind::kShare ||
      setting.kind == SettingKind::kDuration || setting.kind == SettingKind::kBytes;
  const bool takes_text =
      setting.kind != SettingKind::kInteger && setting.kind != SettingKind::kShare;
  if (const auto* text = node.as_string(); text != nullptr && takes_text)
    return FromAscii(text->get());
  if (const auto* number = node.as_integer(); number != nullptr && takes_number)
    return std::to_string(number->get());
  if (const auto* number = node.as_floating_point();
      number != nullptr && setting.kind == SettingKind::kShare) {
    return fmt::format("{}", number->get());
  }
  return std::nullopt;
}

// Of a setting that is no list.
Result<SettingValue> ReadValue(const std::string& path, const Setting& setting,
                               const toml::node& node) {
  const auto text = AsText(setting, node);
  if (!text) return Wrong(path, node, setting);
  auto value = ParseSetting(setting, *text);
  if (!value) return WithPrefix(Place(path, node), std::move(value).error());
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (setting.kind == SettingKind::kPath && !text->empty() && !folder.empty()) {
    return SettingValue((std::filesystem::path(folder) / *text).lexically_normal().string());
  }
  return value;
}

// "" for an empty text, which is no member.
Result<std::string> ReadMember(const std::string& path, const Setting& setting,
                               const toml::node& member) {
  const auto* text = member.as_string();
  if (text == nullptr) return Wrong(path, member, setting);
  if (text->get().empty()) return "";
  auto listed = ReadListMember(setting, FromAscii(text->get()));
  if (!listed) return WithPrefix(Place(path, member), std::move(listed).error());
  return listed;
}

bool LooksSecret(std::string_view name) {
  for (const std::string_view word : {"api_key", "apikey", "secret", "password", "token"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::unexpected<Error> Unknown(const std::string& path, const std::string& name,
                               const toml::node& node) {
  if (LooksSecret(name)) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}: {} does not belong in a file", Place(path, node), name),
                "secrets come from the environment alone");
  }
  std::vector<std::string_view> names;
  for (const Setting& setting : SettingsTable()) names.push_back(setting.name);
  std::string nearest(Nearest(name, names));
  // The right word in the wrong table, or in none.
  const std::string last = name.substr(name.rfind('.') + 1);
  for (const std::string_view known : names) {
    if (nearest.empty() && known.substr(known.rfind('.') + 1) == last) nearest = known;
  }
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: there is no setting {}", Place(path, node), name),
              nearest.empty() ? "see: sitedoor config show" : "did you mean " + nearest + "?");
}

const Setting* Find(std::string_view name) {
  for (const Setting& setting : SettingsTable()) {
    if (setting.name == name) return &setting;
  }
  return nullptr;
}

bool IsTableName(std::string_view name) {
  for (const Setting& setting : SettingsTable()) {
    if (setting.name.starts_with(std::string(name) + ".")) return true;
  }
  return false;
}

// Reads a file's entries one by one; what is wrong with one does not stop the next.
class FileReader {
 public:
  FileReader(Settings settings, const std::string& path)
      : path_(path), settings_(std::move(settings)) {}

  void Read(const toml::table& table) {
    for (const auto& [key, node] : table) {
      const std::string name = FromAscii(key.str());
      if (Find(name) != nullptr || !node.is_table()) {
        ReadEntry(name, node);
      } else if (!IsTableName(name) && node.as_table()->empty()) {
        Report(node, Unknown(path_, name, node).error());
      } else {
        for (const auto& [inner_key, inner] : *node.as_table()) {
          ReadEntry(name + "." + FromAscii(inner_key.str()), inner);
        }
      }
    }
  }
  ResolvedSettings Finish() {
    ResolvedSettings resolved{std::move(settings_), {}, {}};
    std::ranges::stable_sort(problems_, {}, &Problem::line);  // toml++ sorts tables by their keys
    for (Problem& problem : problems_) resolved.problems.push_back(std::move(problem.error));
    return resolved;
  }

 private:
  struct Problem {
    std::uint64_t line;
    Error error;
  };

  void Report(const toml::node& node, Error error) {
    problems_.push_back({node.source().begin.line, std::move(error)});
  }

  void ReadEntry(const std::string& name, const toml::node& node) {
    const Setting* const setting = Find(name);
    if (setting == nullptr) return Report(node, Unknown(path_, name, node).error());
    if (IsList(setting->kind)) return ReadList(*setting, node);
    auto value = ReadValue(path_, *setting, node);
    if (!value) return Report(node, std::move(value).error());
    settings_.Set(setting->key, *std::move(value), {OriginKind::kFile, Place(path_, node)});
  }

  void ReadList(const Setting& setting, const toml::node& node) {
    const toml::array* const array = node.as_array();
    if (array == nullptr) return Report(node, Wrong(path_, node, setting).error());
    std::vector<std::string> members;
    for (const toml::node& member : *array) {
      auto read = ReadMember(path_, setting, member);
      if (!read) {
        Report(member, std::move(read).error());
      } else if (!read->empty()) {
        members.push_back(*std::move(read));
      }
    }
    settings_.Set(setting.key, std::move(members), {OriginKind::kFile, Place(path_, node)});
  }

  const std::string& path_;
  Settings settings_;
  std::vector<Problem> problems_;
};

// Default paths lie beside the file, as the relative paths in it do.
void MoveDefaultPaths(Settings& settings, const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  for (const Setting& setting : SettingsTable()) {
    if (setting.kind != SettingKind::kPath || setting.fallback.empty()) continue;
    if (settings.OriginOf(setting.key).kind != OriginKind::kDefault) continue;
    settings.Set(setting.key, (folder / setting.fallback).lexically_normal().string(),
                 {OriginKind::kDefault, "default, beside " + path});
  }
}

// TOML is UTF-8 without control characters.
Status CheckBytes(const std::string& path, std::string_view toml) {
  const auto fail = [&](std::size_t at, std::string_view what) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{}:{}: not TOML: {}", path,
                            1 + std::ranges::count(toml.substr(0, at), '\n'), what));
  };
  for (std::size_t at = 0; at < toml.size();) {
    const text::CodePoint point = text::DecodeAt(toml, at);
    if (point.value == text::kReplacement && toml.substr(at, 3) != "\xEF\xBF\xBD") {
      return fail(at, "bytes that are not UTF-8");
    }
    const bool is_space = point.value == '\t' || point.value == '\n' || point.value == '\r';
    if ((point.value < 0x20 && !is_space) || point.value == 0x7f) {
      return fail(at, "a control character");
    }
    at += point.bytes;
  }
  return {};
}

// As toml++ has it, as part of a message: "while parsing string: ...".
std::string Description(const toml::parse_error& error) {
  constexpr std::string_view kOpening = "Error ";
  std::string text = FromAscii(error.description());
  if (text.starts_with(kOpening)) text.erase(0, kOpening.size());
  return text;
}

// Where in its line, in letters, the file itself has what stands at `column` of the line that
// toml++ saw.
std::size_t ColumnIn(std::string_view ascii, std::size_t line, std::size_t column) {
  for (; line > 1 && !ascii.empty(); --line) {
    ascii.remove_prefix(std::min(ascii.find('\n'), ascii.size() - 1) + 1);
  }
  const std::string before = FromAscii(ascii.substr(0, column > 0 ? column - 1 : 0));
  std::size_t letters = 1;
  for (std::size_t at = 0; at < before.size(); at += text::DecodeAt(before, at).bytes) ++letters;
  return letters;
}

}  // namespace

Result<std::string> ReadSettingsFile(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) {
    return Fail(ErrorCode::kNotFound, "there is no settings file " + path,
                "write one with: sitedoor init <folder>");
  }
  if (!S_ISREG(found.st_mode)) return Fail(ErrorCode::kInvalidArgument, path + " is not a file");
  if (static_cast<std::size_t>(found.st_size) > kMostFileBytes) {
    return Fail(ErrorCode::kInvalidArgument, path + " is larger than 1 MiB");
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) return Fail(ErrorCode::kUnavailable, "cannot read " + path);
  return std::move(bytes).str();
}

ResolvedSettings ApplySettingsFile(Settings settings, const std::string& path,
                                   std::string_view toml) {
  MoveDefaultPaths(settings, path);
  if (toml.starts_with("\xEF\xBB\xBF")) toml.remove_prefix(3);  // as Windows' editors write
  if (auto good = CheckBytes(path, toml); !good) {
    return {std::move(settings), {std::move(good).error()}, {}};
  }
  const std::string ascii = ToAscii(toml);
  const toml::parse_result parsed = toml::parse(ascii, path);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    Error error{ErrorCode::kInvalidArgument,
                fmt::format("{}:{}:{}: not TOML: {}", path, at.line,
                            ColumnIn(ascii, at.line, at.column), Description(parsed.error())),
                ""};
    return {std::move(settings), {std::move(error)}, {}};
  }
  FileReader reader(std::move(settings), path);
  reader.Read(parsed.table());
  return reader.Finish();
}

}  // namespace sitedoor::app
