// RunCache: what was found in short pieces of text, for pieces that come again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::search {

// Values of pieces of at most kMostBytes; a piece has as many as it has. Not thread-safe.
template <class Value>
class RunCache {
 public:
  static constexpr std::size_t kMostBytes = 48;

  // Good until the next Add or Clear. nullopt for a piece that is not there.
  std::optional<std::span<const Value>> Find(std::string_view piece) const {
    const Slot& slot = slots_[PlaceOf(piece)];
    if (slot.bytes == 0) return std::nullopt;
    return std::span(values_).subspan(slot.values_begin, slot.values_end - slot.values_begin);
  }

  // A piece that is not there, and not empty. Forgets all others when there are too many.
  std::span<const Value> Add(std::string_view piece, std::span<const Value> values) {
    if (count_ == kMostPieces) Clear();
    if (2 * count_ >= slots_.size()) Grow();
    Slot& slot = slots_[PlaceOf(piece)];
    slot = {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(piece.size()),
            static_cast<std::uint32_t>(values_.size()),
            static_cast<std::uint32_t>(values_.size() + values.size())};
    text_ += piece;
    values_.insert(values_.end(), values.begin(), values.end());
    ++count_;
    return std::span(values_).last(values.size());
  }

  void Clear() {
    slots_.assign(kFewestSlots, {});
    text_.clear();
    values_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::size_t kFewestSlots = 256;  // a power of two
  static constexpr std::size_t kMostPieces = 4096;

  struct Slot {
    std::uint32_t text_begin = 0;
    std::uint32_t bytes = 0;  // 0: empty
    std::uint32_t values_begin = 0, values_end = 0;
  };

  static std::uint64_t Load(const char* from, std::size_t bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, bytes);
    return word;
  }
  static std::size_t HashOf(std::string_view piece) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
    std::uint64_t hash = piece.size();
    std::size_t at = 0;
    for (; at + 8 <= piece.size(); at += 8)
      hash = Mixed((hash ^ Load(piece.data() + at, 8)) * kFactor);
    std::uint64_t rest = 0;
    for (; at < piece.size(); ++at) rest = rest << 8 | static_cast<unsigned char>(piece[at]);
    return Mixed((hash ^ rest) * kFactor);
  }
  static std::uint64_t Mixed(std::uint64_t hash) { return hash ^ hash >> 32; }

  // Of the piece, or of the empty slot for it.
  std::size_t PlaceOf(std::string_view piece) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t place = HashOf(piece) & mask;; place = (place + 1) & mask) {
      const Slot& slot = slots_[place];
      if (slot.bytes == 0) return place;
      if (std::string_view(text_).substr(slot.text_begin, slot.bytes) == piece) return place;
    }
  }

  void Grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.bytes == 0) continue;
      slots_[PlaceOf(std::string_view(text_).substr(slot.text_begin, slot.bytes))] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFewestSlots);  // at most half of them full
  std::string text_;                                           // of all pieces
  std::vector<Value> values_;
  std::size_t count_ = 0;
};

}  // namespace sitedoor::search
