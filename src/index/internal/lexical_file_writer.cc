#include "index/internal/lexical_file_writer.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/bytes.h"
#include "index/internal/page_key.h"

namespace sitedoor::index::internal {

void LexicalFileWriter::AddTerm(std::string_view term, const EncodedList& list) {
  std::string& blocks = (*this)[Section::kTermBlocks];
  const std::uint64_t offset = PlaceOf(list);
  std::size_t shared = 0;
  if (term_count_ % kTermsPerBlock == 0) {
    AppendFixed((*this)[Section::kTermBlockKeys], PrefixKey(term));
    AppendFixed((*this)[Section::kTermBlockStarts], static_cast<std::uint32_t>(blocks.size()));
    last_offset_ = 0;
  } else {
    shared = static_cast<std::size_t>(std::ranges::mismatch(term, last_term_).in1 - term.begin());
    AppendVarint(blocks, shared);
  }
  AppendVarint(blocks, term.size() - shared);
  blocks += term.substr(shared);
  AppendVarint(blocks, list.postings);
  AppendVarint(blocks, ZigZag(static_cast<std::int64_t>(offset - last_offset_)));
  last_offset_ = offset;
  last_term_ = term;
  ++term_count_;
}

std::uint64_t LexicalFileWriter::PlaceOf(const EncodedList& list) {
  std::string& lists = (*this)[Section::kPostings];
  const auto offset = static_cast<std::uint64_t>(lists.size());
  if (list.postings >= kFewestSharedPostings) {
    const auto [place, added] =
        shared_lists_.try_emplace(std::hash<std::string_view>()(list.bytes),
                                  SharedList{offset, list.bytes.size(), list.postings});
    const SharedList& before = place->second;
    if (!added && before.postings == list.postings &&
        std::string_view(lists).substr(before.offset, before.bytes) == list.bytes) {
      return before.offset;
    }
  }
  lists += list.bytes;
  return offset;
}

void LexicalFileWriter::AddPage(const LexicalPage& page, std::uint32_t chunks) {
  std::string& strings = (*this)[Section::kStrings];
  const auto add_string = [&](std::string_view text) {
    const auto offset = static_cast<std::uint32_t>(strings.size());
    strings += text;
    AppendFixed((*this)[Section::kStringEnds], static_cast<std::uint32_t>(strings.size()));
    return Name{Fnv1a(PageKey(text)), page_count_, offset, static_cast<std::uint32_t>(text.size()),
                0};
  };
  names_.push_back(add_string(page.id));
  Name url = add_string(page.url);
  url.rank = 1;
  if (page.url != page.id && !page.url.empty()) names_.push_back(url);
  add_string(page.title);
  add_string(page.language);
  for (const std::string& alias : page.aliases) {
    if (alias != page.id && alias != page.url) aliases_.push_back({page_count_, alias});
  }
  AppendFixed((*this)[Section::kFirstChunks], chunk_count_);
  for (std::uint32_t i = 0; i < chunks; ++i) {
    AppendFixed((*this)[Section::kPageOfChunk], page_count_);
  }
  chunk_count_ += chunks;
  ++page_count_;
}

void LexicalFileWriter::WriteNames() {
  std::string& strings = (*this)[Section::kStrings];
  for (const Alias& alias : aliases_) {
    names_.push_back({Fnv1a(PageKey(alias.text)), alias.page,
                      static_cast<std::uint32_t>(strings.size()),
                      static_cast<std::uint32_t>(alias.text.size()), 2});
    strings += alias.text;
  }
  std::ranges::sort(names_, {}, [](const Name& name) {
    return std::tuple(name.hash, name.rank, name.page, name.offset);
  });
  for (const Name& name : names_) {
    AppendFixed((*this)[Section::kNameHashes], name.hash);
    AppendFixed((*this)[Section::kNames], name.page);
    AppendFixed((*this)[Section::kNames], name.offset);
    AppendFixed((*this)[Section::kNames], name.bytes);
  }
}

Result<std::string> LexicalFileWriter::Finish(const Bm25fParameters& parameters,
                                              std::string_view fingerprint) {
  WriteNames();
  std::string& head_section = (*this)[Section::kParameters];
  AppendFixed(head_section, parameters.k1);
  for (const double weight : parameters.weight) AppendFixed(head_section, weight);
  for (const double b : parameters.b) AppendFixed(head_section, b);
  AppendFixed(head_section, chunk_count_);
  AppendFixed(head_section, page_count_);
  AppendFixed(head_section, static_cast<std::uint32_t>(term_count_));
  AppendFixed(head_section, static_cast<std::uint32_t>(names_.size()));
  (*this)[Section::kFingerprint] = fingerprint;
  AppendFixed((*this)[Section::kTermBlockStarts],
              static_cast<std::uint32_t>((*this)[Section::kTermBlocks].size()));
  AppendFixed((*this)[Section::kFirstChunks], chunk_count_);
  (*this)[Section::kPostings].append(kPostingsPadding, '\0');

  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if ((*this)[Section::kStrings].size() > kMost || (*this)[Section::kTermBlocks].size() > kMost ||
      names_.size() > kMost || term_count_ > kMost) {
    return Fail(ErrorCode::kUnsupported, "the lexical file would hold more than 4 GB of names");
  }

  std::string file(kHeadMagic);
  AppendFixed(file, kLexicalVersion);
  AppendFixed(file, static_cast<std::uint32_t>(kSectionCount));
  AppendFixed(file, std::uint32_t{0});
  const auto aligned = [](std::uint64_t offset) { return (offset + 7) / 8 * 8; };
  std::uint64_t offset = kHeadBytes;
  for (const std::string& section : sections_) {
    AppendFixed(file, offset);
    AppendFixed(file, static_cast<std::uint64_t>(section.size()));
    offset = aligned(offset + section.size());
  }
  const std::uint64_t checksum = Fnv1a(file);
  file.reserve(offset + kFootBytes);
  for (std::string& section : sections_) {
    file += section;
    file.resize(aligned(file.size()));
    std::string().swap(section);  // each is let go as soon as it is copied
  }
  AppendFixed(file, static_cast<std::uint64_t>(file.size() + kFootBytes));
  AppendFixed(file, checksum);
  AppendFixed(file, std::uint32_t{0});
  file += kFootMagic;
  return file;
}

}  // namespace sitedoor::index::internal
