// HTTP operations, as the pages of an API show them on buttons: "GET /pets".
#pragma once

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether an element's text is a method and a path, perhaps with a description behind. Looks at a
// bounded part of it.
bool ShowsHttpOperation(html::Node element);

// Whether an element shows only a method: "post".
bool ShowsHttpMethod(html::Node element);

}  // namespace sitedoor::extract::internal
