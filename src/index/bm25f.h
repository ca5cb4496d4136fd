// BM25F: how often a term stands in a chunk's fields, as one number in [0, 1).
//
//   weighted_f(t,c) = weight_f * frequency(t,f,c) / (1 - b_f + b_f * length(f,c) / mean_length(f))
//                     mean_length(f): of the chunks that have the field, or one line of code on a
//                     site of prose would be long
//   all(t,c)        = w / (k1 + w),  w = sum over fields f of weighted_f(t,c)
//   saturation(t,c) = (1 - kTitleShare - kHeadingShare) * all(t,c)
//                     + kTitleShare * weighted_title / (kOwnK1 + weighted_title)
//                     + kHeadingShare * weighted_headings / (kOwnK1 + weighted_headings)
//   score(q,c)      = sum over query terms t of  idf(t) * saturation(t,c),
//                     idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))
// Source: Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
// section 3.6; the idf is Lucene's. The shares keep a title and a heading telling where the text
// has said the word often enough to saturate (stackfaq .831 to .853 nDCG@10, docs .771 to .789).
// The saturation is stored in a posting as one byte (its impact), so that a query needs no lengths
// and no frequencies; docs/decisions says why.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sitedoor::index {

enum class Field : std::uint8_t { kTitle, kHeadings, kBody, kCode, kUrl };
inline constexpr std::size_t kFieldCount = 5;

struct Bm25fParameters {
  double k1 = 1.5;
  // Title, headings, body, code, URL.
  std::array<double, kFieldCount> weight{1.0, 1.0, 1.0, 0.8, 0.3};
  std::array<double, kFieldCount> b{0.3, 0.3, 0.75, 0.5, 0.3};
  bool operator==(const Bm25fParameters&) const = default;
};

// What one occurrence in `field` of a chunk adds to weighted(t,c); > 0 as long as the weight is.
inline double FieldFactor(const Bm25fParameters& parameters, Field field, std::uint32_t length,
                          double mean_length) {
  const auto f = static_cast<std::size_t>(field);
  const double relative_length = mean_length > 0 ? length / mean_length : 1.0;
  return parameters.weight[f] / (1 - parameters.b[f] + parameters.b[f] * relative_length);
}

inline constexpr double kTitleShare = 0.2, kHeadingShare = 0.1, kOwnK1 = 0.5;

// `weighted` by field; in [0, 1).
inline double SaturationOf(const Bm25fParameters& parameters,
                           const std::array<double, kFieldCount>& weighted) {
  double sum = 0;
  for (const double one : weighted) sum += one;
  const double title = weighted[static_cast<std::size_t>(Field::kTitle)];
  const double headings = weighted[static_cast<std::size_t>(Field::kHeadings)];
  return (1 - kTitleShare - kHeadingShare) * sum / (parameters.k1 + sum) +
         kTitleShare * title / (kOwnK1 + title) + kHeadingShare * headings / (kOwnK1 + headings);
}

// Lengths and frequencies count terms of one kind (exact and part terms for lengths).
double Saturation(const Bm25fParameters& parameters,
                  const std::array<std::uint32_t, kFieldCount>& frequency,
                  const std::array<std::uint32_t, kFieldCount>& length,
                  const std::array<double, kFieldCount>& mean_length);

// One byte: 1 to 255 for a saturation in (0, 1).
std::uint8_t EncodeImpact(double saturation);
inline constexpr float kImpactStep = 1.0f / 256.0f;  // impact * kImpactStep is the saturation again

// n documents of N hold the term; always > 0.
inline double InverseDocumentFrequency(std::uint64_t documents, std::uint64_t holding) {
  const double n = static_cast<double>(holding), total = static_cast<double>(documents);
  return std::log(1.0 + (total - n + 0.5) / (n + 0.5));
}

}  // namespace sitedoor::index
