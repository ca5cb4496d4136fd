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

std::string LanguageOf(html::Node root, std::string_view path, std::string_view markdown) {
  return FindLanguage({}, root, path, markdown).language;
}

TEST(PageLanguage, IsThatOfTheBeginningWhereNothingHints) {
  EXPECT_EQ(LanguageOf({}, "guide/dns.html", HalfTranslated()), "en");
  EXPECT_EQ(LanguageOf({}, "", Times(3, kGerman)), "de");
}

TEST(PageLanguage, IsWhatThePathNamesWhereThePageIsPartlyInIt) {
  EXPECT_EQ(LanguageOf({}, "guide/de-DE/dns.html", HalfTranslated()), "de-DE");
  EXPECT_EQ(LanguageOf({}, "dns.de.html", HalfTranslated()), "de");
}

TEST(PageLanguage, OfAnUntranslatedPageIsEnglishWhateverThePathNames) {
  EXPECT_EQ(LanguageOf({}, "guide/de-DE/dns.html", Times(20, kEnglish)), "en");
  EXPECT_EQ(LanguageOf({}, "go/dns.html", Times(20, kEnglish)), "en");
}

TEST(PageLanguage, IsWhatAnElementRoundTheContentDeclares) {
  const auto tree = html::Tree::Parse("<body><div lang=de><p>text</p></div></body>");
  ASSERT_TRUE(tree.has_value());
  const html::Node division = tree->Body().FirstChild();
  EXPECT_EQ(LanguageOf(division.FirstChild(), "", HalfTranslated()), "de");
}

TEST(PageLanguage, IsNotThatOfCodeAndLinkTargets) {
  const std::string code = "```\n" + Times(20, kEnglish) + "```\n";
  EXPECT_EQ(LanguageOf({}, "", code + std::string(kGerman)), "de");
}

TEST(PageLanguage, IsWhatThePageDeclares) {
  EXPECT_EQ(FindLanguage({.of_page = "de-AT"}, {}, "", Times(3, kGerman)).language, "de-AT");
  EXPECT_EQ(FindLanguage({.of_page = "de"}, {}, "", HalfTranslated()).language, "de");
  EXPECT_EQ(FindLanguage({.of_page = "fi"}, {}, "", "Too short to tell.").language, "fi");
  EXPECT_EQ(FindLanguage({.of_page = "nb"}, {}, "", Times(20, kEnglish)).contradicts, "nb");
}

TEST(PageLanguage, IsTheTextsWhereThePageDeclaresAnother) {
  const LanguageFinding german = FindLanguage({.of_page = "en"}, {}, "", Times(9, kGerman));
  EXPECT_EQ(german.language, "de");
  EXPECT_EQ(german.contradicts, "en");
  const LanguageFinding english = FindLanguage({.of_page = "ja"}, {}, "ja/x", Times(9, kEnglish));
  EXPECT_EQ(english.language, "en");
  EXPECT_EQ(english.contradicts, "ja");
}

TEST(PageLanguage, TakesTheRegionFromWhereItIsKnown) {
  EXPECT_EQ(
      FindLanguage({.of_page = "en", .of_links = "de-AT"}, {}, "", Times(9, kGerman)).language,
      "de-AT");
  EXPECT_EQ(
      FindLanguage({.of_page = "en", .of_links = ""}, {}, "/de-CH/x", Times(9, kGerman)).language,
      "de-CH");
}

TEST(PageLanguage, IsHintedAtByTheLinkThatLeadsToThePageItself) {
  EXPECT_EQ(FindLanguage({.of_page = "", .of_links = "de"}, {}, "", HalfTranslated()).language,
            "de");
}

TEST(PageLanguage, HasTheRegionThatAnyoneNames) {
  const std::string german = Times(9, kGerman), english = Times(9, kEnglish);
  EXPECT_EQ(FindLanguage({.of_page = "", .of_links = "en-GB"}, {}, "", english).language, "en-GB");
  EXPECT_EQ(FindLanguage({.of_page = "de", .of_links = "de-AT"}, {}, "", german).language, "de-AT");
  EXPECT_EQ(FindLanguage({.of_page = "de-CH", .of_links = "de-AT"}, {}, "", german).language,
            "de-CH");
  EXPECT_EQ(LanguageOf({}, "/de-at/x", german), "de-AT");
  EXPECT_EQ(LanguageOf({}, "/fr-ca/x", german), "de");
}

TEST(PageLanguage, OfAShortPageIsWhatItsLinksOrItsPathName) {
  EXPECT_EQ(FindLanguage({.of_page = "", .of_links = "pt-BR"}, {}, "", "# X\n").language, "pt-BR");
  EXPECT_EQ(LanguageOf({}, "/de/x", "# X\n"), "de");
  EXPECT_EQ(LanguageOf({}, "/zh-cn/x", "# X\n"), "zh-CN");
  EXPECT_EQ(LanguageOf({}, "/to/x", "# X\n"), "");
}

}  // namespace
}  // namespace sitedoor::extract
