#include "index/internal/run_postings.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.h"

namespace sitedoor::index::internal {
namespace {

// A posting: varint of (chunk - chunk before) * 8 + form, then what the form says.
// Forms below kFieldCount: once, in that field.
constexpr std::uint64_t kBodyTimes =
    kFieldCount;  // then the varint of how often, in the body alone
constexpr std::uint64_t kManyFields = kFieldCount + 1;  // then a byte of field bits, a varint each
constexpr unsigned kFormBits = 3;

constexpr std::size_t kTextBlockBytes = 1 << 16;
constexpr std::size_t kFirstSlots = 1 << 12;
constexpr std::size_t kFirstChunkSlots = 1 << 10;

template <class Slot>
std::vector<Slot> Doubled(const std::vector<Slot>& slots) {
  std::vector<Slot> twice(slots.size() * 2);
  const std::size_t mask = twice.size() - 1;
  for (const Slot& slot : slots) {
    if (slot.number_and_one == 0) continue;
    std::size_t at = slot.hash & mask;
    while (twice[at].number_and_one != 0) at = (at + 1) & mask;
    twice[at] = slot;
  }
  return twice;
}

}  // namespace

RunPostings::RunPostings() : chunk_slots_(kFirstChunkSlots), slots_(kFirstSlots) {}

std::uint32_t RunPostings::HashOf(std::string_view term) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  std::uint64_t hash = term.size() * kFactor;
  std::size_t left = term.size();
  const char* at = term.data();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (std::rotl(hash, 23) ^ word) * kFactor;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, at, left);
  hash = (std::rotl(hash, 23) ^ word) * kFactor;
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void RunPostings::Count(std::string_view term, std::uint32_t hash, Field field,
                        std::uint32_t times) {
  const std::size_t mask = chunk_slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; chunk_slots_[at].number_and_one != 0; at = (at + 1) & mask) {
    if (chunk_slots_[at].hash != hash) continue;
    Counted& counted = counted_[chunk_slots_[at].number_and_one - 1];
    if (TextOf(counted) != term) continue;
    counted.frequency[static_cast<std::size_t>(field)] += times;
    return;
  }
  Counted& fresh = counted_.emplace_back();
  fresh.hash = hash;
  fresh.begin = static_cast<std::uint32_t>(chunk_text_.size());
  fresh.size = static_cast<std::uint32_t>(term.size());
  fresh.frequency[static_cast<std::size_t>(field)] = times;
  chunk_text_ += term;
  chunk_slots_[at] = {hash, static_cast<std::uint32_t>(counted_.size())};
  if (counted_.size() * 2 > chunk_slots_.size()) chunk_slots_ = Doubled(chunk_slots_);
}

void RunPostings::EndChunk(ChunkId chunk) {
  const std::size_t mask = slots_.size() - 1;
  for (const Counted& counted : counted_) __builtin_prefetch(&slots_[counted.hash & mask]);
  const auto likely_term = [&](const Counted& counted) -> const Term* {
    const Slot& slot = slots_[counted.hash & mask];
    return slot.number_and_one == 0 ? nullptr : &terms_[slot.number_and_one - 1];
  };
  for (const Counted& counted : counted_) {
    if (const Term* term = likely_term(counted)) __builtin_prefetch(term);
  }
  for (const Counted& counted : counted_) {
    if (const Term* term = likely_term(counted)) __builtin_prefetch(term->text);
  }
  for (Counted& counted : counted_) {
    counted.number = Number(TextOf(counted), counted.hash);
    chains_.Prefetch(terms_[counted.number].postings);
  }
  for (const Counted& counted : counted_) {
    Write(terms_[counted.number], chunk, counted.frequency);
  }
  for (const Counted& counted : counted_) {
    // The slots round a term's own may be taken by others of this chunk, which are cleared as well.
    const std::size_t chunk_mask = chunk_slots_.size() - 1;
    for (std::size_t at = counted.hash & chunk_mask; chunk_slots_[at].number_and_one != 0;
         at = (at + 1) & chunk_mask) {
      chunk_slots_[at] = {};
    }
  }
  counted_.clear();
  chunk_text_.clear();
}

TermNumber RunPostings::Number(std::string_view term, std::uint32_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].number_and_one != 0; at = (at + 1) & mask) {
    if (slots_[at].hash != hash) continue;
    const Term& there = terms_[slots_[at].number_and_one - 1];
    if (std::string_view(there.text, there.size) == term) return slots_[at].number_and_one - 1;
  }
  Term& fresh = terms_.emplace_back();
  fresh.text = Keep(term);
  fresh.size = static_cast<std::uint32_t>(term.size());
  slots_[at] = {hash, static_cast<std::uint32_t>(terms_.size())};
  if (terms_.size() * 2 > slots_.size()) slots_ = Doubled(slots_);
  return static_cast<TermNumber>(terms_.size() - 1);
}

void RunPostings::Write(Term& term, ChunkId chunk, const FieldCounts& frequency) {
  std::size_t fields = 0, last_field = 0;
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (frequency[field] == 0) continue;
    ++fields;
    last_field = field;
  }
  const std::uint64_t step = std::uint64_t{chunk - term.last_chunk} << kFormBits;
  term.last_chunk = chunk;
  if (fields == 1 && frequency[last_field] == 1) {
    return chains_.AppendVarint(term.postings, step | last_field);
  }
  if (fields == 1 && last_field == static_cast<std::size_t>(Field::kBody)) {
    chains_.AppendVarint(term.postings, step | kBodyTimes);
    return chains_.AppendVarint(term.postings, frequency[last_field]);
  }
  chains_.AppendVarint(term.postings, step | kManyFields);
  unsigned char bits = 0;
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (frequency[field] != 0) bits = static_cast<unsigned char>(bits | (1u << field));
  }
  chains_.Append(term.postings, bits);
  for (const std::uint32_t times : frequency) {
    if (times != 0) chains_.AppendVarint(term.postings, times);
  }
}

void RunPostings::Read(TermNumber number, ChunkId offset, std::vector<FieldPosting>& out) const {
  std::string bytes;
  chains_.Read(terms_[number].postings, bytes);
  ByteReader reader(bytes);
  ChunkId chunk = 0;
  while (reader.left() > 0) {
    const std::uint64_t head = reader.Varint();
    const std::uint64_t form = head & ((1u << kFormBits) - 1);
    chunk += static_cast<ChunkId>(head >> kFormBits);
    FieldPosting& posting = out.emplace_back();
    posting.chunk = chunk + offset;
    if (form < kFieldCount) {
      posting.frequency[form] = 1;
    } else if (form == kBodyTimes) {
      posting.frequency[static_cast<std::size_t>(Field::kBody)] =
          static_cast<std::uint32_t>(reader.Varint());
    } else {
      const auto bits = reader.Fixed<std::uint8_t>();
      for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (bits >> field & 1) {
          posting.frequency[field] = static_cast<std::uint32_t>(reader.Varint());
        }
      }
    }
  }
}

const char* RunPostings::Keep(std::string_view text) {
  if (text.size() > text_room_ - text_used_) {
    text_room_ = std::max(kTextBlockBytes, text.size());
    text_blocks_.push_back(std::make_unique_for_overwrite<char[]>(text_room_));
    text_used_ = 0;
  }
  char* kept = text_blocks_.back().get() + text_used_;
  std::memcpy(kept, text.data(), text.size());
  text_used_ += text.size();
  return kept;
}

}  // namespace sitedoor::index::internal
