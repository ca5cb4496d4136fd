// Text that nobody sees in elements that are shown: it has no visibility, no size, or the colour of
// what stands behind it.
#include <string>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "extract/internal/css_color.h"

namespace sitedoor::extract {
namespace {

const std::string kProse = "<p>A sentence of the content that somebody wrote to be read here.</p>";

Extraction Read(const std::string& css, const std::string& body, const std::string& head = "") {
  const std::string html = "<!doctype html><html><head><style>" + css + "</style>" + head +
                           "</head><body><main><h1>T</h1>" + kProse + body + kProse + "</main>";
  auto extraction = ExtractPage(
      {.bytes = html, .url = "https://example.com/x.html", .transport_charset = "utf-8"});
  EXPECT_TRUE(extraction.has_value());
  return *std::move(extraction);
}

// Whether "secret" reaches the Markdown.
bool IsKept(const std::string& css, const std::string& body, const std::string& head = "") {
  return Read(css, body, head).document.markdown.find("secret") != std::string::npos;
}

const std::string kV = "<p class=v>A secret that is longer than a few words.</p>";

TEST(HiddenText, OfTheColorOfItsGroundIsLeftOut) {
  for (const std::string css : {".v{color:#fff}",
                                ".v{color:white}",
                                ".v{color:#fafafa}",
                                ".v{color:rgb(255 255 255)}",
                                ".v{color:hsl(120 100% 100%)}",
                                ".v{color:oklch(1 0 0)}",
                                ".v{color:lab(100 0 0)}",
                                ".v{color:color(srgb 1 1 1)}",
                                ".v{color:color-mix(in srgb,white,white)}",
                                ".v{color:hwb(0 100% 0)}",
                                ".v{color:rgb(from white r g b)}",
                                ".v{color:Canvas}",
                                ".v{color:rgba(0,0,0,.04)}",
                                ".v{-webkit-text-fill-color:#fff}",
                                ".v{color:var(--n,#fff)}",
                                "body{--c:#fff}.v{color:var(--c)}",
                                "main{background:#000}.v{color:#010101}",
                                "main{background:navy}.v{color:#000080}",
                                "body{background:#222;color:#fff}.v{color:#222}",
                                "main{color:#fff}p{color:#000}p.v{color:inherit}",
                                ".v{color:#123;background:currentColor}",
                                ".v{color:light-dark(#fff,#000)}",
                                ".v{background:#fff;background-clip:text;color:transparent}",
                                "main{background:linear-gradient(#000,#000)}.v{color:#000}",
                                "main{background-image:linear-gradient(9deg,#000 5%,black);"
                                "color:#fff}.v{color:#000}",
                                "main{background:#fffc}.v{color:#fff}"}) {
    EXPECT_FALSE(IsKept(css, kV)) << css;
  }
  EXPECT_FALSE(IsKept("", "<p>Words <span style='color:#fff'>secret</span></p>"));
  EXPECT_FALSE(IsKept("", "<p>Words <font color=white>secret</font></p>"));
  EXPECT_FALSE(IsKept("", "<table><tr><td bgcolor=navy><font color=000080>secret</font></table>"));
  EXPECT_FALSE(IsKept(".v{color:#fff}", "<pre>code <span class=v>secret</span></pre>"));
  EXPECT_EQ(Read(".v{color:#fff}", kV).document.extraction.warnings.front(),
            "hidden text inside the content was left out");
}

TEST(HiddenText, ThatMayBeSeenIsKept) {
  for (const std::string css :
       {"main{background:#222}.v{color:#fff}",
        "main{background:url(x.jpg)}.v{color:#fff}",
        "main{background:linear-gradient(#000,#333)}.v{color:#fff}",
        ".v{color:#fff}p{color:red!important}",
        ".v{color:#fff}.v:hover{color:#000}",
        ".v{color:#fff}@media(width>9px){.v{color:red}}",
        ".v{color:#fff;text-shadow:0 0 2px #000}",
        ".v{color:#fff;filter:invert(1)}",
        ".v{color:#fff;background:#0008}",
        ".v{color:#ddd}",
        "main{--c:#fff}.v{color:var(--c)}",
        ".v{color:#fff}h1{position:absolute}",
        ".v{color:#fff;margin-top:-90px}",
        "@media(prefers-color-scheme:dark){body{background:#000}}.v{color:#fff}",
        ".v{background:red;background-clip:text;color:transparent}",
        ".v{background-clip:text;color:#fff}",
        "main{background:linear-gradient(#000,#000) 0 0/9px no-repeat}.v{color:#000}",
        "main{background:linear-gradient(#000,#000);background-size:0 0}.v{color:#000}",
        "html{color-scheme:dark}.v{color:#fff}",
        ".v{color:hsl(120 100% 50%)}"}) {
    EXPECT_TRUE(IsKept(css, kV)) << css;
  }
  // What styles and scripts elsewhere do is not known.
  EXPECT_TRUE(IsKept(".v{color:#fff}", kV, "<meta name=color-scheme content='dark light'>"));
  EXPECT_TRUE(IsKept(".v{color:#fff}", kV, "<link rel=stylesheet href=a.css>"));
  EXPECT_TRUE(IsKept("@import 'a.css';.v{color:#fff}", kV));
  EXPECT_TRUE(IsKept(".v{color:#fff}", kV, "<script src=a.js></script>"));
  // Links, marks and what has a colour of its own.
  EXPECT_TRUE(IsKept(".v{color:#fff}", "<p class=v>Words <a href=x>secret</a></p>"));
  EXPECT_TRUE(IsKept(".v{color:#fff}", "<p class=v>Words <mark>secret</mark></p>"));
  EXPECT_TRUE(IsKept(".v{color:#fff}.r{color:red}", "<p class=v>Words <b class=r>secret</b></p>"));
  EXPECT_TRUE(IsKept(".r{background:#00f}.v{color:#fff}", "<p class=v><b class=r>secret</b></p>"));
}

TEST(HiddenText, IsLeftOutRoundWhatIsShownInIt) {
  const auto expect = [](const std::string& css, const std::string& box) {
    const std::string kept = Read(css, box).document.markdown;
    EXPECT_EQ(kept.find("secret"), std::string::npos) << css << box;
    EXPECT_NE(kept.find("shown"), std::string::npos) << css << box;
  };
  for (const std::string hides : {"visibility:hidden", "font-size:0"}) {
    const std::string shows = hides.starts_with("v") ? "visibility:visible" : "font-size:16px";
    expect("", "<div style='" + hides + "'>secret<p style='" + shows + "'>shown</p></div>");
    expect(".h{" + hides + "}.s{" + shows + "}", "<div class=h>secret<p class=s>shown</p></div>");
    expect(".h{" + hides + "}.s{" + shows + "}",
           "<div class=h><div>secret<p class=s>shown</p></div></div>");
    expect(".h{" + hides + "}.s{" + shows + "}",
           "<pre class=h>secret<span class=s>shown</span></pre>");
  }
}

TEST(HiddenText, IsLeftOutWhereAllElseIsVisibleByItself) {
  EXPECT_FALSE(IsKept("main{visibility:hidden}main>*:not(.v){visibility:visible}", kV));
  EXPECT_TRUE(IsKept("main{visibility:hidden}main>*{visibility:visible}", kV));
  EXPECT_TRUE(IsKept("main{visibility:hidden}main>*:not(.v){visibility:visible}", kV,
                     "<script src=a.js></script>"));
}

TEST(HiddenText, OfATablesRowsIsLeftOut) {
  const std::string rest = "<tr><td>1<td>2<tr><td>3<td>4</table>";
  EXPECT_FALSE(IsKept(".h{display:none}", "<table><tr class=h><td>secret<td>x" + rest));
  EXPECT_FALSE(IsKept(".h{display:none}", "<table><tr><td class=h>secret<td>x" + rest));
  EXPECT_FALSE(IsKept(".h{display:none}", "<table><tbody class=h><tr><td>secret" + rest));
}

TEST(HiddenText, ThatARuleDisplaysInSpiteOfItsAttributeIsKept) {
  const std::string hidden = "<p class=v hidden>A secret of some words.</p>";
  EXPECT_TRUE(IsKept(".v{display:block}", hidden));
  EXPECT_TRUE(IsKept("[hidden]{display:block}", hidden));
  EXPECT_TRUE(IsKept("", "<p style='display:block' hidden>A secret of some words.</p>"));
  EXPECT_FALSE(IsKept("", hidden));
  EXPECT_FALSE(IsKept(".v{color:red}", hidden));
  EXPECT_FALSE(IsKept(".v{display:block}[hidden]{display:none!important}", hidden));
  EXPECT_FALSE(IsKept("@media print{.v{display:block}}", hidden));
  EXPECT_FALSE(IsKept(".v{display:block}", hidden, "<link rel=stylesheet href=a.css>"));
  EXPECT_FALSE(IsKept("", "<p style='display:none' hidden>A secret of some words.</p>"));
}

TEST(ReadColor, ReadsEveryForm) {
  const auto read = [](std::string_view value) {
    const auto color = internal::ReadColor(value);
    return color ? color->channels : std::array<int, 3>{-1, -1, -1};
  };
  using Channels = std::array<int, 3>;
  EXPECT_EQ(read("hsl(0,100%,50%)"), (Channels{255, 0, 0}));
  EXPECT_EQ(read("hsl(120 100% 25%)"), (Channels{0, 128, 0}));
  EXPECT_EQ(read("hsl(-60 100% 50%)"), (Channels{255, 0, 255}));
  EXPECT_EQ(read("rebeccapurple"), (Channels{0x66, 0x33, 0x99}));
  EXPECT_EQ(read("rgb(100% 0% 50%)"), (Channels{255, 0, 128}));
  EXPECT_EQ(read("color(srgb 1 0 0)"), (Channels{255, 0, 0}));
  EXPECT_EQ(read("light-dark(#fff,#000)"), (Channels{255, 255, 255}));
  EXPECT_EQ(read("lch(50 30 20)"), (Channels{-1, -1, -1}));
  EXPECT_NEAR(internal::ReadColor("#00000080")->alpha, 0.5, 0.01);
  EXPECT_TRUE(internal::ReadColor("rgb(1 2 3 / 1%)")->transparent);
}

}  // namespace
}  // namespace sitedoor::extract
