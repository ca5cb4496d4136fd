// Two tools that need no index, for tests of the protocol.
#pragma once

#include <string>
#include <vector>

#include "doors/operations/operation.h"

namespace sitedoor::testing {

// search {query} -> {results: [{id, title, url}]}, one hit whatever is asked; fetch {id} -> a page,
// or kNotFound.
inline std::vector<doors::Operation> FixtureOperations() {
  namespace json = boost::json;
  using doors::Operation;
  using doors::RequestContext;
  const auto schema = [](std::string_view member) {
    return json::object{{"type", "object"},
                        {"properties", {{member, {{"type", "string"}}}}},
                        {"required", json::array{member}}};
  };
  Operation search{
      "search", "Search", "Searches.", schema("query"), json::object{{"type", "object"}}, true, {}};
  search.handler = [](const RequestContext&, const json::object& input) -> Result<json::object> {
    const json::value* query = input.if_contains("query");
    if (query == nullptr || !query->is_string()) {
      return Fail(ErrorCode::kInvalidArgument, "query must be a string");
    }
    return json::object{
        {"results", json::array{json::object{
                        {"id", "a"}, {"title", "\"A\"\n"}, {"url", "https://x.test/a"}}}}};
  };
  Operation fetch{"fetch", "Fetch", "Fetches.", schema("id"), json::object{{"type", "object"}},
                  true,    {}};
  fetch.handler = [](const RequestContext&, const json::object& input) -> Result<json::object> {
    const json::value* id = input.if_contains("id");
    if (id == nullptr || !id->is_string())
      return Fail(ErrorCode::kInvalidArgument, "id must be a string");
    if (id->get_string() == "broken") return Fail(ErrorCode::kCorruption, "pages.jsonl line 7");
    return Fail(ErrorCode::kNotFound,
                "no page has the id \"" + std::string(id->get_string()) + "\"");
  };
  return {search, fetch};
}

}  // namespace sitedoor::testing
