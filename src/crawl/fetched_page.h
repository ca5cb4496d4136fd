// FetchedPage: the bytes of one page and where they came from.
#pragma once

#include <string>

namespace sitedoor::crawl {

struct FetchedPage {
  std::string id;   // Document.id: of a folder's page its path below the folder, percent-encoded
  std::string url;  // what was asked for; "" when the site's base URL is not known
  std::string final_url;          // after redirects; equal to `url` for a folder
  int status = 200;               // HTTP status; 200 for a file that was read
  std::string content_type;       // "" when there is no transport
  std::string transport_charset;  // "" when there is no transport
  std::string body;
  std::string etag, last_modified;  // validators, "" when there are none; last_modified as ISO 8601
};

}  // namespace sitedoor::crawl
