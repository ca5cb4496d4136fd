#include "html/removal.h"

#include <gtest/gtest.h>

namespace sitedoor::html {
namespace {

TEST(RemoveFromTree, TakesAnElementOutWithAllBelowIt) {
  auto tree = Tree::Parse("<p>a</p><div><b>b</b></div><p>c</p>");
  ASSERT_TRUE(tree.has_value());
  const Node division = tree->Body().FirstChild().NextSibling();
  EXPECT_TRUE(RemoveFromTree(*tree, division));
  EXPECT_EQ(tree->Body().TextContent(), "ac");
  EXPECT_EQ(division.TextContent(), "b");
  EXPECT_FALSE(RemoveFromTree(*tree, division));
}

TEST(RemoveFromTree, LeavesWhatEveryTreeHas) {
  auto tree = Tree::Parse("<p>a</p>");
  ASSERT_TRUE(tree.has_value());
  EXPECT_FALSE(RemoveFromTree(*tree, tree->Html()));
  EXPECT_FALSE(RemoveFromTree(*tree, tree->Body()));
  EXPECT_FALSE(RemoveFromTree(*tree, Node()));
  EXPECT_EQ(tree->Body().TextContent(), "a");
}

}  // namespace
}  // namespace sitedoor::html
