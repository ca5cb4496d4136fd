#include <gtest/gtest.h>

#include <string>

#include "extract/internal/page_language.h"
#include "html/tree.h"

namespace sitedoor::extract {
namespace {

constexpr std::string_view kEnglish =
    "The name service maps the names of hosts to their addresses, so that nobody has to know the "
    "numbers by heart. It has been part of every system for forty years, and will remain so.\n\n";
constexpr std::string_view kGerman =
    "Jede Zone entspricht einer Domain oder einem Bereich von Adressen, und ein Hauptserver ist "
    "für ihren Inhalt zuständig. Die anderen Server halten regelmäßig erneuerte Kopien davon.\n\n";

std::string Times(int times, std::string_view text) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

std::string HalfTranslated() { return Times(10, kEnglish) + Times(10, kGerman); }

TEST(PageLanguage, IsThatOfTheBeginningWhereNothingHints) {
  EXPECT_EQ(PageLanguage({}, "guide/dns.html", HalfTranslated()), "en");
  EXPECT_EQ(PageLanguage({}, "", Times(3, kGerman)), "de");
}

TEST(PageLanguage, IsWhatThePathNamesWhereThePageIsPartlyInIt) {
  EXPECT_EQ(PageLanguage({}, "guide/de-DE/dns.html", HalfTranslated()), "de");
  EXPECT_EQ(PageLanguage({}, "dns.de.html", HalfTranslated()), "de");
}

TEST(PageLanguage, OfAnUntranslatedPageIsEnglishWhateverThePathNames) {
  EXPECT_EQ(PageLanguage({}, "guide/de-DE/dns.html", Times(20, kEnglish)), "en");
  EXPECT_EQ(PageLanguage({}, "go/dns.html", Times(20, kEnglish)), "en");
}

TEST(PageLanguage, IsWhatAnElementRoundTheContentDeclares) {
  const auto tree = html::Tree::Parse("<body><div lang=de><p>text</p></div></body>");
  ASSERT_TRUE(tree.has_value());
  const html::Node division = tree->Body().FirstChild();
  EXPECT_EQ(PageLanguage(division.FirstChild(), "", HalfTranslated()), "de");
}

TEST(PageLanguage, IsNotThatOfCodeAndLinkTargets) {
  const std::string code = "```\n" + Times(20, kEnglish) + "```\n";
  EXPECT_EQ(PageLanguage({}, "", code + std::string(kGerman)), "de");
}

}  // namespace
}  // namespace sitedoor::extract
