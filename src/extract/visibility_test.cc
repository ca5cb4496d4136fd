#include "extract/visibility.h"

#include <string>
#include <string_view>
#include <vector>

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

TEST(IsHidden, InlineStylesThatHide) {
  EXPECT_TRUE(Hidden("<p id=x style='DISPLAY : none'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='color:red;visibility:hidden !important'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='color:#FFF; background: #fff'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='font-size:0'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='display:block'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='color:#000;background:#fff'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='background:url(display:none)'>t</p>"));
}

TEST(IsHidden, ValuesThatAreComputed) {
  const auto hidden = [](const std::string& style) {
    return Hidden("<p id=x style=\"" + style + "\">text</p>");
  };
  for (const std::string style :
       {"opacity:calc(1 - 1)", "opacity:calc((1 - 1)*3)", "opacity:max(0,min(1,0))",
        "opacity:sin(0)", "opacity:round(.2)", "opacity:mod(4,2)", "opacity:pow(0,2)",
        "opacity:calc(pi - pi)", "opacity:calc(-infinity)", "font-size:calc(2px - (1px + 1px))",
        "margin-left:calc(-1*(5000px + 1em))", "position:absolute;left:anchor(left,-9999px)",
        "display:env(x,none)", "display:if(media(print):block;else:none)", "opacity:if(else:0)",
        "height:env(safe-area-inset-top);overflow:hidden"}) {
    EXPECT_TRUE(hidden(style)) << style;
  }
  for (const std::string style :
       {"opacity:calc(1/2)", "opacity:cos(0)", "opacity:round(.9)", "opacity:abs(-1)",
        "opacity:clamp(1,0,2)", "font-size:calc(1px + 1em)", "opacity:asin(0)",
        "display:env(x,block)", "display:if(media(print):none;else:block)",
        "display:if(style(--x:1):none;else:block)", "position:absolute;left:anchor(left,9px)",
        "opacity:calc(((((((((((((((((((0)))))))))))))))))))"}) {
    EXPECT_FALSE(hidden(style)) << style;
  }
}

TEST(IsHidden, PlacesNobodyScrollsTo) {
  const auto hidden = [](const std::string& style) {
    return Hidden("<p id=x style=\"" + style + "\">text</p>");
  };
  for (const std::string style :
       {"position:fixed;top:100%", "position:fixed;top:100vh", "position:fixed;left:100%",
        "position:fixed;bottom:100%", "position:fixed;bottom:-500px", "position:fixed;right:-100%",
        "position:fixed;inset:100% auto auto 0", "padding-left:9999px", "padding:0 0 0 9999px",
        "padding-inline-start:9999px", "offset-path:path('M-9999 -9999')",
        "offset:path('M-9999 0 L-9999 9')", "transform:skewX(90deg)", "transform:skew(0, 90deg)",
        "transform:perspective(1px) translateZ(2px)", "font-size-adjust:0"}) {
    EXPECT_TRUE(hidden(style)) << style;
  }
  for (const std::string style :
       {"position:fixed;top:90%", "position:fixed;bottom:-20px", "position:absolute;top:100%",
        "position:relative;right:100%", "position:fixed;inset:0", "padding-right:9999px",
        "margin-left:-9999px;padding-left:9999px", "offset-path:path('M10 10')",
        "offset-path:path('M-9999 0 L0 0')", "transform:skewX(45deg)", "font-size-adjust:none",
        "transform:perspective(100px) translateZ(2px)"}) {
    EXPECT_FALSE(hidden(style)) << style;
  }
}

