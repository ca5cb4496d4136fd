#include "index/lexical.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/bytes.h"
#include "index/internal/lexical_format.h"
#include "index/internal/page_key.h"

namespace sitedoor::index {

using internal::Load;
using internal::Section;

struct LexicalIndex::Sections {
  std::array<std::string_view, internal::kSectionCount> bytes;
  Bm25fParameters parameters;
  std::uint32_t term_count = 0, name_count = 0;

  std::string_view operator[](Section section) const {
    return bytes[static_cast<std::size_t>(section)];
  }
  std::uint32_t U32(Section section, std::size_t at) const {
    return Load<std::uint32_t>((*this)[section].data() + at * 4);
  }
  std::uint64_t U64(Section section, std::size_t at) const {
    return Load<std::uint64_t>((*this)[section].data() + at * 8);
  }
  std::string_view StringAt(std::size_t begin, std::size_t end) const {
    const std::string_view strings = (*this)[Section::kStrings];
    if (begin > end || end > strings.size()) return {};
    return strings.substr(begin, end - begin);
  }
  std::size_t term_block_count() const {
    return (term_count + internal::kTermsPerBlock - 1) / internal::kTermsPerBlock;
  }
  std::string_view TermBlock(std::size_t block) const {
    const std::string_view blocks = (*this)[Section::kTermBlocks];
    const std::size_t begin = U32(Section::kTermBlockStarts, block);
    const std::size_t end = U32(Section::kTermBlockStarts, block + 1);
    if (begin > end || end > blocks.size()) return {};
    return blocks.substr(begin, end - begin);
  }
  std::size_t TermsIn(std::size_t block) const {
    return std::min(internal::kTermsPerBlock, term_count - block * internal::kTermsPerBlock);
  }
  std::string_view FirstTerm(std::size_t block) const {
    ByteReader reader(TermBlock(block));
    return reader.Take(reader.Varint());
  }
  std::optional<std::size_t> BlockFor(std::string_view term) const;
};

namespace {

std::unexpected<Error> Corrupt(std::string_view what) {
  return Fail(ErrorCode::kCorruption, "lexical file: " + std::string(what));
}

// The numbers of an entry, behind its term.
struct EntryNumbers {
  std::uint32_t document_frequency = 0;
  std::uint64_t offset_step = 0;  // from the offset of the entry before; in the first, the offset
};

EntryNumbers ReadNumbers(ByteReader& reader) {
  EntryNumbers numbers;
  numbers.document_frequency = static_cast<std::uint32_t>(reader.Varint());
  // Unsigned, so that damaged bytes wrap instead of overflowing.
  numbers.offset_step = static_cast<std::uint64_t>(internal::UnZigZag(reader.Varint()));
  return numbers;
}

TermEntry EntryOf(std::string_view term, const EntryNumbers& numbers, std::uint64_t offset) {
  return {term, numbers.document_frequency, offset};
}

// Finds `term` in a block of entries that share their beginnings. `matched` bytes of `term` are the
// beginning of the entry before, which is smaller: so an entry that shares more with that one is
// smaller too, and one that shares less is greater.
std::optional<TermEntry> FindInBlock(std::string_view block, std::size_t entries,
                                     std::string_view term) {
  ByteReader reader(block);
  std::size_t matched = 0;
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t shared = i == 0 ? 0 : reader.Varint();
    const std::string_view rest = reader.Take(reader.Varint());
    const EntryNumbers numbers = ReadNumbers(reader);
    if (reader.failed()) return std::nullopt;
    offset += numbers.offset_step;
    if (shared > matched) continue;
    if (shared < matched) return std::nullopt;
    const std::string_view wanted = term.substr(matched);
    const auto [in_rest, in_wanted] = std::ranges::mismatch(rest, wanted);
    if (in_rest == rest.end() && in_wanted == wanted.end()) return EntryOf(term, numbers, offset);
    const bool smaller = in_rest == rest.end() ||
                         (in_wanted != wanted.end() && static_cast<unsigned char>(*in_rest) <
                                                           static_cast<unsigned char>(*in_wanted));
    if (!smaller) return std::nullopt;
    matched += static_cast<std::size_t>(in_wanted - wanted.begin());
  }
  return std::nullopt;
}

}  // namespace

