#include "extract/internal/hiding_rules.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

// Whether `css` hides the element with id=x of `body`.
bool Hidden(const std::string& css, const std::string& body, const std::string& head = "") {
  const auto tree =
      html::Tree::Parse("<head>" + head + "</head><body>" + body + "<style>" + css + "</style>");
  EXPECT_TRUE(tree.has_value());
  HidingRules rules(tree->Body());
  for (html::Node at = tree->Html(); at; at = at.Next(tree->Html())) {
    if (at.Attribute("id") == "x") return rules.Hide(at);
  }
  ADD_FAILURE() << "no element with id x: " << body;
  return false;
}

TEST(HidingRules, SelectorsThatMatchHide) {
  const std::string body =
      "<div class='w u'><section><p id=x class='z b' data-k=v title='A B'>t</p></section></div>";
  for (const std::string selector : {".z",
                                     "#x",
                                     "p.z",
                                     "P.z",
                                     ".q,.z",
                                     ".w p",
                                     ".w .z",
                                     "section>p",
                                     ".w>section > p",
                                     ".z.b",
                                     "[data-k]",
                                     "[data-k=v]",
                                     "p[title=\"A B\"]",
                                     "div.w.u section .z[data-k='v']",
                                     "* > .z",
                                     "body .z",
                                     ".\\7a",
                                     ".\\z",
                                     "div section p",
                                     ".w > * > .z"}) {
    EXPECT_TRUE(Hidden(selector + "{display:none}", body)) << selector;
  }
  for (const std::string selector :
       {".Z", ".w>p", "div>p", ".z .b", ".z.c", "[data-j]", "[data-k=w]", ".z:hover", ".w+.z",
        ".z:not(.q)", "section div p", "::before", ".z::before", "*", "..z", ".z{", ">.z"}) {
    EXPECT_FALSE(Hidden(selector + "{display:none}", body)) << selector;
  }
}

TEST(HidingRules, HoldWhereverTheStyleStands) {
  const std::string rule = "<style>.z{display:none}</style>";
  const std::string z = "<p id=x class=z>t</p>";
  EXPECT_TRUE(Hidden("", z, rule));
  EXPECT_TRUE(Hidden("", "<main>" + z + rule + "</main>"));
  EXPECT_TRUE(Hidden("", z + "<svg>" + rule + "</svg>"));
  EXPECT_FALSE(Hidden("", z + "<template>" + rule + "</template>"));
  EXPECT_FALSE(Hidden("", z + "<noscript>" + rule + "</noscript>"));
  EXPECT_FALSE(Hidden("", z + "<style type=text/x>.z{display:none}</style>"));
}

TEST(HidingRules, ConditionsThatAlwaysHoldAreNone) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string start : {"@media screen{", "@media all{", "@media print,screen{",
                                  "@media screen{@media all{", "@layer base{"}) {
    EXPECT_TRUE(Hidden(start + ".z{display:none}}}", z)) << start;
  }
  for (const std::string start :
       {"@media print{", "@media (min-width:9px){", "@media screen and (min-width:9px){",
        "@supports (x:y){", "@media print{@media all{"}) {
    EXPECT_FALSE(Hidden(start + ".z{display:none}}}", z)) << start;
  }
}

TEST(HidingRules, WhatWinsShows) {
  const std::string z = "<p id=x class='z y'>t</p>";
  for (const std::string css :
       {".z{display:none}.z{display:block}", ".z{display:none}p.z{display:block}",
        ".z{display:none}.y{display:flex}", "#x{display:block}.z{display:none}",
        ".z{display:none}.z.open{display:block}", ".z{display:none}.z:target{display:block}",
        ".z{display:none}#t:checked~#x{display:block}",
        ".z{display:none}@media (min-width:9px){.z{display:block}}",
        ".z{display:none}.z{display:block!important}"}) {
    EXPECT_FALSE(Hidden(css, z)) << css;
  }
  for (const std::string css :
       {".z{display:block}.z{display:none}", "#x{display:none}.z{display:block}",
        ".z{display:none!important}.z{display:block}", ".z{display:none}p{display:block}",
        ".z{display:none}.z::before{display:block}", ".z{display:none}.other{display:block}"}) {
    EXPECT_TRUE(Hidden(css, z)) << css;
  }
  EXPECT_FALSE(
      Hidden(".w p{display:none}.w.open p{display:block}", "<div class=w><p id=x>t</p></div>"));
  EXPECT_FALSE(Hidden(".z{display:none}", "<p id=x class=z style='display:block'>t</p>"));
  EXPECT_TRUE(Hidden(".z{display:none!important}", "<p id=x class=z style='display:block'>t</p>"));
}

TEST(HidingRules, WhatOpensIsKept) {
  for (const std::string css :
       {".tabs p{display:none}", ".z .answer{display:none}", "[v-cloak]{display:none}",
        "[x-cloak]{display:none}", "body{display:none}", "div *{display:none}"}) {
    EXPECT_FALSE(
        Hidden(css, "<div class='tabs z'><p id=x class=answer v-cloak x-cloak>t</p></div>"))
        << css;
  }
  const std::string named = "<p id=x class=zed>t</p>";
  EXPECT_FALSE(Hidden(".zed{display:none}", named + "<script>show('.zed')</script>"));
  EXPECT_TRUE(Hidden(".zed{display:none}", named + "<script>amazed('zedd')</script>"));
}

TEST(HidingRules, StringsAndCommentsHideNoRule) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string css :
       {"a{content:\"{\"}.z{display:none}", "a{content:'/*'}.z{display:none}",
        "/* } */ .z/**/{display:none}", "<!-- .z{display:none} -->",
        "@import 'a;b';.z{display:none}", "@font-face{x:y}.z{display:none}",
        "a{content:'x\\'{'}.z{display:none}"}) {
    EXPECT_TRUE(Hidden(css, z)) << css;
  }
}

// Takes some tenths of a second; quadratic work would take minutes.
TEST(HidingRules, TakeBoundedTimeOnHostileSheets) {
  std::string body;
  for (int i = 0; i < 400; ++i) body += "<div class='q z'>";
  for (int i = 0; i < 20'000; ++i) body += "<i class='z y'></i>";
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  std::string numbered;
  for (int i = 0; i < 50'000; ++i) numbered += ".n" + std::to_string(i) + " .z{opacity:0}";
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& css :
       {repeated(".q .z{display:none}", 100'000), repeated(".r>.q .z{display:none}", 100'000),
        numbered, numbered + repeated(".z{display:block}", 50'000),
        repeated(".z ", 300'000) + "{display:none}", repeated(":not(", 200'000) + "{opacity:0}",
        repeated(".z,", 300'000) + ".z{display:none}", repeated("@media screen{", 80'000) + ".z{}",
        ".z" + repeated("{", 500'000), repeated("'", 500'000), repeated("/*", 500'000),
        repeated("<!--", 200'000), repeated("\\", 500'000), repeated("[", 500'000)}) {
    const auto tree = html::Tree::Parse("<style>" + css + "</style>" + body);
    ASSERT_TRUE(tree.has_value());
    HidingRules rules(tree->Body());
    for (html::Node at = tree->Html(); at; at = at.Next(tree->Html())) {
      if (at.IsElement()) rules.Hide(at);
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

}  // namespace
}  // namespace sitedoor::extract::internal
