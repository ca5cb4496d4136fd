#include "index/documents_codec.h"

#include <algorithm>
#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <limits>
#include <utility>

#include "index/internal/json_members.h"
#include "index/internal/json_writer.h"

namespace sitedoor::index {
namespace {

namespace json = boost::json;
using document::Chunk;
using document::Document;
using document::ExtractionRecord;
using document::Strategy;
using internal::JsonMembers;
using internal::JsonWriter;

constexpr std::uint64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::uint64_t kMostUint32 = std::numeric_limits<std::uint32_t>::max();

void WriteExtraction(JsonWriter& json, const ExtractionRecord& record) {
  json.OpenObject("extraction");
  json.Text("strategy", document::StrategyName(record.strategy));
  json.Number("visible_characters", record.visible_characters);
  json.Number("kept_characters", record.kept_characters);
  json.Number("code_blocks_in", static_cast<std::uint64_t>(record.code_blocks_in));
  json.Number("code_blocks_out", static_cast<std::uint64_t>(record.code_blocks_out));
  json.Number("tables_in", static_cast<std::uint64_t>(record.tables_in));
  json.Number("tables_out", static_cast<std::uint64_t>(record.tables_out));
  json.OptionalTexts("warnings", record.warnings);
  json.CloseObject();
}

Result<ExtractionRecord> ReadExtraction(const json::object& object) {
  JsonMembers members(object);
  ExtractionRecord record;
  const std::string name = members.Text("strategy");
  constexpr auto kStrategies =
      std::to_array({Strategy::kMain, Strategy::kMainArticle, Strategy::kLoneArticle,
                     Strategy::kDensity, Strategy::kVisibleText});
  bool known = false;
  for (const Strategy strategy : kStrategies) {
    if (document::StrategyName(strategy) != name) continue;
    record.strategy = strategy;
    known = true;
  }
  if (!known) members.Refuse("strategy", "is not one of extraction's strategies");
  record.visible_characters = members.OptionalUnsigned("visible_characters");
  record.kept_characters = members.OptionalUnsigned("kept_characters");
  const auto count = [&](std::string_view member) {
    return static_cast<int>(members.OptionalUnsigned(member, kMostInt));
  };
  record.code_blocks_in = count("code_blocks_in");
  record.code_blocks_out = count("code_blocks_out");
  record.tables_in = count("tables_in");
  record.tables_out = count("tables_out");
  record.warnings = members.OptionalTexts("warnings");
  RETURN_IF_ERROR(members.Outcome());
  return record;
}

Status ReadOutline(JsonMembers& members, Document& document) {
  for (const json::object* object : members.OptionalObjects("outline")) {
    JsonMembers entry(*object);
    document::Heading heading;
    heading.level = static_cast<int>(entry.Unsigned("level", 6));
    if (heading.level == 0) entry.Refuse("level", "is 0");
    heading.text = entry.Text("text");
    heading.anchor = entry.OptionalText("anchor");
    heading.offset = entry.Unsigned("offset", document.markdown.size());
    if (auto outcome = entry.Outcome(); !outcome) return WithPrefix("outline", outcome.error());
    document.outline.push_back(std::move(heading));
  }
  return {};
}

Status ReadAnchors(JsonMembers& members, Document& document) {
  for (const json::object* object : members.OptionalObjects("anchors")) {
    JsonMembers entry(*object);
    document.anchors.push_back(
        {entry.Text("id"), entry.Unsigned("offset", document.markdown.size())});
    if (auto outcome = entry.Outcome(); !outcome) return WithPrefix("anchors", outcome.error());
  }
  return {};
}

Status ReadLinks(JsonMembers& members, Document& document) {
  for (const json::object* object : members.OptionalObjects("links")) {
    JsonMembers entry(*object);
    document.links.push_back({entry.Text("url"), entry.OptionalText("text")});
    if (auto outcome = entry.Outcome(); !outcome) return WithPrefix("links", outcome.error());
  }
  return {};
}

// The line as an object in `memory`; the value keeps it alive.
Result<json::value> ParseObject(std::string_view line, json::monotonic_resource& memory) {
  json::error_code error;
  json::value value = json::parse(line, error, &memory);
  if (error) return Fail(ErrorCode::kCorruption, "not JSON: " + error.message());
  if (!value.is_object()) return Fail(ErrorCode::kCorruption, "not a JSON object");
  return value;
}

Result<Document> ReadDocument(const json::object& object) {
  JsonMembers members(object);
  Document document;
  document.id = members.Text("id");
  if (document.id.empty()) members.Refuse("id", "is empty");
  document.url = members.Text("url");
  document.aliases = members.OptionalTexts("aliases");
  document.title = members.Text("title");
  document.description = members.OptionalText("description");
  document.language = members.OptionalText("language");
  const std::string type = members.OptionalText("type");
  if (type == "post") {
    document.type = document::PageType::kPost;
  } else if (!type.empty() && type != "page") {
    members.Refuse("type", "is neither \"page\" nor \"post\"");
  }
  document.tags = members.OptionalTexts("tags");
  document.categories = members.OptionalTexts("categories");
  document.breadcrumbs = members.OptionalTexts("breadcrumbs");
  document.modified_at = members.OptionalText("modified_at");
  document.content_hash = members.OptionalText("content_hash");
  document.markdown = members.Text("markdown");
  RETURN_IF_ERROR(ReadOutline(members, document));
  RETURN_IF_ERROR(ReadAnchors(members, document));
  RETURN_IF_ERROR(ReadLinks(members, document));
  if (const json::object* extraction = members.OptionalObject("extraction")) {
    auto record = ReadExtraction(*extraction);
    if (!record) return WithPrefix("extraction", record.error());
    document.extraction = *std::move(record);
  }
  RETURN_IF_ERROR(members.Outcome());
  return document;
}

Result<Chunk> ReadChunk(const json::object& object) {
  JsonMembers members(object);
  Chunk chunk;
  chunk.document_id = members.Text("document_id");
  chunk.ordinal = static_cast<std::uint32_t>(members.Unsigned("ordinal", kMostUint32));
  chunk.heading_path = members.OptionalTexts("heading_path");
  chunk.anchor = members.OptionalText("anchor");
  chunk.markdown_range = members.OptionalRange("markdown_range");
  chunk.token_count =
      static_cast<std::uint32_t>(members.OptionalUnsigned("token_count", kMostUint32));
  chunk.text = members.Text("text");
  chunk.code_ranges = members.OptionalRanges("code_ranges", chunk.text.size());
  RETURN_IF_ERROR(members.Outcome());
  return chunk;
}

}  // namespace

std::string EncodeDocument(const Document& document) {
  std::string line;
  line.reserve(document.markdown.size() + document.markdown.size() / 8 + 1024);
  JsonWriter json(line);
  json.OpenObject();
  json.Text("id", document.id);
  json.Text("url", document.url);
  json.OptionalTexts("aliases", document.aliases);
  json.Text("title", document.title);
  json.OptionalText("description", document.description);
  json.OptionalText("language", document.language);
  json.Text("type", document.type == document::PageType::kPost ? "post" : "page");
  json.OptionalTexts("tags", document.tags);
  json.OptionalTexts("categories", document.categories);
  json.OptionalTexts("breadcrumbs", document.breadcrumbs);
  json.OptionalText("modified_at", document.modified_at);
  json.OptionalText("content_hash", document.content_hash);
  json.Text("markdown", document.markdown);
  json.OpenArray("outline");
  for (const document::Heading& heading : document.outline) {
    json.OpenObject();
    json.Number("level", static_cast<std::uint64_t>(heading.level));
    json.Text("text", heading.text);
    json.OptionalText("anchor", heading.anchor);
    json.Number("offset", heading.offset);
    json.CloseObject();
  }
  json.CloseArray();
  if (!document.anchors.empty()) {
    json.OpenArray("anchors");
    for (const document::Anchor& anchor : document.anchors) {
      json.OpenObject();
      json.Text("id", anchor.id);
      json.Number("offset", anchor.offset);
      json.CloseObject();
    }
    json.CloseArray();
  }
  json.OpenArray("links");
  for (const document::Link& link : document.links) {
    json.OpenObject();
    json.Text("url", link.url);
    json.OptionalText("text", link.text);
    json.CloseObject();
  }
  json.CloseArray();
  WriteExtraction(json, document.extraction);
  json.CloseObject();
  return line;
}

std::string EncodeChunk(const Chunk& chunk) {
  std::string line;
  line.reserve(chunk.text.size() + chunk.text.size() / 8 + 512);
  JsonWriter json(line);
  json.OpenObject();
  json.Text("document_id", chunk.document_id);
  json.Number("ordinal", chunk.ordinal);
  json.OptionalTexts("heading_path", chunk.heading_path);
  json.OptionalText("anchor", chunk.anchor);
  const auto write_range = [&](const document::ByteRange& range) {
    json.Number(range.begin);
    json.Number(range.end);
    json.CloseArray();
  };
  json.OpenArray("markdown_range");
  write_range(chunk.markdown_range);
  json.Text("text", chunk.text);
  if (!chunk.code_ranges.empty()) {
    json.OpenArray("code_ranges");
    for (const document::ByteRange& range : chunk.code_ranges) {
      json.OpenArray();
      write_range(range);
    }
    json.CloseArray();
  }
  json.Number("token_count", chunk.token_count);
  json.CloseObject();
  return line;
}

Result<Document> DecodeDocument(std::string_view line) {
  json::monotonic_resource memory(std::max<std::size_t>(4096, 2 * line.size()));
  ASSIGN_OR_RETURN(const json::value value, ParseObject(line, memory));
  return ReadDocument(value.get_object());
}

Result<Chunk> DecodeChunk(std::string_view line) {
  unsigned char near[8192];
  json::monotonic_resource memory(near, sizeof near);
  ASSIGN_OR_RETURN(const json::value value, ParseObject(line, memory));
  return ReadChunk(value.get_object());
}

}  // namespace sitedoor::index
