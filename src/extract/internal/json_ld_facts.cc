#include "extract/internal/json_ld_facts.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <utility>

#include "extract/internal/json_ld_value.h"

namespace sitedoor::extract::internal {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostFacts = 64;
constexpr std::size_t kMostValueBytes = 300;
constexpr std::size_t kMostAnswerBytes = 16'384;
constexpr std::size_t kMostListed = 40;

const json::object* ObjectIn(const json::object& object, std::string_view name) {
  const json::value* value = JsonMember(object, name);
  if (value != nullptr && value->is_array() && !value->get_array().empty())
    value = &value->get_array().front();
  return value != nullptr && value->is_object() ? &value->get_object() : nullptr;
}

// Calls `visit` with the value, or with each of a list.
template <class Visit>
void ForEachOf(const json::object& object, std::string_view name, Visit visit) {
  const json::value* value = JsonMember(object, name);
  if (value == nullptr) return;
  if (!value->is_array()) return visit(*value);
  std::size_t count = 0;
  for (const json::value& one : value->get_array()) {
    if (++count > kMostListed) return;
    visit(one);
  }
}

class Reader {
 public:
  Reader(const json::object& object, StructuredFacts& facts) : object_(object), facts_(facts) {}

  void Read() {
    constexpr auto kProducts = std::to_array<std::string_view>(
        {"Product", "ProductGroup", "IndividualProduct", "Vehicle"});
    constexpr auto kPrograms = std::to_array<std::string_view>(
        {"SoftwareApplication", "WebApplication", "MobileApplication", "VideoGame"});
    const auto is = [&](std::string_view type) { return HasJsonLdType(object_, type); };
    if (std::ranges::any_of(kProducts, is)) {
      ReadProduct();
    } else if (std::ranges::any_of(kPrograms, is)) {
      ReadProgram();
    } else if (HasJsonLdTypeLike(object_, "Event")) {
      ReadEvent();
    } else if (is("Recipe")) {
      ReadRecipe();
    } else if (is("HowTo")) {
      Add(FactKind::kDuration, "Total time", Text("totalTime"));
      AddEach(FactKind::kText, "Supplies", "supply");
      AddEach(FactKind::kText, "Tools", "tool");
    } else if (is("JobPosting")) {
      ReadJob();
    } else if (is("FAQPage")) {
      ReadQuestions();
    } else if (IsPlace()) {
      ReadPlace();
    }
  }

 private:
  std::string Text(std::string_view name) const {
    return JsonNameOrText(JsonMember(object_, name));
  }

  void Put(StructuredFact fact) {
    const std::size_t most = fact.kind == FactKind::kAnswer ? kMostAnswerBytes : kMostValueBytes;
    if (fact.value.empty() || fact.value.size() > most || fact.other.size() > kMostValueBytes ||
        fact.extra.size() > kMostValueBytes || facts_.facts.size() >= kMostFacts)
      return;
    facts_.facts.push_back(std::move(fact));
  }
  void Add(FactKind kind, std::string_view label, std::string value, std::string extra = "",
           std::string other = "") {
    Put({kind, std::string(label), std::move(value), std::move(other), std::move(extra),
         is_of_site_});
  }
  void AddEach(FactKind kind, std::string_view label, std::string_view name) {
    ForEachOf(object_, name,
              [&](const json::value& one) { Add(kind, label, JsonNameOrText(&one)); });
  }

  void ReadProduct() {
    std::string name = Text("name");
    using Products = StructuredFacts::Products;
    if (facts_.products != Products::kNone) {  // or the same once more
      if (name != facts_.product_name) facts_.products = Products::kSeveral;
      return;
    }
    facts_.products = Products::kOne;
    facts_.product_name = name;
    Add(FactKind::kText, "Product", std::move(name));
    Add(FactKind::kText, "Brand", Text("brand"));
    Add(FactKind::kText, "SKU", Text("sku"));
    Add(FactKind::kText, "Model", Text("mpn"));
    ReadOffers();
    ReadRating();
  }

  void ReadProgram() {
    Add(FactKind::kText, "Version", Text("softwareVersion"));
    AddEach(FactKind::kText, "Operating system", "operatingSystem");
    Add(FactKind::kText, "Size", Text("fileSize"));
    ReadOffers();
    ReadRating();
  }

  void ReadOffers() {
    const json::object* offer = ObjectIn(object_, "offers");
    if (offer == nullptr) return;
    const auto text = [&](const json::object& from, std::string_view name) {
      return JsonNameOrText(JsonMember(from, name));
    };
    const std::string currency = text(*offer, "priceCurrency");
    const std::string low = text(*offer, "lowPrice"), high = text(*offer, "highPrice");
    if (!low.empty() && !high.empty() && low != high) {
      Add(FactKind::kPriceRange, "Price", low, currency, high);
    } else if (!low.empty()) {
      Add(FactKind::kPrice, "Price", low, currency);
    } else if (const std::string price = text(*offer, "price"); !price.empty()) {
      Add(FactKind::kPrice, "Price", price, currency);
    } else if (const json::object* detail = ObjectIn(*offer, "priceSpecification")) {
      Add(FactKind::kPrice, "Price", text(*detail, "price"), text(*detail, "priceCurrency"));
    }
    Add(FactKind::kAvailability, "Availability",
        std::string(LastPartOfType(text(*offer, "availability"))));
  }

