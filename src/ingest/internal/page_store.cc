#include "ingest/internal/page_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "base/bytes.h"
#include "index/documents_codec.h"

namespace sitedoor::ingest {
namespace {

// A page in the file: its document and its chunks, each as a varint of its length and a line of
// JSON.
void AppendLine(std::string& out, std::string_view line) {
  AppendVarint(out, line.size());
  out += line;
}

std::string Encode(const StoredPage& page) {
  std::string bytes;
  AppendLine(bytes, index::EncodeDocument(page.document));
  for (const document::Chunk& chunk : page.chunks) AppendLine(bytes, index::EncodeChunk(chunk));
  return bytes;
}

Result<StoredPage> Decode(std::string_view bytes) {
  ByteReader reader(bytes);
  StoredPage page;
  ASSIGN_OR_RETURN(page.document, index::DecodeDocument(reader.Take(reader.Varint())));
  while (reader.left() > 0) {
    ASSIGN_OR_RETURN(document::Chunk chunk, index::DecodeChunk(reader.Take(reader.Varint())));
    page.chunks.push_back(std::move(chunk));
  }
  if (reader.failed())
    return Fail(ErrorCode::kCorruption, "a page kept on disk during the build cannot be read back");
  return page;
}

std::size_t RoughBytes(const StoredPage& page) {
  std::size_t bytes = sizeof page + page.document.markdown.size();
  for (const document::Link& link : page.document.links)
    bytes += sizeof link + link.url.size() + link.text.size();
  for (const document::Heading& heading : page.document.outline)
    bytes += sizeof heading + 2 * heading.text.size();
  for (const document::Anchor& anchor : page.document.anchors)
    bytes += sizeof anchor + anchor.id.size();
  for (const document::Chunk& chunk : page.chunks) {
    bytes +=
        sizeof chunk + chunk.text.size() + chunk.code_ranges.size() * sizeof(document::ByteRange);
    for (const std::string& heading : chunk.heading_path) bytes += sizeof heading + heading.size();
  }
  return bytes;
}

std::unexpected<Error> DiskError(std::string_view doing) {
  return Fail(ErrorCode::kUnavailable,
              "cannot " + std::string(doing) + " the build's temporary file: " +
                  std::error_code(errno, std::generic_category()).message());
}

}  // namespace

PageStore::PageStore(std::string folder, std::size_t page_count, std::size_t most_bytes_in_memory)
    : folder_(std::move(folder)), most_bytes_in_memory_(most_bytes_in_memory), slots_(page_count) {}

PageStore::~PageStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<int> PageStore::OpenFile() {
  if (descriptor_ >= 0) return descriptor_;
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    // Not every file system has nameless files: one whose name is taken away at once is nearly as
    // good.
    std::string name = folder_ + "/build-pages-XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) return DiskError("make");
    ::unlink(name.c_str());
  }
  return descriptor_;
}

Status PageStore::Put(std::size_t number, StoredPage page) {
  const std::size_t bytes = RoughBytes(page);
  {
    const std::lock_guard lock(mutex_);
    if (bytes_in_memory_ + bytes <= most_bytes_in_memory_) {
      bytes_in_memory_ += bytes;
      slots_[number].page = std::make_unique<StoredPage>(std::move(page));
      return {};
    }
  }
  const std::string encoded = Encode(page);
  std::uint64_t offset = 0;
  int descriptor = -1;
  {
    const std::lock_guard lock(mutex_);
    ASSIGN_OR_RETURN(descriptor, OpenFile());
    offset = file_bytes_;
    file_bytes_ += encoded.size();
    slots_[number].offset = offset;
    slots_[number].bytes = encoded.size();
  }
  for (std::size_t done = 0; done < encoded.size();) {
    const ssize_t written = ::pwrite(descriptor, encoded.data() + done, encoded.size() - done,
                                     static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return DiskError("write");
    done += static_cast<std::size_t>(written);
  }
  return {};
}

Result<StoredPage> PageStore::Take(std::size_t number) {
  std::unique_lock lock(mutex_);
  Slot slot = std::move(slots_[number]);
  slots_[number] = {};
  if (slot.page != nullptr) {
    bytes_in_memory_ -= std::min(bytes_in_memory_, RoughBytes(*slot.page));
    return std::move(*slot.page);
  }
  const int descriptor = descriptor_;
  lock.unlock();
  if (slot.bytes == 0)
    return Fail(ErrorCode::kInternal, "no page " + std::to_string(number) + " was kept");
  std::string bytes(slot.bytes, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = ::pread(descriptor, bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(slot.offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return DiskError("read");
    done += static_cast<std::size_t>(got);
  }
  return Decode(bytes);
}

}  // namespace sitedoor::ingest
