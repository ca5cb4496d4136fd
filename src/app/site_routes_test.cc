#include "app/site_routes.h"

#include <gtest/gtest.h>

namespace sitedoor::app {
namespace {

TEST(ServerName, IsAWordThatAShellNeedsNoQuotesFor) {
  EXPECT_EQ(ServerName("Python 3.11.2 documentation"), "python-3-11-2-documentation");
  EXPECT_EQ(ServerName("  $(rm -rf) "), "rm-rf");
  EXPECT_EQ(ServerName("文档"), "docs");
  EXPECT_EQ(ServerName(""), "docs");
}

TEST(ServerName, IsCutAtAWordsEnd) {
  EXPECT_EQ(ServerName("The documentation of a product with a long name"),
            "the-documentation-of-a-product");
  EXPECT_EQ(ServerName(std::string(100, 'x')), std::string(32, 'x'));
}

}  // namespace
}  // namespace sitedoor::app
