#include "base/file_error.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace sitedoor {

std::unexpected<Error> FailWithErrno(FileAccess access, std::string_view action,
                                     const std::string& path, int number) {
  std::string message =
      std::string(action) + " " + path + ": " + std::generic_category().message(number);
  std::string hint;
  if (number == EACCES || number == EPERM || number == EROFS) {
    message += " (user id " + std::to_string(::geteuid()) + ")";
    hint = access == FileAccess::kRead ? "let this user read it, and enter the folders above it"
                                       : "let this user write there, or choose another folder";
  } else if (number == ENOSPC) {
    hint = "free some disk space";
  }
  return Fail(number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kUnavailable, std::move(message),
              std::move(hint));
}

}  // namespace sitedoor
