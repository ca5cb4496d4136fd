#include "extract/content.h"

#include <string>
#include <string_view>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::extract {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Chosen {
  Content content;
  std::string root;  // name, and id if it has one
  std::string text;  // what is kept
};

Chosen Choose(std::string_view html) {
  const auto tree = html::Tree::Parse(html);
  EXPECT_TRUE(tree.has_value());
  Chosen chosen{.content = ChooseContent(*tree), .root = {}, .text = {}};
  const html::Node root = chosen.content.root;
  chosen.root = std::string(root.Name());
  if (!root.Attribute("id").empty()) chosen.root += "#" + std::string(root.Attribute("id"));
  for (html::Node at = root; at;) {
    const bool left_out = at != root && IsLeftOut(at);
    if (!left_out) chosen.text += at.Text();
    at = at.Next(root, left_out ? html::Node::Descend::kNo : html::Node::Descend::kYes);
  }
  return chosen;
}

std::string Prose(int sentences) {
  std::string text;
  for (int i = 0; i < sentences; ++i)
    text += "<p>A sentence of the content that somebody wrote to be read.</p>";
  return text;
}

std::string Menu(int links) {
  std::string list = "<ul>";
  for (int i = 0; i < links; ++i)
    list += "<li><a href=/t" + std::to_string(i) + ">Menu topic</a></li>";
  return list + "</ul>";
}

TEST(ChooseContent, TakesMainOrRoleMain) {
  EXPECT_EQ(Choose("<main id=m>" + Prose(3) + "</main><div>" + Prose(1) + "</div>").root, "main#m");
  const Chosen sphinx = Choose("<div class=body role=main id=m>" + Prose(3) + "</div>");
  EXPECT_EQ(sphinx.root, "div#m");
  EXPECT_EQ(sphinx.content.strategy, document::Strategy::kMain);
}

TEST(ChooseContent, TakesTheSingleArticleThatHoldsHalfOfMain) {
  const Chosen chosen =
      Choose("<main><article id=a>" + Prose(5) + "</article><div>" + Prose(1) + "</div></main>");
  EXPECT_EQ(chosen.root, "article#a");
  EXPECT_EQ(chosen.content.strategy, document::Strategy::kMainArticle);
}

TEST(ChooseContent, TakesMainWhereItsArticlesAreParts) {
  EXPECT_EQ(Choose("<main id=m><article>" + Prose(3) + "</article><article>" + Prose(3) +
                   "</article></main>")
                .root,
            "main#m");
  EXPECT_EQ(
      Choose("<main id=m><article>" + Prose(1) + "</article><div>" + Prose(5) + "</div></main>")
          .root,
      "main#m");
}

TEST(ChooseContent, KeepsTheHeadingThatStandsBeforeTheArticle) {
  EXPECT_EQ(Choose("<main id=m><h1>Title</h1><article>" + Prose(5) + "</article></main>").root,
            "main#m");
}

TEST(ChooseContent, TakesALoneArticle) {
  const Chosen chosen =
      Choose("<div>" + Menu(20) + "</div><article id=a>" + Prose(5) + "</article>");
  EXPECT_EQ(chosen.root, "article#a");
  EXPECT_EQ(chosen.content.strategy, document::Strategy::kLoneArticle);
}

TEST(ChooseContent, NavigationTenTimesTheTextDoesNotWin) {
  const Chosen chosen = Choose("<div id=left>" + Menu(300) + "</div><div id=right><h2>Title</h2>" +
                               Prose(4) + "</div>");
  EXPECT_EQ(chosen.root, "div#right");
  EXPECT_EQ(chosen.content.strategy, document::Strategy::kDensity);
  EXPECT_THAT(chosen.text, Not(HasSubstr("Menu")));
}

// DocBook wraps nothing in main; its navigation is a table.
TEST(ChooseContent, LeavesOutPreviousAndNextTables) {
  const std::string header =
      "<div class=navheader><table><tr><td><a href=a>Prev</a></td><th>Chapter</th><td><a "
      "href=b>Next</a></td></tr></table></div>";
  const Chosen chosen =
      Choose(header + "<div class=sect1><h2>Title</h2>" + Prose(4) + "</div><div class=navfooter>" +
             "<a href=a>Prev</a> <a href=b>Next</a></div>");
  EXPECT_THAT(chosen.text, HasSubstr("Title"));
  EXPECT_THAT(chosen.text, Not(HasSubstr("Prev")));
}

