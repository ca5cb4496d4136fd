#include "index/internal/content_check.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sitedoor::index::internal {
namespace {

constexpr std::uint64_t kMostLines = 200;
// Of decoded pages. Where pages are huge, the time for a swap goes before the number of samples.
constexpr std::size_t kMostBytes = 64 << 20;

std::unexpected<Error> Wrong(std::string_view kind, std::uint64_t number, std::string_view what) {
  return Fail(ErrorCode::kCorruption,
              std::string(kind) + " number " + std::to_string(number) + ": " + std::string(what));
}

// http, https, or relative: no other scheme and no other host, however a browser would spell it,
// and nothing that ends a line.
bool IsPageUrl(std::string_view url) {
  const auto is_space_or_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 0x7F;
  };
  if (std::ranges::any_of(url, is_space_or_control)) return false;
  if (url.starts_with("http://") || url.starts_with("https://")) return true;
  // Browsers take a backslash there for a slash.
  const std::size_t slashes = std::min(url.find_first_not_of("/\\"), url.size());
  if (slashes > 1 || url.starts_with('\\')) return false;
  return url.substr(0, url.find_first_of("/?#")).find(':') == std::string_view::npos;
}

Status CheckColumns(const LexicalIndex& index) {
  std::string_view id_before;
  ChunkId next_chunk = 0;
  for (PageId page = 0; page < index.page_count(); ++page) {
    const PageColumns columns = index.Page(page);
    if (columns.id <= id_before) return Wrong("page", page, "its id is not behind the one before");
    if (!IsPageUrl(columns.url))
      return Wrong("page", page, "its url is neither http nor https nor relative");
    if (columns.title.size() > kMostTitleBytes)
      return Wrong("page", page, "its title is over 4 KiB");
    if (columns.first_chunk != next_chunk && columns.chunk_count > 0) {
      return Wrong("page", page, "its chunks are not behind those of the page before");
    }
    next_chunk += columns.chunk_count;
    id_before = columns.id;
  }
  if (next_chunk == index.chunk_count()) return {};
  return Fail(ErrorCode::kCorruption, "some chunks belong to no page");
}

Status CheckPage(PageId page, const document::Document& document, const PageColumns& columns) {
  if (document.id != columns.id || document.url != columns.url || document.title != columns.title) {
    return Wrong("page", page, "is not the one that lexical.bin is of");
  }
  for (const document::Heading& heading : document.outline) {
    if (heading.offset > document.markdown.size()) {
      return Wrong("page", page, "its outline reaches past its text");
    }
  }
  return {};
}

// A chunk of that page.
Status CheckChunk(const Snapshot& snapshot, ChunkId number, const document::Document& document) {
  ASSIGN_OR_RETURN(const document::Chunk chunk, snapshot.ReadChunk(number));
  if (chunk.document_id != document.id) return Wrong("chunk", number, "is of another page");
  const LexicalIndex& index = snapshot.lexical();
  if (chunk.ordinal != number - index.Page(index.PageOf(number)).first_chunk) {
    return Wrong("chunk", number, "its ordinal is not its place in its page");
  }
  const document::ByteRange& range = chunk.markdown_range;
  if (range.begin > range.end || range.end > document.markdown.size()) {
    return Wrong("chunk", number, "its markdown_range is outside its page's text");
  }
  return {};
}

// `count` numbers from 0, or kMostLines of them: the first, the last and some between.
template <class Check>
Status ForSome(std::uint64_t count, Check check) {
  const std::uint64_t taken = std::min(count, kMostLines);
  for (std::uint64_t i = 0; i < taken; ++i) {
    const std::uint64_t number = taken == count ? i : i * (count - 1) / (taken - 1);
    RETURN_IF_ERROR(check(static_cast<std::uint32_t>(number)));
  }
  return {};
}

}  // namespace

Status CheckContent(const Snapshot& snapshot) {
  const LexicalIndex& index = snapshot.lexical();
  RETURN_IF_ERROR(CheckColumns(index));
  std::size_t bytes = 0;
  const auto read = [&](PageId page) -> Result<document::Document> {
    ASSIGN_OR_RETURN(document::Document document, snapshot.ReadPage(page));
    bytes += document.markdown.size();
    RETURN_IF_ERROR(CheckPage(page, document, index.Page(page)));
    return document;
  };
  RETURN_IF_ERROR(ForSome(index.page_count(), [&](PageId page) -> Status {
    const bool is_last = page + 1 == index.page_count();
    if (bytes > kMostBytes && !is_last) return {};
    ASSIGN_OR_RETURN(const document::Document document, read(page));
    return {};
  }));
  bytes = 0;
  return ForSome(index.chunk_count(), [&](ChunkId chunk) -> Status {
    const bool is_last = chunk + 1 == index.chunk_count();
    if (bytes > kMostBytes && !is_last) return {};
    ASSIGN_OR_RETURN(const document::Document document, read(index.PageOf(chunk)));
    return CheckChunk(snapshot, chunk, document);
  });
}

}  // namespace sitedoor::index::internal
