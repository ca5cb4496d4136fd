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

std::uint32_t HashOf(std::string_view text) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  std::uint64_t hash = text.size() * kFactor;
  std::size_t left = text.size();
  const char* at = text.data();
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

}  // namespace

RunPostings::RunPostings() : slots_(kFirstSlots), text_used_(0), text_room_(0) {}

TermNumber RunPostings::Number(std::string_view term) {
  const std::uint32_t hash = HashOf(term);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Term& there = terms_[slots_[slot] - 1];
    if (there.hash == hash && there.size == term.size() &&
        std::memcmp(there.text, term.data(), term.size()) == 0) {
      return slots_[slot] - 1;
    }
  }
  Term fresh;
  fresh.text = Keep(term);
  fresh.size = static_cast<std::uint32_t>(term.size());
  fresh.hash = hash;
  terms_.push_back(fresh);
  const auto number = static_cast<TermNumber>(terms_.size() - 1);
  slots_[slot] = number + 1;
  if (terms_.size() * 2 > slots_.size()) Grow();
  return number;
}

void RunPostings::EndChunk(ChunkId chunk) {
  for (const TermNumber number : touched_) Write(terms_[number], chunk);
  touched_.clear();
}

void RunPostings::Write(Term& term, ChunkId chunk) {
  std::size_t fields = 0, last_field = 0;
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (term.frequency[field] == 0) continue;
    ++fields;
    last_field = field;
  }
  const std::uint64_t step = std::uint64_t{chunk - term.last_chunk} << kFormBits;
  if (fields == 1 && term.frequency[last_field] == 1) {
    chains_.AppendVarint(term.postings, step | last_field);
  } else if (fields == 1 && last_field == static_cast<std::size_t>(Field::kBody)) {
    chains_.AppendVarint(term.postings, step | kBodyTimes);
    chains_.AppendVarint(term.postings, term.frequency[last_field]);
  } else {
    chains_.AppendVarint(term.postings, step | kManyFields);
    unsigned char bits = 0;
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      if (term.frequency[field] != 0) bits = static_cast<unsigned char>(bits | (1u << field));
    }
    chains_.Append(term.postings, bits);
    for (const std::uint32_t frequency : term.frequency) {
      if (frequency != 0) chains_.AppendVarint(term.postings, frequency);
    }
  }
  term.last_chunk = chunk;
  term.touched = false;
  term.frequency = {};
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

void RunPostings::Grow() {
  std::vector<std::uint32_t> slots(slots_.size() * 2);
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t slot = terms_[i].hash & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = static_cast<std::uint32_t>(i + 1);
  }
  slots_ = std::move(slots);
}

}  // namespace sitedoor::index::internal