TEST(ChooseContent, DoesNotGoDownPastATitle) {
  const Chosen chosen = Choose("<div id=section><h2>Release 15.1</h2><div><h3>Changes</h3>" +
                               Prose(5) + "</div></div>");
  EXPECT_THAT(chosen.text, HasSubstr("Release 15.1"));
}

// A list of links is what an index page is for.
TEST(ChooseContent, KeepsIndexPages) {
  const Chosen in_main =
      Choose("<nav>" + Menu(5) + "</nav><main><h1>Contents</h1>" + Menu(80) + "</main>");
  EXPECT_THAT(in_main.text, HasSubstr("Menu topic"));
  const Chosen bare = Choose(
      "<h1>Contents</h1><p>All the pages of this manual, one after the other, by topic.</p>" +
      Menu(80));
  EXPECT_THAT(bare.text, HasSubstr("Menu topic"));
  EXPECT_THAT(bare.text, HasSubstr("Contents"));
}

// B076, B077: a small <main> beside the real text.
TEST(ChooseContent, AMainThatHoldsLittleGivesWayAndSaysSo) {
  const Chosen chosen = Choose("<main><p>Short.</p></main><div id=real>" + Prose(30) + "</div>");
  EXPECT_THAT(chosen.text, HasSubstr("A sentence"));
  EXPECT_THAT(chosen.content.warnings, Not(IsEmpty()));
}

TEST(ChooseContent, AShortMainStaysBesideAnyNumberOfLinks) {
  for (const std::string_view main :
       {"<p>Returns true when the list holds no element at all.</p>",
        "<h1>T</h1><p>Returns true when the list holds no element at all.</p>",
        "<article><h1>T</h1><p>Returns true when the list holds no element.</p></article>",
        "<ul><li>one thing to know</li><li>another thing to know</li></ul>",
        "<table><tr><th>Code<th>Meaning<tr><td>E1<td>Disk is full</table>"}) {
    const Chosen chosen =
        Choose("<div class=tree>" + Menu(200) + "</div><main>" + std::string(main) + "</main>");
    EXPECT_THAT(chosen.text, Not(HasSubstr("Menu topic"))) << main;
    EXPECT_THAT(chosen.text, testing::AnyOf(HasSubstr("Returns"), HasSubstr("another thing"),
                                            HasSubstr("Disk is full")));
  }
}

TEST(ChooseContent, WhatMainGivesWayToHoldsIt) {
  const Chosen chosen = Choose("<div><main><p>What main says itself.</p></main><div>" + Prose(30) +
                               "</div></div><div>" + Menu(20) + "</div>");
  EXPECT_THAT(chosen.text, HasSubstr("A sentence"));
  EXPECT_THAT(chosen.text, HasSubstr("What main says itself."));
}

TEST(ChooseContent, AFooterIsNotTheContentOfAShortPage) {
  const Chosen chosen = Choose(
      "<div class=sidebar>" + Menu(10) +
      "</div><div id=content><div><center><h1>Manual</h1></center><h4>Version 2.2</h4></div>"
      "<div class=footer><p>Copyright 2009-2026 Somebody. All Rights Reserved.</p></div></div>");
  EXPECT_THAT(chosen.text, HasSubstr("Version 2.2"));
  EXPECT_EQ(chosen.root, "div#content");
  EXPECT_THAT(chosen.text, Not(HasSubstr("Copyright")));
  EXPECT_THAT(chosen.text, Not(HasSubstr("Menu topic")));
}

TEST(ChooseContent, ATitleInTheBarAtTheTopIsNotTheContents) {
  const Chosen chosen = Choose(
      "<div><div class=bar><h1>The Event Tracer's Reference Manual</h1></div><div id=content>"
      "<h1>The Event Tracer's Reference Manual</h1>" +
      Prose(2) + "</div></div>");
  EXPECT_EQ(chosen.root, "div#content");
}

