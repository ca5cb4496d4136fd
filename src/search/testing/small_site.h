// SmallSite: a few pages written in a test, as an opened Snapshot.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/directory.h"
#include "base/testing/temp_dir.h"
#include "document/chunk.h"
#include "document/document.h"
#include "index/generation_writer.h"
#include "index/snapshot.h"
#include "text/language.h"

namespace sitedoor::search::testing {

struct SmallSection {
  std::string text;
  std::string heading = "";  // the path's only element; none when empty
  std::string anchor = "";
};

struct SmallPage {
  std::string id;
  std::string title;
  std::vector<SmallSection> sections;  // one chunk each
  std::string language = "en";
};

// The pages as a live generation in a folder of its own, opened. nullptr when that failed.
class SmallSite {
 public:
  explicit SmallSite(std::vector<SmallPage> pages) {
    std::ranges::sort(pages, {}, &SmallPage::id);
    auto folder = OpenDirectory(folder_.Path());
    if (!folder) return;
    auto writer = index::GenerationWriter::Begin(std::move(*folder), {.threads = 1});
    if (!writer) return;
    index::ManifestDraft draft{.site_name = "small",
                               .site_url = "https://example.org/",
                               .built_at = "2026-01-01T00:00:00Z",
                               .instructions = "",
                               .languages = {}};
    std::set<std::string> languages;
    for (const SmallPage& page : pages) {
      languages.emplace(text::PrimaryLanguage(page.language));
      if (!(*writer)->AddPage(DocumentOf(page), ChunksOf(page))) return;
    }
    languages.erase("");
    draft.languages.assign(languages.begin(), languages.end());
    if (!(*writer)->Commit(draft, "{}")) return;
    auto snapshot = index::Snapshot::Open(folder_.Path(), index::Verification::kStructure);
    if (snapshot) snapshot_ = *std::move(snapshot);
  }

  const index::Snapshot& snapshot() const { return *snapshot_; }
  bool open() const { return snapshot_ != nullptr; }

 private:
  static document::Document DocumentOf(const SmallPage& page) {
    document::Document document;
    document.id = page.id;
    document.url = "https://example.org/" + page.id;
    document.title = page.title;
    document.language = page.language;
    for (const SmallSection& section : page.sections) document.markdown += section.text + "\n";
    return document;
  }

  static std::vector<document::Chunk> ChunksOf(const SmallPage& page) {
    std::vector<document::Chunk> chunks;
    for (const SmallSection& section : page.sections) {
      document::Chunk chunk;
      chunk.document_id = page.id;
      chunk.ordinal = static_cast<std::uint32_t>(chunks.size());
      if (!section.heading.empty()) chunk.heading_path = {section.heading};
      chunk.anchor = section.anchor;
      chunk.text = section.text;
      chunks.push_back(std::move(chunk));
    }
    return chunks;
  }

  sitedoor::testing::TempDir folder_;
  std::shared_ptr<const index::Snapshot> snapshot_;
};

}  // namespace sitedoor::search::testing
