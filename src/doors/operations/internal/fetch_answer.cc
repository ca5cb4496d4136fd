#include "doors/operations/internal/fetch_answer.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "doors/operations/internal/markdown_parts.h"
#include "net/url.h"
#include "text/quotable.h"
#include "text/utf8.h"

namespace sitedoor::doors::internal {
namespace {

namespace json = boost::json;

json::object Metadata(const document::Document& document, std::size_t total,
                      std::size_t next_offset) {
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
  // Nearly always one of the breadcrumbs, where there are any.
  if (document.breadcrumbs.empty()) add("section", document.section);
  std::string authors;
  for (const std::string& author : document.authors) {
    if (!authors.empty()) authors += ", ";
    authors += author;
  }
  add("authors", authors);
  add("total_bytes", std::to_string(total));
  if (next_offset < total) add("next_offset", std::to_string(next_offset));
  return metadata;
}

constexpr std::string_view kPartLineBegins = "[Bytes ";

// A page whose own last line looks like ours gets ours behind it, so that the last line is never
// the page's word for how to go on.
bool LooksLikeAPartLine(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with(' ')) text.remove_suffix(1);
  const std::size_t break_at = text.rfind('\n');
  const std::size_t begin = break_at == std::string_view::npos ? 0 : break_at + 1;
  return text.substr(begin).find(kPartLineBegins) != std::string_view::npos;
}

// The last line: which part this is and how to get the others; "" for a whole document.
std::string PartLine(std::string_view id, std::string_view text, std::size_t total,
                     std::size_t begin, std::size_t end) {
  if (begin == 0 && end == total && !LooksLikeAPartLine(text)) return "";
  std::string line = "\n" + std::string(kPartLineBegins) + std::to_string(begin) + " to " +
                     std::to_string(end) + " of " + std::to_string(total) + ".";
  if (end < total) {
    line += " For the rest, call fetch with id \"" + std::string(id) + "\" and offset " +
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
  return offset;
}

// The lines of a page from one that holds `begin` to more than `most_bytes` behind it.
struct Lines {
  Fences before;
  std::string text;
  std::size_t offset = 0;  // of `text` in the page
};

Result<Lines> LinesAt(const index::EscapedText& markdown, std::size_t begin,
                      std::size_t most_bytes) {
  constexpr std::size_t kBlockBytes = 32 << 10;
  // Whether a line is blank, and what fence it opens, shows in what stands at its beginning.
  constexpr std::size_t kLookAhead = 4 << 10;
  Lines lines;
  index::EscapedText::Reader reader(markdown);
  while (!reader.AtEnd() && lines.offset + lines.text.size() <= begin) {
    // Whole lines in front of `begin` are read, and not kept: what is left has no line feed there.
    std::size_t feed = lines.text.size(), read = 0;
    RETURN_IF_ERROR(reader.Append(kBlockBytes, lines.text));
    while ((feed = lines.text.find('\n', feed)) != std::string::npos &&
           lines.offset + feed < begin) {
      lines.before.Read(std::string_view(lines.text).substr(read, feed - read));
      read = ++feed;
    }
    lines.text.erase(0, read);
    lines.offset += read;
  }
  const std::size_t wanted = begin - lines.offset + most_bytes + kLookAhead;
  if (wanted > lines.text.size()) {
    RETURN_IF_ERROR(reader.Append(wanted - lines.text.size(), lines.text));
  }
  return lines;
}

}  // namespace

Result<json::object> FetchAnswer(const index::StoredPage& page, const FetchPosition& position,
                                 std::size_t most_bytes) {
  const document::Document& document = page.document;
  const std::size_t total = page.markdown.size();
  std::string url = document.url.substr(0, document.url.find('#'));
  std::string note;
  std::size_t begin = position.offset.value_or(0);
  if (position.offset && begin > 0 && begin >= total) {
    return Fail(ErrorCode::kInvalidArgument,
                "offset " + std::to_string(begin) + " is past the end of \"" + document.id +
                    "\", which has " + std::to_string(total) + " bytes");
  }
  if (!position.offset && !position.anchor.empty()) {
    if (const auto place = PlaceOf(document, position.anchor); place && *place < total) {
      begin = *place;
      url += "#" + net::EncodeFragment(position.anchor);
    } else {
      constexpr std::size_t kMostShownBytes = 80;
      note = "[The page has no place called \"" + text::Quotable(position.anchor, kMostShownBytes) +
             "\"; this is its start.]\n\n";
    }
  }
  ASSIGN_OR_RETURN(const Lines lines, LinesAt(page.markdown, begin, most_bytes));
  const auto continues = [&](std::size_t at) {
    return at < lines.text.size() && (static_cast<unsigned char>(lines.text[at]) & 0xC0) == 0x80;
  };
  // The stored page may have been damaged since it was measured.
  std::size_t first = std::min(begin - lines.offset, lines.text.size());
  while (continues(first)) ++first;
  begin = lines.offset + first;
  const Part part = PartAt(lines.before, lines.text, first, most_bytes);
  const std::size_t end = lines.offset + part.end;
  std::string text = note + part.opening;
  text.append(lines.text, first, part.end - first);
  text.append(part.closing);
  text += PartLine(document.id, text, total, begin, end);
  return json::object{{"id", document.id},
                      {"title", document.title.empty() ? document.id : document.title},
                      {"text", text::Repair(text)},
                      {"url", url},
                      {"metadata", Metadata(document, total, end)}};
}

}  // namespace sitedoor::doors::internal