// The last block whose first term is not greater than `term`.
std::optional<std::size_t> LexicalIndex::Sections::BlockFor(std::string_view term) const {
  const std::uint64_t key = internal::PrefixKey(term);
  const char* keys = (*this)[Section::kTermBlockKeys].data();
  // The first block for which `before` is false.
  const auto partition = [](std::size_t low, std::size_t count, auto before) {
    while (count > 0) {
      const std::size_t half = count / 2;
      const bool is_before = before(low + half);
      low = is_before ? low + half + 1 : low;
      count = is_before ? count - half - 1 : half;
    }
    return low;
  };
  const std::size_t smaller = partition(0, term_block_count(), [&](std::size_t i) {
    return Load<std::uint64_t>(keys + 8 * i) < key;
  });
  std::size_t equal = 0;  // blocks whose key is the same; few, so found by doubling
  while (smaller + equal < term_block_count() &&
         Load<std::uint64_t>(keys + 8 * (smaller + equal)) == key) {
    equal = 2 * equal + 1;
  }
  equal = std::min(equal, term_block_count() - smaller);
  const std::size_t after = partition(smaller, equal, [&](std::size_t i) {
    return Load<std::uint64_t>(keys + 8 * i) == key && FirstTerm(i) <= term;
  });
  if (after == 0) return std::nullopt;
  return after - 1;
}

Result<LexicalIndex> LexicalIndex::Open(std::string_view bytes) {
  if (bytes.size() < 8 || !bytes.starts_with(internal::kHeadMagic)) {
    return Corrupt("does not begin as one");
  }
  if (const auto version = Load<std::uint32_t>(bytes.data() + 4);
      version != internal::kLexicalVersion) {
    return Fail(ErrorCode::kUnsupported, "lexical file: format version " + std::to_string(version) +
                                             ", not " + std::to_string(internal::kLexicalVersion));
  }
  if (bytes.size() < internal::kHeadBytes + internal::kFootBytes) return Corrupt("is cut off");
  const std::string_view head = bytes.substr(0, internal::kHeadBytes);
  const std::string_view foot = bytes.substr(bytes.size() - internal::kFootBytes);
  if (!foot.ends_with(internal::kFootMagic) || Load<std::uint64_t>(foot.data()) != bytes.size()) {
    return Corrupt("does not end as one");
  }
  if (Load<std::uint64_t>(foot.data() + 8) != internal::Fnv1a(head)) {
    return Corrupt("header and checksum differ");
  }
  if (Load<std::uint32_t>(head.data() + 8) != internal::kSectionCount) {
    return Corrupt("has another number of sections");
  }

  auto sections = std::make_shared<Sections>();
  for (std::size_t i = 0; i < internal::kSectionCount; ++i) {
    const auto offset = Load<std::uint64_t>(head.data() + 16 + i * 16);
    const auto size = Load<std::uint64_t>(head.data() + 24 + i * 16);
    const std::uint64_t end = bytes.size() - internal::kFootBytes;
    if (offset < internal::kHeadBytes || offset > end || size > end - offset) {
      return Corrupt("section " + std::to_string(i) + " lies outside");
    }
    sections->bytes[i] = bytes.substr(offset, size);
  }

  ByteReader reader((*sections)[Section::kParameters]);
  Bm25fParameters& parameters = sections->parameters;
  parameters.k1 = reader.Fixed<double>();
  for (double& weight : parameters.weight) weight = reader.Fixed<double>();
  for (double& b : parameters.b) b = reader.Fixed<double>();
  LexicalIndex index;
  index.chunk_count_ = reader.Fixed<std::uint32_t>();
  index.page_count_ = reader.Fixed<std::uint32_t>();
  sections->term_count = reader.Fixed<std::uint32_t>();
  sections->name_count = reader.Fixed<std::uint32_t>();
  if (reader.failed() || reader.left() != 0 || !std::isfinite(parameters.k1)) {
    return Corrupt("parameters are not readable");
  }
  if (index.chunk_count_ == kNoChunk || (index.chunk_count_ > 0 && index.page_count_ == 0)) {
    return Corrupt("has chunks without pages");
  }
  const std::uint64_t pages = index.page_count_, blocks = sections->term_block_count();
  const std::uint64_t names = sections->name_count;
  const auto has_size = [&](Section section, std::uint64_t size) {
    return (*sections)[section].size() == size;
  };
  if (!has_size(Section::kTermBlockKeys, 8 * blocks) ||
      !has_size(Section::kTermBlockStarts, 4 * (blocks + 1)) ||
      !has_size(Section::kPageOfChunk, 4 * std::uint64_t{index.chunk_count_}) ||
      !has_size(Section::kFirstChunks, 4 * (pages + 1)) ||
      !has_size(Section::kStringEnds, 4 * internal::kStringsPerPage * pages) ||
      !has_size(Section::kNameHashes, 8 * names) ||
      !has_size(Section::kNames, internal::kNameBytes * names) ||
      (*sections)[Section::kPostings].size() < internal::kPostingsPadding) {
    return Corrupt("counts and section sizes differ");
  }
  index.sections_ = std::move(sections);
  return index;
}