TEST(ChooseContent, APageOfNavigationAloneKeepsItAndSaysSo) {
  const Chosen chosen = Choose("<nav>" + Menu(10) + "</nav>");
  EXPECT_EQ(chosen.content.strategy, document::Strategy::kVisibleText);
  EXPECT_THAT(chosen.text, HasSubstr("Menu topic"));
  EXPECT_THAT(chosen.content.warnings, Not(IsEmpty()));
}

TEST(ChooseContent, LeavesOutChromeInsideTheContent) {
  const Chosen chosen =
      Choose("<main><h1>T</h1><div class='breadcrumb'><a href=/>Home</a></div>" + Prose(20) +
             "<div class='social-share'><a href=x>Share "
             "this</a></div><form><input><button>Send</button> Search</form>"
             "<footer><a href=e>Edit this page</a></footer><aside>Other things</aside></main>");
  for (const std::string_view gone :
       {"Home", "Share this", "Send", "Search", "Edit this page", "Other things"}) {
    EXPECT_THAT(chosen.text, Not(HasSubstr(std::string(gone))));
  }
}

TEST(ChooseContent, LeavesOutLinksThatServeMovingAndEditing) {
  const std::string around = "<main><h1>T</h1>" + Prose(2);
  for (const std::string_view chrome :
       {"<div class='prev-next'><a href=p>GONE</a> <a href=n>GONE</a></div>",
        "<div class=prev_next><a href=p>GONE</a></div>",
        "<div class=pager><a href=p>GONE</a></div>",
        "<div class='pagination-nav'><a href=n>GONE</a></div>",
        "<div class='edit-page'><a href=e>GONE</a></div>", "<a class=edit-link href=e>GONE</a>",
        "<div class=edit-this-page><a href=e>GONE</a></div>", "<p><a href=#t>Back to top</a></p>",
        "<p>A note. <a href=#ref>\u21A9\uFE0E</a></p>", "<p><a href=e>Edit this page</a></p>",
        "<div role=complementary>GONE</div>"}) {
    EXPECT_THAT(Choose(around + std::string(chrome) + "</main>").text,
                AllOf(Not(HasSubstr("GONE")), Not(HasSubstr("Back")), Not(HasSubstr("Edit")),
                      Not(HasSubstr("\u21A9"))))
        << chrome;
  }
  for (const std::string_view content :
       {"<p class=sidebar>KEPT text in a paragraph.</p>", "<p class=footer>KEPT</p>",
        "<menu><li>KEPT</li></menu>", "<p><a href=e>KEPT: edit this page</a></p>",
        "<p><a href=#x>KEPT \u21A9</a></p>", "<p class=edit-linked>KEPT</p>",
        "<div role=complementary><p>KEPT, for it says something about the subject that a reader "
        "of the page would miss.</p></div>"}) {
    EXPECT_THAT(Choose(around + std::string(content) + "</main>").text, HasSubstr("KEPT"))
        << content;
  }
}

// A note with prose or code, and the notes at an article's foot; not promotions and links.
TEST(ChooseContent, AsidesAndFootersThatSaySomethingAreContent) {
  const std::string prose =
      "An important note about the interface that everybody should read before using it.";
  EXPECT_THAT(Choose("<main>" + Prose(5) + "<aside>" + prose + "</aside></main>").text,
              HasSubstr("important note"));
  const Chosen code =
      Choose("<main>" + Prose(5) + "<aside class=sidebar><pre>make all</pre></aside></main>");
  EXPECT_THAT(code.text, HasSubstr("make all"));
  EXPECT_EQ(code.content.code_blocks, 1);
  EXPECT_THAT(Choose("<article>" + Prose(5) +
                     "<footer><ol><li>First note</li><li>Second</li></ol></footer></article>")
                  .text,
              HasSubstr("First note"));
  EXPECT_THAT(
      Choose("<main>" + Prose(20) + "<aside class=newsletter>" + prose + "</aside></main>").text,
      Not(HasSubstr("important note")));
  EXPECT_THAT(Choose("<main>" + Prose(20) + "</main><aside>" + prose +
                     "</aside><footer><ol><li>Legal" + "</ol></footer>")
                  .text,
              Not(HasSubstr("important note")));
}

