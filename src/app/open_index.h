// Opening the index that the settings name, with errors that say what to do.
#pragma once

#include <memory>
#include <string>

#include "app/command.h"
#include "index/snapshot.h"

namespace sitedoor::app {

Result<std::shared_ptr<const index::Snapshot>> OpenIndex(const Settings& settings,
                                                         index::Verification verification);

// `error` of a damaged index with the one command that helps as its hint: back to the newest
// generation that is whole, which is looked for, or a new build. `program` is what it is called by.
Error WithWayBack(Error error, const Settings& settings, const std::string& program);

// `outcome` of a command that read `snapshot`; its error is kCorruption where the files are not
// those that were written.
Result<int> WithDamage(const index::Snapshot& snapshot, Result<int> outcome);

// " --index FOLDER" where a command finds the index by it alone, so that a hint can be typed as it
// stands.
std::string IndexFlag(const Settings& settings);

}  // namespace sitedoor::app
