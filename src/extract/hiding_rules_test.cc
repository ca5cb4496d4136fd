#include "extract/internal/hiding_rules.h"

#include <chrono>
#include <ctime>
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
        ".z:not(.b)", "section div p", "::before", ".z::before", "*", "..z", ".z{", ">.z"}) {
    EXPECT_FALSE(Hidden(selector + "{display:none}", body)) << selector;
  }
}

TEST(HidingRules, HoldWhereverTheStyleStands) {
  const std::string rule = "<style>.z{display:none}</style>";
  const std::string z = "<p id=x class=z>t</p>";
  EXPECT_TRUE(Hidden("", z, rule));
  EXPECT_TRUE(Hidden("", "<main>" + z + rule + "</main>"));
  EXPECT_TRUE(Hidden("", z + "<svg>" + rule + "</svg>"));
  EXPECT_TRUE(Hidden("", z, "<link rel=stylesheet href='data:text/css,.z%7Bdisplay:none%7D'>"));
  EXPECT_FALSE(
      Hidden("", z, "<link rel=stylesheet media=print href='data:text/css,.z{display:none}'>"));
  EXPECT_FALSE(Hidden("", z + "<template>" + rule + "</template>"));
  EXPECT_FALSE(Hidden("", z + "<noscript>" + rule + "</noscript>"));
  EXPECT_FALSE(Hidden("", z + "<style type=text/x>.z{display:none}</style>"));
}

TEST(HidingRules, ConditionsThatAlwaysHoldAreNone) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string start : {"@media screen{",
                                  "@media all{",
                                  "@media print,screen{",
                                  "@media screen{@media all{",
                                  "@layer base{",
                                  "@media not print{",
                                  "@media (min-width:0){",
                                  "@media all and (min-width:1px){",
                                  "@media only screen and (color) and (max-width:99999px){",
                                  "@media (hover:hover){",
                                  "@media (prefers-color-scheme:light){",
                                  "@media (min-width:1px) or (foo){",
                                  "@media (1px<width<99999px){",
                                  "@media ((min-width:1px) and (color)){",
                                  "@media (scripting){",
                                  "@media (-webkit-min-device-pixel-ratio:0){",
                                  "@supports selector(:has(a)){",
                                  "@supports (display:grid) and (not (display:foo)){",
                                  "@supports ((color:red) or (foo:bar)){",
                                  "@supports (--a:b){",
                                  "body{container-type:inline-size}@container (min-width:1px){",
                                  "body{container:a/size}@container a (width>0){",
                                  "@scope (body){",
                                  "@scope (:is(body)) to (.q){"}) {
    EXPECT_TRUE(Hidden(start + ".z{display:none}}}", z)) << start;
  }
  for (const std::string start :
       {"@media print{", "@media (min-width:900px){", "@media screen and (min-width:900px){",
        "@media not screen{", "@media screen and (max-width:600px){", "@media not (color){",
        "@supports (x:y){", "@container (min-width:1px){", "@media (orientation:landscape){",
        "@supports selector(:foo){", "@supports (display:-ms-grid){", "@media (foo){",
        "@supports not (display:block){", "@media print{@media all{"}) {
    EXPECT_FALSE(Hidden(start + ".z{display:none}}}", z)) << start;
  }
  EXPECT_TRUE(Hidden("@supports (display:grid){.z{display:none}}", z));
}

TEST(HidingRules, WhatNeverHoldsOnAScreenShowsNothing) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string start :
       {"@media print", "@media not all", "@media (max-width:0)", "@starting-style",
        "@-moz-document url-prefix()", "@foo", "@supports (display:foo)", "@page"}) {
    EXPECT_TRUE(Hidden(".z{display:none}" + start + "{.z{display:block}}", z)) << start;
  }
  // A script may show on the screen what is printed.
  EXPECT_FALSE(
      Hidden(".z{display:none}@media print{.z{display:block}}", z, "<script src=a.js></script>"));
}

