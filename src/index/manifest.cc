#include "index/manifest.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "index/internal/json_members.h"
#include "index/internal/json_writer.h"

namespace sitedoor::index {
namespace {

namespace json = boost::json;
using internal::AppendJsonString;
using internal::JsonMembers;

constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostNameBytes = 64;
// A manifest may lie in the future by this much; then a build of any later day has a higher number
// to give that every reader takes. Far below 2^53, which every reader of JSON keeps exactly.
constexpr std::chrono::years kMostAhead{100};
constexpr std::size_t kMostBuiltAtBytes = 64;
constexpr std::size_t kMostInstructionsCharacters = 2000;

bool IsDigits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// RFC 3339, as far as its shape and ranges go: 2026-11-30T04:15:00Z, with or without a fraction,
// with Z or an offset.
bool IsTime(std::string_view text) {
  if (text.size() < 20 || text.size() > kMostBuiltAtBytes) return false;
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == 'd' ? !IsDigits(text.substr(i, 1)) : text[i] != kShape[i]) return false;
  }
  const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const auto within = [&](std::size_t at, int least, int most) {
    return number(at) >= least && number(at) <= most;
  };
  if (!within(5, 1, 12) || !within(8, 1, 31) || !within(11, 0, 23) || !within(14, 0, 59) ||
      !within(17, 0, 60)) {
    return false;
  }
  std::string_view rest = text.substr(kShape.size());
  if (rest.starts_with('.')) {
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    if (digits == 1) return false;
    rest.remove_prefix(digits);
  }
  return rest == "Z" || (rest.size() == 6 && (rest[0] == '+' || rest[0] == '-') &&
                         IsDigits(rest.substr(1, 2)) && rest[3] == ':' && IsDigits(rest.substr(4)));
}

bool IsPrimarySubtag(std::string_view language) {
  return language.size() >= 2 && language.size() <= 8 &&
         std::ranges::all_of(language, IsAsciiLower);
}

