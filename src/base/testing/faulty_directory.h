// FaultyDirectory: a directory on disk that stops after n writing operations, as a power cut would.
//
// Creating, appending, closing, renaming, syncing, making folders and removing each count as one
// operation. From the cut on every one of them fails, and nothing changes on disk any more. A file
// that is cut between Create and Close keeps only half of what was appended, as if the rest had
// never left memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/directory.h"

namespace sitedoor::testing {

// Shared by a directory and its files, and by the test that asks afterwards. Not thread-safe.
struct PowerSupply {
  std::uint64_t operations_left = 0;
  std::uint64_t operations = 0;  // asked for so far
  bool cut = false;

  // False from the cut on.
  bool Use() {
    ++operations;
    if (operations_left == 0) cut = true;
    if (!cut) --operations_left;
    return !cut;
  }
};

class FaultyDirectory final : public Directory {
 public:
  FaultyDirectory(std::unique_ptr<Directory> real, std::shared_ptr<PowerSupply> power)
      : real_(std::move(real)), power_(std::move(power)) {}

  const std::string& Root() const override { return real_->Root(); }
  Result<std::string> Read(std::string_view name) const override { return real_->Read(name); }
  bool Exists(std::string_view name) const override { return real_->Exists(name); }
  Result<std::uint64_t> SizeOf(std::string_view name) const override { return real_->SizeOf(name); }
  Result<std::vector<std::string>> List(std::string_view name) const override {
    return real_->List(name);
  }

  Result<std::unique_ptr<WritableFile>> Create(std::string_view name) override {
    if (!power_->Use()) return Cut();
    ASSIGN_OR_RETURN(auto file, real_->Create(name));
    return std::make_unique<File>(std::move(file), power_);
  }
  Status MakeFolders(std::string_view name) override {
    return power_->Use() ? real_->MakeFolders(name) : Cut();
  }
  Status Rename(std::string_view from, std::string_view to) override {
    return power_->Use() ? real_->Rename(from, to) : Cut();
  }
  Status Sync(std::string_view folder) override {
    return power_->Use() ? real_->Sync(folder) : Cut();
  }
  Status Remove(std::string_view name) override {
    return power_->Use() ? real_->Remove(name) : Cut();
  }

 private:
  static std::unexpected<Error> Cut() { return Fail(ErrorCode::kUnavailable, "the power is off"); }

  class File final : public WritableFile {
   public:
    File(std::unique_ptr<WritableFile> real, std::shared_ptr<PowerSupply> power)
        : real_(std::move(real)), power_(std::move(power)) {}
    ~File() override {
      // What a crash leaves of a file that was never synced: its first half.
      if (!closed_) WriteHalf();
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    Status Append(std::string_view bytes) override {
      if (!power_->Use()) return Cut();
      pending_ += bytes;
      return {};
    }
    Status Close() override {
      if (!power_->Use()) return Cut();
      closed_ = true;
      RETURN_IF_ERROR(real_->Append(pending_));
      return real_->Close();
    }

   private:
    void WriteHalf() {
      [[maybe_unused]] const auto appended =
          real_->Append(std::string_view(pending_).substr(0, pending_.size() / 2));
      [[maybe_unused]] const auto closed = real_->Close();
    }

    std::unique_ptr<WritableFile> real_;
    std::shared_ptr<PowerSupply> power_;
    std::string pending_;
    bool closed_ = false;
  };

  std::unique_ptr<Directory> real_;
  std::shared_ptr<PowerSupply> power_;
};

}  // namespace sitedoor::testing