TEST(HidingRules, CustomPropertiesAreInherited) {
  const std::string o = "<div class=o><p id=x class=z>t</p></div>";
  for (const std::string css :
       {".o{--d:none}.z{display:var(--d)}", "body{--d:none}.z{display:var(--d)}",
        ":root{--d:block}.o{--d:none}.z{display:var(--d)}", ".o{--c:transparent}.z{color:var(--c)}",
        ".o{--o:0}.z{opacity:var(--o,1)}",
        "@property --o{syntax:'<number>';inherits:false;initial-value:0}.z{opacity:var(--o)}"}) {
    EXPECT_TRUE(Hidden(css, o)) << css;
  }
  for (const std::string css :
       {":root{--d:none}.o{--d:block}.z{display:var(--d)}", ".q{--d:none}.z{display:var(--d)}",
        ".o{--c:transparent}.z{--c:red;color:var(--c)}", ".o{--d:none}.z{--d:initial}",
        ".o{--d:none}.o{--d:block}.z{display:var(--d)}", ".o{--d:none}.z{display:var(--e,block)}",
        "@property --o{inherits:false;initial-value:0}.z{--o:1;opacity:var(--o)}"}) {
    EXPECT_FALSE(Hidden(css, o)) << css;
  }
  const std::string inherits = "<p id=x style='display:var(--d)'>t</p></div>";
  EXPECT_TRUE(Hidden("", "<div style='--d:none'>" + inherits));
  EXPECT_FALSE(Hidden("", "<div style='--e:none'>" + inherits));
}

TEST(HidingRules, AnimationsWhoseEveryStepHidesHide) {
  const std::string z = "<p id=x class=z>t</p>";
  const std::string hides = "@keyframes k{from,to{opacity:0}}";
  for (const std::string run :
       {"animation:k 1s infinite", "animation:1s k both", "-webkit-animation:k 1s infinite",
        "animation-name:k;animation-duration:1s;animation-iteration-count:infinite"}) {
    EXPECT_TRUE(Hidden(hides + ".z{" + run + "}", z)) << run;
  }
  EXPECT_TRUE(Hidden(hides, "<p id=x style='animation:k 1s infinite'>t</p>"));
  EXPECT_TRUE(Hidden("@keyframes k{0%,100%{visibility:hidden}}.z{animation:k 1s infinite}", z));
  for (const std::string css :
       {hides + ".z{animation:k infinite}", hides + ".z{animation:k 1s}",
        hides + ".z{animation:j 1s infinite}",
        hides + "@keyframes k{to{opacity:1}}.z{animation:k 1s both}",
        std::string("@keyframes k{from{opacity:0}50%{opacity:1}to{opacity:0}}"
                    ".z{animation:k 1s infinite}"),
        std::string("@keyframes k{from{opacity:0}}.z{opacity:0;animation:k 1s}")}) {
    EXPECT_FALSE(Hidden(css, z)) << css;
  }
}

TEST(HidingRules, WhatNothingOfThePageChangesStaysTransparent) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string css :
       {".z{opacity:0;transition:opacity 1s}", ".z{opacity:0;transform:scale(.9)}",
        ".z{opacity:0;will-change:opacity}"}) {
    EXPECT_TRUE(Hidden(css, z)) << css;
    EXPECT_FALSE(Hidden(css, z, "<script src=a.js></script>")) << css;
    EXPECT_FALSE(Hidden(css, z, "<link rel=stylesheet href=a.css>")) << css;
    EXPECT_FALSE(Hidden(css + ".z:hover{opacity:1}", z)) << css;
  }
  EXPECT_TRUE(Hidden("", "<p id=x style='opacity:0;transition:1s'>t</p>"));
}

TEST(HidingRules, ScopesEndWhereTheySay) {
  const std::string z = "<div class=w><p id=x class=z>t</p></div>";
  EXPECT_TRUE(Hidden("@scope (body) to (.q){:scope .z{display:none}}", z));
  EXPECT_FALSE(Hidden("@scope (body) to (.w){.z{display:none}}", z));
  EXPECT_FALSE(Hidden("@scope (body) to (.z){.z{display:none}}", z));
  EXPECT_FALSE(Hidden("@scope (.q){.z{display:none}}", z));
}

TEST(HidingRules, NamespacesAreThoseOfTheSheet) {
  const std::string z = "<p id=x class=z>t</p>";
  const std::string html = "@namespace h url(http://www.w3.org/1999/xhtml);";
  EXPECT_TRUE(Hidden(html + "h|p.z{display:none}", z));
  EXPECT_FALSE(Hidden(html + "s|p.z{display:none}", z));
  EXPECT_FALSE(Hidden("@namespace url(http://www.w3.org/2000/svg);p.z{display:none}", z));
  EXPECT_TRUE(Hidden("@namespace url(http://www.w3.org/1999/xhtml);p.z{display:none}", z));
}

