#include "index/documents_codec.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "index/internal/json_scanner.h"
#include "index/internal/json_writer.h"

namespace sitedoor::index {
namespace {

using document::Chunk;
using document::Document;
using document::ExtractionRecord;
using document::Strategy;
using internal::JsonScanner;
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
  if (record.excluded_elements > 0)
    json.Number("excluded_elements", static_cast<std::uint64_t>(record.excluded_elements));
  json.OptionalTexts("warnings", record.warnings);
  json.CloseObject();
}

// The members of one line's objects, with the first thing wrong among them. Unknown members are
// skipped; a read of a value of another type gives an empty one.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : json_(line) {}

  // Calls `read(name)` for each member of the object that comes next: it reads the value and
  // returns true, or leaves it.
  template <class Read>
  void ForEachMember(Read read) {
    if (!json_.Enter('{')) return;
    const std::string outer = name_.empty() ? "" : name_ + ".";
    while (!stopped_) {
      const auto name = json_.NextName();
      if (!name) break;
      name_ = outer;
      name_ += *name;
      if (!read(*name)) json_.Skip();
    }
    name_ = outer.substr(0, outer.find_last_not_of('.') + 1);
  }
  // Calls `read()` for each element of the array that comes next.
  template <class Read>
  void ForEachElement(Read read) {
    if (!Expect('[', "is not an array")) return;
    json_.Enter('[');
    while (json_.NextElement()) read();
  }
  // The same for an array of objects.
  template <class Read>
  void ForEachObject(Read read) {
    ForEachElement([&] {
      if (Expect('{', "holds what is not an object")) read();
    });
  }

  bool Expect(char first, std::string_view otherwise) {
    if (json_.Peek() == first) return true;
    Refuse(otherwise);
    json_.Skip();
    return false;
  }

  std::string Text() { return Expect('"', "is not a string") ? json_.Text() : std::string(); }
  void SkipText() {
    if (Expect('"', "is not a string")) json_.SkipText();
  }
  // Any value; of an array or object nothing but its end is looked for.
  void PassOver() { json_.PassOver(); }
  EscapedText LeftEscaped() {
    return Expect('"', "is not a string") ? EscapedText(json_.RawText()) : EscapedText();
  }
  LongText LeftUnread() {
    return Expect('"', "is not a string") ? LongText(json_.BehindQuote()) : LongText();
  }
  std::vector<std::string> Texts() {
    std::vector<std::string> texts;
    ForEachElement([&] {
      if (Expect('"', "holds what is not a string")) texts.push_back(json_.Text());
    });
    return texts;
  }
  std::uint64_t Unsigned(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const auto number = json_.Unsigned();
    if (number && *number <= most) return *number;
    Refuse("is not a whole number of the range it may have");
    return 0;
  }
  // A pair [begin, end).
  document::ByteRange Range() {
    document::ByteRange range;
    std::size_t count = 0;
    ForEachElement([&] { (count++ == 0 ? range.begin : range.end) = Unsigned(); });
    if (count != 2 || range.begin > range.end) {
      Refuse("is not a range");
      return {};
    }
    return range;
  }

  // Of the member that was read last.
  void Refuse(std::string_view what) { Refuse(name_, what); }
  void Refuse(std::string_view name, std::string_view what) {
    if (wrong_.empty()) wrong_ = "member \"" + std::string(name) + "\" " + std::string(what);
  }
  // Reads nothing more: not even whether the rest of the line is JSON.
  void Stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }

  Status Outcome() {
    if (json_.failed() || (!stopped_ && !json_.AtEnd())) {
      return Fail(ErrorCode::kCorruption, "not a JSON object");
    }
    if (!wrong_.empty()) return Fail(ErrorCode::kCorruption, wrong_);
    return {};
  }

 private:
  JsonScanner json_;
  std::string name_;   // of the member that is read, behind those that it is in: "outline.level"
  std::string wrong_;  // the first thing wrong, "" so far
  bool stopped_ = false;
};

