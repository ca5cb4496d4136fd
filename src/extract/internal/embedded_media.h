// EmbeddedMedia: what a page plays or shows from a file or another page: <video>, <audio>,
// <iframe>, and <object> or <embed> of a document.
#pragma once

#include <optional>
#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct EmbeddedMedia {
  std::string name;    // its title, or its file's name or host; plain text
  std::string source;  // as written on the page
};

// nullopt for other elements, what its own attributes hide or make as small as a pixel, frames that
// say neither what they are nor that they may fill the screen, and those whose names are of
// advertisements, trackers and log-ins. Addresses with a scheme other than https have no source
// here. Whether a style sheet hides it is not asked.
std::optional<EmbeddedMedia> ReadEmbeddedMedia(html::Node element);

}  // namespace sitedoor::extract::internal