TEST(HidingRules, SheetsImportedFromTheirAddressesAreRead) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string import :
       {"url(\"data:text/css,.z{display:none}\")", "'data:text/css,.z%7Bdisplay:none%7D' screen",
        "url(data:text/css;base64,Lnp7ZGlzcGxheTpub25lfQ==)"}) {
    EXPECT_TRUE(Hidden("@import " + import + ";", z)) << import;
    EXPECT_TRUE(Hidden("@charset 'utf-8';@layer a;@import " + import + ";", z)) << import;
    EXPECT_FALSE(Hidden(".a{}@import " + import + ";", z)) << import;
  }
  EXPECT_FALSE(Hidden("@import 'data:text/css,.z{display:none}' print;", z));
  EXPECT_FALSE(Hidden("@import 'data:text/plain,.z{display:none}';", z));
}

TEST(HidingRules, HoldNestedInOthers) {
  const std::string body = "<div class='w u'><p id=x class=z>t</p></div>";
  for (const std::string css :
       {".w{color:red;.z{display:none}}", ".w{> .z{display:none}color:red}",
        ".w{.q,& .z{display:none}}", ".q,.w{.z{display:none}}", ".w{&.u{.z{display:none}}}",
        ".w{@media screen{.z{display:none}}}", ".z{@media all{display:none}}",
        ".w{.q{color:red}}.z{display:none", ".z{.q{color:red}display:none}"}) {
    EXPECT_TRUE(Hidden(css, body)) << css;
  }
  for (const std::string css :
       {".q{.z{display:none}}", ".w{&.z{display:none}}", ".w{@media print{.z{display:none}}}",
        ".z{.q{display:none;color:red}}", ".z{.q{display:none}opacity:1}"}) {
    EXPECT_FALSE(Hidden(css, body)) << css;
  }
}

TEST(HidingRules, VariablesOfThePageAreKnown) {
  const std::string z = "<p id=x class=z>t</p>";
  EXPECT_TRUE(Hidden(":root{--d:none}.z{display:var(--d)}", z));
  EXPECT_TRUE(Hidden(":root{--d:none}", "<p id=x style='display:var(--d)'>t</p>"));
  EXPECT_TRUE(Hidden(".z{display:var(--d, none)}", z));
  EXPECT_TRUE(Hidden(":root{--c:#fff}.z{color:var(--c);background:var(--c)}", z));
  EXPECT_FALSE(Hidden(":root{--d:block}.z{display:var(--d)}", z));
  EXPECT_FALSE(Hidden(":root{--d:none}.z{--d:block;display:var(--d)}", z));
  EXPECT_FALSE(Hidden(".y{--d:none}.z{display:var(--d)}", z));
}

TEST(HidingRules, WithoutSizeIsOnlyTextThatHasNoneOfItsOwn) {
  const std::string body = "<div id=x class=z><div class=y>t</div></div>";
  EXPECT_TRUE(Hidden(".z{font-size:0}", body));
  EXPECT_TRUE(Hidden(".z{font-size:0}.y{font-size:1em}", body));
  EXPECT_FALSE(
      Hidden(".z{font-size:0}.y{font-size:9px}", "<div id=x class=z>s<b class=y>t</b></div>"));
  EXPECT_FALSE(Hidden(".z{font-size:0}.z .y{font-size:9px}", body));
  EXPECT_FALSE(Hidden(".z{font-size:0}div{font-size:1rem}", body));
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

TEST(HidingRules, SiblingsGroupsAndPartsOfAttributesAreMatched) {
  const std::string body =
      "<main><h1>T</h1><p class=a>s</p> <!-- --> <p id=x class='z-1 y' lang=en-GB>t</p></main>";
  for (const std::string selector :
       {"h1 + p + .y", "h1 ~ .y", ".a+.y", "main > h1 ~ .y", "h1~.a+#x", ":is(.y)", ":is(.q, .y)",
        ".y:where(*)", ".y:not(.q)", "p:not(.q,.a).y", "[class^=z]", "[class$=' y']",
        "[class*='-1 ']", "[class~=y]", "[lang|=en]", "[lang='EN-gb' i]", "[lang=EN-GB i]",
        ":where(main) .y", "p:is(.y):not(h1)"}) {
    EXPECT_TRUE(Hidden(selector + "{display:none}", body)) << selector;
  }
  for (const std::string selector :
       {"h1 + .y", ".y + .a", ".y ~ .a", ".q ~ .y", ":is(.q)", ".y:not(.z-1)", ".y:not(p)",
        "[class^=y]", "[class$=z]", "[class~=z]", "[lang|=e]", "[lang=EN-GB]", "[lang='EN-gb' s]",
        "[class*='']", ".y:not(.is-open)", "h1 ~ p", ".y:not([data-open])", ".y:is(.y:hover)"}) {
    EXPECT_FALSE(Hidden(selector + "{display:none}", body)) << selector;
  }
}

TEST(HidingRules, OfListsThatBrowsersCannotReadAreNone) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string broken :
       {":foo", "::foo", ":-moz-foo", "p::-moz-x", "..y", "", "p:not(:foo)", "#1a", "a>>b", "a||b",
        "a!", ":nth-child(foo)", ":not()", ":lang()", ":hover(2)", "[a=1]", "h|p"}) {
    EXPECT_FALSE(Hidden(".z," + broken + "{display:none}", z)) << broken;
    EXPECT_TRUE(Hidden(".z{display:none}.z," + broken + "{display:block}", z)) << broken;
  }
  for (const std::string sound : {"p:after", "p::-webkit-x", "a:visited", "input::placeholder",
                                  ":is()", ":has(>a)", "a[b='c,d']"}) {
    EXPECT_TRUE(Hidden(".z," + sound + "{display:none}", z)) << sound;
  }
}