TEST(ChooseContent, CodeLeftOutWithChromeIsCounted) {
  const Chosen chosen = Choose("<main>" + Prose(20) + "<nav><pre>x = 1</pre></nav></main>");
  EXPECT_THAT(chosen.text, Not(HasSubstr("x = 1")));
  EXPECT_EQ(chosen.content.code_blocks, 1);
}

TEST(ChooseContent, CodeStaysWhateverItsClassIsCalled) {
  for (const std::string name :
       {"brush: php; toolbar: false", "share", "social", "sidebar", "menu", "cookie", "ad", "promo",
        "breadcrumb", "pagination", "related", "comments", "newsletter", "modal", "tooltip",
        "footer", "nav", "login", "toolbar"}) {
    const Chosen chosen =
        Choose("<main>" + Prose(20) + "<pre class='" + name + "'>code</pre></main>");
    EXPECT_THAT(chosen.text, HasSubstr("code")) << name;
    EXPECT_EQ(chosen.content.code_blocks, 1) << name;
  }
}

// Prism wraps every block of code in such an element.
TEST(ChooseContent, CodeStaysWhateverTheElementRoundItIsCalled) {
  const Chosen chosen = Choose("<main>" + Prose(20) +
                               "<div class=code-toolbar><pre>x = 1</pre><div class=toolbar>"
                               "<button>Copy</button></div></div></main>");
  EXPECT_THAT(chosen.text, HasSubstr("x = 1"));
  EXPECT_THAT(chosen.text, Not(HasSubstr("Copy")));
}

// An accordion's answers, what "Show more" shows; not menus and dialogs.
TEST(ChooseContent, WhatThePagesControlsShowIsKept) {
  for (const std::string page :
       {"<button aria-expanded=false aria-controls=f>Q?</button><div id=f hidden>ANSWER</div>",
        "<h3><button aria-controls=f>Q?</button></h3><div id=f role=region style='display:none'>"
        "ANSWER</div>",
        "<button data-bs-toggle=collapse data-bs-target='#f'>Q?</button>"
        "<div id=f class=collapse style='display:none'>ANSWER</div>",
        "<a data-toggle=collapse href='#f'>Q?</a><div id=f style='display:none'>ANSWER</div>",
        "<a role=button href='#f'>Q?</a><div id=f hidden>ANSWER</div>",
        "<h3><button aria-expanded=false>Q?</button></h3><div hidden>ANSWER</div>",
        "<h3><button>Q?</button></h3><div style='max-height:0;overflow:hidden'>ANSWER</div>"}) {
    const Chosen chosen = Choose("<main>" + Prose(5) + page + "</main>");
    EXPECT_THAT(chosen.text, HasSubstr("Q?")) << page;
    EXPECT_THAT(chosen.text, HasSubstr("ANSWER")) << page;
  }
  for (const std::string page :
       {"<button aria-haspopup=menu aria-controls=f>Q?</button><div id=f hidden>ANSWER</div>",
        "<button data-bs-toggle=modal data-bs-target='#f'>Q?</button><div id=f hidden>ANSWER</div>",
        "<button aria-controls=f>Q?</button><nav id=f hidden>ANSWER</nav>",
        "<button aria-controls=g>Q?</button><div id=f hidden>ANSWER</div>",
        "<a href='#f'>Q?</a><div id=f hidden>ANSWER</div>"}) {
    EXPECT_THAT(Choose("<main>" + Prose(5) + page + "</main>").text, Not(HasSubstr("ANSWER")))
        << page;
  }
}

