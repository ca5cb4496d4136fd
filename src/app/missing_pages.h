// Why a folder has no page to index.
#pragma once

#include <span>
#include <string>

#include "crawl/folder_source.h"

namespace sitedoor::app {

// One line for people, with what to do; `skipped` is all that the crawl left out of `folder`.
std::string WhyNoPage(const std::string& folder, std::span<const crawl::SkippedEntry> skipped);

}  // namespace sitedoor::app
