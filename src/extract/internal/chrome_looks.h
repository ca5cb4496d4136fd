// ChromeLooks: whether a block that is called like chrome looks like it, too. Pages of manuals are
// about comments, cookies, pagination and reviews, and name their sections so.
#pragma once

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// Inside an article or the main element.
bool IsInMain(const ElementTable& table, const ElementTable::Entry& entry);

// Sentences without links or controls: no menu, bar or form, whatever it is called.
bool ReadsAsText(const ElementTable& table, const ElementTable::Entry& entry);

// In the content a sentence or a few, and nothing else: no link, picture or button.
bool IsSentence(const ElementTable& table, const ElementTable::Entry& entry);

// In the content, called navigation, but with nothing to follow or to press: steps to be read.
bool LeadsNowhere(const ElementTable& table, const ElementTable::Entry& entry);

// A banner that asks: something in it is to be pressed.
bool LooksLikeConsent(const ElementTable& table, const ElementTable::Entry& entry);

// Who owns the page, and when it was made; a few words.
bool IsImprint(const ElementTable::Entry& entry);

// Little but links to the next page, the last and the one above, in words, icons or by rel; or to
// many, by their numbers.
bool TurnsPages(const ElementTable::Entry& entry);

// What readers wrote: several entries, dates, names, or the form for one more.
bool LooksLikeComments(const ElementTable& table, const ElementTable::Entry& entry);

// What the source says of a declaration, which no reader wrote: TypeDoc calls it a comment.
bool IsDocComment(const ElementTable::Entry& entry);

// Whether it stands behind the signature of what it tells of, by class.
bool FollowsSignature(const ElementTable& table, const ElementTable::Entry& entry);

// Whether a tab of the page shows it, beside others with the rest of the content.
bool IsInPanel(const ElementTable& table, const ElementTable::Entry& entry);

// Whether a list that is called contents leads to the parts of the page on pages of their own: it
// stands right under a heading of the text.
bool IsListOfParts(const ElementTable& table, const ElementTable::Entry& entry);

}  // namespace sitedoor::extract::internal
