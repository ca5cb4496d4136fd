// Allowance: what a caller may still ask for. A door takes from it once it knows that a request is
// one of those that count.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace sitedoor::doors::http {

// Takes one piece of work: nullopt when it may be done, otherwise how long to wait, in whole
// seconds. An empty function is no limit.
using Allowance = std::function<std::optional<std::chrono::seconds>()>;

// What a refused caller is told.
std::string TooManyRequests(std::chrono::seconds wait);

}  // namespace sitedoor::doors::http
