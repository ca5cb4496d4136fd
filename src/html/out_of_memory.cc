#include "html/out_of_memory.h"

#include <new>

#include "base/end_of_memory.h"
#include "html/internal/parse_memory.h"

namespace sitedoor::html {
namespace {

thread_local int page_tasks = 0;

void EndOrThrow() {
  if (page_tasks > 0) throw std::bad_alloc();
  EndWithoutMemory();
}

}  // namespace

PageTask::PageTask() { ++page_tasks; }
PageTask::~PageTask() { --page_tasks; }

void EndWhenOutOfMemory() {
  std::set_new_handler(EndOrThrow);
  internal::SetOutOfMemoryHandler(EndWithoutMemory);
}

}  // namespace sitedoor::html
