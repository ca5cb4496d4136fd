#include "doors/http/client_address.h"

#include <gtest/gtest.h>

namespace sitedoor::doors::http {
namespace {

bool Holds(std::string_view range, std::string_view address) {
  return AddressRange::Parse(range)->Holds(address);
}

TEST(AddressRange, HoldsWhatItsBitsSay) {
  EXPECT_TRUE(Holds("10.0.0.0/8", "10.255.0.1"));
  EXPECT_FALSE(Holds("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(Holds("192.0.2.128/25", "192.0.2.200"));
  EXPECT_FALSE(Holds("192.0.2.128/25", "192.0.2.127"));
  EXPECT_TRUE(Holds("127.0.0.1", "127.0.0.1"));
  EXPECT_TRUE(Holds("127.0.0.1", "::ffff:127.0.0.1"));
  EXPECT_FALSE(Holds("127.0.0.1", "127.0.0.2"));
  EXPECT_TRUE(Holds("0.0.0.0/0", "192.0.2.1"));
  EXPECT_FALSE(Holds("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(Holds("fd00::/8", "fdff::1"));
  EXPECT_TRUE(Holds("::1", "::1"));
  EXPECT_FALSE(Holds("::/0", "nonsense"));
}

TEST(AddressRange, NamesWhatIsNone) {
  for (const char* text : {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/x",
                           "::/129", "10.0.0/8", "10.0.0.0/8/8"}) {
    const auto range = AddressRange::Parse(text);
    ASSERT_FALSE(range) << text;
    EXPECT_NE(range.error().message.find(text), std::string::npos);
  }
}

std::string Client(std::string peer, std::vector<std::string> forwarded) {
  Request request;
  request.peer_address = std::move(peer);
  for (std::string& value : forwarded)
    request.headers.emplace_back("x-forwarded-for", std::move(value));
  return ClientAddress(request,
                       {*AddressRange::Parse("127.0.0.1"), *AddressRange::Parse("10.0.0.0/8")});
}

TEST(ClientAddress, IsThePeerUnlessThatIsATrustedProxy) {
  EXPECT_EQ(Client("192.0.2.1", {"198.51.100.7"}), "192.0.2.1");
  EXPECT_EQ(Client("127.0.0.1", {"198.51.100.7"}), "198.51.100.7");
  EXPECT_EQ(Client("127.0.0.1", {}), "127.0.0.1");
}

// A client may send the header itself: proxies append.
TEST(ClientAddress, IsTheRightmostHopThatIsNotTrusted) {
  EXPECT_EQ(Client("127.0.0.1", {"1.1.1.1, 198.51.100.7"}), "198.51.100.7");
  EXPECT_EQ(Client("127.0.0.1", {"1.1.1.1,198.51.100.7 , 10.1.2.3"}), "198.51.100.7");
  EXPECT_EQ(Client("127.0.0.1", {"1.1.1.1", "198.51.100.7", "10.1.2.3"}), "198.51.100.7");
  EXPECT_EQ(Client("127.0.0.1", {"10.0.0.1, 10.0.0.2"}), "10.0.0.1");
}

TEST(ClientAddress, ReadsPortsAndStopsAtNonsense) {
  EXPECT_EQ(Client("127.0.0.1", {"198.51.100.7:5678"}), "198.51.100.7");
  EXPECT_EQ(Client("127.0.0.1", {"[2001:db8::1]:5678"}), "2001:db8::1");
  EXPECT_EQ(Client("127.0.0.1", {"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(Client("127.0.0.1", {"1.1.1.1, unknown"}), "127.0.0.1");
  EXPECT_EQ(Client("127.0.0.1", {"1.1.1.1, nonsense, 10.1.2.3"}), "10.1.2.3");
  EXPECT_EQ(Client("127.0.0.1", {",,"}), "127.0.0.1");
  EXPECT_EQ(Client("127.0.0.1", {"["}), "127.0.0.1");
}

Request Asked(std::vector<std::pair<std::string, std::string>> headers, int minor_version = 1) {
  Request request;
  request.headers = std::move(headers);
  request.minor_version = minor_version;
  return request;
}

TEST(IsOfThisMachine, HoldsForProgramsThatAskALoopbackName) {
  for (const std::string host : {"127.0.0.1:8080", "localhost", "[::1]:8080", "docs.localhost"}) {
    EXPECT_TRUE(IsOfThisMachine(Asked({{"host", host}, {"accept", "*/*"}}))) << host;
  }
}

TEST(IsOfThisMachine, DoesNotHoldForAnythingThatAProxyLeavesOnARequest) {
  for (const std::string header :
       {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-server",
        "forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip"}) {
    EXPECT_FALSE(IsOfThisMachine(Asked({{"host", "127.0.0.1:8080"}, {header, ""}}))) << header;
  }
  EXPECT_FALSE(IsOfThisMachine(Asked({{"host", "docs.example"}})));
  EXPECT_FALSE(IsOfThisMachine(Asked({{"host", "127.0.0.1.evil.example"}})));
  EXPECT_FALSE(IsOfThisMachine(Asked({})));
  EXPECT_FALSE(IsOfThisMachine(Asked({{"host", "127.0.0.1:8080"}}, 0)));
}

}  // namespace
}  // namespace sitedoor::doors::http
