#include "html/tree.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::html {
namespace {

Tree Parsed(std::string_view html, const ParseLimits& limits = {}) {
  auto tree = Tree::Parse(html, limits);
  EXPECT_TRUE(tree.has_value());
  return *std::move(tree);
}

Node Find(const Tree& tree, Tag tag) {
  for (Node at = tree.Document(); at; at = at.Next(tree.Document())) {
    if (at.IsElement(tag)) return at;
  }
  return {};
}

std::size_t CountNodes(const Tree& tree) {
  std::size_t count = 0;
  for (Node at = tree.Document(); at; at = at.Next(tree.Document())) ++count;
  return count;
}

std::string Repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Tree, EndsWhatXhtmlEndsInItself) {
  const std::string root = "<html xmlns='http://www.w3.org/1999/xhtml'>";
  const std::string page =
      "<head><script src='x.js'/><title/></head><body><div id='a'/><p>one<a/>"
      "<b/><br/>two</p><svg><g/></svg><i>three</i></body></html>";
  const Tree xhtml = Parsed("<?xml version='1.0'?>\n" + root + page);
  EXPECT_EQ(xhtml.Body().TextContent(), "onetwothree");
  EXPECT_FALSE(Find(xhtml, LXB_TAG_DIV).FirstChild());
  EXPECT_FALSE(Find(xhtml, LXB_TAG_B).FirstChild());
  EXPECT_EQ(Find(xhtml, LXB_TAG_P).Parent(), xhtml.Body());
  EXPECT_EQ(Find(xhtml, LXB_TAG_I).Parent(), xhtml.Body());
  // Without the declaration it is HTML, of which nothing is lost.
  const Tree named = Parsed(root + page);
  EXPECT_EQ(named.Body().TextContent(), "onetwothree");
  EXPECT_TRUE(Find(named, LXB_TAG_DIV).FirstChild());
  const Tree html = Parsed("<html><body><div/>one<script src='x.js'/>two");
  EXPECT_EQ(Find(html, LXB_TAG_DIV).FirstChild().Text(), "one");
}

TEST(Tree, EndsWhatXhtmlEndsInItselfBelowTheMostDepth) {
  const Tree tree =
      Parsed("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>" +
                 Repeat("<div>", 20) + Repeat("<div/>", 20) + "<em/>text" + Repeat("</div>", 20) +
                 "<p>end</p></body></html>",
             {.most_depth = 10});
  EXPECT_EQ(Find(tree, LXB_TAG_P).Parent(), tree.Body());
  EXPECT_EQ(tree.Body().TextContent(), "textend");
}

TEST(Tree, GivesHtmlHeadAndBodyToAFragment) {
  const Tree tree = Parsed("hello");
  EXPECT_TRUE(tree.Html().IsElement(LXB_TAG_HTML));
  EXPECT_TRUE(tree.Head().IsElement(LXB_TAG_HEAD));
  EXPECT_EQ(tree.Body().TextContent(), "hello");
}

TEST(Tree, GivesTheFramesetAsBody) {
  const Tree tree = Parsed("<frameset><frame src=a.html></frameset>");
  EXPECT_TRUE(tree.Body().IsElement(LXB_TAG_FRAMESET));
}

TEST(Tree, ReadsAttributesOfKnownAndUnknownNames) {
  const Tree tree = Parsed("<p ID=x Class='a  B' data-Lang=cpp hidden>t");
  const Node p = Find(tree, LXB_TAG_P);
  EXPECT_EQ(p.Attribute("id"), "x");
  EXPECT_EQ(p.Attribute("data-lang"), "cpp");
  EXPECT_EQ(p.Attribute("hidden"), "");
  EXPECT_TRUE(p.HasAttribute("hidden"));
  EXPECT_FALSE(p.HasAttribute("style"));
  EXPECT_FALSE(p.HasAttribute("data-other"));
  EXPECT_TRUE(p.HasClass("b"));
  EXPECT_FALSE(p.HasClass("a B"));
  EXPECT_FALSE(p.HasClass(""));
}

