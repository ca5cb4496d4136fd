// Small generations, written in tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/directory.h"
#include "index/generation_writer.h"

namespace sitedoor::index::testing {

// A page of one chunk for each text, titled as its id.
struct TextPage {
  std::string id;
  std::vector<std::string> texts;
};

inline document::Document DocumentOf(const TextPage& page) {
  document::Document document;
  document.id = page.id;
  document.url = "https://example.org/docs/" + page.id;
  document.title = page.id;
  document.language = "en";
  for (const std::string& text : page.texts) document.markdown += text + "\n";
  return document;
}

inline std::vector<document::Chunk> ChunksOf(const TextPage& page) {
  std::vector<document::Chunk> chunks;
  for (const std::string& text : page.texts) {
    document::Chunk chunk;
    chunk.document_id = page.id;
    chunk.ordinal = static_cast<std::uint32_t>(chunks.size());
    chunk.text = text;
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

inline ManifestDraft DraftOf(std::string built_at = "2026-11-30T04:15:00Z") {
  return {.site_name = "Example",
          .site_url = "https://example.org/docs/",
          .built_at = std::move(built_at),
          .instructions = "Search here.",
          .languages = {"en"}};
}

// Writes the pages, in order of id, and commits.
inline Result<Manifest> Write(std::unique_ptr<Directory> directory,
                              const std::vector<TextPage>& pages,
                              const ManifestDraft& draft = DraftOf(),
                              const GenerationWriterOptions& options = {.threads = 1}) {
  ASSIGN_OR_RETURN(const auto writer, GenerationWriter::Begin(std::move(directory), options));
  for (const TextPage& page : pages) {
    RETURN_IF_ERROR(writer->AddPage(DocumentOf(page), ChunksOf(page)));
  }
  return writer->Commit(draft, "{\"pages\":[]}\n");
}

inline Result<Manifest> Write(const std::string& path, const std::vector<TextPage>& pages,
                              const ManifestDraft& draft = DraftOf(),
                              const GenerationWriterOptions& options = {.threads = 1}) {
  ASSIGN_OR_RETURN(auto directory, OpenDirectory(path));
  return Write(std::move(directory), pages, draft, options);
}

}  // namespace sitedoor::index::testing
