// Holds what is really written against the schemas in docs/reference, by tools/check_schema.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "base/testing/temp_dir.h"
#include "index/documents_codec.h"
#include "index/testing/small_generation.h"

namespace sitedoor::index {
namespace {

using sitedoor::testing::TempDir;

// The exit code of the check: 0 where the file fits.
int Check(const std::string& schema, const std::string& file) {
  const std::string root = SITEDOOR_SOURCE_DIR;
  const std::string command = "python3 -B '" + root + "/tools/check_schema' '" + root +
                              "/docs/reference/" + schema + ".schema.json' '" + file +
                              "' >/dev/null";
  return WEXITSTATUS(std::system(command.c_str()));
}

document::Document RichDocument() {
  document::Document document = testing::DocumentOf({"a%20b.html", {"text"}});
  document.aliases = {"old.html"};
  document.description = "About \"it\"";
  document.type = document::PageType::kPost;
  document.tags = document.categories = document.breadcrumbs = document.authors = {"x"};
  document.section = "x";
  document.outline = {{1, "One", "one", 0}, {6, "Two", "", 2}};
  document.anchors = {{"one.method", 3}};
  document.links = {{"https://example.org/", ""}};
  document.modified_at = "2026-08";
  document.content_hash = std::string(64, 'a');
  document.extraction.warnings = {"odd"};
  document.extraction.excluded_elements = 2;
  document.extraction.strategy = document::Strategy::kSelectors;
  return document;
}

document::Chunk RichChunk() {
  document::Chunk chunk = testing::ChunksOf({"a%20b.html", {"run make"}})[0];
  chunk.heading_path = {"One"};
  chunk.anchor = "one";
  chunk.markdown_range = {0, 9};
  chunk.code_ranges = {{4, 8}};
  chunk.token_count = 2;
  return chunk;
}

TEST(Schemas, FitTheLinesThatAreWritten) {
  const TempDir folder;
  const std::string bare = EncodeDocument(testing::DocumentOf({"b.html", {}}));
  EXPECT_EQ(Check("page",
                  folder.Write("pages.jsonl", EncodeDocument(RichDocument()) + "\n" + bare + "\n")),
            0);
  EXPECT_EQ(Check("chunk", folder.Write("chunks.jsonl", EncodeChunk(RichChunk()) + "\n")), 0);
}

TEST(Schemas, FitTheManifestThatIsWritten) {
  const TempDir folder;
  ASSERT_TRUE(testing::Write(folder.Path(), {{"a.html", {"one"}}}));
  EXPECT_EQ(Check("manifest", folder.PathOf("manifest.json")), 0);
}

TEST(Schemas, RefuseWhatIsWrong) {
  const TempDir folder;
  EXPECT_EQ(Check("page", folder.Write("a.jsonl", "{\"id\":\"a\",\"url\":\"\",\"title\":\"\"}\n")),
            1);
  EXPECT_EQ(Check("chunk", folder.Write("b.jsonl",
                                        "{\"document_id\":\"a\",\"ordinal\":-1,\"text\":\"\"}\n")),
            1);
  EXPECT_EQ(Check("manifest", folder.Write("manifest.json", "{}")), 1);
}

}  // namespace
}  // namespace sitedoor::index
