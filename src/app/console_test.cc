#include "app/console.h"

#include <gtest/gtest.h>

namespace sitedoor::app {
namespace {

TEST(ForTerminal, LeavesOutWhatWouldSteerATerminal) {
  EXPECT_EQ(ForTerminal("a\x1b[31mb\x07\tc\nd\x7f"), "a[31mb\tc\nd");
  EXPECT_EQ(ForTerminal("a\xC2\x9B"
                        "31mb"),
            "a31mb");
}

TEST(ForTerminal, KeepsLetters) { EXPECT_EQ(ForTerminal("Äß 漢字 é"), "Äß 漢字 é"); }

TEST(Counted, HasOneThingInTheSingular) {
  EXPECT_EQ(Counted(0, "page") + Counted(1, "page") + Counted(2, "page"), "0 pages1 page2 pages");
}

}  // namespace
}  // namespace sitedoor::app