std::size_t CodePoints(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

bool IsLowerOrDigit(char c) { return IsAsciiLower(c) || IsAsciiDigit(c); }

bool IsGenerationName(std::string_view name) {
  return !name.empty() && name.size() <= kMostNameBytes &&
         std::ranges::all_of(name, [](char c) { return IsLowerOrDigit(c) || c == '-'; });
}

// One plain name: no separator, not hidden, not "..".
bool IsFileName(std::string_view name) {
  return !name.empty() && name.size() <= kMostNameBytes && IsLowerOrDigit(name.front()) &&
         std::ranges::all_of(
             name, [](char c) { return IsLowerOrDigit(c) || c == '-' || c == '_' || c == '.'; });
}

bool IsHexadecimal(std::string_view text, std::size_t digits) {
  return text.size() == digits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool IsWebUrl(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

void AppendMember(std::string& out, std::string_view name, std::string_view text) {
  out += "  \"" + std::string(name) + "\": ";
  AppendJsonString(out, text);
  out += ",\n";
}

void AppendMember(std::string& out, std::string_view name, std::uint64_t number) {
  out += "  \"" + std::string(name) + "\": " + std::to_string(number) + ",\n";
}

Result<ManifestFile> ReadFile(const json::object& object) {
  JsonMembers members(object);
  ManifestFile file{members.Text("name"), members.Unsigned("bytes"), members.Text("sha256"),
                    members.OptionalText("xxh128")};
  if (!IsFileName(file.name)) members.Refuse("name", "is not one plain file name");
  if (!IsHexadecimal(file.sha256, 64)) {
    members.Refuse("sha256", "is not a SHA-256 in hexadecimal");
  }
  if (!file.xxh128.empty() && !IsHexadecimal(file.xxh128, 32)) {
    members.Refuse("xxh128", "is not 32 hexadecimal digits");
  }
  RETURN_IF_ERROR(members.Outcome());
  return file;
}

Result<std::vector<ManifestFile>> ReadFiles(JsonMembers& members) {
  std::vector<ManifestFile> files;
  std::set<std::string> names;
  for (const json::object* object : members.OptionalObjects("files")) {
    auto file = ReadFile(*object);
    if (!file) return WithPrefix("files", file.error());
    if (!names.insert(file->name).second || files.size() == kMostFiles) {
      return Fail(ErrorCode::kCorruption, "files: \"" + file->name + "\" is one too many");
    }
    files.push_back(*std::move(file));
  }
  return files;
}

Result<Manifest> ReadManifest(const json::object& object) {
  JsonMembers members(object);
  Manifest manifest;
  const std::uint64_t version = members.Unsigned("format_version");
  RETURN_IF_ERROR(members.Outcome());
  if (version > kIndexFormatVersion) {
    return Fail(ErrorCode::kUnsupported,
                "index format " + std::to_string(version) + ", this sitedoor reads up to " +
                    std::to_string(kIndexFormatVersion),
                "use a newer sitedoor, or build the index again");
  }
  if (version == 0) members.Refuse("format_version", "is 0");
  manifest.format_version = static_cast<int>(version);
  manifest.sequence = members.Unsigned("sequence");
  if (manifest.sequence == 0) members.Refuse("sequence", "is 0");
  if (manifest.sequence > MostSequence()) {
    members.Refuse("sequence", "is more than 100 years ahead, in milliseconds since 1970");
  }
  manifest.generation = members.Text("generation");
  if (!IsGenerationName(manifest.generation)) {
    members.Refuse("generation", "is not 1 to 64 of a-z, 0-9 and -");
  }
  manifest.built_at = members.Text("built_at");
  if (!IsTime(manifest.built_at))
    members.Refuse("built_at", "is not a time like 2026-11-30T04:15:00Z");
  manifest.site_name = members.OptionalText("site_name");
  manifest.site_url = members.OptionalText("site_url");
  if (!manifest.site_url.empty() && !IsWebUrl(manifest.site_url)) {
    members.Refuse("site_url", "is neither http nor https");
  }
  manifest.page_count = members.Unsigned("page_count");
  manifest.chunk_count = members.Unsigned("chunk_count");
  manifest.languages = members.OptionalTexts("languages");
  if (!std::ranges::all_of(manifest.languages, IsPrimarySubtag)) {
    members.Refuse("languages", "holds what is not 2 to 8 letters a-z");
  }
  manifest.analyzer_fingerprint = members.Text("analyzer_fingerprint");
  manifest.embedding_model = members.Text("embedding_model");
  if (manifest.embedding_model.empty()) members.Refuse("embedding_model", "is empty");
  manifest.instructions = members.OptionalText("instructions");
  if (CodePoints(manifest.instructions) > kMostInstructionsCharacters) {
    members.Refuse("instructions", "is longer than 2,000 characters");
  }
  ASSIGN_OR_RETURN(manifest.files, ReadFiles(members));
  RETURN_IF_ERROR(members.Outcome());
  return manifest;
}

}  // namespace

std::uint64_t MostSequence() {
  const auto most = std::chrono::system_clock::now().time_since_epoch() + kMostAhead;
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(most).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(ms, 0));
}

std::string EncodeManifest(const Manifest& manifest) {
  std::string out = "{\n";
  AppendMember(out, "format_version", static_cast<std::uint64_t>(manifest.format_version));
  AppendMember(out, "sequence", manifest.sequence);
  AppendMember(out, "generation", manifest.generation);
  AppendMember(out, "built_at", manifest.built_at);
  AppendMember(out, "site_name", manifest.site_name);
  AppendMember(out, "site_url", manifest.site_url);
  AppendMember(out, "page_count", manifest.page_count);
  AppendMember(out, "chunk_count", manifest.chunk_count);
  out += "  \"languages\": [";
  for (const std::string& language : manifest.languages) {
    if (&language != manifest.languages.data()) out += ", ";
    AppendJsonString(out, language);
  }
  out += "],\n";
  AppendMember(out, "analyzer_fingerprint", manifest.analyzer_fingerprint);
  AppendMember(out, "embedding_model", manifest.embedding_model);
  AppendMember(out, "instructions", manifest.instructions);
  out += "  \"files\": [";
  for (const ManifestFile& file : manifest.files) {
    out += &file == manifest.files.data() ? "\n" : ",\n";
    out += "    {\"name\": ";
    AppendJsonString(out, file.name);
    out += ", \"bytes\": " + std::to_string(file.bytes) + ", \"sha256\": ";
    AppendJsonString(out, file.sha256);
    if (!file.xxh128.empty()) {
      out += ", \"xxh128\": ";
      AppendJsonString(out, file.xxh128);
    }
    out += '}';
  }
  out += manifest.files.empty() ? "]\n}\n" : "\n  ]\n}\n";
  return out;
}

Result<Manifest> DecodeManifest(std::string_view json_text) {
  json::monotonic_resource memory;
  json::error_code error;
  const json::value value = json::parse(json_text, error, &memory);
  if (error) return Fail(ErrorCode::kCorruption, "not JSON: " + error.message());
  if (!value.is_object()) return Fail(ErrorCode::kCorruption, "not a JSON object");
  return ReadManifest(value.get_object());
}

}  // namespace sitedoor::index