TEST(HidingRules, WhatBracketsAndAddressesHoldEndsNoRule) {
  const std::string z = "<p id=x class=z>t</p>";
  for (const std::string css :
       {".z{background:url(a;b});display:none}", ".z{background:url(a'b);display:none}",
        ".a{background:url(a/*b)}.z{display:none}", ".a{background:url(a{b)}.z{display:none}",
        ".a{b:url(\"x)y\")}.z{display:none}", ".a{background:URL( a b;})}.z{display:none}"}) {
    EXPECT_TRUE(Hidden(css, z)) << css;
  }
}

TEST(HidingRules, PlacesAmongSiblingsAndTraitsAreMatched) {
  const std::string body =
      "<div class=w lang=en><p class=a>s</p> <!-- --> <p id=x class=z>t</p><b></b><p>u</p></div>";
  for (const std::string selector : {".w :nth-child(2)",
                                     ".z:nth-child(2n)",
                                     ".z:nth-child(even)",
                                     ".z:nth-child( -n + 2 )",
                                     ".z:nth-last-child(3)",
                                     ".z:nth-of-type(2)",
                                     ".w p:nth-last-of-type(2)",
                                     ".w p:not(:first-child):not(:last-child)",
                                     ".z:is(:nth-child(2))",
                                     ".w:has(.a) .z",
                                     ".w p:not(main .z)",
                                     ":root .z",
                                     ".z:lang(en)",
                                     ".z:not(:first-child,b)",
                                     ".w *",
                                     ".w > *",
                                     ".a:first-child + .z",
                                     ".z:dir(ltr)",
                                     ".z:defined",
                                     ".z:read-only",
                                     ":is(body .w, .q) .z",
                                     ".z:-webkit-any(p)",
                                     ".z:nth-child(2 of p)",
                                     ".z:nth-last-child(1 of .z,h1)",
                                     "*|p.z",
                                     "*|*.z",
                                     ".z:not(:empty)",
                                     ".z:not(:hover)",
                                     ":is(.z,:foo)",
                                     ":where(.z,::foo,..)",
                                     "& .z",
                                     ".z:not(:only-child)"}) {
    EXPECT_TRUE(Hidden(selector + "{display:none}", body)) << selector;
  }
  for (const std::string selector :
       {".z:first-child", ".z:last-child", ".z:nth-child(3)", ".z:nth-child(odd)",
        ".z:nth-of-type(1)", ".z:only-of-type", ".z:empty", ".w:has(h1) .z", ":root .w:root .z",
        ".z:lang(de)", ".z:link", ".z:nth-child(1 of p)", ".z:nth-child(x)", ".q *", "*", "div *",
        ".w p:not(.w p)", ".w:has(:checked) .z"}) {
    EXPECT_FALSE(Hidden(selector + "{display:none}", body)) << selector;
  }
  // A script may show them by turns.
  EXPECT_FALSE(Hidden(".w p:not(:first-child){display:none}", body + "<script src=a.js></script>"));
  EXPECT_TRUE(Hidden(".w .z{display:none}", body + "<script src=a.js></script>"));
}

