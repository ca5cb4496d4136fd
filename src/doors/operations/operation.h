// Operation: one thing that callers may ask of a site. The table of them is the only list: MCP
// tools, HTTP routes and reference pages are generated from it.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "index/snapshot.h"
#include "search/search.h"

namespace sitedoor::doors {

// Of one request. `snapshot` is taken once, when the request starts.
struct RequestContext {
  std::shared_ptr<const index::Snapshot> snapshot;  // never null
  const search::Searcher* searcher = nullptr;       // never null
  Deadline deadline = Deadline::Never();
  std::string request_id;
};

// What one request starts from; called once a request, so that a swap never splits one.
using ContextFactory = std::function<RequestContext(const std::string& request_id)>;

struct Operation {
  std::string name;                  // "search"; an MCP tool name: [A-Za-z0-9_-]{1,64}
  std::string title;                 // for people
  std::string summary;               // one paragraph for the model, under 1,024 bytes
  boost::json::object input_schema;  // JSON Schema, type object at the top, no unions, no nulls
  boost::json::object output_schema;
  bool read_only = true;
  // `input` has been checked to be an object, not against the schema: the handler checks its own
  // members and answers kInvalidArgument with a message for the model ("query must be a string").
  // kNotFound for an unknown document.
  std::function<Result<boost::json::object>(const RequestContext&,
                                            const boost::json::object& input)>
      handler;
};

struct OperationOptions {
  std::size_t search_budget_bytes = 24'000;  // of a search answer's JSON, about 6,000 tokens
  std::size_t fetch_page_bytes = 32'000;     // of text in one fetch answer; the rest by `offset`
  std::string public_url;                    // the server's own address, "" when unknown
};

// search and fetch, in the shape that ChatGPT connectors use, in this order. Thread-safe handlers.
//
// search {query, limit?, language?} -> {results: [{id, title, url, text, heading_path?}], note?}
// fetch {id, offset?} -> {id, title, text, url, metadata: {string: string}}
//   id may be an alias or a full URL with anchor; with an anchor the text starts at that heading. A
//   long document comes in pages cut at block ends: metadata then has "next_offset" and
//   "total_bytes", and the text's last line says how to get the rest.
std::vector<Operation> SiteOperations(const OperationOptions& options = {});

// Finds by name; null when there is none.
const Operation* FindOperation(const std::vector<Operation>& operations, std::string_view name);

}  // namespace sitedoor::doors
