// Errors as values: Result<T> holds a T or an Error, and nothing in sitedoor throws.
//
// A message is lower case, ends without a full stop and names the thing and the value; each layer
// may put one prefix in front of it (WithPrefix). A hint is the next thing to do.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace sitedoor {

// Seven codes: one more only when a caller would act on it. The doors map them to HTTP, JSON-RPC
// and exit codes.
enum class ErrorCode {
  kInvalidArgument,   // what was asked is wrong; asking again gives the same
  kNotFound,          // the named thing is not there
  kUnavailable,       // not now: overload, a full disk, a lock that another process holds
  kDeadlineExceeded,  // the time given was not enough
  kCorruption,        // bytes that must not be trusted
  kUnsupported,       // understood, but not something this version does
  kInternal,          // a defect of ours
};

// The code's name in lower case with underscores ("not_found"), as logs and JSON print it.
std::string_view ErrorCodeName(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string hint;  // may be empty

  // "message (hint)", or the message alone.
  std::string Text() const;
};

template <class T>
class [[nodiscard]] Result : public std::expected<T, Error> {
 public:
  using std::expected<T, Error>::expected;
};

using Status = Result<void>;

inline std::unexpected<Error> Fail(ErrorCode code, std::string message, std::string hint = "") {
  return std::unexpected<Error>(Error{code, std::move(message), std::move(hint)});
}

// The error of a lower layer with "prefix: " in front of its message.
inline std::unexpected<Error> WithPrefix(std::string_view prefix, Error error) {
  error.message = std::string(prefix) + ": " + error.message;
  return std::unexpected<Error>(std::move(error));
}

}  // namespace sitedoor

#define SITEDOOR_CONCAT_INNER(a, b) a##b
#define SITEDOOR_CONCAT(a, b) SITEDOOR_CONCAT_INNER(a, b)
#define SITEDOOR_ASSIGN_OR_RETURN(temporary, target, expression)        \
  auto temporary = (expression);                                        \
  if (!temporary) return std::unexpected(std::move(temporary).error()); \
  target = *std::move(temporary)

// ASSIGN_OR_RETURN(auto x, MakeX()) binds the value or returns the error. RETURN_IF_ERROR does so
// for a Status.
#define ASSIGN_OR_RETURN(target, expression) \
  SITEDOOR_ASSIGN_OR_RETURN(SITEDOOR_CONCAT(result_at_line_, __LINE__), target, expression)
#define RETURN_IF_ERROR(expression)                            \
  do {                                                         \
    if (auto status_value = (expression); !status_value)       \
      return std::unexpected(std::move(status_value).error()); \
  } while (false)
