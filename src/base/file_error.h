// What a failed system call on a file is reported as.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor {

enum class FileAccess { kRead, kWrite };

// "open PATH: Permission denied (user id 1000)", from an errno. kNotFound for a path that is not
// there, else kUnavailable. The hint says what to do about missing rights and a full disk.
std::unexpected<Error> FailWithErrno(FileAccess access, std::string_view action,
                                     const std::string& path, int number);

}  // namespace sitedoor
