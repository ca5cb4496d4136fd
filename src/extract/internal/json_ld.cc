#include "extract/internal/json_ld.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <boost/json.hpp>

namespace sitedoor::extract::internal {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostBytes = 1u << 20;
constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kMostObjects = 2'000;
constexpr std::size_t kMostValues = 64;

const json::value* Member(const json::object& object, std::string_view name) {
  return object.if_contains(json::string_view(name.data(), name.size()));
}

std::string_view TextOf(const json::value* value) {
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}

bool HasType(const json::object& object, std::string_view type) {
  const json::value* types = Member(object, "@type");
  if (types == nullptr) return false;
  if (types->is_string()) return TextOf(types) == type;
  if (!types->is_array()) return false;
  return std::ranges::any_of(types->get_array(),
                             [&](const json::value& one) { return TextOf(&one) == type; });
}

// A string (split at commas) or a list of strings.
void AddTexts(const json::value* value, std::vector<std::string>& texts) {
  if (value == nullptr) return;
  if (value->is_array()) {
    for (const json::value& one : value->get_array()) {
      if (texts.size() >= kMostValues) return;
      if (const std::string_view text = TextOf(&one); !text.empty()) texts.emplace_back(text);
    }
    return;
  }
  std::string_view text = TextOf(value);
  while (!text.empty() && texts.size() < kMostValues) {
    const std::size_t comma = std::min(text.find(','), text.size());
    texts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

std::string_view NameOfCrumb(const json::object& crumb) {
  if (const std::string_view name = TextOf(Member(crumb, "name")); !name.empty()) return name;
  const json::value* target = Member(crumb, "item");
  return target != nullptr && target->is_object() ? TextOf(Member(target->get_object(), "name"))
                                                  : std::string_view();
}

double PositionOf(const json::object& crumb, double otherwise) {
  const json::value* position = Member(crumb, "position");
  if (position == nullptr || !position->is_number()) return otherwise;
  return position->to_number<double>();
}

std::vector<std::string> Breadcrumbs(const json::object& list) {
  const json::value* elements = Member(list, "itemListElement");
  if (elements == nullptr || !elements->is_array()) return {};
  std::vector<std::pair<double, std::string>> crumbs;
  for (const json::value& element : elements->get_array()) {
    if (!element.is_object() || crumbs.size() >= kMostValues) continue;
    const std::string_view name = NameOfCrumb(element.get_object());
    if (!name.empty())
      crumbs.emplace_back(PositionOf(element.get_object(), crumbs.size() + 1.0), name);
  }
  std::ranges::stable_sort(crumbs, {}, &std::pair<double, std::string>::first);
  std::vector<std::string> names;
  for (auto& [position, name] : crumbs) names.push_back(std::move(name));
  return names;
}

void SetOnce(std::string& target, const json::value* value) {
  if (target.empty()) target = TextOf(value);
}

void ReadObject(const json::object& object, StructuredPage& page) {
  if (HasType(object, "BreadcrumbList")) {
    if (page.breadcrumbs.empty()) page.breadcrumbs = Breadcrumbs(object);
    return;
  }
  constexpr std::array<std::string_view, 8> kPages = {"BlogPosting", "NewsArticle",  "Article",
                                                      "TechArticle", "APIReference", "WebPage",
                                                      "FAQPage",     "HowTo"};
  if (std::ranges::none_of(kPages, [&](std::string_view type) { return HasType(object, type); }))
    return;
  page.is_post = page.is_post || HasType(object, "BlogPosting") || HasType(object, "NewsArticle");
  SetOnce(page.headline, Member(object, "headline"));
  SetOnce(page.date_modified, Member(object, "dateModified"));
  SetOnce(page.date_published, Member(object, "datePublished"));
  if (page.keywords.empty()) AddTexts(Member(object, "keywords"), page.keywords);
  if (page.sections.empty()) AddTexts(Member(object, "articleSection"), page.sections);
}

}  // namespace

void ReadJsonLd(std::string_view text, StructuredPage& page) {
  if (text.size() > kMostBytes) return;
  json::parse_options options;
  options.max_depth = kMostDepth;
  options.allow_invalid_utf8 = true;
  json::error_code error;
  const json::value root =
      json::parse(json::string_view(text.data(), text.size()), error, {}, options);
  if (error) return;
  std::vector<const json::value*> open = {&root};
  for (std::size_t seen = 0; !open.empty() && seen < kMostObjects; ++seen) {
    const json::value* value = open.back();
    open.pop_back();
    if (value->is_array()) {
      const json::array& elements = value->get_array();
      for (std::size_t i = std::min(elements.size(), kMostObjects); i-- > 0;)
        open.push_back(&elements[i]);
      continue;
    }
    if (!value->is_object()) continue;
    const json::object& object = value->get_object();
    ReadObject(object, page);
    for (const std::string_view name : {"breadcrumb", "mainEntityOfPage", "mainEntity", "@graph"}) {
      if (const json::value* inner = Member(object, name)) open.push_back(inner);
    }
  }
}

}  // namespace sitedoor::extract::internal
