#include "index/bm25f.h"

#include <gtest/gtest.h>

namespace sitedoor::index {
namespace {

constexpr std::array<double, kFieldCount> kMeans{2, 2, 100, 20, 3};
constexpr std::array<std::uint32_t, kFieldCount> kLengths{2, 2, 100, 20, 3};

constexpr Bm25fParameters kParameters{
    .k1 = 1.2, .weight = {0.8, 1.0, 1.0, 0.8, 0.3}, .b = {0.3, 0.3, 0.6, 0.5, 0.3}};

double SaturationOf(const std::array<std::uint32_t, kFieldCount>& frequency,
                    const std::array<std::uint32_t, kFieldCount>& length = kLengths) {
  return Saturation(kParameters, frequency, length, kMeans);
}

TEST(Saturation, IsTheWeightedFrequencyOverItselfAndK1) {
  // At mean lengths the weighted frequency is the sum of the weights.
  const double share = 1 - kTitleShare - kHeadingShare;
  EXPECT_DOUBLE_EQ(SaturationOf({0, 0, 1, 0, 0}), share * 1.0 / (1.2 + 1.0));
  EXPECT_DOUBLE_EQ(SaturationOf({0, 0, 2, 0, 1}), share * (2.0 + 0.3) / (1.2 + 2.0 + 0.3));
}

TEST(Saturation, CountsTitleAndHeadingsOnTheirOwnToo) {
  const double share = 1 - kTitleShare - kHeadingShare;
  EXPECT_DOUBLE_EQ(SaturationOf({1, 1, 0, 0, 0}), share * 1.8 / (1.2 + 1.8) +
                                                      kTitleShare * 0.8 / (kOwnK1 + 0.8) +
                                                      kHeadingShare * 1.0 / (kOwnK1 + 1.0));
}

TEST(Saturation, RisesWithFrequencyAndStaysBelowOne) {
  double before = 0;
  for (const std::uint32_t frequency : {1u, 2u, 10u, 1000u, 1'000'000u}) {
    const double saturation = SaturationOf({0, 0, frequency, 0, 0});
    EXPECT_GT(saturation, before);
    EXPECT_LT(saturation, 1);
    before = saturation;
  }
}

TEST(Saturation, FallsWithLength) {
  EXPECT_LT(SaturationOf({0, 0, 1, 0, 0}, {2, 2, 200, 20, 3}), SaturationOf({0, 0, 1, 0, 0}));
}

TEST(Saturation, CountsAFieldThatIsEmptyEverywhereAsOfMeanLength) {
  EXPECT_DOUBLE_EQ(Saturation(kParameters, {0, 0, 1, 0, 0}, {}, {}),
                   (1 - kTitleShare - kHeadingShare) * 1.0 / 2.2);
}

TEST(EncodeImpact, KeepsASaturationToHalfAStep) {
  for (double saturation = 0.003; saturation < 0.995; saturation += 0.001) {
    EXPECT_NEAR(EncodeImpact(saturation) * kImpactStep, saturation, kImpactStep / 2 + 1e-9);
  }
}

TEST(EncodeImpact, IsNeverZeroAndNeverMoreThanAByte) {
  EXPECT_EQ(EncodeImpact(1e-9), 1);
  EXPECT_EQ(EncodeImpact(0.999999), 255);
}

TEST(InverseDocumentFrequency, FallsWithHoldersAndStaysPositive) {
  EXPECT_GT(InverseDocumentFrequency(100, 1), InverseDocumentFrequency(100, 50));
  EXPECT_GT(InverseDocumentFrequency(100, 100), 0);
}

}  // namespace
}  // namespace sitedoor::index
