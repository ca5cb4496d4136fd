// ParseMemory: how much one parse may allocate.
//
// lexbor does not survive an allocation that fails, so none returns to it: inside a ParseMemory one
// that fails, and one past the budget, throws through lexbor's C frames (which have unwind tables)
// to whoever started the parse. lexbor links a block into its arenas after it was allocated, so
// what it has made so far can be destroyed as ever. All of lexbor's allocations are counted, the
// tokenizer's with them: one tag with millions of attributes never reaches the tree builder.
#pragma once

#include <cstddef>
#include <new>

namespace sitedoor::html::internal {

// What is thrown past the budget; std::bad_alloc itself when the system has no more.
class PastParseMemory : public std::bad_alloc {};

// Of this thread, from construction on. What was allocated outside may be freed and resized inside.
class ParseMemory {
 public:
  explicit ParseMemory(std::size_t most_bytes);
  ~ParseMemory();
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;
};

// An allocation outside of any ParseMemory that fails calls this, which must not return. For the
// whole process, before it starts threads.
void SetOutOfMemoryHandler(void (*handler)());

}  // namespace sitedoor::html::internal
