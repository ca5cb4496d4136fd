// Facts: what a page's structured data says about a product, an event, a place and so on, as
// written there. None of it is to be believed before the page is seen to show it (facts_block.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sitedoor::extract::internal {

enum class FactKind {
  kText,          // value
  kAddress,       // value: its lines, separated by line feeds
  kPhone,         // value
  kPrice,         // value: a number; extra: the currency's code, "" unknown
  kPriceRange,    // value and other: numbers; extra: the currency's code
  kAvailability,  // value: "InStock"
  kRating,        // value: a number; other: of how many at best; extra: how many rated it
  kDate,          // value: ISO 8601
  kDuration,      // value: ISO 8601, "PT1H30M"
  kHours,         // value: "Mo-Fr 09:00-18:00"
  kYield,         // value: "4", "4 servings"
  kAnswer,        // label: the question; value: the answer, may hold HTML
};

struct StructuredFact {
  FactKind kind = FactKind::kText;
  std::string label;  // "Price"
  std::string value, other, extra;
  // Of an organisation, which many sites describe on each of their pages.
  bool is_of_site = false;
};

struct StructuredFacts {
  std::vector<StructuredFact> facts;
  std::string product_name;  // of the first product
  // Several of different names: none of them is what the page is about.
  enum class Products { kNone, kOne, kSeveral } products = Products::kNone;
};

}  // namespace sitedoor::extract::internal
