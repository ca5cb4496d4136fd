// Removal: elements that are to be as if the page never had them.
#pragma once

#include "html/tree.h"

namespace sitedoor::html {

// Takes `node` and all below it out of its tree. It stays valid, and leads nowhere else. Never
// <html>, <head> or <body>, which every tree has: false, and nothing is done.
bool RemoveFromTree(Tree& tree, Node node);

}  // namespace sitedoor::html
