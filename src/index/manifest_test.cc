#include "index/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace sitedoor::index {
namespace {

using ::testing::HasSubstr;

Manifest Sample() {
  return {.sequence = 1'796'047'593'780u,
          .generation = "20261130t041500-a1b2c3",
          .built_at = "2026-11-30T04:15:00Z",
          .site_name = "Example \"quoted\" \\ — ünï",
          .site_url = "https://example.org/docs/",
          .page_count = 3,
          .chunk_count = 9,
          .languages = {"en", "de"},
          .analyzer_fingerprint = "1;icu-72",
          .embedding_model = "none",
          .instructions = "line\nline\x01",
          .files = {{"pages.jsonl", 12, std::string(64, 'a'), std::string(32, 'b')},
                    {"lexical.bin", 0, std::string(64, '0'), ""}}};
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Manifest, ComesBackAsItWas) {
  EXPECT_EQ(DecodeManifest(EncodeManifest(Sample())).value(), Sample());
  Manifest bare{.sequence = 1,
                .generation = "g",
                .built_at = "2026-11-30T04:15:00Z",
                .embedding_model = "none"};
  EXPECT_EQ(DecodeManifest(EncodeManifest(bare)).value(), bare);
}

TEST(Manifest, IsIndentedAndEndsWithOneLineBreak) {
  const std::string text = EncodeManifest(Sample());
  EXPECT_THAT(text, HasSubstr("\n  \"generation\": \"20261130t041500-a1b2c3\",\n"));
  EXPECT_TRUE(text.ends_with("]\n}\n"));
}

TEST(Manifest, IgnoresUnknownMembers) {
  const std::string text =
      Replaced(EncodeManifest(Sample()), "{\n", "{\n  \"signature\": {\"key\": [1]},\n");
  EXPECT_EQ(DecodeManifest(text).value(), Sample());
}

TEST(Manifest, RefusesALaterFormat) {
  const auto manifest = DecodeManifest(
      Replaced(EncodeManifest(Sample()), "\"format_version\": 1", "\"format_version\": 2"));
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(manifest.error().hint, "");
}

TEST(Manifest, RefusesNamesThatLeadOutOfItsFolder) {
  for (const std::string_view name :
       {"../pages.jsonl", "a/b", "/etc/passwd", "", ".", "..", ".hidden", "a\\\\b", "A"}) {
    const auto manifest = DecodeManifest(Replaced(EncodeManifest(Sample()), "pages.jsonl", name));
    ASSERT_FALSE(manifest) << name;
    EXPECT_EQ(manifest.error().code, ErrorCode::kCorruption);
    EXPECT_THAT(manifest.error().message, HasSubstr("files"));
  }
  for (const std::string_view name : {"..", "a/b", "", "UPPER"}) {
    EXPECT_FALSE(DecodeManifest(Replaced(EncodeManifest(Sample()), "20261130t041500-a1b2c3", name)))
        << name;
  }
}

TEST(Manifest, RefusesASequenceThatNoBuildCouldGoBeyond) {
  constexpr std::uint64_t kHour = 3'600'000;
  const auto decoded = [](std::uint64_t sequence) {
    return DecodeManifest(
        Replaced(EncodeManifest(Sample()), "1796047593780", std::to_string(sequence)));
  };
  EXPECT_TRUE(decoded(MostSequence() - kHour));
  for (const std::uint64_t sequence : {MostSequence() + kHour, (std::uint64_t{1} << 53) - 1,
                                       std::numeric_limits<std::uint64_t>::max()}) {
    const auto manifest = decoded(sequence);
    ASSERT_FALSE(manifest) << sequence;
    EXPECT_THAT(manifest.error().message, HasSubstr("\"sequence\""));
  }
}

TEST(Manifest, RefusesWhatNoBuildWrites) {
  const std::string good = EncodeManifest(Sample());
  EXPECT_FALSE(DecodeManifest(Replaced(good, "1796047593780", "0")));
  EXPECT_FALSE(
      DecodeManifest(Replaced(good, R"("embedding_model": "none")", R"("embedding_model": "")")));
}

TEST(Manifest, TakesTimesOfEveryWriter) {
  for (const std::string_view time :
       {"2026-11-30T04:15:00Z", "2026-11-30T04:15:00.123456Z", "2026-11-30T04:15:00+05:30"}) {
    EXPECT_TRUE(DecodeManifest(Replaced(EncodeManifest(Sample()), "2026-11-30T04:15:00Z", time)))
        << time;
  }
  for (const std::string& time :
       {std::string("yesterday"), std::string(), std::string("2026-11-30"),
        std::string("2026-13-30T04:15:00Z"), std::string("2026-11-30T04:15:00"),
        std::string("2026-11-30T04:15:00.Z"), std::string("2026-11-30T04:15:00<b>"),
        "2026-11-30T04:15:00." + std::string(60, '1') + "Z"}) {
    const auto manifest =
        DecodeManifest(Replaced(EncodeManifest(Sample()), "2026-11-30T04:15:00Z", time));
    ASSERT_FALSE(manifest) << time;
    EXPECT_THAT(manifest.error().message, HasSubstr("built_at"));
  }
}

TEST(Manifest, CountsCharactersOfInstructions) {
  Manifest manifest = Sample();
  for (manifest.instructions.clear(); manifest.instructions.size() < 4000;) {
    manifest.instructions += "ü";
  }
  EXPECT_TRUE(DecodeManifest(EncodeManifest(manifest)));
  manifest.instructions += "x";
  EXPECT_FALSE(DecodeManifest(EncodeManifest(manifest)));
}

TEST(Manifest, RefusesAFileNamedTwice) {
  EXPECT_FALSE(DecodeManifest(Replaced(EncodeManifest(Sample()), "pages.jsonl", "lexical.bin")));
}

TEST(Manifest, NamesTheMemberThatIsWrong) {
  const std::string good = EncodeManifest(Sample());
  const struct {
    std::string_view from, to, member;
  } cases[] = {{"\"page_count\": 3", "\"page_count\": \"3\"", "page_count"},
               {"\"page_count\": 3", "\"page_count\": -3", "page_count"},
               {"\"page_count\": 3", "\"page_count\": 3.5", "page_count"},
               {"\"built_at\"", "\"built\"", "built_at"},
               {"[\"en\", \"de\"]", "[1]", "languages"},
               {"[\"en\", \"de\"]", "[\"EN\"]", "languages"},
               {"[\"en\", \"de\"]", "[\"abcdefghi\"]", "languages"},
               {"https://example.org/docs/", "javascript:alert(1)", "site_url"},
               {"bbbb\"", "bbb\"", "xxh128"},
               {"aaaa\"", "AAAA\"", "sha256"}};
  for (const auto& [from, to, member] : cases) {
    const auto manifest = DecodeManifest(Replaced(good, from, to));
    ASSERT_FALSE(manifest) << to;
    EXPECT_EQ(manifest.error().code, ErrorCode::kCorruption);
    EXPECT_THAT(manifest.error().message, HasSubstr(std::string(member)));
  }
}

TEST(Manifest, RefusesEveryTornOne) {
  const std::string whole = EncodeManifest(Sample());
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
    const auto manifest = DecodeManifest(std::string_view(whole).substr(0, size));
    ASSERT_FALSE(manifest) << size;
    EXPECT_EQ(manifest.error().code, ErrorCode::kCorruption);
  }
}

TEST(Manifest, RefusesWhatIsNoObject) {
  for (const std::string_view text : {"", "[]", "1", "null", "\"x\"", "\xff\xfe"}) {
    EXPECT_FALSE(DecodeManifest(text)) << text;
  }
  EXPECT_FALSE(DecodeManifest(std::string(100'000, '[')));
}

}  // namespace
}  // namespace sitedoor::index
