#include "html/streamed_parts.h"

#include <ctime>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sitedoor::html {
namespace {

struct Placed {
  std::size_t count = 0;
  std::string text;
};

Placed PlacedIn(std::string_view body) {
  auto tree = Tree::Parse(body);
  EXPECT_TRUE(tree.has_value());
  Placed placed;
  placed.count = PlaceStreamedParts(*tree);
  placed.text = tree->Body().TextContent();
  return placed;
}

TEST(PlaceStreamedParts, FillsBoundariesAndPlacesInsideParts) {
  const Placed placed = PlacedIn(
      "<p>1</p><template id='B:0'></template><p>4</p><div hidden id='S:0'>2<template "
      "id='P:a'></template></div><div hidden id='S:a'>3</div>");
  EXPECT_EQ(placed.count, 2U);
  EXPECT_EQ(placed.text, "1234");
}

TEST(PlaceStreamedParts, RemovesWhatStandsThereMeanwhile) {
  EXPECT_EQ(PlacedIn("<body><!--$?--><template id='B:0'></template>a<!--$-->b<!--/$-->c<!--/$-->d"
                     "<div hidden id='S:0'>x</div>")
                .text,
            "xd");
}

TEST(PlaceStreamedParts, LeavesPartsWithoutAPlaceAndPlacesWithoutAPart) {
  for (const std::string_view body :
       {"<div hidden id='S:0'>x</div>", "<body><template id='B:0'></template>x",
        "<body><template id='B:0'></template><div id='S:0'>x</div>",
        "<div hidden id='S:0'><template id='B:0'></template>x</div>",
        "<div hidden id='S:0'><template id='P:1'></template>x</div><div hidden "
        "id='S:1'><template id='P:0'></template></div>"}) {
    const Placed placed = PlacedIn(body);
    EXPECT_EQ(placed.count, 0U) << body;
    EXPECT_EQ(placed.text, "x") << body;
  }
}

// Without a bound this takes a minute.
TEST(PlaceStreamedParts, LooksForTheEndsOfFallbacksThatHaveNoneInBoundedTime) {
  constexpr int kPlaces = 4'000;
  std::string page = "<body><main>";
  for (int i = 0; i < kPlaces; ++i)
    page += "<template id='B:" + std::to_string(i) + "'></template>";
  for (int i = 0; i < 400'000; ++i) page += "<br>";
  page += "</main>";
  for (int i = 0; i < kPlaces; ++i) page += "<div hidden id='S:" + std::to_string(i) + "'>x</div>";
  auto tree = Tree::Parse(page);
  ASSERT_TRUE(tree.has_value());
  const std::clock_t start = std::clock();
  EXPECT_EQ(PlaceStreamedParts(*tree), static_cast<std::size_t>(kPlaces));
  EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC);
}

TEST(PlaceStreamedParts, NestsPartsOnlyToABoundedDepth) {
  const auto hex = [](int number) {
    std::string digits;
    for (int rest = number; rest > 0 || digits.empty(); rest /= 16)
      digits.insert(digits.begin(), "0123456789abcdef"[rest % 16]);
    return digits;
  };
  std::string page = "<body><template id='B:0'></template>";
  constexpr int kParts = 2000;
  for (int i = 0; i < kParts; ++i) {
    page += "<div hidden id='S:" + hex(i) + "'><div><template id='P:" + hex(i + 1) +
            "'></template></div></div>";
  }
  const Placed placed = PlacedIn(page);
  EXPECT_GT(placed.count, 400U);
  EXPECT_LT(placed.count, 600U);
}

}  // namespace
}  // namespace sitedoor::html
