// Url: WHATWG URL parsing and serialising (lexbor's), so that a link means here what it means in a
// browser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor::net {

// A parsed, absolute URL. A value. Thread-safe.
class Url {
 public:
  // Parses `text` against `base`. Leading and trailing white space, tabs and line breaks inside,
  // back-slashes, missing slashes and non-ASCII hosts are handled as browsers do. Errors:
  // kInvalidArgument, naming the text.
  static Result<Url> Parse(std::string_view text);
  static Result<Url> Parse(std::string_view text, const Url& base);

  const std::string& Text() const { return text_; }  // the serialised URL, with fragment
  std::string TextWithoutFragment() const;
  std::string_view Scheme() const { return Part(scheme_); }  // "https", no colon
  std::string_view Host() const {
    return Part(host_);
  }  // ASCII, lower case; IPv6 in brackets; may be empty
  std::string_view Port() const { return Part(port_); }          // "" for the scheme's own
  std::string_view Path() const { return Part(path_); }          // "/" at least, for http(s)
  std::string_view Query() const { return Part(query_); }        // no '?'
  std::string_view Fragment() const { return Part(fragment_); }  // no '#'
  bool IsHttp() const { return Scheme() == "http" || Scheme() == "https"; }
  std::string Origin() const;  // "https://example.com:8443"
  // A user name, a password or both in front of the host.
  bool HasCredentials() const { return host_.begin > 0 && text_[host_.begin - 1] == '@'; }

 private:
  struct Range {
    std::uint32_t begin = 0, size = 0;
  };
  static Result<Url> ParseAgainst(std::string_view text, std::string_view base_text);
  void FindParts();
  void LowerHost();
  std::string_view Part(Range range) const {
    return std::string_view(text_).substr(range.begin, range.size);
  }
  std::string text_;
  Range scheme_, host_, port_, path_, query_, fragment_;
};

// Percent-decoding of a whole text; invalid triplets stay as they are. The bytes may be invalid
// UTF-8.
std::string PercentDecode(std::string_view text);

// Percent-encodes all but RFC 3986's unreserved characters and those in `keep` ("/" keeps path
// separators). A '%' that starts a valid triplet is not kept: encode decoded text only.
std::string PercentEncode(std::string_view text, std::string_view keep = "");
// One byte as its triplet: "%20" for a space.
void AppendTriplet(std::string& out, char c);
// An element's id as it stands behind the "#" of a URL (WHATWG URL, fragment percent-encode set).
std::string EncodeFragment(std::string_view id);

}  // namespace sitedoor::net
