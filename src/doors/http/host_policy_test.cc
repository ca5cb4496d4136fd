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

}  // namespace
}  // namespace sitedoor::doors::http