std::uint32_t LexicalIndex::term_count() const { return sections_->term_count; }

std::string_view LexicalIndex::analyzer_fingerprint() const {
  return (*sections_)[Section::kFingerprint];
}

const Bm25fParameters& LexicalIndex::parameters() const { return sections_->parameters; }

std::optional<TermEntry> LexicalIndex::Find(std::string_view term) const {
  const auto block = sections_->BlockFor(term);
  if (!block) return std::nullopt;
  return FindInBlock(sections_->TermBlock(*block), sections_->TermsIn(*block), term);
}

void LexicalIndex::ForEachWithPrefix(std::string_view prefix,
                                     FunctionRef<bool(const TermEntry&)> visit) const {
  std::string term;
  for (std::size_t block = sections_->BlockFor(prefix).value_or(0);
       block < sections_->term_block_count(); ++block) {
    ByteReader reader(sections_->TermBlock(block));
    const std::size_t entries = sections_->TermsIn(block);
    std::uint64_t offset = 0;
    term.clear();
    for (std::size_t i = 0; i < entries; ++i) {
      const std::size_t shared = i == 0 ? 0 : reader.Varint();
      const std::string_view rest = reader.Take(reader.Varint());
      const EntryNumbers numbers = ReadNumbers(reader);
      if (reader.failed() || shared > term.size() ||
          rest.size() > internal::kMostTermBytes - std::min(shared, internal::kMostTermBytes)) {
        break;  // damaged: on with the next block
      }
      offset += numbers.offset_step;
      term.resize(shared);
      term += rest;
      if (term.starts_with(prefix)) {
        if (!visit(EntryOf(term, numbers, offset))) return;
      } else if (term > prefix) {
        return;
      }
    }
  }
}

std::optional<ImpactTable> LexicalIndex::Table(const TermEntry& entry) const {
  if (!internal::IsTable(entry.document_frequency, chunk_count_)) return std::nullopt;
  const std::string_view postings = (*sections_)[Section::kPostings];
  const std::uint64_t bytes = internal::TableBytes(chunk_count_);
  if (bytes > postings.size() || entry.postings_offset > postings.size() - bytes) {
    return std::nullopt;
  }
  const auto* most =
      reinterpret_cast<const unsigned char*>(postings.data()) + entry.postings_offset;
  return ImpactTable{most, most + internal::TableRanges(chunk_count_)};
}