TEST(IsHidden, ValuesThatBrowsersDoNotKnowTakeNothingBack) {
  const auto hidden = [](const std::string& style) {
    return Hidden("<p id=x style=\"" + style + "\">text</p>");
  };
  struct Style {
    std::string hides;
    std::vector<std::string> unknown, known;
  };
  const std::vector<Style> styles = {
      {"display:none",
       {"display:-moz-box", "display:-ms-flexbox", "display:run-in", "display:none none",
        "display:block!foo", "display:foo(1)"},
       {"display:inline flex", "display:ruby-text", "display:block ! important", "display:var(--n)",
        "display:-webkit-box"}},
      {"opacity:0", {"opacity:1px", "opacity:auto", "opacity:foo(1)"}, {"opacity:50%"}},
      {"font-size:0",
       {"font-size:auto", "font-size:-3px", "font-size:14"},
       {"font-size:medium", "font-size:calc(1px + 1em)"}},
      {"font:0/0 a", {"font:foo"}, {"font:menu", "font:14px serif"}},
      {"color:transparent",
       {"color:foo(1)", "color:-foo", "color:rgb(0)"},
       {"color:rgb(0 0 0)", "color:rgb(from red r g b)"}},
      {"transform:scale(0)", {"transform:foo(1)", "transform:rotate(1)"}, {"transform:none"}},
      {"filter:opacity(0)", {"filter:foo(1)"}, {"filter:blur(1px)"}},
      {"clip-path:inset(50%)", {"clip-path:foo(1)"}, {"clip-path:none"}},
      {"margin:-9999px", {"margin:foo", "margin:5"}, {"margin:0 auto", "margin:1px calc(1px)"}},
      {"text-indent:-9999px", {"text-indent:foo"}, {"text-indent:1em hanging"}},
      {"content:url(x.gif)", {"content:foo"}, {"content:'a'"}},
      {"translate:-9999px", {"translate:foo"}, {"translate:none"}},
      {"scale:0", {"scale:foo"}, {"scale:1 1"}},
      {"color:white;background:white", {"background:foo"}, {"background:red"}},
  };
  for (const Style& style : styles) {
    for (const std::string& value : style.unknown)
      EXPECT_TRUE(hidden(style.hides + ";" + value)) << value;
    for (const std::string& value : style.known)
      EXPECT_FALSE(hidden(style.hides + ";" + value)) << value;
  }
  EXPECT_TRUE(hidden("background:url(a;b});display:none"));
  EXPECT_TRUE(hidden("background:url(a'b);display:none"));
  EXPECT_TRUE(hidden("background:url(a/*b);display:none"));
}

