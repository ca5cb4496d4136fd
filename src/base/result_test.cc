#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace sitedoor {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) {
    return Fail(ErrorCode::kInvalidArgument, std::to_string(number) + " is odd", "double it");
  }
  return number / 2;
}

Result<int> Quarter(int number) {
  ASSIGN_OR_RETURN(const int half, Half(number));
  ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

Status IsEven(int number) {
  RETURN_IF_ERROR(Half(number));
  return {};
}

Result<std::unique_ptr<int>> Boxed(int number) {
  ASSIGN_OR_RETURN(std::unique_ptr<int> box, Result<std::unique_ptr<int>>(new int(number)));
  return box;
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(Half(6).value(), 3);
  ASSERT_FALSE(Half(5));
  EXPECT_EQ(Half(5).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Half(5).error().message, "5 is odd");
}

TEST(Result, PassesTheFirstErrorOn) {
  EXPECT_EQ(Quarter(8).value(), 2);
  EXPECT_EQ(Quarter(7).error().message, "7 is odd");
  EXPECT_EQ(Quarter(6).error().message, "3 is odd");
  EXPECT_TRUE(IsEven(2));
  EXPECT_EQ(IsEven(3).error().hint, "double it");
}

TEST(Result, MovesWhatCannotBeCopied) { EXPECT_EQ(*Boxed(4).value(), 4); }

TEST(Result, TakesAPrefixAndKeepsCodeAndHint) {
  const Status status = WithPrefix("page 7", Half(5).error());
  EXPECT_EQ(status.error().message, "page 7: 5 is odd");
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(status.error().hint, "double it");
}

TEST(Error, ShowsItsHintInBrackets) {
  EXPECT_EQ((Error{ErrorCode::kNotFound, "no index", "build one"}.Text()), "no index (build one)");
  EXPECT_EQ((Error{ErrorCode::kNotFound, "no index", ""}.Text()), "no index");
}

TEST(ErrorCodeName, IsLowerCaseWithUnderscores) {
  EXPECT_EQ(ErrorCodeName(ErrorCode::kDeadlineExceeded), "deadline_exceeded");
  EXPECT_EQ(ErrorCodeName(ErrorCode::kNotFound), "not_found");
}

}  // namespace
}  // namespace sitedoor
