#include "extract/visibility.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sitedoor::extract {
namespace {

// The first element that has id=x, asked with `question`.
template <class Question>
bool Ask(std::string_view html, Question question) {
  auto tree = html::Tree::Parse(html);
  EXPECT_TRUE(tree.has_value());
  for (html::Node at = tree->Html(); at; at = at.Next(tree->Html())) {
    if (at.Attribute("id") == "x") return question(at);
  }
  ADD_FAILURE() << "no element with id x: " << html;
  return false;
}

bool Hidden(std::string_view html) { return Ask(html, IsHidden); }
bool Chrome(std::string_view html) { return Ask(html, IsChrome); }

TEST(IsHidden, WhatBrowsersNeverShow) {
  EXPECT_TRUE(Hidden("<script id=x>1</script>"));
  EXPECT_TRUE(Hidden("<template id=x>1</template>"));
  EXPECT_TRUE(Hidden("<noscript id=x>1</noscript>"));
  EXPECT_TRUE(Hidden("<div id=x hidden>text that is hidden</div>"));
  EXPECT_TRUE(Hidden("<svg id=x><text>icon</text></svg>"));
  EXPECT_TRUE(Hidden("<dialog id=x>closed</dialog>"));
  EXPECT_FALSE(Hidden("<dialog id=x open>open</dialog>"));
  EXPECT_FALSE(Hidden("<div id=x>text</div>"));
}

// B094
TEST(IsHidden, InlineStylesThatHide) {
  EXPECT_TRUE(Hidden("<p id=x style='DISPLAY : none'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='color:red;visibility:hidden !important'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='color:#FFF; background: #fff'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='font-size:0'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='display:block'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='color:#000;background:#fff'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='background:url(display:none)'>t</p>"));
}

// B079
TEST(IsHidden, WhatThePagesControlsRevealIsKept) {
  EXPECT_FALSE(Hidden("<div id=x role=tabpanel hidden>panel</div>"));
  EXPECT_FALSE(Hidden("<div id=x class=tab-pane style='display:none'>panel</div>"));
  EXPECT_FALSE(Hidden("<div id=x hidden=until-found>found later</div>"));
  EXPECT_FALSE(Hidden("<details id=x><summary>s</summary>t</details>"));
}

TEST(IsHidden, AriaHiddenIconsButNotAriaHiddenText) {
  EXPECT_TRUE(Hidden("<span id=x aria-hidden=true>»</span>"));
  EXPECT_FALSE(Hidden("<span id=x aria-hidden=true>Read the manual first</span>"));
}

TEST(IsChrome, NavigationControlsAndLandmarks) {
  EXPECT_TRUE(Chrome("<nav id=x><a href=/>Home</a></nav>"));
  EXPECT_TRUE(Chrome("<div id=x role=navigation>Home</div>"));
  EXPECT_TRUE(Chrome("<select id=x><option>v1</select>"));
  EXPECT_TRUE(Chrome("<button id=x>Copy</button>"));
  EXPECT_TRUE(Chrome("<footer id=x>© 2026</footer>"));
  EXPECT_TRUE(Chrome("<aside id=x>Related</aside>"));
  EXPECT_TRUE(Chrome("<h2>T<a id=x class=headerlink href=#t>¶</a></h2>"));
  EXPECT_FALSE(Chrome("<div id=x class=navigation-guide>Text</div>"));
}

TEST(IsChrome, AsidesThatHoldNotesAreContent) {
  EXPECT_FALSE(Chrome("<aside id=x class='footnote-list brackets'>1 note</aside>"));
  EXPECT_FALSE(Chrome("<aside id=x role=note>careful</aside>"));
  EXPECT_FALSE(Chrome("<aside id=x class='admonition tip'>careful</aside>"));
}

TEST(IsChrome, ButtonsThatCarryHeadingsAndTabLabelsAreContent) {
  EXPECT_FALSE(Chrome("<h3><button id=x aria-expanded=false>How much is it?</button></h3>"));
  EXPECT_FALSE(Chrome("<button id=x role=tab>Linux</button>"));
}

TEST(IsChrome, AFormRoundTheWholePageIsNot) {
  EXPECT_TRUE(Chrome("<form id=x><label>Name</label><input></form>"));
  std::string page = "<form id=x>";
  for (int i = 0; i < 50; ++i) page += "<p>A sentence of the content.</p>";
  EXPECT_FALSE(Chrome(page + "</form>"));
}

TEST(IsChrome, TheSourceOfAQuotationIsNoFooter) {
  EXPECT_FALSE(Chrome("<blockquote>Words<footer id=x>Somebody</footer></blockquote>"));
}

}  // namespace
}  // namespace sitedoor::extract
