#include "doors/http/html_escape.h"

#include <gtest/gtest.h>

namespace sitedoor::doors::http {
namespace {

TEST(HtmlEscaped, LeavesNothingThatEndsTextOrAnAttribute) {
  EXPECT_EQ(HtmlEscaped(R"(<b a="1" c='2'>&amp;)"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

TEST(HtmlEscaped, LeavesOtherLettersAlone) {
  EXPECT_EQ(HtmlEscaped("Zürich 🚢 `x`"), "Zürich 🚢 `x`");
}

}  // namespace
}  // namespace sitedoor::doors::http
