#include "extract/internal/page_date.h"

#include <string_view>

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

TEST(IsoDate, KeepsThePrecisionThatThePageGave) {
  EXPECT_EQ(IsoDate(" 2026-08-15 "), "2026-08-15");
  EXPECT_EQ(IsoDate("2026-08"), "2026-08");
  EXPECT_EQ(IsoDate("2026"), "2026");
  EXPECT_EQ(IsoDate("2026-08-15T10:00:00.5+0200"), "2026-08-15T10:00:00.5+02:00");
  EXPECT_EQ(IsoDate("2026-08-15T10:00Z"), "2026-08-15T10:00Z");
}

TEST(IsoDate, ReadsOtherSpellings) {
  EXPECT_EQ(IsoDate("2026/08/15"), "2026-08-15");
  EXPECT_EQ(IsoDate("20260815"), "2026-08-15");
  EXPECT_EQ(IsoDate("2026-08-15 10:00:00 UTC"), "2026-08-15T10:00:00Z");
  EXPECT_EQ(IsoDate("Sat, 15 Aug 2026 10:00:00 GMT"), "2026-08-15T10:00:00Z");
  EXPECT_EQ(IsoDate("August 15, 2026"), "2026-08-15");
  EXPECT_EQ(IsoDate("15th September 2026"), "2026-09-15");
  EXPECT_EQ(IsoDate("15-Aug-2026"), "2026-08-15");
}

TEST(IsoDate, RefusesWhatIsNoDateOrCannotBeTold) {
  for (const std::string_view text :
       {"", "soon", "08/09/2026", "2026-02-30", "2026-13-01", "9999", "12345678901234567890",
        "May be 2026 or so", "99 May 2026", "2026-08-15x", "----", "2026-"}) {
    EXPECT_EQ(IsoDate(text), "") << text;
  }
}

TEST(IsoDate, DropsATimeThatIsNone) { EXPECT_EQ(IsoDate("2026-08-15 at noon"), "2026-08-15"); }

}  // namespace
}  // namespace sitedoor::extract::internal
