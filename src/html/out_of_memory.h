// What a program does about memory that runs out while it reads pages.
//
// A page whose parse needs too much fails alone (tree.h), and so does one that runs out in a
// PageTask, whose owner catches std::bad_alloc. Elsewhere nobody does: a build then ends in order,
// and the index that is live stays as it was.
#pragma once

namespace sitedoor::html {

// While one lives, an allocation of operator new of this thread that fails throws, whatever
// EndWhenOutOfMemory says.
class PageTask {
 public:
  PageTask();
  ~PageTask();
  PageTask(const PageTask&) = delete;
  PageTask& operator=(const PageTask&) = delete;
};

// For the whole process, before it starts threads: an allocation of operator new that fails outside
// of a PageTask, or one of lexbor outside of a parse, writes one line to standard error and ends
// the process with exit code 2. Not for servers.
void EndWhenOutOfMemory();

}  // namespace sitedoor::html
