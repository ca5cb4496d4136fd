#include "doors/http/host_policy.h"

#include <gtest/gtest.h>

namespace sitedoor::doors::http {
namespace {

TEST(HostPolicy, TakesLoopbackNamesWithAnyPort) {
  for (const char* host : {"localhost", "LocalHost:8080", "127.0.0.1:1", "127.9.9.9", "[::1]:8080",
                           "docs.localhost", "localhost."}) {
    EXPECT_TRUE(HostAllowed(host, {})) << host;
  }
  for (const char* host : {"", "evil.example", "127.0.0.1.evil.example", "127.evil", "[::1",
                           "localhost.evil.example:8080", "192.0.2.1", "::1"}) {
    EXPECT_FALSE(HostAllowed(host, {})) << host;
  }
}

TEST(HostPolicy, TakesAddressesOnlyWhereEverybodyCanReachTheServer) {
  HostPolicy policy;
  EXPECT_FALSE(HostAllowed("192.0.2.1:8080", policy));
  policy.reach = HostPolicy::Reach::kAnywhere;
  EXPECT_TRUE(HostAllowed("192.0.2.1:8080", policy));
  EXPECT_TRUE(HostAllowed("[2001:db8::1]:80", policy));
  EXPECT_FALSE(HostAllowed("rebound.example", policy));
}

TEST(HostPolicy, TakesTheNamesThatItLists) {
  HostPolicy policy;
  policy.allowed = {"docs.example.com"};
  EXPECT_TRUE(HostAllowed("Docs.Example.com:443", policy));
  EXPECT_FALSE(HostAllowed("other.example.com", policy));
  policy.allowed = {"*"};
  EXPECT_TRUE(HostAllowed("other.example.com", policy));
}

TEST(HostPolicy, RefusesARequestThatNamesNoHost) {
  Request request;
  EXPECT_FALSE(HostAllowed(request, {}));
  request.headers = {{"host", "localhost:8080"}};
  EXPECT_TRUE(HostAllowed(request, {}));
}

TEST(CanonicalOrigin, IsWhatABrowserWrites) {
  for (const auto& [sent, canonical] : std::vector<std::pair<std::string, std::string>>{
           {"https://claude.ai", "https://claude.ai"},
           {"HTTPS://Claude.AI:443", "https://claude.ai"},
           {"http://localhost:6274", "http://localhost:6274"},
           {"http://[::1]:80", "http://[::1]"},
           {"https://example.com/mcp", "https://example.com"}}) {
    EXPECT_EQ(CanonicalOrigin(sent), canonical) << sent;
  }
}

TEST(CanonicalOrigin, IsNothingOfWhatIsNoOrigin) {
  for (const std::string sent : {"",
                                 "null",
                                 "https://",
                                 "claude.ai",
                                 "//claude.ai",
                                 "https:claude.ai",
                                 "https:/claude.ai",
                                 "ftp://localhost",
                                 "file:///x",
                                 "http://localhost:1/x\"'",
                                 "http://localhost\"",
                                 "http://a b",
                                 "http://localhost:99999",
                                 "https://evil.example@claude.ai",
                                 "https://claude.ai\\@evil.example",
                                 "https://claude.ai?x",
                                 "https://claude.ai#x",
                                 "https://clau\nde.ai",
                                 " https://claude.ai",
                                 "https://claude.ai, https://evil.example",
                                 "http://%6cocalhost",
                                 "http://\xe9.example"}) {
    EXPECT_EQ(CanonicalOrigin(sent), std::nullopt) << sent;
  }
}

TEST(AllowedOrigin, IsLoopbackOrListedOrOnAListedHost) {
  const std::vector<std::string> origins = {"https://app.example"}, hosts = {"docs.example"};
  for (const char* sent : {"http://localhost:3000", "http://127.0.0.1", "http://[::1]:8080",
                           "https://app.example", "http://docs.example:8443"}) {
    EXPECT_EQ(AllowedOrigin(sent, origins, hosts), sent);
  }
  for (const char* sent : {"null", "http://app.example", "https://app.example:8443",
                           "https://docs.example.evil.example", "https://evil.example"}) {
    EXPECT_EQ(AllowedOrigin(sent, origins, hosts), std::nullopt) << sent;
  }
}

TEST(AllowedOrigin, IsAnyThatIsOneWhereAllAreAllowed) {
  EXPECT_EQ(AllowedOrigin("https://Any.example:443", {"*"}, {}), "https://any.example");
  EXPECT_EQ(AllowedOrigin("null", {"*"}, {}), "null");
  EXPECT_EQ(AllowedOrigin("any\" thing", {"*"}, {}), std::nullopt);
}

}  // namespace
}  // namespace sitedoor::doors::http
