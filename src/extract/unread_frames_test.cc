#include "extract/internal/unread_frames.h"

#include <string>

#include <gtest/gtest.h>

namespace sitedoor::extract::internal {
namespace {

int Frames(const std::string& html) {
  const auto tree = html::Tree::Parse(html);
  EXPECT_TRUE(tree.has_value());
  return CountUnreadFrames(tree->Body(), "https://example.com/docs/page.html");
}

TEST(CountUnreadFrames, CountsThoseOfTheSiteAndThoseThatSayWhatTheyShow) {
  EXPECT_EQ(Frames("<iframe src=demo.html></iframe>"), 1);
  EXPECT_EQ(Frames("<iframe src=https://example.com/x></iframe>"), 1);
  EXPECT_EQ(Frames("<iframe src=https://video.example/1 title='How to install'></iframe>"), 1);
  EXPECT_EQ(Frames("<iframe srcdoc='<p>text'></iframe>"), 1);
  EXPECT_EQ(Frames("<iframe src=about:blank data-src=/lazy></iframe>"), 1);
}

TEST(CountUnreadFrames, LeavesOutWhatNobodySeesAndAdvertisements) {
  EXPECT_EQ(Frames("<iframe src=https://ads.example/1></iframe>"), 0);
  EXPECT_EQ(Frames("<iframe src=about:blank></iframe><iframe></iframe>"), 0);
  EXPECT_EQ(Frames("<iframe src=x width=1 height=1></iframe>"), 0);
  EXPECT_EQ(Frames("<iframe src=x style='display:none'></iframe><iframe hidden src=x></iframe>"),
            0);
}

}  // namespace
}  // namespace sitedoor::extract::internal
