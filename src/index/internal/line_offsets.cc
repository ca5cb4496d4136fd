#include "index/internal/line_offsets.h"

#include "base/bytes.h"
#include "index/internal/lexical_format.h"

namespace sitedoor::index::internal {
namespace {

constexpr std::string_view kMagic = "SDOF";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kOffsetsHeadBytes = 16;

}  // namespace

std::string EncodeLineOffsets(std::span<const std::uint64_t> ends) {
  std::string out(kMagic);
  AppendFixed(out, kVersion);
  AppendFixed(out, static_cast<std::uint64_t>(ends.size()));
  AppendFixed(out, std::uint64_t{0});
  for (const std::uint64_t end : ends) AppendFixed(out, end);
  return out;
}

Status CheckLineOffsets(std::string_view offsets, std::uint64_t lines, std::uint64_t bytes) {
  ByteReader reader(offsets);
  if (reader.Take(kMagic.size()) != kMagic) return Fail(ErrorCode::kCorruption, "wrong beginning");
  if (const auto version = reader.Fixed<std::uint32_t>(); version != kVersion) {
    return Fail(ErrorCode::kUnsupported, "version " + std::to_string(version));
  }
  const auto count = reader.Fixed<std::uint64_t>();
  if (reader.failed() || count != lines || reader.left() % 8 != 0 ||
      reader.left() / 8 != count + 1) {
    return Fail(ErrorCode::kCorruption, "not as many lines as the manifest says, " +
                                            std::to_string(count) + " and " +
                                            std::to_string(lines));
  }
  if (Load<std::uint64_t>(offsets.data() + offsets.size() - 8) != bytes) {
    return Fail(ErrorCode::kCorruption, "the last line does not end with the file");
  }
  return {};
}

bool LineCheck::Add(std::string_view bytes) {
  if (offsets_.empty()) return true;
  const std::uint64_t end = done_ + bytes.size();
  for (; !IsComplete(); ++next_) {
    const auto offset =
        Load<std::uint64_t>(offsets_.data() + kOffsetsHeadBytes + sizeof(std::uint64_t) * next_);
    if (next_ == 0 ? offset != 0 : offset <= last_) return false;
    if (offset > end) break;
    if (next_ > 0 && bytes[offset - 1 - done_] != '\n') return false;
    last_ = offset;
  }
  done_ = end;
  return true;
}

bool LineCheck::IsComplete() const {
  return offsets_.empty() || next_ == (offsets_.size() - kOffsetsHeadBytes) / sizeof(std::uint64_t);
}

Result<std::string_view> LineAt(std::string_view jsonl, std::string_view offsets,
                                std::uint64_t line) {
  const char* at = offsets.data() + kOffsetsHeadBytes + 8 * line;
  const auto begin = Load<std::uint64_t>(at), end = Load<std::uint64_t>(at + 8);
  if (begin >= end || end > jsonl.size() || jsonl[end - 1] != '\n') {
    return Fail(ErrorCode::kCorruption, "no line where the offsets say");
  }
  return jsonl.substr(begin, end - 1 - begin);
}

void FetchLinesAhead(std::string_view jsonl, std::string_view offsets,
                     std::span<const std::uint32_t> lines) {
  constexpr std::size_t kCacheLine = 64, kMostBytes = 1024;
  const auto place = [&](std::uint32_t line) {
    return offsets.substr(std::min(kOffsetsHeadBytes + std::size_t{8} * line, offsets.size()));
  };
  for (const std::uint32_t line : lines) __builtin_prefetch(place(line).data());
  for (const std::uint32_t line : lines) {
    const std::string_view at = place(line);
    if (at.size() < 8) continue;
    const std::uint64_t begin =
        std::min<std::uint64_t>(Load<std::uint64_t>(at.data()), jsonl.size());
    const std::size_t bytes = std::min<std::size_t>(kMostBytes, jsonl.size() - begin);
    for (std::size_t i = 0; i < bytes; i += kCacheLine) {
      __builtin_prefetch(jsonl.data() + begin + i, 0, 2);
    }
  }
}

}  // namespace sitedoor::index::internal