TEST(ChooseContent, WhatThePagesOwnStyleSheetHidesIsLeftOut) {
  const auto shown = [](const std::string& head, const std::string& element) {
    return Choose("<html><head>" + head + "</head><body><main>" + Prose(5) + element +
                  "</main></body>")
        .text;
  };
  const std::string secret = "<p class='a x'>SECRET</p>";
  EXPECT_THAT(shown("<style>/* c */ .b, p.x { display : none }</style>", secret),
              Not(HasSubstr("SECRET")));
  EXPECT_THAT(shown("<style>#y{visibility:hidden}</style>", "<p id=y>SECRET</p>"),
              Not(HasSubstr("SECRET")));
  for (const std::string head :
       {"<style>@media print{.x{display:none}}</style>", "<style>.js .x{display:none}</style>",
        "<style>.x{display:none} .x.open{display:block}</style>",
        "<style>.x{display:none}</style><script>show('x')</script>",
        "<style>.x{display:none} @media (min-width:9px){.x{display:block}}</style>",
        "<style>.x{display:none}</style><style media='(min-width:9px)'>.x{display:block}</style>",
        "<style media=print>.x{display:none}</style>", "<style>.x{color:red}</style>"}) {
    EXPECT_THAT(shown(head, secret), HasSubstr("SECRET")) << head;
  }
  EXPECT_THAT(shown("<style>.tabcontent{display:none}</style>", "<p class=tabcontent>TAB</p>"),
              HasSubstr("TAB"));
}

TEST(ChooseContent, TwoMainElementsAreKeptAndNamed) {
  const Chosen chosen = Choose("<main>" + Prose(5) + "</main><main>Second " + Prose(4) + "</main>");
  EXPECT_THAT(chosen.text, HasSubstr("Second"));
  EXPECT_THAT(chosen.content.warnings, Not(IsEmpty()));
  EXPECT_EQ(Choose("<main id=m>" + Prose(5) + "</main><main hidden>" + Prose(4) + "</main>").root,
            "main#m");
}

// B075
TEST(ChooseContent, ClassNamesNeverRemoveWhatHoldsMuchText) {
  const Chosen chosen = Choose("<div class='widget sidebar menu social'>" + Prose(30) + "</div>");
  EXPECT_THAT(chosen.text, HasSubstr("A sentence"));
}

TEST(ChooseContent, LongIdsNameTopicsNotRoles) {
  EXPECT_THAT(
      Choose("<main>" + Prose(60) + "<section id=new-features-related-to-typing><h2>Typing</h2>" +
             Prose(3) + "</section></main>")
          .text,
      HasSubstr("Typing"));
}

TEST(ChooseContent, IdsMadeOfHeadingsNameTopicsToo) {
  for (const std::string_view topic : {"Cookies", "Pagination", "Comments", "Sidebar", "Footer"}) {
    const std::string section = "<div class=section id='s-" + std::string(topic) + "'><h2>" +
                                std::string(topic) +
                                "</h2><dl><dt id='parseCookies,string'>call<dd>What it does, said "
                                "in one sentence.</dl></div>";
    EXPECT_THAT(Choose("<main>" + Prose(60) + section + "</main>").text, HasSubstr("What it does"))
        << topic;
  }
}

TEST(ChooseContent, SectionsOfOneKindStayTogether) {
  const std::string page =
      "<div class=refentry><div class=refsect1><h2>Synopsis</h2><p>Short.</p></div><div "
      "class=refsect1>"
      "<h2>Description</h2>" +
      Prose(30) + "</div><div class=refsect1><h2>See also</h2>more</div></div>";
  EXPECT_THAT(Choose(page).text, HasSubstr("Synopsis"));
  EXPECT_THAT(Choose(page).text, HasSubstr("See also"));
}

TEST(ChooseContent, ABookKeepsItsTableOfContents) {
  EXPECT_THAT(Choose("<div class=book><div class=titlepage><h1>Manual</h1>" + Prose(5) +
                     "</div><div class=toc>" + Menu(200) + "</div></div>")
                  .text,
              HasSubstr("Menu topic"));
}

TEST(ChooseContent, RemembersATitleThatStandsAloneBeforeTheContent) {
  const auto tree = html::Tree::Parse(
      "<div><h1>Title</h1><div><div class=columns><a href=a>Manual</a></div><div id=real>" +
      Prose(20) + "</div></div></div>");
  ASSERT_TRUE(tree.has_value());
  const Content content = ChooseContent(*tree);
  EXPECT_EQ(content.root.Attribute("id"), "real");
  EXPECT_EQ(content.outer_heading.TextContent(), "Title");
}

