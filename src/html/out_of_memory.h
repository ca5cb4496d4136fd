// What a program does about memory that runs out while it reads pages.
//
// A page whose parse needs too much fails alone (tree.h). Elsewhere threads that analyse pages have
// nobody to hand std::bad_alloc to. A build therefore ends in order; the index that is live stays
// as it was.
#pragma once

namespace sitedoor::html {

// For the whole process, before it starts threads: an allocation of operator new that fails, or one
// of lexbor outside of a parse, writes one line to standard error and ends the process with exit
// code 2. Not for servers.
void EndWhenOutOfMemory();

}  // namespace sitedoor::html
