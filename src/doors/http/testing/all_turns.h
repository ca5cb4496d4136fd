// AllTurns: an answer as its client gets it.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "doors/http/server.h"

namespace sitedoor::testing {

inline doors::http::Response AllTurns(doors::http::Answer answer) {
  if (auto* response = std::get_if<doors::http::Response>(&answer)) return std::move(*response);
  auto turns = std::get<doors::http::Turns>(std::move(answer));
  while (true) {
    if (std::optional<doors::http::Response> response = turns()) return *std::move(response);
  }
}

}  // namespace sitedoor::testing
