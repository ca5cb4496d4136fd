// The end of a process whose memory ran out where nothing can be undone: inside a C library that
// takes every allocation to succeed.
#pragma once

namespace sitedoor {

// Writes one line and a hint to standard error and ends the process with exit code 2. Neither
// allocates nor runs destructors, since other threads go on meanwhile. Thread-safe.
[[noreturn]] void EndWithoutMemory();

}  // namespace sitedoor
