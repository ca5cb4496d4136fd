#include "index/bm25f.h"

#include <algorithm>

namespace sitedoor::index {

double Saturation(const Bm25fParameters& parameters,
                  const std::array<std::uint32_t, kFieldCount>& frequency,
                  const std::array<std::uint32_t, kFieldCount>& length,
                  const std::array<double, kFieldCount>& mean_length) {
  std::array<double, kFieldCount> weighted{};
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (frequency[field] == 0) continue;
    weighted[field] = frequency[field] * FieldFactor(parameters, static_cast<Field>(field),
                                                     length[field], mean_length[field]);
  }
  return SaturationOf(parameters, weighted);
}

std::uint8_t EncodeImpact(double saturation) {
  return static_cast<std::uint8_t>(std::clamp(saturation * 256.0 + 0.5, 1.0, 255.0));
}

}  // namespace sitedoor::index