TEST(HidingRules, LayersScopesAndConditionsAreWeighed) {
  const std::string body = "<div class=w><p id=x class=z>t</p></div>";
  for (const std::string css :
       {"@layer a{.z{display:block}}@layer b{.z{display:none}}",
        ".z{display:none}@layer a{div .z{display:block}}",
        "@layer b,a;@layer a{.z{display:none}}@layer b{div .z{display:block}}",
        "@layer a{.z{display:none!important}}.z{display:block!important}",
        "@scope (.w){.z{display:none}}", "@scope (.w){:scope > p{display:none}}",
        "@supports (display:grid) and (color:red){.z{display:none}}",
        "@supports not (display:nonsense){.z{display:none}}",
        "@supports (x:y) or (display:grid){.z{display:none}}",
        "@media (width>=1px){.z{display:none}}", "@media (0px < width){.z{display:none}}",
        "@media (min-width:1em){.z{display:none}}",
        "@media (min-resolution:1dpi){.z{display:none}}", "@media not speech{.z{display:none}}",
        ".z{all:unset;display:none}", ".y:where(#x){display:block}.z{display:none}",
        ".z{height:0;overflow:hidden}"}) {
    EXPECT_TRUE(Hidden(css, body)) << css;
  }
  for (const std::string css :
       {"@layer a{.z{display:none}}@layer b{.z{display:block}}",
        "@layer a{.w .z{display:none}}p{display:block}",
        "@layer b,a;@layer b{.z{display:none}}@layer a{.z{display:block}}",
        "@scope (.q){.z{display:none}}", "@scope (.w) to (.z){.z{display:none}}",
        "@supports (display:nonsense){.z{display:none}}",
        "@supports not (display:grid){.z{display:none}}",
        "@supports (x:y) and (display:grid){.z{display:none}}",
        "@media (width>=900px){.z{display:none}}", "@media (width<400px){.z{display:none}}",
        ".q{}}.z{display:none}", ".z{display:none;all:unset}", ".z{display:none}.z{all:revert}",
        ".z{max-height:0;overflow:hidden;transition:max-height 1s}"}) {
    EXPECT_FALSE(Hidden(css, body)) << css;
  }
}

TEST(HidingRules, OnlyWhatSetsThePropertyThatHidesShows) {
  const std::string z = "<p id=x class='z y'>t</p>";
  for (const std::string css :
       {".z{display:none}@media (max-width:1px){.z{margin:0}}", ".z{display:none}.z{display:foo}",
        ".z{display:none}.z{visibility:visible}", ".z{display:none}.z{opacity:1}",
        ".z{display:none}.z:hover{opacity:1}", ".z{visibility:hidden}@media print{.z{color:red}}",
        ".z{position:absolute;left:-9999px}.z:focus{left:0}",
        ".z{position:absolute;left:-9999px}.z{display:block}"}) {
    EXPECT_TRUE(Hidden(css, z)) << css;
  }
  for (const std::string css :
       {".z{opacity:0}.z:hover{opacity:1}", ".z{display:none;opacity:0}.z.in{opacity:1}",
        ".z{position:absolute;left:-9999px}.z{position:static}",
        ".z{clip-path:inset(50%)}@media (width>9in){.z{clip-path:none}}",
        ".z{visibility:hidden}.z:hover{visibility:inherit}"}) {
    EXPECT_FALSE(Hidden(css, z)) << css;
  }
  EXPECT_TRUE(Hidden(".z{display:none}", "<p id=x class=z style='opacity:1'>t</p>"));
}

