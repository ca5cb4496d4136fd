// Problem details (RFC 9457): the JSON body of every HTTP error that is not a protocol's own.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "doors/http/server.h"

namespace sitedoor::doors::http {

// "Not Found" for 404; "Unknown" for a status that sitedoor never sends.
std::string_view ReasonPhrase(int status);

// {"status", "title", "detail", "request_id"} as application/problem+json. `detail` is for the
// caller: UTF-8, what was wrong and with which value.
Response Problem(int status, std::string_view detail, std::string_view request_id);

// The one table from error codes to HTTP statuses.
int StatusOf(ErrorCode code);

// Problem(StatusOf(code), Text()), with Retry-After where asking again may help.
Response ProblemOf(const Error& error, std::string_view request_id);

}  // namespace sitedoor::doors::http