ExtractionRecord ReadExtraction(LineReader& line) {
  ExtractionRecord record;
  bool known = false;
  const auto count = [&] { return static_cast<int>(line.Unsigned(kMostInt)); };
  const auto read_strategy = [&] {
    constexpr auto kStrategies =
        std::to_array({Strategy::kMain, Strategy::kMainArticle, Strategy::kLoneArticle,
                       Strategy::kDensity, Strategy::kVisibleText, Strategy::kSelectors});
    const std::string name = line.Text();
    for (const Strategy strategy : kStrategies) {
      if (document::StrategyName(strategy) != name) continue;
      record.strategy = strategy;
      known = true;
    }
  };
  line.ForEachMember([&](std::string_view name) {
    if (name == "strategy") {
      read_strategy();
    } else if (name == "visible_characters") {
      record.visible_characters = line.Unsigned();
    } else if (name == "kept_characters") {
      record.kept_characters = line.Unsigned();
    } else if (name == "code_blocks_in") {
      record.code_blocks_in = count();
    } else if (name == "code_blocks_out") {
      record.code_blocks_out = count();
    } else if (name == "tables_in") {
      record.tables_in = count();
    } else if (name == "tables_out") {
      record.tables_out = count();
    } else if (name == "excluded_elements") {
      record.excluded_elements = count();
    } else if (name == "warnings") {
      record.warnings = line.Texts();
    } else {
      return false;
    }
    return true;
  });
  if (!known) line.Refuse("extraction.strategy", "is none of extraction's strategies");
  return record;
}

std::vector<document::Heading> ReadOutline(LineReader& line) {
  std::vector<document::Heading> outline;
  line.ForEachObject([&] {
    document::Heading heading;
    heading.level = 0;
    line.ForEachMember([&](std::string_view name) {
      if (name == "level") {
        heading.level = static_cast<int>(line.Unsigned(6));
      } else if (name == "text") {
        heading.text = line.Text();
      } else if (name == "anchor") {
        heading.anchor = line.Text();
      } else if (name == "offset") {
        heading.offset = line.Unsigned();
      } else {
        return false;
      }
      return true;
    });
    if (heading.level == 0) line.Refuse("outline.level", "is 0 or missing");
    outline.push_back(std::move(heading));
  });
  return outline;
}

std::vector<document::Anchor> ReadAnchors(LineReader& line) {
  std::vector<document::Anchor> anchors;
  line.ForEachObject([&] {
    document::Anchor anchor;
    line.ForEachMember([&](std::string_view name) {
      if (name == "id") {
        anchor.id = line.Text();
      } else if (name == "offset") {
        anchor.offset = line.Unsigned();
      } else {
        return false;
      }
      return true;
    });
    anchors.push_back(std::move(anchor));
  });
  return anchors;
}

std::vector<document::Link> ReadLinks(LineReader& line) {
  std::vector<document::Link> links;
  line.ForEachObject([&] {
    document::Link link;
    line.ForEachMember([&](std::string_view name) {
      if (name == "url") {
        link.url = line.Text();
      } else if (name == "text") {
        link.text = line.Text();
      } else {
        return false;
      }
      return true;
    });
    links.push_back(std::move(link));
  });
  return links;
}

enum class Extent { kTextAlone, kTextAndPlaces, kEverything };

// One page's line: `markdown` takes the text, as a value of the line that comes next.
class PageLine {
 public:
  PageLine(std::string_view line, Extent extent) : line_(line), extent_(extent) {}

  template <class Markdown>
  Result<Document> Read(Markdown read_markdown) {
    std::optional<std::size_t> bytes;
    line_.ForEachMember([&](std::string_view name) {
      if (name == "markdown") {
        bytes = read_markdown(line_);
        return true;
      }
      return ReadHead(name) || ReadPlaces(name) || ReadRest(name);
    });
    if (!has_id_) line_.Refuse("id", "is missing or empty");
    if (!has_url_) line_.Refuse("url", "is missing");
    if (!has_title_) line_.Refuse("title", "is missing");
    if (!bytes) line_.Refuse("markdown", "is missing");
    const auto outside = [&](const auto& place) { return place.offset > bytes.value_or(0); };
    if (std::ranges::any_of(document_.outline, outside)) {
      line_.Refuse("outline", "has an offset outside the text");
    }
    if (std::ranges::any_of(document_.anchors, outside)) {
      line_.Refuse("anchors", "has an offset outside the text");
    }
    RETURN_IF_ERROR(line_.Outcome());
    return std::move(document_);
  }

