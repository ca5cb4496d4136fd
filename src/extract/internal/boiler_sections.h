// BoilerSections: parts of the chosen content that their headings say are chrome, and the headings
// that are left over where what they stood over is left out.
#pragma once

#include <cstdint>

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// "Related articles", "Leave a reply" with what is under them, but for what a writer says there.
void MarkBoilerSections(ElementTable& table, std::uint32_t root);

// "On this page" over a list that is left out.
void MarkContentsLabels(ElementTable& table, std::uint32_t root);

// A heading over comments that are left out says nothing.
void MarkHeadingsOfComments(ElementTable& table, std::uint32_t root);

}  // namespace sitedoor::extract::internal
