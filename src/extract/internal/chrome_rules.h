// ChromeRules: whether one block of a page is its chrome, by its element, its role, what it is
// called and what it holds. Each rule looks at one entry; chrome_marks.h says where which of them
// holds.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// A block with a third of all prose of `whole` is content, whatever it is called.
bool IsProtected(const ElementTable::Entry& entry, const ElementTable::Entry& whole);

// The page's title or its main element is in it.
bool HasLandmark(const ElementTable::Entry& entry);

// Code is content, whatever its class says: "toolbar: false" is an option of a highlighter.
bool IsCode(const ElementTable::Entry& entry);
bool HoldsCode(const ElementTable& table, const ElementTable::Entry& entry);

// A paragraph is no chrome by its class alone, unless it holds little but links, or is for screen
// readers.
bool IsParagraphOfText(const ElementTable::Entry& entry);

// Elements that hold text, not parts of a page.
bool IsText(html::Tag tag);

// "promo" and "cta" are what sites call their advertisements, and the items of their lists.
bool IsTeaserByName(const ElementTable::Entry& entry);

// Beside a short text the cards that are called related may hold more than it.
bool IsRelatedCards(const ElementTable::Entry& entry, const ElementTable::Entry& content);

// By class and id. `text` and `prose` are its shares of those of the page, or of the content.
bool HintsSayChrome(const ElementTable& table, const ElementTable::Entry& entry, double text,
                    double prose);

// Wherever it is. `page` is the body's entry before anything was marked.
bool IsPageChrome(const ElementTable& table, const ElementTable::Entry& entry,
                  const ElementTable::Entry& page);

}  // namespace sitedoor::extract::internal
