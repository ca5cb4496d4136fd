// Property: whatever a search's query string, Origin and entity tags are, the API answers 200, 304
// or 400, with headers that cannot be split and a body that is JSON in UTF-8; a snippet holds no
// markup but <mark>.
//
// Input: the query string on the first line, Origin on the second, If-None-Match on the third.
#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "doors/api/api.h"
#include "property.h"
#include "small_site.h"

namespace {

using sitedoor::fuzz::Check;
using sitedoor::fuzz::TakeLine;

namespace doors = sitedoor::doors;

const doors::api::ApiDoor& Door() {
  static const doors::api::ApiDoor door({{"https://www.example.org"}},
                                        sitedoor::fuzz::SmallSiteContext);
  return door;
}

// What is left once the marks are taken out.
bool IsEscaped(std::string_view snippet) {
  for (std::size_t at = snippet.find('<'); at != snippet.npos; at = snippet.find('<', at + 1)) {
    const std::string_view rest = snippet.substr(at);
    if (!rest.starts_with("<mark>") && !rest.starts_with("</mark>")) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  doors::http::Request request;
  request.method = "GET";
  request.path = "/api/search";
  request.target = "/api/search?" + std::string(TakeLine(rest));
  request.request_id = "0123456789abcdef";
  // The server takes the line breaks off before a door sees a header.
  if (std::string origin(TakeLine(rest)); !origin.empty())
    request.headers.emplace_back("origin", std::move(origin));
  if (std::string tag(TakeLine(rest)); !tag.empty())
    request.headers.emplace_back("if-none-match", std::move(tag));

  const doors::http::Response response = Door().Search(request);
  Check(response.status == 200 || response.status == 304 || response.status == 400);
  for (const auto& [name, value] : response.headers) {
    Check((name + value).find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
  }
  if (response.status == 304) {
    Check(response.body.empty());
    return 0;
  }
  boost::system::error_code error;
  const boost::json::value body = boost::json::parse(response.body, error);
  Check(!error);
  if (response.status != 200) return 0;
  for (const boost::json::value& hit : body.at("hits").as_array()) {
    Check(IsEscaped(hit.at("snippet").as_string()));
  }
  return 0;
}
