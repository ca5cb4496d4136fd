// Folding: the form in which exact terms meet. NFKC case folding (Unicode's NFKC_Casefold), then
// diacritics off, digits of every script to ASCII, and letters that only look composed (ø, ł, æ) to
// their plain forms.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::text {

struct FoldedWord {
  std::string with_marks;   // NFKC case-folded, diacritics kept
  std::string plain;        // the folded form
  std::string spelled_out;  // umlauts in two letters ("zuerich"); "" where it has none
};

// `utf8` must be valid. The result may be empty (a word of soft hyphens alone).
FoldedWord FoldWord(std::string_view utf8);

// The same through a cache of this thread; the reference is good until the next call on the thread.
const FoldedWord& FoldWordCached(std::string_view utf8);

// Han with traditional characters made simplified, as folded terms have it; other characters as
// they are.
std::string SimplifyHan(std::string_view utf8);

// True for a run of Han and kana that NFKC case folding leaves as it is.
bool FoldsToItself(std::string_view utf8);

// The reverse for ASCII words ("zuerich" gives "zurich"); "" where there is no ae, oe or ue.
std::string ContractUmlauts(std::string_view plain);

}  // namespace sitedoor::text
