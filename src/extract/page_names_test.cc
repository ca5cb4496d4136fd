#include "extract/page_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::extract {
namespace {

using testing::ElementsAre;

TEST(ReadPageNames, ReadsWhatAPageCallsItselfAndItsSite) {
  const auto names =
      ReadPageNames({"<html lang=de><title> A |\n B</title><meta property=og:site_name content=A>"
                     "<meta name=description content=D>"
                     "<template><h1>No</h1></template><h1>A</h1><h1>B&nbsp;<b>b</b></h1><h2>C "
                     "<a href=#c>¶</a></h2>",
                     ""});
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->title, "A | B");
  EXPECT_EQ(names->language, "de");
  EXPECT_EQ(names->site_name, "A");
  EXPECT_EQ(names->description, "D");
  EXPECT_THAT(names->headings, ElementsAre("A", "B b"));
  EXPECT_THAT(names->section_headings, ElementsAre("C"));
  EXPECT_TRUE(names->is_for_readers);
  for (const char* head :
       {"<meta http-equiv=Refresh content='0;URL=b.html'>", "<meta name=robots content=NOINDEX>"}) {
    EXPECT_FALSE(ReadPageNames({head, ""})->is_for_readers);
  }
  EXPECT_FALSE(ReadPageNames({"\x89PNG\r\n\x1a\n", ""}).has_value());
}

}  // namespace
}  // namespace sitedoor::extract
