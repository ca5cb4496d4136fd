#include "doors/operations/internal/fetch_answer.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "doors/operations/internal/markdown_parts.h"
#include "net/url.h"
#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

namespace json = boost::json;

json::object Metadata(const document::Document& document, std::size_t next_offset) {
  json::object metadata;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) metadata[name] = value;
  };
  add("description", document.description);
  add("language", document.language);
  add("last_modified", document.modified_at);
  std::string breadcrumbs;
  for (const std::string& crumb : document.breadcrumbs) {
    if (!breadcrumbs.empty()) breadcrumbs += " > ";
    breadcrumbs += crumb;
  }
  add("breadcrumbs", breadcrumbs);
  add("total_bytes", std::to_string(document.markdown.size()));
  if (next_offset < document.markdown.size()) add("next_offset", std::to_string(next_offset));
  return metadata;
}

// The last line: which part this is and how to get the others; "" for a whole document.
std::string PartLine(const document::Document& document, std::size_t begin, std::size_t end) {
  const std::size_t total = document.markdown.size();
  if (begin == 0 && end == total) return "";
  std::string line = "\n[Bytes " + std::to_string(begin) + " to " + std::to_string(end) + " of " +
                     std::to_string(total) + ".";
  if (end < total) {
    line += " For the rest, call fetch with id \"" + document.id + "\" and offset " +
            std::to_string(end) + ".";
  }
  if (begin > 0) line += " Offset 0 is the start of the page.";
  return line + "]";
}

// Where in the Markdown the id stands: at a heading, or at the block that has it.
std::optional<std::size_t> PlaceOf(const document::Document& document, std::string_view id) {
  std::optional<std::size_t> offset;
  if (const auto heading = std::ranges::find(document.outline, id, &document::Heading::anchor);
      heading != document.outline.end()) {
    offset = heading->offset;
  } else if (const auto anchor = std::ranges::find(document.anchors, id, &document::Anchor::id);
             anchor != document.anchors.end()) {
    offset = anchor->offset;
  }
  return offset && *offset < document.markdown.size() ? offset : std::nullopt;
}

}  // namespace

Result<json::object> FetchAnswer(const document::Document& document, const FetchPosition& position,
                                 std::size_t most_bytes) {
  const std::string& markdown = document.markdown;
  std::string url = document.url.substr(0, document.url.find('#'));
  std::string note;
  std::size_t begin = position.offset.value_or(0);
  if (position.offset && begin > 0 && begin >= markdown.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                "offset " + std::to_string(begin) + " is past the end of \"" + document.id +
                    "\", which has " + std::to_string(markdown.size()) + " bytes");
  }
  if (!position.offset && !position.anchor.empty()) {
    if (const auto place = PlaceOf(document, position.anchor)) {
      begin = *place;
      url += "#" + net::EncodeFragment(position.anchor);
    } else {
      note = "[The page has no place called \"" + std::string(text::Prefix(position.anchor, 100)) +
             "\"; this is its start.]\n\n";
    }
  }
  while (begin < markdown.size() && (static_cast<unsigned char>(markdown[begin]) & 0xC0) == 0x80)
    ++begin;
  const Part part = PartAt(markdown, begin, most_bytes);
  std::string text = note + part.opening;
  text.append(markdown, begin, part.end - begin);
  text.append(part.closing).append(PartLine(document, begin, part.end));
  return json::object{{"id", document.id},
                      {"title", document.title.empty() ? document.id : document.title},
                      {"text", text},
                      {"url", url},
                      {"metadata", Metadata(document, part.end)}};
}

}  // namespace sitedoor::doors::internal
