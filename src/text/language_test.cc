#include "text/language.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace sitedoor::text {
namespace {

TEST(NormalizeLanguageTag, GivesCanonicalCase) {
  EXPECT_EQ(NormalizeLanguageTag("EN_us"), "en-US");
  EXPECT_EQ(NormalizeLanguageTag(" de "), "de");
  EXPECT_EQ(NormalizeLanguageTag("ZH-hans-cn"), "zh-Hans-CN");
  EXPECT_EQ(NormalizeLanguageTag("es-419"), "es-419");
  EXPECT_EQ(NormalizeLanguageTag("sl-ROZAJ-1994"), "sl-rozaj-1994");
}

TEST(NormalizeLanguageTag, ReadsPosixLocales) {
  EXPECT_EQ(NormalizeLanguageTag("de_DE.UTF-8@euro"), "de-DE");
}

TEST(NormalizeLanguageTag, KeepsExtensionsInLowerCase) {
  EXPECT_EQ(NormalizeLanguageTag("de-DE-u-CO-phonebk"), "de-DE-u-co-phonebk");
  EXPECT_EQ(NormalizeLanguageTag("en-X-US"), "en-x-us");
}

TEST(NormalizeLanguageTag, ReplacesWithdrawnCodes) { EXPECT_EQ(NormalizeLanguageTag("iw"), "he"); }

TEST(NormalizeLanguageTag, GivesNothingForWhatIsNoLanguage) {
  for (const std::string_view tag :
       {"", " ", "x", "undefined", "1", "english", "und", "-", "en\xFF", "C", "??", "zz-not a lang",
        "en US", "12", "qwerty-DE"}) {
    EXPECT_EQ(NormalizeLanguageTag(tag), "") << tag;
  }
}

TEST(NormalizeLanguageTag, DropsWhatFollowsABadSubtag) {
  EXPECT_EQ(NormalizeLanguageTag("en--US"), "en");
  EXPECT_EQ(NormalizeLanguageTag("en-x"), "en");
  EXPECT_EQ(NormalizeLanguageTag("fr-FR, en"), "fr-FR");
  EXPECT_EQ(NormalizeLanguageTag("fr-FR ; en"), "fr-FR");
}

TEST(NormalizeLanguageTag, ChangesNothingTheSecondTime) {
  for (const std::string_view tag : {"EN_us", "zh-hant-TW", "iw", "en-X-US"}) {
    const std::string once = NormalizeLanguageTag(tag);
    EXPECT_EQ(NormalizeLanguageTag(once), once);
  }
}

TEST(PrimaryLanguage, IsTheFirstSubtag) {
  EXPECT_EQ(PrimaryLanguage("pt-BR"), "pt");
  EXPECT_EQ(PrimaryLanguage("de"), "de");
  EXPECT_EQ(PrimaryLanguage(""), "");
}

constexpr std::string_view kGerman =
    "Der Leuchtturm wurde im vergangenen Jahrhundert gebaut und weist den Schiffen bis heute den "
    "Weg.";
constexpr std::string_view kEnglish =
    "The lighthouse was built in the last century and still shows ships the way into the harbour.";

TEST(DetectLanguage, NamesTheLanguageOfASentence) {
  EXPECT_EQ(DetectLanguage(kGerman), "de");
  EXPECT_EQ(DetectLanguage(kEnglish), "en");
  EXPECT_EQ(DetectLanguage("このページでは索引の作り方を説明します。"), "ja");
  EXPECT_EQ(DetectLanguage("המגדלור נבנה במאה הקודמת ומראה לאוניות את הדרך"), "he");
}

TEST(DetectLanguage, NamesWhatMostOfTheTextIsIn) {
  std::string german, english;
  for (int i = 0; i < 8; ++i) {
    german += kGerman;
    english += kEnglish;
  }
  EXPECT_EQ(DetectLanguage(english), "en");
  EXPECT_EQ(DetectLanguage(std::string(kEnglish) + german), "de");
  EXPECT_EQ(DetectLanguage("Das Wort \"the\" ist kein deutsches. " + german), "de");
}

TEST(DetectLanguage, TellsTraditionalChinese) {
  EXPECT_EQ(DetectLanguage("這個網站說明如何建立索引，並且讓讀者能夠搜尋內容。"), "zh-Hant");
  EXPECT_EQ(DetectLanguage("这个网站说明如何建立索引，并且让读者能够搜索内容。"), "zh");
}

TEST(DetectLanguage, GivesNothingWhenItCannotTell) {
  EXPECT_EQ(DetectLanguage(""), "");
  EXPECT_EQ(DetectLanguage("12 34 56"), "");
  EXPECT_EQ(DetectLanguage("\xFF\xFE\xFD"), "");
}

TEST(DetectLanguage, TakesTheHintWhereAGoodPartOfTheTextIsInIt) {
  const std::string english =
      "The name service maps the names of hosts to their addresses, so that nobody has to know the "
      "numbers by heart. It has been part of every system for forty years, and will remain so. ";
  const std::string german =
      "Jede Zone entspricht einer Domain oder einem Bereich von Adressen, und ein Hauptserver ist "
      "für ihren Inhalt zuständig. Die anderen Server halten regelmäßig erneuerte Kopien davon. ";
  EXPECT_EQ(DetectLanguage(english + english + german, "de-DE"), "de");
  EXPECT_EQ(DetectLanguage(english + english + german, "fr"), "en");
  EXPECT_EQ(DetectLanguage(english, "de"), "en");
}

TEST(LanguageInPath, IsNamedByAPartOrBeforeTheExtension) {
  EXPECT_EQ(LanguageInPath("https://example.org/pt_br/guide/"), "pt-BR");
  EXPECT_EQ(LanguageInPath("handbook/de-DE/apt.html"), "de-DE");
  EXPECT_EQ(LanguageInPath("reference/en/ch03.fr.html"), "fr");
  EXPECT_EQ(LanguageInPath("https://fr"), "");
  EXPECT_EQ(LanguageInPath("docs/api/index.html?lang=de"), "");
  EXPECT_EQ(LanguageInPath(""), "");
}

TEST(DetectLanguage, AnswersTheSameFromManyThreads) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < 20; ++n) {
        EXPECT_EQ(DetectLanguage(kGerman), "de");
        EXPECT_EQ(DetectLanguage(kEnglish), "en");
      }
    });
  }
}

}  // namespace
}  // namespace sitedoor::text
