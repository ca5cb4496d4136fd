#include "extract/internal/json_ld.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/internal/lenient_json.h"

namespace sitedoor::extract::internal {
namespace {

using testing::ElementsAre;

StructuredPage Read(std::string_view json) {
  StructuredPage page;
  ReadJsonLd(json, page);
  return page;
}

TEST(ReadJsonLd, ReadsWhatTemplatesMakeOfJson) {
  for (const std::string_view json :
       {R"({"@type":"Article","headline":"A","author":"Ann Lee"})",
        "<!--\n{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\"}\n-->",
        "//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\"}\n//]]>",
        "/*<![CDATA[*/{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\"}/*]]>*/",
        "<![CDATA[{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\"}]]>",
        "\xEF\xBB\xBF{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\"};",
        "{\"@type\":\"Article\",\"headline\":\"A\",\"author\":[\"Ann Lee\",],\n}\n",
        "{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;A&quot;,"
        "&quot;author&quot;:&quot;Ann Lee&quot;}",
        "{\"@type\":\"WebSite\",\"name\":\"S\"}\n{\"@type\":\"Article\",\"headline\":\"A\","
        "\"author\":\"Ann Lee\"}",
        "[{\"@type\":\"WebSite\"}][{\"@type\":\"Article\",\"headline\":\"A\",\"author\":"
        "\"Ann Lee\"}]",
        "{\"@type\":\"Article\",\"headline\":\"A\",\"author\":\"Ann Lee\",\"description\":\"x\n"
        "y\t\\'z\\'\"}"}) {
    const StructuredPage page = Read(json);
    EXPECT_EQ(page.headline, "A") << json;
    EXPECT_THAT(page.authors, ElementsAre("Ann Lee")) << json;
  }
}

TEST(ReadJsonLd, ReadsWhatStringsHoldAsItIs) {
  const StructuredPage page =
      Read("{\"@type\":\"Article\",\"headline\":\"a,} // <!-- ]]> /* \\\" \\\\\",}");
  EXPECT_EQ(page.headline, "a,} // <!-- ]]> /* \" \\");
}

TEST(ReadJsonLd, GuessesNothingOfWhatIsBroken) {
  for (const std::string_view json :
       {"{\"@type\":\"Article\",\"headline\":\"A\"", "{\"@type\":\"Article\",\"headline\":\"A}",
        "{\"@type\":\"Article\",\"headline\":\"A\" or \"B\"}", "", "-->", "&quot;", "}}}}"}) {
    EXPECT_EQ(Read(json).headline, "") << json;
  }
}

TEST(ReadJsonLd, ReadsDatesInEveryForm) {
  for (const std::string_view date :
       {R"("2026-03-05")", R"(["2026-03-05"])", R"({"@type":"Date","@value":"2026-03-05"})"}) {
    EXPECT_EQ(Read(R"({"@type":"Article","dateModified":)" + std::string(date) + "}").date_modified,
              "2026-03-05");
  }
  EXPECT_EQ(Read(R"({"@type":"Article","dateModified":1772668800})").date_modified, "1772668800");
}

TEST(RepairedJson, IsAtMostTwiceAsLong) {
  for (const std::string_view part : {"\n", "\"\n", "{", "}{", "\\", "&quot;", "/*", ",]"}) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += part;
    EXPECT_LE(RepairedJson(text).size(), 2 * text.size() + 2) << part;
    EXPECT_EQ(Read(text).headline, "");
  }
}

}  // namespace
}  // namespace sitedoor::extract::internal