TEST(ChooseContent, ForgetsATitleThatTheChoiceHolds) {
  const auto tree =
      html::Tree::Parse("<div id=all><h1>Title</h1><div class=section><h2>A</h2>" + Prose(1) +
                        "</div><div class=section><h2>B</h2>" + Prose(8) + "</div></div>");
  ASSERT_TRUE(tree.has_value());
  const Content content = ChooseContent(*tree);
  EXPECT_EQ(content.root.Attribute("id"), "all");
  EXPECT_FALSE(content.outer_heading);
}

TEST(ChooseContent, CommentsAreContentWhereTheyArePage) {
  std::string comments;
  for (int i = 0; i < 10; ++i) comments += "<div class=comment>" + Prose(2) + "</div>";
  EXPECT_THAT(Choose("<main><h1>Thread</h1>" + comments + "</main>").text, HasSubstr("A sentence"));
  const Chosen article = Choose("<main><h1>Post</h1>" + Prose(40) +
                                "<div id=comments><p>A reader's remark that is long "
                                "enough to be a sentence.</p></div></main>");
  EXPECT_THAT(article.text, Not(HasSubstr("remark")));
}

TEST(ChooseContent, AShellGivesItsTextForClientsWithoutScripts) {
  const Chosen chosen =
      Choose("<div id=app>Loading</div><noscript><main>" + Prose(10) + "</main></noscript>");
  EXPECT_THAT(chosen.text, HasSubstr("A sentence"));
  EXPECT_THAT(chosen.content.warnings, Not(IsEmpty()));
  EXPECT_THAT(
      Choose("<main>" + Prose(10) + "</main><noscript>" + Prose(40) + "enable</noscript>").text,
      Not(HasSubstr("enable")));
}

TEST(ChooseContent, CookieBannersWithMuchTextAreChrome) {
  const Chosen chosen = Choose("<div id=onetrust-consent-sdk>" + Prose(30) + "cookies</div><main>" +
                               Prose(3) + "</main>");
  EXPECT_EQ(chosen.root, "main");
}

TEST(ChooseContent, TeasersRoundAnArticleAreLeftOut) {
  std::string teasers = "<div class=grid>";
  for (int i = 0; i < 4; ++i)
    teasers += "<div><h3><a href=/x>Another story</a></h3><p>By somebody</p></div>";
  const Chosen chosen = Choose("<main><h1>Story</h1>" + Prose(40) + teasers + "</div></main>");
  EXPECT_THAT(chosen.text, Not(HasSubstr("Another story")));
}

TEST(ChooseContent, NamesSentencesThatItLeavesOut) {
  const Chosen chosen =
      Choose("<main><h1>Title</h1>" + Prose(30) + "<div class=newsletter id=mail>" + Prose(2) +
             "</div></main><footer>" + Prose(2) + "</footer>");
  EXPECT_THAT(chosen.content.warnings, ElementsAre(HasSubstr("left out div#mail, with ")));
}

TEST(ChooseContent, NamesASentenceThatItLeavesOutInsideTheContent) {
  const auto warnings = [](std::string_view box) {
    return Choose("<main><h1>Title</h1>" + Prose(30) + std::string(box) + "</main>")
        .content.warnings;
  };
  EXPECT_THAT(warnings("<aside class=newsletter>The letter of the project goes to all users of it."
                       "</aside>"),
              ElementsAre(HasSubstr("left out aside.newsletter, with ")));
  EXPECT_THAT(warnings("<nav>The pages of this part of the manual are listed below.</nav>"),
              IsEmpty());
}

TEST(ChooseContent, ExplainsItsChoice) {
  const Chosen chosen = Choose("<main id=m><article>" + Prose(3) + "</article></main>");
  ASSERT_FALSE(chosen.content.candidates.empty());
  EXPECT_TRUE(chosen.content.candidates.back().chosen);
  EXPECT_THAT(chosen.content.candidates.back().path, HasSubstr("main#m > article"));
}

TEST(ChooseContent, PagesWithoutABodyOrTextGiveNothing) {
  EXPECT_EQ(Choose("").content.kept_characters, 0u);
  EXPECT_EQ(Choose("<frameset><frame src=a></frameset>").content.kept_characters, 0u);
}

}  // namespace
}  // namespace sitedoor::extract
