// TextBudget: how much text one search may look at, so that no site's chunks make it take long.
#pragma once

#include <algorithm>
#include <cstddef>

namespace sitedoor::search {

// What is left, in bytes. Ordinary chunks, of two kilobytes or so, never come near it.
struct TextBudget {
  std::size_t analysed = 0;
  std::size_t compared = 0;  // of texts too long to be analysed: with the bytes of the words
  std::size_t used = 0;      // of both

  bool TakeAnalysed(std::size_t bytes) {
    if (bytes > analysed) return false;
    analysed -= bytes;
    used += bytes;
    return true;
  }
  void TakeCompared(std::size_t bytes) {
    compared -= std::min(bytes, compared);
    used += bytes;
  }
};

}  // namespace sitedoor::search