 private:
  bool ReadHead(std::string_view name) {
    if (name == "id") {
      document_.id = line_.Text();
      has_id_ = !document_.id.empty();
    } else if (name == "url") {
      document_.url = line_.Text();
      has_url_ = true;
    } else if (name == "aliases") {
      document_.aliases = line_.Texts();
    } else if (name == "title") {
      document_.title = line_.Text();
      has_title_ = true;
    } else if (name == "description") {
      document_.description = line_.Text();
    } else if (name == "language") {
      document_.language = line_.Text();
    } else if (name == "type") {
      ReadType();
    } else if (name == "tags") {
      document_.tags = line_.Texts();
    } else if (name == "categories") {
      document_.categories = line_.Texts();
    } else if (name == "breadcrumbs") {
      document_.breadcrumbs = line_.Texts();
    } else if (name == "section") {
      document_.section = line_.Text();
    } else if (name == "authors") {
      document_.authors = line_.Texts();
    } else if (name == "modified_at") {
      document_.modified_at = line_.Text();
    } else if (name == "content_hash") {
      document_.content_hash = line_.Text();
    } else {
      return false;
    }
    return true;
  }

  void ReadType() {
    const std::string type = line_.Text();
    document_.type = type == "post" ? document::PageType::kPost : document::PageType::kPage;
    if (!type.empty() && type != "post" && type != "page")
      line_.Refuse("is neither \"page\" nor \"post\"");
  }

  bool ReadPlaces(std::string_view name) {
    if (extent_ == Extent::kTextAlone) return PassOver(name, {"outline", "anchors"});
    if (name == "outline") {
      document_.outline = ReadOutline(line_);
    } else if (name == "anchors") {
      document_.anchors = ReadAnchors(line_);
    } else {
      return false;
    }
    return true;
  }

  bool ReadRest(std::string_view name) {
    if (extent_ != Extent::kEverything) return PassOver(name, {"links", "extraction"});
    if (name == "links") {
      document_.links = ReadLinks(line_);
    } else if (name == "extraction") {
      if (line_.Expect('{', "is not an object")) document_.extraction = ReadExtraction(line_);
    } else {
      return false;
    }
    return true;
  }

  bool PassOver(std::string_view name, std::initializer_list<std::string_view> names) {
    if (std::ranges::find(names, name) == names.end()) return false;
    line_.PassOver();
    return true;
  }

  LineReader line_;
  Extent extent_;
  Document document_;
  bool has_id_ = false, has_url_ = false, has_title_ = false;
};

// Ranges of a text, as they are read: whether they are ascending and disjoint, and lie in it.
class RangeOrder {
 public:
  void Add(const document::ByteRange& range) {
    is_ascending_ &= range.begin >= reached_;
    reached_ = range.end;
  }
  bool HoldsIn(std::size_t text_size) const { return is_ascending_ && reached_ <= text_size; }

 private:
  std::size_t reached_ = 0;
  bool is_ascending_ = true;
};

constexpr std::string_view kNoRangesOfText =
    "holds what is not a range of the text behind the one before";

