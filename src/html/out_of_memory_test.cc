#include "html/out_of_memory.h"

#include <gtest/gtest.h>
#include <lexbor/core/base.h>
#include <lexbor/core/lexbor.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace sitedoor::html {
namespace {

// More than any address space has; the sanitizers end the process themselves.
volatile std::size_t too_many_bytes = PTRDIFF_MAX / 2;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(EndWhenOutOfMemory, EndsAtAnAllocationOfLexborOutsideOfAParseThatFails) {
  const auto parse = [] {
    EndWhenOutOfMemory();
    lexbor_free(lexbor_malloc(too_many_bytes));
  };
  EXPECT_EXIT(parse(), testing::ExitedWithCode(2), "out of memory");
  const auto parse_zeros = [] {
    EndWhenOutOfMemory();
    lexbor_free(lexbor_calloc(too_many_bytes, 1));
  };
  EXPECT_EXIT(parse_zeros(), testing::ExitedWithCode(2), "out of memory");
  const auto parse_more = [] {
    EndWhenOutOfMemory();
    lexbor_free(lexbor_realloc(lexbor_malloc(1), too_many_bytes));
  };
  EXPECT_EXIT(parse_more(), testing::ExitedWithCode(2), "out of memory");
}

TEST(EndWhenOutOfMemory, EndsAtAnAllocationOfOursThatFails) {
  const auto allocate = [] {
    EndWhenOutOfMemory();
    ::operator delete(::operator new(too_many_bytes));
  };
  EXPECT_EXIT(allocate(), testing::ExitedWithCode(2), "out of memory");
}

TEST(PageTask, CatchesAnAllocationOfOursThatFails) {
  const auto read_page = [] {
    EndWhenOutOfMemory();
    try {
      const PageTask task;
      ::operator delete(::operator new(too_many_bytes));
    } catch (const std::bad_alloc&) {
      std::exit(0);
    }
  };
  EXPECT_EXIT(read_page(), testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace sitedoor::html
