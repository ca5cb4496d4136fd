#include "app/rate_limit.h"

#include <gtest/gtest.h>

namespace sitedoor::app {
namespace {

using std::chrono::seconds;

const RateLimiter::Clock::time_point kStart(seconds(1'000));

TEST(RateLimiter, RefusesPastTheLimitAndSaysHowLong) {
  RateLimiter limiter(2);
  EXPECT_FALSE(limiter.Refuses("10.0.0.1", kStart));
  EXPECT_FALSE(limiter.Refuses("10.0.0.1", kStart + seconds(10)));
  EXPECT_EQ(limiter.Refuses("10.0.0.1", kStart + seconds(20)), seconds(40));
  EXPECT_FALSE(limiter.Refuses("10.0.0.2", kStart + seconds(20)));
}

TEST(RateLimiter, StartsAfreshEachMinute) {
  RateLimiter limiter(1);
  EXPECT_FALSE(limiter.Refuses("10.0.0.1", kStart));
  EXPECT_TRUE(limiter.Refuses("10.0.0.1", kStart + seconds(59)));
  EXPECT_FALSE(limiter.Refuses("10.0.0.1", kStart + seconds(60)));
}

TEST(RateLimiter, HasNoLimitAtZero) {
  RateLimiter limiter(0);
  for (int i = 0; i < 10'000; ++i) EXPECT_FALSE(limiter.Refuses("10.0.0.1", kStart));
}

TEST(RateLimiter, LimitsAFloodFromManyAddresses) {
  RateLimiter limiter(5);
  int refused = 0;
  for (int i = 0; i < 200'000; ++i) {
    if (limiter.Refuses("10." + std::to_string(i / 65'536) + "." + std::to_string(i / 256 % 256) +
                            "." + std::to_string(i % 256),
                        kStart)) {
      ++refused;
    }
  }
  EXPECT_EQ(refused, 100'000 - 5);
}

TEST(RateLimitKey, TakesAnIpv6NetworkForOneClient) {
  EXPECT_EQ(RateLimitKey("2001:db8:1:2::1"), RateLimitKey("2001:db8:1:2:ffff::9"));
  EXPECT_NE(RateLimitKey("2001:db8:1:2::1"), RateLimitKey("2001:db8:1:3::1"));
  EXPECT_EQ(RateLimitKey("::ffff:10.0.0.1"), RateLimitKey("10.0.0.1"));
}

}  // namespace
}  // namespace sitedoor::app
