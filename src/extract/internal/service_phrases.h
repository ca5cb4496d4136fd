// ServicePhrases: the lines by which a page asks of itself and tells of itself ("Was this page
// helpful?", "Last updated on May 7"), in the languages that sites are mostly written in.
//
// A text is the whole of a short block, as it stands; letter case and white space do not matter.
#pragma once

#include <string_view>

namespace sitedoor::extract::internal {

// Asks whether the page helped, and what can be answered.
bool IsFeedbackQuestion(std::string_view utf8);

// "Feedback", "Rate this page": the title of a box that asks so.
bool IsFeedbackTitle(std::string_view utf8);

// When the page was changed, and perhaps by whom; not a sentence that goes on to say something.
bool IsModifiedNote(std::string_view utf8);

// "Share this article:", "Teilen".
bool IsShareLabel(std::string_view utf8);

// Asks for an address to send news to.
bool IsNewsletterOffer(std::string_view utf8);

// Begins with whose work it is: "© 2026 Acme", "Copyright (C) 2001 by Ann".
bool IsRightsLine(std::string_view utf8);

// The same, or with what it was made: "Powered by Acme".
bool IsCopyrightLine(std::string_view utf8);

}  // namespace sitedoor::extract::internal
