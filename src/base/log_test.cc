#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace sitedoor {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// What `write` logs, in that format.
template <class Write>
std::string Logged(LogLevel least, LogFormat format, Write write) {
  ConfigureLog(least, format);
  ::testing::internal::CaptureStderr();
  write();
  std::string text = ::testing::internal::GetCapturedStderr();
  ConfigureLog(LogLevel::kInfo, LogFormat::kText);
  return text;
}

TEST(Log, WritesOneLineOfText) {
  const std::string line = Logged(LogLevel::kInfo, LogFormat::kText, [] {
    Log(LogLevel::kInfo, "swapped",
        {{"generation", "g1"}, {"ms", 12}, {"share", 0.5}, {"fine", true}, {"why", "two words"}});
  });
  EXPECT_THAT(line, EndsWith("Z info swapped generation=g1 ms=12 share=0.5 fine=true "
                             "why=\"two words\"\n"));
  EXPECT_THAT(line, MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z info .*\n"));
}

TEST(Log, WritesOneLineOfJson) {
  const std::string line = Logged(LogLevel::kInfo, LogFormat::kJson, [] {
    Log(LogLevel::kError, "failed", {{"path", "a \"b\" \\"}, {"count", -3}, {"ok", false}});
  });
  EXPECT_THAT(line, HasSubstr("\"level\":\"error\",\"event\":\"failed\""));
  EXPECT_THAT(line, EndsWith(",\"path\":\"a \\\"b\\\" \\\\\",\"count\":-3,\"ok\":false}\n"));
}

TEST(Log, WritesTheGreatestNumbersAsTheyAre) {
  EXPECT_THAT(Logged(LogLevel::kInfo, LogFormat::kText,
                     [] {
                       Log(LogLevel::kInfo, "event",
                           {{"most", std::numeric_limits<std::uint64_t>::max()}, {"least", -1}});
                     }),
              EndsWith("most=18446744073709551615 least=-1\n"));
}

TEST(Log, CannotBeMadeToForgeASecondLine) {
  for (const LogFormat format : {LogFormat::kText, LogFormat::kJson}) {
    const std::string text = Logged(LogLevel::kInfo, format, [] {
      Log(LogLevel::kInfo, "event", {{"value", "x\n2026 error forged\r\x1b[31m"}});
    });
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
  }
}

TEST(Log, LeavesOutWhatIsBelowTheLeastLevel) {
  const auto write_all = [] {
    Log(LogLevel::kDebug, "one");
    Log(LogLevel::kWarning, "two");
    Log(LogLevel::kError, "three");
  };
  const std::string some = Logged(LogLevel::kWarning, LogFormat::kText, write_all);
  EXPECT_EQ(some.find("one"), std::string::npos);
  EXPECT_THAT(some, HasSubstr("warning two"));
  EXPECT_EQ(Logged(LogLevel::kOff, LogFormat::kText, write_all), "");
}

TEST(Log, KeepsTheLinesOfThreadsApart) {
  const std::string text = Logged(LogLevel::kInfo, LogFormat::kText, [] {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([] {
        for (int j = 0; j < 50; ++j) Log(LogLevel::kInfo, "event", {{"end", "here"}});
      });
    }
  });
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size(); ++lines) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    EXPECT_THAT(text.substr(begin, end - begin), EndsWith("Z info event end=here"));
    begin = end + 1;
  }
  EXPECT_EQ(lines, 200u);
}

}  // namespace
}  // namespace sitedoor
