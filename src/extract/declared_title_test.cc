#include "extract/internal/declared_title.h"

#include <string>

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

TEST(NamesPage, TakesTheWholeTitleItsBeginningAndWhatIsBehindAColon) {
  EXPECT_TRUE(NamesPage("Install", "Install"));
  EXPECT_TRUE(NamesPage("install!", "Install | Acme Docs"));
  EXPECT_TRUE(NamesPage("Class: Book", "JSDoc: Class: Book"));
  EXPECT_TRUE(NamesPage("Book", "JSDoc: Class: Book"));
}

TEST(NamesPage, LeavesTheSitesNameAtTheEnd) {
  EXPECT_FALSE(NamesPage("Acme Docs", "Install | Acme Docs"));
  EXPECT_FALSE(NamesPage("science", "Mice have grown hair : science"));
  EXPECT_FALSE(NamesPage("Install it", "Install | Acme Docs"));
}

TEST(NamesPage, ShortOrEndlessTextsNameNothing) {
  EXPECT_FALSE(NamesPage("A", "A"));
  EXPECT_FALSE(NamesPage("", ""));
  EXPECT_FALSE(NamesPage(std::string(2'000, 'a'), std::string(2'000, 'a')));
}

}  // namespace
}  // namespace sitedoor::extract::internal
