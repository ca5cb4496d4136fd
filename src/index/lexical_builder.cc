#include "index/lexical_builder.h"

#include "index/internal/lexical_run.h"
#include "index/internal/merge_runs.h"

namespace sitedoor::index {

struct LexicalBuilder::State : internal::LexicalRun {
  using LexicalRun::LexicalRun;
};

LexicalBuilder::LexicalBuilder(Bm25fParameters parameters)
    : state_(std::make_unique<State>(parameters)) {}
LexicalBuilder::~LexicalBuilder() = default;
LexicalBuilder::LexicalBuilder(LexicalBuilder&&) noexcept = default;
LexicalBuilder& LexicalBuilder::operator=(LexicalBuilder&&) noexcept = default;

void LexicalBuilder::AddPage(const LexicalPage& page, std::span<const document::Chunk> chunks) {
  state_->Add(page, chunks,
              {static_cast<PageId>(state_->pages().size()),
               static_cast<ChunkId>(state_->lengths().size())});
}

void LexicalBuilder::AddPage(const LexicalPage& page, std::span<const document::Chunk> chunks,
                             PagePlace place) {
  state_->places_given = true;
  state_->Add(page, chunks, place);
}

// The runs end with the call: what they hold is freed.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
Result<std::string> LexicalBuilder::Finish(std::vector<LexicalBuilder> runs) {
  std::vector<const internal::LexicalRun*> states;
  for (const LexicalBuilder& run : runs) states.push_back(run.state_.get());
  return internal::MergeRuns(states);
}

}  // namespace sitedoor::index