TEST(Tree, NamesElementsAndTellsForeignOnes) {
  const Tree tree = Parsed("<svg><title>t</title></svg><my-tag>u</my-tag>");
  const Node svg = Find(tree, LXB_TAG_BODY).FirstChild();
  EXPECT_EQ(svg.Name(), "svg");
  EXPECT_TRUE(svg.InForeignContent());
  EXPECT_FALSE(svg.FirstChild().IsElement(LXB_TAG_TITLE));
  const Node custom = svg.NextSibling();
  EXPECT_EQ(custom.Name(), "my-tag");
  EXPECT_EQ(custom.ElementTag(), LXB_TAG__UNDEF);
  EXPECT_FALSE(custom.InForeignContent());
}

TEST(Tree, WalksThroughTemplateContentAndBackOut) {
  const Tree tree = Parsed("<template><p>in</p></template><p>out</p>");
  EXPECT_EQ(Find(tree, LXB_TAG_TEMPLATE).TextContent(), "in");
  EXPECT_EQ(tree.Html().TextContent(), "inout");
  EXPECT_EQ(Find(tree, LXB_TAG_P).Parent().Name(), "template");
}

TEST(Tree, NextWithoutDescendingSkipsTheSubtree) {
  const Tree tree = Parsed("<div><b>x</b></div><p>y");
  const Node div = Find(tree, LXB_TAG_DIV);
  EXPECT_EQ(div.Next(tree.Body(), Node::Descend::kNo).Name(), "p");
  EXPECT_FALSE(div.Next(div, Node::Descend::kNo));
}

TEST(Tree, KeepsTextOfTagsPastTheDepth) {
  const Tree tree = Parsed(Repeat("<div>", 600) + "deep" + Repeat("</div>", 600) + "<p>after</p>");
  EXPECT_GT(tree.Outcome().dropped_tags, 0u);
  EXPECT_EQ(tree.Body().TextContent(), "deepafter");
  EXPECT_TRUE(tree.Body().LastChild().IsElement(LXB_TAG_P))
      << "end tags of dropped tags must close nothing else";
}

TEST(Tree, BlocksPastTheDepthStillSeparateWords) {
  std::string html;
  for (int i = 0; i < 600; ++i) html += "<div>x";
  const Tree tree = Parsed(html);
  int pieces = 0;
  for (Node node = tree.Body().FirstChild(); node; node = node.Next(tree.Body())) {
    if (!node.IsText()) continue;
    EXPECT_EQ(node.Text(), "x");
    ++pieces;
  }
  EXPECT_EQ(pieces, 600);
}

TEST(Tree, VoidElementsPastTheDepthDoNotSwallowEndTags) {
  const Tree tree =
      Parsed(Repeat("<div>", 600) + Repeat("<br>", 50) + Repeat("</div>", 600) + "<p>after</p>");
  EXPECT_TRUE(tree.Body().LastChild().IsElement(LXB_TAG_P));
}

TEST(Tree, OptionalEndTagsPastTheDepthDoNotSwallowOthers) {
  const Tree tree =
      Parsed(Repeat("<div>", 600) + "<ul><li>a<li>b</ul>" + Repeat("</div>", 600) + "<p>after</p>");
  EXPECT_TRUE(tree.Body().LastChild().IsElement(LXB_TAG_P));
}

TEST(Tree, ScriptsPastTheDepthDoNotBecomeText) {
  const Tree tree = Parsed(Repeat("<div>", 600) + "<script>if (a<b) x('<p>');</script>text");
  EXPECT_EQ(Find(tree, LXB_TAG_SCRIPT).TextContent(), "if (a<b) x('<p>');");
  EXPECT_FALSE(Find(tree, LXB_TAG_P));
}

TEST(Tree, CutsAttributesAndSaysSo) {
  std::string html = "<p ";
  for (int i = 0; i < 300; ++i) html += "a" + std::to_string(i) + "=1 ";
  const Tree tree = Parsed(html + ">x");
  EXPECT_EQ(tree.Outcome().elements_with_cut_attributes, 1u);
  EXPECT_TRUE(Find(tree, LXB_TAG_P).HasAttribute("a255"));
  EXPECT_FALSE(Find(tree, LXB_TAG_P).HasAttribute("a256"));
}