TEST(HidingRules, WhatOpensIsKeptByItsWordsNotByLettersInThem) {
  for (const std::string name : {"table-z", "json", "discontent", "anymore", "download",
                                 "metabolic", "panther", "stupefied"}) {
    EXPECT_TRUE(Hidden("." + name + "{display:none}", "<p id=x class=" + name + ">t</p>")) << name;
  }
  for (const std::string name : {"tabPanel", "my-tabs", "is-collapsed", "accordion_2", "showMore",
                                 "read-more", "JS", "fadeIn", "lazyload", "mainContent", "panel"}) {
    EXPECT_FALSE(Hidden("." + name + "{display:none}", "<p id=x class=" + name + ">t</p>")) << name;
  }
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

TEST(HidingRules, WhatIsCalledAsWhatOpensIsKeptWhereScriptsRun) {
  const std::string panel = "<p id=x class='MuiCollapse-root css-1'>t</p>";
  EXPECT_FALSE(Hidden(".css-1{display:none}", panel + "<script src=a.js></script>"));
  EXPECT_TRUE(
      Hidden(".css-1{display:none}", panel + "<script type=application/ld+json>{}</script>"));
}

TEST(HidingRules, HoldInTheirOwnShadowRoot) {
  const std::string rule = "<style>.z{display:none}</style>";
  const std::string z = "<p id=x class=z>t</p>";
  const auto in_root = [](const std::string& html) {
    return "<div><template shadowrootmode=open>" + html + "</template></div>";
  };
  EXPECT_TRUE(Hidden("", in_root(rule + z)));
  EXPECT_FALSE(Hidden("", in_root(rule) + z));
  EXPECT_FALSE(Hidden(".z{display:none}", in_root(z)));
  EXPECT_FALSE(Hidden("", in_root(rule + in_root(z))));
  EXPECT_TRUE(Hidden(".z{display:none}", in_root("") + z));
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
       {repeated(".y ~ .y ~ .z{display:none}", 20'000), repeated(".q .z{display:none}", 100'000),
        repeated(".r>.q .z{display:none}", 100'000), numbered,
        numbered + repeated(".z{display:block}", 50'000),
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

std::string Numbered(const std::string& before, const std::string& after, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += before + std::to_string(i) + after;
  return all;
}

TEST(HidingRules, ClassesAreComparedWhole) {
  EXPECT_TRUE(Hidden(".a.bc{display:none}", "<p id=x class='abc bcd bc\na'>"));
  EXPECT_FALSE(Hidden(".a.bc{display:none}", "<p id=x class='a abc bcd b'>"));
  EXPECT_TRUE(Hidden(".a .a{display:none}", "<div class=a><p id=x class=a>"));
  EXPECT_FALSE(Hidden(".a .a{display:none}", "<div class=b><p id=x class=a>"));
}

// Each class has a rule of its own, with another condition or without; each element has them all.
TEST(HidingRules, ManyClassesOnOneElementTakeLinearTime) {
  const std::string one = "<p class='" + Numbered("k", " ", 8000) + "'>x</p>";
  const std::string attributes = "<p " + Numbered("a", "=1 ", 200) + "z='1'></p>";
  std::string many, many_attributes;
  for (int i = 0; i < 50; ++i) many += one;
  for (int i = 0; i < 500; ++i) many_attributes += attributes;
  struct Case {
    std::string css, body;
    bool is_cut;
  };
  for (const auto& [css, body, is_cut] :
       {Case{Numbered(".k", "{display:none}", 8000), many, false},
        Case{Numbered(".k", ".zz{display:none}", 8000), many, true},
        Case{Numbered(".zz .k", "{display:none}", 8000), "<div class=y>" + many, false},
        Case{Numbered("[z='", "']{display:none}", 8000), many_attributes, true}}) {
    const html::ParseLimits limits{.most_class_bytes = one.size()};
    const auto tree = html::Tree::Parse("<style>" + css + "</style>" + body, limits);
    ASSERT_TRUE(tree.has_value());
    const std::clock_t begin = std::clock();
    HidingRules rules(tree->Body());
    for (html::Node at = tree->Html(); at; at = at.Next(tree->Html())) {
      if (at.IsElement()) rules.Hide(at);
    }
    EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC) << css.substr(0, 40);
    EXPECT_EQ(rules.IsCut(), is_cut) << css.substr(0, 40);
  }
}

TEST(HidingRules, SayWhenTheyLeftOutRules) {
  const auto is_cut = [](const std::string& css) {
    const auto tree = html::Tree::Parse("<style>" + css + "</style><p>");
    return HidingRules(tree->Body()).IsCut();
  };
  EXPECT_FALSE(is_cut(Numbered(".k", "{display:none}", 8000)));
  EXPECT_TRUE(is_cut(Numbered(".k", "{display:none}", 9000)));
  EXPECT_TRUE(is_cut(Numbered(".k", "{color:#000000}", 60'000)));
}

}  // namespace
}  // namespace sitedoor::extract::internal
