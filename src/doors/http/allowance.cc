#include "doors/http/allowance.h"

namespace sitedoor::doors::http {

std::string TooManyRequests(std::chrono::seconds wait) {
  return "too many requests from this address: try again in " + std::to_string(wait.count()) + " s";
}

}  // namespace sitedoor::doors::http
