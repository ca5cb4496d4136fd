#include "extract/page_selectors.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::extract {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The ids of what the selector matches.
std::vector<std::string> Matches(const std::string& selector, std::string_view html) {
  const auto tree = html::Tree::Parse(html);
  const auto selectors = PageSelectors::Parse(std::vector{selector});
  EXPECT_TRUE(selectors.has_value()) << selector;
  std::vector<std::string> ids;
  if (!selectors) return ids;
  for (const html::Node node : selectors->Outermost(tree->Html()))
    ids.emplace_back(node.Attribute("id"));
  return ids;
}

constexpr std::string_view kPage =
    "<div id=a class='box Big'><p id=b lang=en-GB>1</p>text<p id=c class=x data-k='One two'>2</p>"
    "<ul id=d><li id=e>3<li id=f class=x>4<li id=g>5</ul></div><p id=h class='x y'>6</p>";

TEST(PageSelectors, MatchTagsClassesIdsAndAttributes) {
  EXPECT_THAT(Matches("p", kPage), ElementsAre("b", "c", "h"));
  EXPECT_THAT(Matches(".x.y", kPage), ElementsAre("h"));
  EXPECT_THAT(Matches("LI#f", kPage), ElementsAre("f"));
  EXPECT_THAT(Matches("[data-k]", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches("[data-k=\"One two\"]", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches("[data-k~=two], [lang|=en]", kPage), ElementsAre("b", "c"));
  EXPECT_THAT(Matches("[data-k^=One][data-k$=two][data-k*='e t']", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches("[data-k='ONE TWO' i]", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches(".big", kPage), IsEmpty());
}

TEST(PageSelectors, MatchByWhatStandsAroundAndBefore) {
  EXPECT_THAT(Matches("div li", kPage), ElementsAre("e", "f", "g"));
  EXPECT_THAT(Matches("div > .x", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches("body>div.box ul>.x", kPage), ElementsAre("f"));
  EXPECT_THAT(Matches("#b + p", kPage), ElementsAre("c"));
  EXPECT_THAT(Matches("#e ~ li", kPage), ElementsAre("f", "g"));
  EXPECT_THAT(Matches("div ~ p", kPage), ElementsAre("h"));
  EXPECT_THAT(Matches("ul p", kPage), IsEmpty());
}

TEST(PageSelectors, MatchByPositionAndNegation) {
  EXPECT_THAT(Matches("li:first-child", kPage), ElementsAre("e"));
  EXPECT_THAT(Matches("li:last-child", kPage), ElementsAre("g"));
  EXPECT_THAT(Matches("li:nth-child(2n + 1)", kPage), ElementsAre("e", "g"));
  EXPECT_THAT(Matches("li:nth-child(even)", kPage), ElementsAre("f"));
  EXPECT_THAT(Matches("li:nth-child(-n+2)", kPage), ElementsAre("e", "f"));
  EXPECT_THAT(Matches("li:not(.x, :last-child)", kPage), ElementsAre("e"));
  EXPECT_THAT(Matches(":is(#b, li.x)", kPage), ElementsAre("b", "f"));
  EXPECT_THAT(Matches("p:only-child", "<div><p id=z></p></div><p>"), ElementsAre("z"));
}

TEST(PageSelectors, GiveAMatchInsideAMatchOnce) {
  EXPECT_THAT(Matches("div, ul, li, .y", kPage), ElementsAre("a", "h"));
}

TEST(PageSelectors, ReadEscapes) {
  EXPECT_THAT(Matches(R"(#\31 0.a\:b)", "<i id=10 class='a:b'>x</i>"), ElementsAre("10"));
}

TEST(PageSelectors, RefuseWhatTheyCannotReadAndNameIt) {
  for (const std::string_view text :
       {"", " ", "..x", "p::before", "a:hover", "div >", "> div", "p,,q", ":not(.a .b)", "[a",
        "[a=]", "[a='b]", ":nth-child(x)", "p:has(a)", "a!b", "#", "p{", "*p"}) {
    const auto checked = CheckSelector(text);
    ASSERT_FALSE(checked.has_value()) << text;
    EXPECT_THAT(checked.error().message, HasSubstr("selector \"" + std::string(text) + "\""));
  }
  std::string many = "a";
  for (int i = 0; i < 64; ++i) many += ",a";
  EXPECT_FALSE(CheckSelector(many).has_value());
}

// Engines that go back and forth take a minute for these.
TEST(PageSelectors, TakeLinearTimeOnHostilePages) {
  std::string deep, flat;
  for (int i = 0; i < 400; ++i) deep += "<div>";
  for (int i = 0; i < 100'000; ++i) flat += "<p>x";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(Matches("p div div div div div div span", deep + "<span>x"), IsEmpty());
  EXPECT_THAT(Matches("i ~ p ~ p, p:nth-child(99999)", flat), ElementsAre(""));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace sitedoor::extract
