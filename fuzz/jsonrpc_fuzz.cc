// Property: whatever a request's method, headers and body are, the MCP door answers with a status
// of its table, headers that cannot be split and name an origin only as browsers write one, and a
// body that is JSON if there is one; and never crashes. The same body as a line of stdin gives one
// line of JSON or nothing.
//
// Input: the method on the first line, then "name: value" lines, an empty line, the body.
#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "doors/http/testing/all_turns.h"
#include "doors/mcp/mcp.h"
#include "property.h"
#include "small_site.h"

namespace {

using sitedoor::fuzz::Check;
using sitedoor::fuzz::TakeLine;

namespace doors = sitedoor::doors;

const doors::mcp::McpDoor& Door() {
  static const std::vector<doors::Operation> operations = doors::SiteOperations();
  static const doors::mcp::McpDoor door({}, &operations, sitedoor::fuzz::SmallSiteContext);
  return door;
}

bool IsJson(std::string_view text) {
  boost::system::error_code error;
  boost::json::parse(text, error);
  return !error;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  doors::http::Request request;
  request.method = TakeLine(rest);
  request.target = request.path = "/mcp";
  request.request_id = "0123456789abcdef";
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) break;
    request.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  request.body = rest;

  static const std::set<int> kStatuses = {200, 202, 204, 400, 403, 404, 405, 406, 415};
  const doors::http::Response response = sitedoor::testing::AllTurns(Door().HandleHttp(request));
  Check(kStatuses.contains(response.status));
  Check(response.content_type == (response.body.empty() ? "" : "application/json"));
  Check(response.body.empty() || IsJson(response.body));
  for (const auto& [name, value] : response.headers) {
    Check((name + value).find_first_of("\r\n") == std::string::npos);
    Check(name != "access-control-allow-origin" || doors::http::CanonicalOrigin(value) == value);
  }
  const auto line = Door().HandleLine(rest);
  Check(!line || (IsJson(*line) && line->find('\n') == std::string::npos));
  return 0;
}