PostingCursor LexicalIndex::Postings(const TermEntry& entry) const {
  PostingCursor cursor;
  cursor.chunk_limit_ = chunk_count_;
  if (internal::IsTable(entry.document_frequency, chunk_count_)) {
    const auto table = Table(entry);
    if (!table) cursor.End();
    if (table) cursor.table_ = table->impacts;
    cursor.document_frequency_ = entry.document_frequency;
    return cursor;
  }
  const std::string_view postings = (*sections_)[Section::kPostings];
  if (entry.document_frequency == 0 || entry.document_frequency > chunk_count_ ||
      entry.postings_offset > postings.size()) {
    cursor.End();
    return cursor;
  }
  cursor.document_frequency_ = entry.document_frequency;
  const auto* list =
      reinterpret_cast<const unsigned char*>(postings.data()) + entry.postings_offset;
  const std::uint64_t bytes = postings.size() - entry.postings_offset;
  const std::uint32_t blocks = (entry.document_frequency - 1) / kPostingsPerBlock + 1;
  std::uint64_t header_bytes = 0;
  if (blocks > 1) {
    header_bytes = internal::kBlockHeaderBytes * std::uint64_t{blocks};
    if (header_bytes > bytes) {
      cursor.End();
      return cursor;
    }
    cursor.lasts_ = list;
    cursor.starts_ = list + 4 * std::size_t{blocks};
  }
  cursor.block_count_ = blocks;
  cursor.blocks_ = list + header_bytes;
  cursor.blocks_bytes_ = bytes - header_bytes;
  // A list of one block has no header: only decoding tells its last chunk.
  if (blocks == 1) cursor.LoadBlock(0);
  return cursor;
}

PageColumns LexicalIndex::Page(PageId page) const {
  PageColumns columns;
  if (page >= page_count_) return columns;
  const std::size_t first = page * internal::kStringsPerPage;
  std::size_t begin = page == 0 ? 0 : sections_->U32(Section::kStringEnds, first - 1);
  const std::array<std::string_view*, internal::kStringsPerPage> strings{
      &columns.id, &columns.url, &columns.title, &columns.language};
  for (std::size_t i = 0; i < strings.size(); ++i) {
    const std::size_t end = sections_->U32(Section::kStringEnds, first + i);
    *strings[i] = sections_->StringAt(begin, end);
    begin = end;
  }
  const std::uint32_t begin_chunk = sections_->U32(Section::kFirstChunks, page);
  const std::uint32_t end_chunk = sections_->U32(Section::kFirstChunks, page + std::size_t{1});
  if (begin_chunk <= end_chunk && end_chunk <= chunk_count_) {
    columns.first_chunk = begin_chunk;
    columns.chunk_count = end_chunk - begin_chunk;
  }
  return columns;
}

PageId LexicalIndex::PageOf(ChunkId chunk) const {
  if (chunk >= chunk_count_) return 0;
  return std::min(sections_->U32(Section::kPageOfChunk, chunk), page_count_ - 1);
}

std::optional<PageId> LexicalIndex::FindPage(std::string_view id_or_alias) const {
  const std::string key = internal::PageKey(id_or_alias);
  const std::uint64_t hash = internal::Fnv1a(key);
  std::size_t low = 0, high = sections_->name_count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (sections_->U64(Section::kNameHashes, middle) < hash) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  std::optional<PageId> other_spelling;
  for (; low < sections_->name_count && sections_->U64(Section::kNameHashes, low) == hash; ++low) {
    const PageId page = sections_->U32(Section::kNames, 3 * low);
    const std::size_t begin = sections_->U32(Section::kNames, 3 * low + 1);
    const std::string_view name =
        sections_->StringAt(begin, begin + sections_->U32(Section::kNames, 3 * low + 2));
    if (page >= page_count_) continue;
    if (name == id_or_alias) return page;
    if (!other_spelling && internal::PageKey(name) == key) other_spelling = page;
  }
  return other_spelling;
}

}  // namespace sitedoor::index