TEST(IsHidden, StylesThatLeaveNothingToSee) {
  for (const std::string style : {"opacity:0",
                                  "opacity: 0%",
                                  "content-visibility:hidden",
                                  "transform:scale(0)",
                                  "height:0;overflow:hidden",
                                  "max-height:0px;overflow:hidden",
                                  "clip-path:inset(100%)",
                                  "font-size:0.1px",
                                  "font-size:1px",
                                  "font-size:.05em",
                                  "font:0/0 a",
                                  "font:bold 0 serif",
                                  "zoom:.01",
                                  "opacity:.005",
                                  "filter:opacity(0)",
                                  "filter:blur(1px) Opacity( 0% )",
                                  "margin-left:-9999px",
                                  "margin:0 0 0 -9999px",
                                  "margin:-9999px 0",
                                  "margin-top:-5000px",
                                  "transform:translateX(-9999px)",
                                  "transform:rotate(3deg) translate(0, -9999px)",
                                  "transform:rotate(3deg) scale(0)",
                                  "translate:-9999px",
                                  "position:fixed;inset:0 0 0 -9999px",
                                  "position:absolute;left:calc(-100vw - 2000px)",
                                  "position:absolute;inset:calc(-10 * 500px) auto auto 0",
                                  "font-size:calc(0px)",
                                  "width:calc(1px * 0);height:calc(0px + 0px);overflow:hidden",
                                  "opacity:calc(0)",
                                  "mask-image:linear-gradient(transparent,transparent)",
                                  "-webkit-mask:linear-gradient(to left, rgba(0,0,0,0), #0000)",
                                  "clip-path:inset(0 0 100% 0)",
                                  "clip-path:inset(0 50%)",
                                  "clip-path:inset(9999px)",
                                  "-webkit-clip-path:circle(0)",
                                  "clip-path:rect(0 0 0 0)",
                                  "clip-path:xywh(0 0 0 0)",
                                  "text-indent:100%;white-space:nowrap;overflow:hidden",
                                  "line-height:0;overflow:hidden",
                                  "transform:matrix(0,0,0,0,0,0)",
                                  "transform:rotateY(90deg)",
                                  "rotate:y 90deg",
                                  "letter-spacing:-9999px",
                                  "--x:none;display:var(--x)",
                                  "opacity:var(--y, 0)"}) {
    EXPECT_TRUE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
  for (const std::string style :
       {"opacity:.5", "height:0;padding-bottom:56%;overflow:hidden", "max-height:0",
        "font-size:1em", "font-size:2vw", "transform:scale(0.5)", "clip-path:inset(10%)",
        "font:700 12px/0 serif", "zoom:1", "zoom:0", "filter:opacity(50%)", "margin:-20px auto",
        "transform:translateX(-100%)", "translate:10px -10px", "position:absolute;inset:0",
        "position:absolute;left:calc(-100% - 20px)", "font-size:calc(1rem + .5vw)",
        "width:calc(100% - 20px);overflow:hidden",
        "position:absolute;left:calc((2px - 1px) * 9999)", "font-size:calc(0px + 1em)",
        // As wide as the window.
        "margin:0 -9999px;padding:0 9999px", "margin-left:-9999px;border-left:9999px solid red",
        // An entrance that a script plays.
        "opacity:0;transform:translateY(20px)", "mask:url(#m)",
        "mask-image:linear-gradient(#000,transparent)", "clip-path:inset(0 10% 0 10%)",
        "clip-path:polygon(0 0,100% 0,100% 100%)", "text-indent:100%", "line-height:0",
        "transform:rotate(90deg)", "transform:matrix(1,0,0,1,0,0)", "letter-spacing:-1px",
        "display:var(--x)", "--x:block;display:var(--x)"}) {
    EXPECT_FALSE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
}

TEST(IsHidden, BoxesWithoutRoomForALetter) {
  for (const std::string style :
       {"height:0;overflow:auto", "height:1px;overflow:hidden", "height:0;contain:paint",
        "height:0;overflow:hidden;padding:1px", "width:2px;height:2px;overflow:hidden",
        "max-width:1px;max-height:1px;overflow:hidden", "block-size:0;overflow:hidden",
        "height:min(0px,1px);overflow:hidden", "height:0;clip-path:inset(0)", "font-size:1.5px",
        "font-size:.1mm", "font-size:clamp(0px,0px,0px)", "font-size:.01vw"}) {
    EXPECT_TRUE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
  for (const std::string style :
       {"height:1px", "height:0;overflow:hidden;padding:20px 0", "height:20px;overflow:auto",
        "height:0;min-height:40px;overflow:hidden", "height:0;overflow:hidden;padding:0 0 50%",
        "font-size:4px", "font-size:min(1rem,20px)", "height:0;overflow:visible"}) {
    EXPECT_FALSE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
}

TEST(IsHidden, WhatIsClippedFlattenedOrMovedAwayInAnyDirection) {
  for (const std::string style : {"clip-path:path(\"M0 0\")",
                                  "clip-path:polygon(1px 1px,1px 1px,1px 1px)",
                                  "position:absolute;clip:rect(2px,2px,2px,2px)",
                                  "transform:scale(1,0)",
                                  "scale:1 0",
                                  "transform:scale(.001)",
                                  "transform:matrix(1,0,1,0,0,0)",
                                  "transform:rotateX(.25turn)",
                                  "margin-inline-start:-9999px",
                                  "position:absolute;inset-block-start:-9999px",
                                  "position:absolute;right:9999px",
                                  "position:fixed;top:200vh",
                                  "position:absolute;inset:auto 9999px auto auto",
                                  "position:fixed;left:9999px",
                                  "position:absolute;left:max(-9999px,-9999px)",
                                  "word-spacing:-9999px",
                                  "text-indent:9999px;white-space:nowrap;overflow:hidden",
                                  "filter:blur(99px)",
                                  "margin-inline:-9999px 0",
                                  "position:absolute;inset-inline:-9999px auto",
                                  "margin-left:-100vw",
                                  "position:fixed;left:-100vw",
                                  "position:absolute;bottom:9999px",
                                  "clip-path:inset(0 0 99% 0)",
                                  "display:table-column",
                                  "letter-spacing:-1em",
                                  "contain:size;overflow:hidden",
                                  "contain:strict",
                                  "content:url(x.png)"}) {
    EXPECT_TRUE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
  for (const std::string style :
       {"clip-path:url(#none)", "clip-path:inset(0 round 9999px)", "transform:scaleZ(0)",
        "clip-path:polygon(0 0,100% 50px,50% 0)", "transform:rotateX(180deg)",
        "position:absolute;left:9999px",  // the page scrolls to it
        "margin-left:9999px", "position:absolute;left:-150%", "filter:blur(4px)",
        "clip:rect(0,100px,20px,0)", "position:sticky;left:-9999px", "margin-inline:auto 0",
        "contain:size", "contain:content", "content:none", "letter-spacing:-.05em",
        "display:none;all:unset"}) {
    EXPECT_FALSE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
}

TEST(IsHidden, ValuesThatBrowsersDoNotKnowUndoNothing) {
  for (const std::string style :
       {"display:none;display:blok", "position:absolute;left:-9999px;left:blah",
        "visibility:hidden;visibility:shown", "opacity:0;opacity:full",
        "font-size:0;font-size:12pixels", "color:transparent;color:blackish",
        "opacity:0;transition:none", "opacity:0;will-change:auto", "opacity:0;animation:none",
        "opacity:0;transform:none", "opacity:-1", "opacity:min(0,1)"}) {
    EXPECT_TRUE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
  for (const std::string style :
       {"display:none;display:inline flex", "display:none;display:-webkit-box",
        "opacity:0;opacity:inherit", "font-size:0;font-size:smaller", "display:none\\9",
        "color:transparent;color:rebeccapurple", "opacity:0;transition:opacity 1s",
        "position:absolute;left:-9999px;left:env(x)", "visibility:hidden;visibility:unset"}) {
    EXPECT_FALSE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
}

TEST(IsHidden, TextOfItsBackgroundsColorInAnySpelling) {
  for (const std::string style : {"color:#fff;background:#FFFFFF",
                                  "color:white;background-color:#fff",
                                  "color:rgb(255,255,255);background:#fff url(x.png)",
                                  "color:#fefefe;background:#fff",
                                  "color:rgba(0,0,0,0)",
                                  "color:rgb(0 0 0 / 0)",
                                  "color:#00000000",
                                  "color:#0000",
                                  "color:transparent",
                                  "color:hsla(0,0%,0%,0)",
                                  "-webkit-text-fill-color:transparent",
                                  "color:#000;-webkit-text-fill-color:#fff;background:#fff",
                                  "color:color-mix(in srgb, transparent 100%, red)",
                                  "color:oklch(0 0 0 / 0)",
                                  "color:hsla(0 0% 0% / 0%)",
                                  "color:rgba(0,0,0,.01)",
                                  "color:rgb(from red r g b / 0)",
                                  "color:#f00;background:red",
                                  "color:hsl(0,0%,100%);background:#fff",
                                  "color:ivory;background:white",
                                  "color:rgb(100% 100% 100%);background:#fff",
                                  "color:white;background:linear-gradient(white,#fff)",
                                  "background:url(x) #fff;color:#fff",
                                  "color:rgb(none none none / none)",
                                  "--c:#fff;color:var(--c);background:var(--c)"}) {
    EXPECT_TRUE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
  for (const std::string style :
       {"color:#fff", "color:inherit;background:inherit", "color:whitesmoke;background:#333",
        "color:rgba(0,0,0,.6)",
        "color:transparent;-webkit-background-clip:text;background:linear-gradient(red,blue)",
        "-webkit-text-fill-color:transparent;background-clip:text",
        "color:transparent;-webkit-text-fill-color:#000",
        "color:transparent;text-shadow:0 0 0 #000",
        "color:#fff;background:#fff;-webkit-text-stroke:1px black",
        "color:color-mix(in srgb, blue 50%, red)", "color:rgb(0 0 0 / 50%)",
        "color:hsl(0,100%,50%);background:#fff", "color:red;background:blue",
        "color:white;background:linear-gradient(white,black)",
        "color:white;background:linear-gradient(to right,#000,#333)"}) {
    EXPECT_FALSE(Hidden("<p id=x style='" + style + "'>t</p>")) << style;
  }
}

TEST(IsHidden, CommentsEscapesAndQuotesInStylesHideNothingFromTheReader) {
  EXPECT_TRUE(Hidden("<p id=x style='visibility:hidden/**/'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='disp/**/lay:block;display:/* x */none'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='disp\\6c ay:n\\6fne'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='display:block;display:none'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='display:none!important;display:block'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='" + std::string(8000, ' ') + "display:none'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='/* display:none */color:red'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='display:none;display:block'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='--x:1;background:url(\";display:none;\")'>t</p>"));
}

// Labels for screen readers alone ("Search", "Opens in a new window") are left out, as the usual
// classes for them are: what a sighted reader needs is on the page as well.
TEST(IsHidden, TextForScreenReadersAlone) {
  EXPECT_TRUE(Hidden("<p id=x style='position:absolute;left:-9999px'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='text-indent:-9999px'>t</p>"));
  EXPECT_FALSE(Hidden("<a id=x style='text-indent:-9999px;background:#00f'>Deep blue</a>"));
  EXPECT_TRUE(
      Hidden("<p id=x style='width:1px;height:1px;overflow:hidden;clip:rect(0, 0, 0, 0)'>t</p>"));
  EXPECT_TRUE(Hidden("<p id=x style='position:absolute;clip:rect(1px 1px 1px 1px)'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='position:relative;left:-20px'>t</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='position:absolute;left:-100%'>a slide</p>"));
  EXPECT_FALSE(Hidden("<p id=x style='width:1px;height:100%;overflow:hidden'>t</p>"));
}

TEST(IsHidden, TextWithoutSizeButNotWhatHasItsOwn) {
  EXPECT_TRUE(Hidden("<div id=x style='font-size:0'><span style='font-size:1em'>t</span></div>"));
  EXPECT_FALSE(Hidden("<div id=x style='font-size:0'>s<b style='font-size:9px'>t</b></div>"));
  EXPECT_TRUE(Hidden("<div id=x style='visibility:hidden'>s<b>t</b></div>"));
  EXPECT_FALSE(
      Hidden("<div id=x style='visibility:hidden'>s<b style='visibility:visible'>t</b></div>"));
  EXPECT_FALSE(Hidden("<div id=x style='font-size:0'> <b style='font-size:9px'>t</b> </div>"));
  EXPECT_FALSE(Hidden("<div id=x style='font-size:0'><p><b style='font:1rem a'>t</b></p></div>"));
}

TEST(IsHidden, WhatAButtonWouldPopUp) {
  EXPECT_TRUE(Hidden("<div id=x popover>t</div>"));
  EXPECT_FALSE(Hidden("<div id=x>t</div>"));
}

TEST(IsHidden, InertElementsButNotThePageBehindADialog) {
  EXPECT_TRUE(Hidden("<div id=x inert>t</div>"));
  EXPECT_FALSE(Hidden("<div id=x inert><h1>Title</h1>text</div>"));
  EXPECT_FALSE(Hidden("<div id=x style='opacity:0'><main>text</main></div>"));
  EXPECT_TRUE(Hidden("<div id=x style='opacity:0'><h1></h1>text</div>"));
  EXPECT_TRUE(
      Hidden("<p>What the page is about, in some words of its own.</p>"
             "<div id=x style='opacity:0'><h1>T</h1>text</div>"));
  std::string page = "<div id=x style='opacity:0'>";
  for (int i = 0; i < 100; ++i) page += "<p>A sentence of the content.</p>";
  EXPECT_FALSE(Hidden(page + "</div>"));
}

TEST(IsHidden, WhatThePagesControlsRevealIsKept) {
  EXPECT_FALSE(Hidden("<div id=x role=tabpanel hidden>panel</div>"));
  EXPECT_FALSE(Hidden("<div id=x class=tab-pane style='display:none'>panel</div>"));
  // No control of the page needs to: the browser's search in the page shows it.
  EXPECT_FALSE(Hidden("<div id=x hidden=until-found>found later</div>"));
  EXPECT_FALSE(Hidden("<details id=x><summary>s</summary>t</details>"));
}

TEST(IsHidden, TemplatesButNotShadowRoots) {
  EXPECT_FALSE(Hidden("<div><template id=x shadowrootmode=open><p>t</p></template></div>"));
}

TEST(IsHidden, WhatAShadowRootHasNoPlaceFor) {
  EXPECT_TRUE(Hidden("<div><template id=x shadowrootmode=foo><p>t</p></template></div>"));
  EXPECT_TRUE(Hidden("<ul><li><template id=x shadowrootmode=open><p>t</p></template></ul>"));
  EXPECT_TRUE(
      Hidden("<div><template shadowrootmode=open>a</template>"
             "<template id=x shadowrootmode=open>t</template></div>"));
  EXPECT_TRUE(Hidden("<x-y><template shadowrootmode=open>a</template><p id=x>t</p></x-y>"));
  EXPECT_FALSE(
      Hidden("<x-y><template shadowrootmode=open><slot></slot></template><p id=x>t</p></x-y>"));
  EXPECT_FALSE(Hidden("<x-y><template id=x shadowrootmode=open>a</template></x-y>"));
}

TEST(IsHidden, PartsOfFormulas) {
  EXPECT_TRUE(Hidden("<math id=x hidden><mi>t</mi></math>"));
  EXPECT_TRUE(Hidden("<math id=x style='display:none'><mi>t</mi></math>"));
  EXPECT_TRUE(Hidden("<math><mtext id=x style='opacity:0'>t</mtext></math>"));
  EXPECT_TRUE(Hidden("<math><mphantom id=x><mi>t</mi></mphantom></math>"));
  EXPECT_FALSE(Hidden("<math id=x class=a><mi>t</mi></math>"));
}

TEST(IsHidden, WordsInRubyBrackets) {
  EXPECT_TRUE(Hidden("<ruby>a<rp id=x>ignore all of it</rp><rt>b</rt></ruby>"));
  EXPECT_FALSE(Hidden("<ruby>a<rp id=x>（</rp><rt>b</rt></ruby>"));
}

TEST(IsHidden, AriaHiddenIconsButNotAriaHiddenText) {
  EXPECT_TRUE(Hidden("<span id=x aria-hidden=true>»</span>"));
  EXPECT_FALSE(Hidden("<span id=x aria-hidden=true>Read the manual first</span>"));
  EXPECT_FALSE(Hidden("<ins id=x aria-hidden=true><bdi><span>$</span>45.00</bdi></ins>"));
  EXPECT_FALSE(Hidden("<td><span id=x aria-hidden=true>42</span></td>"));
  EXPECT_TRUE(Hidden("<span id=x aria-hidden=true>3</span>"));
  EXPECT_TRUE(Ask("<pre><span id=x aria-hidden=true>12</span>x = 1</pre>", IsHiddenInCode));
}

TEST(IsChrome, NavigationControlsAndLandmarks) {
  EXPECT_FALSE(Chrome("<dialog id=x open>Text</dialog>"));
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
