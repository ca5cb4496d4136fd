#include "base/end_of_memory.h"

#include <gtest/gtest.h>

namespace sitedoor {
namespace {

TEST(EndWithoutMemoryDeathTest, SaysWhyAndExitsWith2) {
  EXPECT_EXIT(EndWithoutMemory(), ::testing::ExitedWithCode(2), "error: out of memory\n  hint: ");
}

}  // namespace
}  // namespace sitedoor
