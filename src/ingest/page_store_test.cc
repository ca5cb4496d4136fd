#include "ingest/internal/page_store.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/testing/temp_dir.h"

namespace sitedoor::ingest {
namespace {

StoredPage Page(std::string id) {
  StoredPage page;
  page.document.id = id;
  page.document.markdown = "text of " + id + "\n";
  page.document.outline.push_back({1, "A heading", "a", 0});
  page.document.links.push_back({"https://example.com/", "a link"});
  page.chunks.resize(2);
  for (document::Chunk& chunk : page.chunks) {
    chunk.document_id = id;
    chunk.heading_path = {"A heading"};
    chunk.text = "text\nof " + id;
  }
  page.chunks[1].ordinal = 1;
  return page;
}

class PageStoreOfSize : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PageStoreOfSize, GivesBackWhatWasPut) {
  const testing::TempDir dir;
  PageStore store(dir.Path(), 3, GetParam());
  for (std::size_t i : {2, 0, 1}) ASSERT_TRUE(store.Put(i, Page("page " + std::to_string(i))));
  for (std::size_t i : {0, 1, 2}) {
    const auto page = store.Take(i);
    ASSERT_TRUE(page) << page.error().message;
    const StoredPage expected = Page("page " + std::to_string(i));
    EXPECT_EQ(page->document, expected.document);
    EXPECT_EQ(page->chunks, expected.chunks);
  }
}

INSTANTIATE_TEST_SUITE_P(InMemoryAndOnDisk, PageStoreOfSize, ::testing::Values(0, 600, 1 << 20));

TEST(PageStore, LeavesNoFileBehindEvenWhileItIsUsed) {
  const testing::TempDir dir;
  PageStore store(dir.Path(), 1, 0);
  ASSERT_TRUE(store.Put(0, Page("a")));
  EXPECT_TRUE(std::filesystem::is_empty(dir.Path()));
}

TEST(PageStore, HasNoPageThatWasNotPut) {
  const testing::TempDir dir;
  PageStore store(dir.Path(), 1, 0);
  EXPECT_EQ(store.Take(0).error().code, ErrorCode::kInternal);
}

}  // namespace
}  // namespace sitedoor::ingest
