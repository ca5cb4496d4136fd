#include "base/file_error.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cerrno>

namespace sitedoor {
namespace {

using ::testing::HasSubstr;

TEST(FailWithErrno, NamesThePathAndTheUserWhoseRightsAreMissing) {
  const Error error = FailWithErrno(FileAccess::kRead, "open", "/srv/index", EACCES).error();
  EXPECT_EQ(error.code, ErrorCode::kUnavailable);
  EXPECT_EQ(error.message,
            "open /srv/index: Permission denied (user id " + std::to_string(::geteuid()) + ")");
  EXPECT_THAT(error.hint, HasSubstr("read it"));
  EXPECT_THAT(FailWithErrno(FileAccess::kWrite, "create", "/srv/index", EROFS).error().hint,
              HasSubstr("write there"));
}

TEST(FailWithErrno, TellsWhatIsNotThereFromWhatCannotBeHad) {
  EXPECT_EQ(FailWithErrno(FileAccess::kRead, "open", "x", ENOENT).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(FailWithErrno(FileAccess::kWrite, "write", "x", ENOSPC).error().code,
            ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace sitedoor
