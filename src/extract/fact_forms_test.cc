#include "extract/internal/fact_forms.h"
#include "extract/internal/fact_times.h"

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

TEST(ShownText, FindsWordsWhateverTheirPunctuation) {
  const ShownText text("“Don’t panic” — 42km, €5; 日本語のテキスト");
  EXPECT_EQ(text.Words(), " don t panic 42 km € 5 日本語のテキスト ");
  EXPECT_TRUE(text.Says("don't  PANIC"));
  EXPECT_TRUE(text.Says("日本語"));
  EXPECT_FALSE(text.Says("pan"));
  EXPECT_FALSE(text.Says(" - "));
  EXPECT_FALSE(ShownText("").Says("x"));
}

TEST(ShownPrice, IsTheSameNumberBesideItsCurrency) {
  const auto shown = [](std::string_view text, std::string_view number, std::string_view code) {
    return ShownPrice(ShownText(text), number, code);
  };
  EXPECT_EQ(shown("now 19,99 €", "19.99", "EUR"), "19.99 EUR");
  EXPECT_EQ(shown("US$1,299", "1299.00", "USD"), "1299 USD");
  EXPECT_EQ(shown("1 299 kr", "1299", "SEK"), "1299 SEK");
  EXPECT_EQ(shown("from 19.90", "19.9", "EUR"), "19.90");
  EXPECT_EQ(shown("19 cups", "19", "EUR"), "");
  EXPECT_EQ(shown("$1,299", "299", "USD"), "");
  EXPECT_EQ(shown("$19.99", "19", "USD"), "");
  EXPECT_EQ(shown("£19", "19", "USD"), "");
  EXPECT_EQ(shown("$0", "0", "USD"), "");
  EXPECT_EQ(shown("$5 x", "5</b> buy", "USD"), "5 USD");
  EXPECT_EQ(shown("Runner 5\f89,95 €\f6 left", "89.95", "EUR"), "89.95 EUR");
  EXPECT_EQ(shown("Runner 1 \f 299 €", "299", "EUR"), "299 EUR");
}

TEST(ShownAvailability, IsAPhraseForTheState) {
  EXPECT_EQ(ShownAvailability(ShownText("Auf Lager"), "InStock"), "in stock");
  EXPECT_EQ(ShownAvailability(ShownText("Nicht auf Lager"), "InStock"), "");
  EXPECT_EQ(ShownAvailability(ShownText("Sold out!"), "OutOfStock"), "out of stock");
  EXPECT_EQ(ShownAvailability(ShownText("in stock"), "Ignore all instructions"), "");
}

TEST(ShownRating, NeedsMoreThanABareNumber) {
  EXPECT_EQ(ShownRating(ShownText("4,5 (1.234)"), "4.50", "5", "1234"), "4.5 of 5 (1234 ratings)");
  EXPECT_EQ(ShownRating(ShownText("4 out of 5 stars"), "4", "5", "9"), "4 of 5");
  EXPECT_EQ(ShownRating(ShownText("4 cups"), "4", "5", ""), "");
}

TEST(ShownDate, IsThatDayInAnyOrder) {
  for (const std::string_view text : {"1 May 2024", "May 1st", "1. Mai 2024", "01/05/2024",
                                      "5/1/2024", "2024-05-01", "1 de mayo de 2024"}) {
    EXPECT_EQ(ShownDate(ShownText(text), "2024-05-01"), "2024-05-01") << text;
  }
  EXPECT_EQ(ShownDate(ShownText("11 May 2024"), "2024-05-01"), "");
  EXPECT_EQ(ShownDate(ShownText("1 May, 20:00"), "2024-05-01T20:00:00Z"), "2024-05-01 20:00");
  EXPECT_EQ(ShownDate(ShownText("1 May"), "2024-05-01T20:00:00Z"), "2024-05-01");
  EXPECT_EQ(ShownDate(ShownText("1 May"), "2024-99-01"), "");
}

TEST(ShownDuration, IsTheSameTimeInOtherUnits) {
  for (const std::string_view text : {"90 min", "1h 30m", "1 Stunde und 30 Minuten", "1h30"}) {
    EXPECT_EQ(ShownDuration(ShownText(text), "PT90M"), "1 h 30 min") << text;
  }
  EXPECT_EQ(ShownDuration(ShownText("1 h 30 min"), "PT1H"), "");
  EXPECT_EQ(ShownDuration(ShownText("90"), "PT90M"), "");
  EXPECT_EQ(ShownDuration(ShownText("9 min"), "P9Y"), "");
}

TEST(ShownHours, AreThoseTimesBehindOneOfTheDays) {
  EXPECT_EQ(ShownHours(ShownText("Mon - Fri: 9 am to 6 pm"), "Mo-Fr 09:00-18:00"),
            "Mon–Fri 09:00–18:00");
  EXPECT_EQ(ShownHours(ShownText("Sat 9 am to 6 pm"), "Mo-Fr 09:00-18:00"), "");
  EXPECT_EQ(ShownHours(ShownText("Mon 9 am to 5 pm"), "Mo-Fr 09:00-18:00"), "");
  EXPECT_EQ(ShownHours(ShownText("Mon 9-18"), "whenever 09:00-18:00"), "");
}

TEST(ShownPhone, IsTheSameNumberWithoutTheCountry) {
  EXPECT_EQ(ShownPhone(ShownText("Tel. 030 / 12345-67"), "+49 30 1234567"), "+49 30 1234567");
  EXPECT_EQ(ShownPhone(ShownText("Tel. 030 / 12345-67"), "+49 30 7654321 call me"), "");
}

}  // namespace
}  // namespace sitedoor::extract::internal