  void ReadRating() {
    const json::object* rating = ObjectIn(object_, "aggregateRating");
    if (rating == nullptr) return;
    const auto text = [&](std::string_view name) {
      return JsonNameOrText(JsonMember(*rating, name));
    };
    std::string count = text("reviewCount");
    if (count.empty()) count = text("ratingCount");
    Add(FactKind::kRating, "Rating", text("ratingValue"), std::move(count), text("bestRating"));
  }

  static std::string AddressOf(const json::value* value) {
    if (value == nullptr) return "";
    if (value->is_string()) return std::string(JsonText(value));
    if (!value->is_object()) return "";
    std::string lines;
    for (const std::string_view name :
         {"streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"}) {
      const std::string part = JsonNameOrText(JsonMember(value->get_object(), name));
      if (part.empty()) continue;
      lines += (lines.empty() ? "" : "\n") + part;
    }
    return lines;
  }

  void ReadLocation(std::string_view name) {
    const json::object* location = ObjectIn(object_, name);
    if (location == nullptr) return Add(FactKind::kText, "Place", Text(name));
    Add(FactKind::kText, "Place", JsonNameOrText(JsonMember(*location, "name")));
    Add(FactKind::kAddress, "Address", AddressOf(JsonMember(*location, "address")));
  }

  void ReadEvent() {
    Add(FactKind::kDate, "Starts", Text("startDate"));
    Add(FactKind::kDate, "Ends", Text("endDate"));
    ReadLocation("location");
    Add(FactKind::kText, "Organizer", Text("organizer"));
    ReadOffers();
  }

  void ReadRecipe() {
    Add(FactKind::kDuration, "Preparation time", Text("prepTime"));
    Add(FactKind::kDuration, "Cooking time", Text("cookTime"));
    Add(FactKind::kDuration, "Total time", Text("totalTime"));
    std::string longest;
    ForEachOf(object_, "recipeYield", [&](const json::value& one) {
      if (std::string text = JsonNameOrText(&one); text.size() > longest.size())
        longest = std::move(text);
    });
    Add(FactKind::kYield, "Yield", std::move(longest));
    AddEach(FactKind::kText, "Ingredients", "recipeIngredient");
    ReadRating();
  }

  void ReadJob() {
    Add(FactKind::kText, "Employer", Text("hiringOrganization"));
    ReadLocation("jobLocation");
    AddEach(FactKind::kText, "Employment", "employmentType");
    Add(FactKind::kDate, "Posted", Text("datePosted"));
    Add(FactKind::kDate, "Apply until", Text("validThrough"));
  }

  bool IsPlace() const {
    constexpr auto kPlaces = std::to_array<std::string_view>(
        {"LocalBusiness", "Store", "Restaurant", "Organization", "Corporation"});
    return JsonMember(object_, "openingHours") != nullptr ||
           JsonMember(object_, "openingHoursSpecification") != nullptr ||
           std::ranges::any_of(kPlaces,
                               [&](std::string_view type) { return HasJsonLdType(object_, type); });
  }

  void ReadPlace() {
    is_of_site_ = HasJsonLdType(object_, "Organization") || HasJsonLdType(object_, "Corporation");
    AddEach(FactKind::kHours, "Opening hours", "openingHours");
    ForEachOf(object_, "openingHoursSpecification", [&](const json::value& one) {
      if (!one.is_object()) return;
      std::string days;
      ForEachOf(one.get_object(), "dayOfWeek", [&](const json::value& day) {
        days += (days.empty() ? "" : ",") + std::string(LastPartOfType(JsonText(&day)));
      });
      const auto text = [&](std::string_view name) {
        return std::string(JsonText(JsonMember(one.get_object(), name)).substr(0, 5));
      };
      Add(FactKind::kHours, "Opening hours", days + " " + text("opens") + "-" + text("closes"));
    });
    Add(FactKind::kPhone, "Telephone", Text("telephone"));
    Add(FactKind::kAddress, "Address", AddressOf(JsonMember(object_, "address")));
  }

  void ReadQuestions() {
    ForEachOf(object_, "mainEntity", [&](const json::value& one) {
      if (!one.is_object()) return;
      const json::object& question = one.get_object();
      const json::object* answer = ObjectIn(question, "acceptedAnswer");
      if (answer == nullptr) return;
      std::string_view asked = JsonText(JsonMember(question, "name"));
      if (asked.empty()) asked = JsonText(JsonMember(question, "text"));
      if (asked.empty() || asked.size() > kMostValueBytes) return;
      Add(FactKind::kAnswer, asked, std::string(JsonText(JsonMember(*answer, "text"))));
    });
  }

  const json::object& object_;
  StructuredFacts& facts_;
  bool is_of_site_ = false;
};

}  // namespace

void ReadFacts(const json::object& object, StructuredFacts& facts) { Reader(object, facts).Read(); }

}  // namespace sitedoor::extract::internal