TEST(Tree, StopsAtTheDeadlineWithWhatCameBefore) {
  const Tree tree =
      Parsed("<p>first" + Repeat("<i>x</i>", 100'000), {.most_time = std::chrono::milliseconds(0)});
  EXPECT_TRUE(tree.Outcome().stopped_at_deadline);
  EXPECT_TRUE(tree.Body().TextContent().starts_with("first"));
}

TEST(Tree, StopsAfterTheSameWorkEachTime) {
  const std::string html = "<p>first" + Repeat("<i>x</i>", 100'000);
  const Tree tree = Parsed(html, {.most_work = 1'000'000});
  EXPECT_TRUE(tree.Outcome().stopped_at_deadline);
  EXPECT_TRUE(tree.Body().TextContent().starts_with("firstx"));
  EXPECT_LT(CountNodes(tree), 100'000u);
  EXPECT_EQ(CountNodes(Parsed(html, {.most_work = 1'000'000})), CountNodes(tree));
}

TEST(Tree, CutsLongListsOfClassesAtTheEndOfOne) {
  std::string classes;
  while (classes.size() < 2045) classes += "cl ";
  const Tree tree = Parsed("<p class='" + classes + "abc d'>x</p>");
  EXPECT_EQ(tree.Outcome().elements_with_cut_attributes, 1u);
  const Node p = Find(tree, LXB_TAG_P);
  EXPECT_TRUE(p.HasClass("CL"));
  EXPECT_FALSE(p.HasClass("abc") || p.HasClass("a") || p.HasClass("d"));
  EXPECT_LE(p.Attribute("class").size(), 2048u);
  EXPECT_EQ(
      Find(Parsed("<p class='" + std::string(5000, 'x') + "' id=y>"), LXB_TAG_P).Attribute("class"),
      "");
}

TEST(Tree, StartOfTextEndsAtBytesNodesAndWholeCharacters) {
  const Tree tree = Parsed("<p>ab<b>c\u00e9</b><i>d</i>e</p>");
  const Node p = Find(tree, LXB_TAG_P);
  EXPECT_EQ(p.StartOfText(100, 100), "abc\u00e9de");
  EXPECT_EQ(p.StartOfText(4, 100), "abc");
  EXPECT_EQ(p.StartOfText(5, 100), "abc\u00e9");
  EXPECT_EQ(p.StartOfText(100, 4), "abc\u00e9");
  EXPECT_EQ(p.StartOfText(100, 3), "ab");
}

TEST(Tree, AttributesOfFurtherBodyTagsAreMergedAndCut) {
  std::string html = "<body a=1><body b=2>";
  for (int i = 0; i < 300; ++i) html += "<html h" + std::to_string(i) + "=1><body b=3 c=4>";
  const Tree tree = Parsed(html + "text");
  EXPECT_EQ(tree.Body().Attribute("a"), "1");
  EXPECT_EQ(tree.Body().Attribute("b"), "2");
  EXPECT_EQ(tree.Body().Attribute("c"), "4");
  EXPECT_TRUE(tree.Html().HasAttribute("h255"));
  EXPECT_FALSE(tree.Html().HasAttribute("h256"));
  EXPECT_GT(tree.Outcome().elements_with_cut_attributes, 0u);
}

TEST(Tree, LinksLoseThePicturesThatTheirAttributesHold) {
  const Tree tree =
      Parsed("<a id=x data-p='" + std::string(70'000, 'p') + "' href=y title=z>text</a>");
  const Node a = Find(tree, LXB_TAG_A);
  EXPECT_EQ(a.Attribute("id"), "x");
  EXPECT_EQ(a.Attribute("href"), "y");
  EXPECT_EQ(a.Attribute("title"), "z");
  EXPECT_FALSE(a.HasAttribute("data-p"));
}

std::string Attributes(int count) {
  std::string attributes;
  for (int i = 0; i < count; ++i) attributes += " a" + std::to_string(i) + "=1";
  return attributes;
}

// Each of these takes the system's last memory without a limit: in the tree, in one tag of the
// tokenizer, and in one text.
TEST(Tree, FailsAloneWhenItNeedsMoreMemoryThanItMay) {
  const ParseLimits limits{.most_memory_bytes = 8 << 20, .most_memory_times = 0};
  for (const std::string& html : {Repeat("<br>", 200'000), "<p" + Repeat(" a", 1'000'000) + ">",
                                  Repeat("<p" + Attributes(250) + ">", 1000),
                                  "<p title='" + std::string(90 << 20, 'x') + "'>"}) {
    const auto tree = Tree::Parse(html, limits);
    ASSERT_FALSE(tree.has_value());
    EXPECT_EQ(tree.error().code, ErrorCode::kUnavailable);
    EXPECT_EQ(tree.error().message, "needs more than 8 MiB of memory to parse");
    EXPECT_EQ(Parsed("<p>next", limits).Body().TextContent(), "next");
  }
}

TEST(Tree, DocumentsOfMegabytesFitInTheMemory) {
  const Tree tree =
      Parsed(Repeat("<p class=x>some text <b>bold</b> and <a href=y>link</a></p>\n", 200'000));
  EXPECT_FALSE(tree.Outcome().stopped_at_deadline);
  EXPECT_EQ(tree.Outcome().dropped_tags, 0u);
}

TEST(Node, TellsCommonAttributesFromOthersByName) {
  const Tree tree = Parsed("<p class=c id=i href=h>");
  const Node p = Find(tree, LXB_TAG_P);
  for (const std::string_view name : {"class", "id", "href"}) {
    EXPECT_EQ(p.Attribute(name), name.substr(0, 1));
    EXPECT_TRUE(p.HasAttribute(name));
  }
  for (const std::string_view name : {"role", "style", "in"}) {
    EXPECT_EQ(p.Attribute(name), "");
    EXPECT_FALSE(p.HasAttribute(name));
  }
}

// An end tag's attributes go nowhere, so all memory would be the tokenizer's.
TEST(Tree, AttributesOfATagAreNotKeptBesideTheTree) {
  const ParseLimits limits{.most_memory_bytes = 8 << 20, .most_memory_times = 0};
  EXPECT_TRUE(Tree::Parse(Repeat("</p" + Repeat(" a", 200) + ">", 4000), limits));
}

TEST(Tree, ReopenedElementsTakeNoMoreThanAFewMegabytes) {
  const ParseLimits limits{.most_memory_bytes = 192 << 20, .most_memory_times = 0};
  const std::string font = "<font" + Attributes(250) + ">";
  EXPECT_TRUE(Tree::Parse(font + Repeat("<p>x", 100'000), limits));
  const std::string long_value = "<font a='" + std::string(60'000, 'x') + "'>";
  EXPECT_TRUE(Tree::Parse(long_value + Repeat("<p>x", 100'000), limits));
}

TEST(Tree, LongTextBesideIgnoredTagsIsKeptInSeveralNodes) {
  const std::string text(300, 'a');
  const Tree tree = Parsed("<p>" + text + "<tr title=x>" + text + "<tr title=x>" + text);
  EXPECT_EQ(tree.Body().TextContent(), text + text + text);
  EXPECT_FALSE(Find(tree, LXB_TAG_P).FirstChild() == Find(tree, LXB_TAG_P).LastChild());
}

TEST(Tree, OrdinaryPagesAreLeftAlone) {
  const Tree tree = Parsed("<ul><li>a<li><b>b</b><br></ul><table><tr><td>c</table>");
  EXPECT_EQ(tree.Outcome().dropped_tags, 0u);
  EXPECT_EQ(tree.Outcome().elements_with_cut_attributes, 0u);
}

std::vector<std::pair<std::string, std::string>> TortureInputs() {
  constexpr int kMany = 50'000;
  std::vector<std::pair<std::string, std::string>> inputs = {
      {"div", Repeat("<div>", kMany) + Repeat("</div>", kMany) + "<p>tail"},
      {"li", Repeat("<ul><li>x", kMany)},
      {"heading", Repeat("<h1><div>", kMany)},
      {"anchor", Repeat("<a><div>", kMany) + Repeat("</a>", kMany)},
      {"end tags", Repeat("<span>", kMany) + Repeat("</p>", kMany)},
      {"definition", Repeat("<dl><dd>", kMany)},
      {"option", "<select>" + Repeat("<option>x", kMany)},
      {"template", Repeat("<template>", kMany)},
      {"table", Repeat("<table><tr><td>", kMany)},
      {"misnested", Repeat("<b><i></b>", kMany)},
      {"svg", Repeat("<svg><foreignObject>", kMany)},
      {"text beside dropped tags",
       Repeat("<ul><li>", 400) + Repeat("<a href=../x>y</a> ", 2 * kMany)},
      {"text beside ignored tags", "<p>" + Repeat("y<tr title=x>", 2 * kMany)},
      {"text beside the body's", "<p>" + Repeat("y<body title=x>", 2 * kMany)},
      {"text before a table", "<table>" + Repeat("y</b title=x>", 2 * kMany)},
      {"text in svg", "<svg><title>" + Repeat("y</b title=x>", 2 * kMany)},
      {"custom", Repeat("<x-y>", kMany) + Repeat("</x-y>", kMany)},
  };
  std::string font, formatting, reopened, attributes = "<p ";
  for (int i = 0; i < kMany; ++i) font += "<font size=" + std::to_string(i) + "><p>";
  for (int i = 0; i < 10'000; ++i) formatting += "<b " + std::to_string(i) + ">";
  for (int i = 0; i < 10'000; ++i) formatting += "<i " + std::to_string(i) + ">";
  for (int i = 0; i < 60; ++i) reopened += "<font size=" + std::to_string(i) + ">";
  for (int i = 0; i < kMany; ++i) attributes += "a" + std::to_string(i) + "=1 ";
  inputs.emplace_back("font", font);
  inputs.emplace_back("issue 340", formatting + Repeat("x</b>", 10'000));
  inputs.emplace_back("reopened", "<p>" + reopened + Repeat("<p>x", kMany));
  inputs.emplace_back("attributes", attributes + ">");
  std::string bodies;
  for (int i = 0; i < kMany; ++i) bodies += "<body a" + std::to_string(i) + "=1>";
  inputs.emplace_back("bodies", bodies);
  inputs.emplace_back("reopened attributes",
                      "<font" + Attributes(250) + ">" + Repeat("<p>", kMany));
  // Names that are all different: in tables that do not grow these take twenty seconds each.
  std::string attribute_names = "<p ", one_name_each, tag_names;
  for (int i = 0; i < 4 * kMany; ++i) {
    attribute_names += "b" + std::to_string(i) + "=1 ";
    one_name_each += "<br c" + std::to_string(i) + ">";
    tag_names += "<d" + std::to_string(i) + ">";
  }
  inputs.emplace_back("attribute names", attribute_names + ">");
  inputs.emplace_back("one attribute name each", one_name_each);
  inputs.emplace_back("tag names", tag_names);
  return inputs;
}

// Google's gumbo-parser issue 387 and lexbor's 340 are of these kinds.
TEST(Tree, HostileInputEndsSoonAndSmall) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
  constexpr std::chrono::seconds kMost{15};
#else
  constexpr std::chrono::seconds kMost{1};
#endif
  for (const auto& [name, html] : TortureInputs()) {
    const auto start = std::chrono::steady_clock::now();
    const Tree tree = Parsed(html);
    const std::size_t nodes = CountNodes(tree);
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took, kMost) << name;
    EXPECT_LT(nodes, 400'000u) << name;
  }
}

}  // namespace
TEST(Tree, LargePagesKeepTheClassOfEachElement) {
  // Classes that say the same share one text there; <b> is opened again in each paragraph.
  constexpr int kElements = 100'000;
  constexpr std::array<std::string_view, 5> kClasses = {"kw", "wk", "ident", "idens", "a b"};
  std::string page = "<body><b class=kw>";
  for (int i = 0; i < kElements; ++i)
    page += "<p><i class='" + std::string(kClasses[i % kClasses.size()]) + "'>x</i></p>";
  ASSERT_GT(page.size(), 2u << 20);
  const auto tree = Tree::Parse(page);
  ASSERT_TRUE(tree);
  int seen = 0, wrong = 0;
  for (Node at = tree->Body(); at; at = at.Next(tree->Body())) {
    if (at.IsElement(LXB_TAG_I))
      wrong += at.Attribute("class") == kClasses[seen++ % kClasses.size()] ? 0 : 1;
    if (at.IsElement(LXB_TAG_B)) wrong += at.Attribute("class") == "kw" ? 0 : 1;
  }
  EXPECT_EQ(seen, kElements);
  EXPECT_EQ(wrong, 0);
}

}  // namespace sitedoor::html
