// ConsentBox: the box that asks whether a page may store cookies, known by what it says and by the
// button in it, whatever it is called. Programs that put such boxes into pages come and go, and
// sites write their own.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// "Accept all", "Alle akzeptieren", "Got it": what such a button says, and hardly any other, in the
// languages that sites are mostly written in. Looks at a bounded number of nodes.
bool GivesConsent(html::Node control);

// Leaves out, round each such control, the largest block that speaks of cookies and of nothing
// else; also where a name speaks of consent: round a block that says so as a button does, and a
// short notice without any outside the text. A page about cookies has its title in that block, or
// long texts, and stays.
void MarkConsentBoxes(ElementTable& table);

}  // namespace sitedoor::extract::internal
