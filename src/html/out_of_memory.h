// What a program does about memory that runs out while it reads pages.
//
// lexbor does not survive an allocation that fails: it destroys documents that it could not create,
// and follows the null pointers of half-made ones. Threads that analyse pages have nobody to hand
// std::bad_alloc to. A build therefore ends in order; the index that is live stays as it was.
#pragma once

namespace sitedoor::html {

// For the whole process, before it starts threads: an allocation of lexbor or of operator new that
// fails writes one line to standard error and ends the process with exit code 2. Not for servers.
void EndWhenOutOfMemory();

}  // namespace sitedoor::html