// `read_text` takes the text, as a value of the line that comes next.
template <class ReadText>
Result<StoredChunk> ReadStoredChunk(std::string_view text, ReadText read_text) {
  LineReader line(text);
  StoredChunk stored;
  bool has_document = false, has_ordinal = false, has_text = false;
  RangeOrder code_ranges;
  line.ForEachMember([&](std::string_view name) {
    if (name == "document_id") {
      line.SkipText();
      has_document = true;
    } else if (name == "ordinal") {
      line.Unsigned(kMostUint32);
      has_ordinal = true;
    } else if (name == "heading_path") {
      stored.heading_path = line.Texts();
    } else if (name == "anchor") {
      stored.anchor = line.Text();
    } else if (name == "markdown_range") {
      line.Range();
    } else if (name == "text") {
      read_text(line, stored);
      has_text = true;
    } else if (name == "code_ranges") {
      code_ranges = {};
      line.ForEachElement([&] { code_ranges.Add(line.Range()); });
    } else if (name == "token_count") {
      line.Unsigned(kMostUint32);
    } else {
      return false;
    }
    return true;
  });
  if (!line.stopped()) {
    if (!has_document) line.Refuse("document_id", "is missing");
    if (!has_ordinal) line.Refuse("ordinal", "is missing");
    if (!has_text) line.Refuse("text", "is missing");
    if (!code_ranges.HoldsIn(stored.text.size())) line.Refuse("code_ranges", kNoRangesOfText);
  }
  RETURN_IF_ERROR(line.Outcome());
  return stored;
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
  json.OptionalText("section", document.section);
  json.OptionalTexts("authors", document.authors);
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
  std::string markdown;
  ASSIGN_OR_RETURN(Document document,
                   PageLine(line, Extent::kEverything).Read([&](LineReader& reader) {
                     markdown = reader.Text();
                     return markdown.size();
                   }));
  document.markdown = std::move(markdown);
  return document;
}

Result<StoredPage> DecodeStoredPage(std::string_view line, Places places) {
  StoredPage page;
  const Extent extent = places == Places::kRead ? Extent::kTextAndPlaces : Extent::kTextAlone;
  ASSIGN_OR_RETURN(page.document, PageLine(line, extent).Read([&](LineReader& reader) {
    page.markdown = reader.LeftEscaped();
    return page.markdown.size();
  }));
  return page;
}

Result<StoredChunk> DecodeStoredChunk(std::string_view line) {
  if (line.size() > kMostWholeText) {
    ASSIGN_OR_RETURN(StoredChunk stored,
                     ReadStoredChunk(line, [](LineReader& reader, StoredChunk& chunk) {
                       chunk.long_text = reader.LeftUnread();
                       reader.Stop();
                     }));
    // Escapes make a line longer than its text.
    if (stored.long_text && !stored.long_text->Read(0, kMostWholeText).is_last) return stored;
  }
  return ReadStoredChunk(
      line, [](LineReader& reader, StoredChunk& chunk) { chunk.text = reader.Text(); });
}

Result<Chunk> DecodeChunk(std::string_view text) {
  LineReader line(text);
  Chunk chunk;
  bool has_document = false, has_ordinal = false, has_text = false;
  line.ForEachMember([&](std::string_view name) {
    if (name == "document_id") {
      chunk.document_id = line.Text();
      has_document = true;
    } else if (name == "ordinal") {
      chunk.ordinal = static_cast<std::uint32_t>(line.Unsigned(kMostUint32));
      has_ordinal = true;
    } else if (name == "heading_path") {
      chunk.heading_path = line.Texts();
    } else if (name == "anchor") {
      chunk.anchor = line.Text();
    } else if (name == "markdown_range") {
      chunk.markdown_range = line.Range();
    } else if (name == "text") {
      chunk.text = line.Text();
      has_text = true;
    } else if (name == "code_ranges") {
      chunk.code_ranges.clear();
      line.ForEachElement([&] { chunk.code_ranges.push_back(line.Range()); });
    } else if (name == "token_count") {
      chunk.token_count = static_cast<std::uint32_t>(line.Unsigned(kMostUint32));
    } else {
      return false;
    }
    return true;
  });
  if (!has_document) line.Refuse("document_id", "is missing");
  if (!has_ordinal) line.Refuse("ordinal", "is missing");
  if (!has_text) line.Refuse("text", "is missing");
  RangeOrder code_ranges;
  for (const document::ByteRange& range : chunk.code_ranges) code_ranges.Add(range);
  if (!code_ranges.HoldsIn(chunk.text.size())) line.Refuse("code_ranges", kNoRangesOfText);
  RETURN_IF_ERROR(line.Outcome());
  return chunk;
}

}  // namespace sitedoor::index
