// UnreadFrames: frames inside the content whose own pages a reader sees there and extraction does
// not.
#pragma once

#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// The visible <iframe>s below `root` that are of the page's own site, hold their content themselves
// (srcdoc) or say in a title what they show. Advertisements and the like rarely do.
int CountUnreadFrames(html::Node root, std::string_view page_url);

}  // namespace sitedoor::extract::internal
