// ImageSource: where an image, or a frame, really is: pages put something small in its place until
// a script loads it.
#pragma once

#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// What lazy-loading attributes, srcset, <source> or the same image in a <noscript> say wins over a
// placeholder: no source or an empty one, a data: URI, a picture named so ("spinner.svg",
// "1x1.png") or a preview of it ("thumb.jpg"), a .gif or .svg in the place of a picture of another
// kind, and whatever stands in an image of a class such as "lazyload". "" when there is only a
// data: URI or nothing. As written on the page.
std::string ImageSource(html::Node image);

// A data: URI of a single pixel, or of a drawing without shapes, and nothing in its place: it loads
// and shows nothing, not even its text.
bool IsBlankImage(html::Node image);

}  // namespace sitedoor::extract::internal
