// Opening the index that the settings name, with errors that say what to do.
#pragma once

#include <memory>

#include "app/command.h"
#include "index/snapshot.h"

namespace sitedoor::app {

Result<std::shared_ptr<const index::Snapshot>> OpenIndex(const Settings& settings,
                                                         index::Verification verification);

// " --index FOLDER" where the index was named by a flag, so that a hint can be typed as it stands.
std::string IndexFlag(const Settings& settings);

}  // namespace sitedoor::app
