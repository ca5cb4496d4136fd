#include "extract/internal/breadcrumb_trail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Trail(const std::string& html) {
  const auto tree = html::Tree::Parse("<body>" + html);
  SeenText seen;
  for (html::Node at = tree->Body(); at; at = at.Next(tree->Body())) {
    if (at.IsElement() && IsBreadcrumbTrail(at)) return CrumbsOf(at, seen);
  }
  return {};
}

TEST(CrumbsOf, ReadsListsAndLines) {
  for (const char* html :
       {"<nav aria-label=Breadcrumb><a>Home</a> / <a>TCP/IP</a> / <span>Use</span></nav>",
        "<nav aria-label=Brotkrumen><ol><li><a>Home</a><li>TCP/IP<li>Use</ol></nav>",
        "<ol class=crumbs aria-label=breadcrumbs><li>Home ›<li>TCP/IP<li>/<li>Use</ol>",
        "<div id=breadcrumbs><span>You are here:</span> <a>Home</a> » <a>TCP/IP</a> » Use</div>",
        "<div class=yoast-breadcrumbs><span><span><a>Home</a></span> » <span><a>TCP/IP</a></span> "
        "» <span>Use</span></span></div>",
        "<ol typeof=BreadcrumbList><li>Home<li>TCP/IP<li>Use</ol>",
        "<nav class=md-path aria-label=Navigation><ol><li>Home<li>TCP/IP<li>Use</ol></nav>",
        "<ul class=wy-breadcrumbs><li>Home<li>TCP/IP<li>Use<li class=wy-breadcrumbs-aside>View "
        "source</ul>",
        "<div class=related role=navigation aria-label='related navigation'><ul><li "
        "class=right>index<li class='nav-item nav-item-0'><a>Home</a> &raquo;<li class='nav-item "
        "nav-item-1'><a>TCP/IP</a> &raquo;<li class='nav-item nav-item-this'>Use</ul></div>"}) {
    EXPECT_THAT(Trail(html), ElementsAre("Home", "TCP/IP", "Use")) << html;
  }
}

TEST(CrumbsOf, LeavesTheSignsOfNames) {
  EXPECT_THAT(Trail("<ol class=breadcrumb><li>Home &gt;<li>LOCATION_&lt;CONFIG&gt;<li>a/</ol>"),
              ElementsAre("Home", "LOCATION_<CONFIG>", "a"));
  EXPECT_THAT(Trail("<ul class=nav-breadcrumbs><li>Quick links<ul><li>New<li>Old</ul><li><span><a>"
                    "Home</a></span> › <span><a>Use</a></span></ul>"),
              ElementsAre("Home", "Use"));
}

TEST(CrumbsOf, IsNothingElse) {
  for (const char* html : {"<nav aria-label=Main><a>Home</a> / <a>Use</a></nav>",
                           "<ul class=menu><li>Home<li>Use</ul>", "<div class=breadcrumb></div>"}) {
    EXPECT_THAT(Trail(html), IsEmpty()) << html;
  }
}

}  // namespace
}  // namespace sitedoor::extract::internal
