#include "index/manifest.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <set>
#include <utility>

#include "index/internal/json_members.h"
#include "index/internal/json_writer.h"

namespace sitedoor::index {
namespace {

namespace json = boost::json;
using internal::AppendJsonString;
using internal::JsonMembers;

constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostNameBytes = 64;
// What a JSON number can hold everywhere. A build must always find one that is higher.
constexpr std::uint64_t kMostSequence = (std::uint64_t{1} << 53) - 1;

bool IsLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

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
  manifest.sequence = members.Unsigned("sequence", kMostSequence);
  manifest.generation = members.Text("generation");
  if (!IsGenerationName(manifest.generation)) {
    members.Refuse("generation", "is not 1 to 64 of a-z, 0-9 and -");
  }
  manifest.built_at = members.Text("built_at");
  manifest.site_name = members.OptionalText("site_name");
  manifest.site_url = members.OptionalText("site_url");
  if (!manifest.site_url.empty() && !IsWebUrl(manifest.site_url)) {
    members.Refuse("site_url", "is neither http nor https");
  }
  manifest.page_count = members.Unsigned("page_count");
  manifest.chunk_count = members.Unsigned("chunk_count");
  manifest.languages = members.OptionalTexts("languages");
  manifest.analyzer_fingerprint = members.Text("analyzer_fingerprint");
  manifest.embedding_model = members.Text("embedding_model");
  manifest.instructions = members.OptionalText("instructions");
  ASSIGN_OR_RETURN(manifest.files, ReadFiles(members));
  RETURN_IF_ERROR(members.Outcome());
  return manifest;
}

}  // namespace

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
