// VersionBanner: the box over a manual's page that says which version it is of: "This is unreleased
// documentation for the next version."
#pragma once

#include "extract/internal/element_table.h"

namespace sitedoor::extract::internal {

// It is an alert or an admonition by its role or class, a few lines long, and says both that it
// speaks of documentation or a version, and that this is not the current one.
bool IsVersionBanner(const ElementTable::Entry& entry);

}  // namespace sitedoor::extract::internal
