#include "app/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace sitedoor::app {
namespace {

constexpr std::array<std::string_view, 3> kNames{"search", "serve", "report"};

TEST(Nearest, FindsANameWithALetterMissingWrongOrSwapped) {
  EXPECT_EQ(Nearest("serch", kNames), "search");
  EXPECT_EQ(Nearest("reprot", kNames), "report");
  EXPECT_EQ(Nearest("serv", kNames), "serve");
}

TEST(Nearest, GivesNothingWhenNoNameIsMeant) {
  EXPECT_EQ(Nearest("completion", kNames), "");
  EXPECT_EQ(Nearest("", kNames), "");
  EXPECT_EQ(Nearest(std::string(100'000, 'x'), kNames), "");
}

}  // namespace
}  // namespace sitedoor::app
