#include "extract/internal/json_ld.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <boost/json.hpp>

#include "extract/internal/json_ld_facts.h"
#include "extract/internal/json_ld_value.h"
#include "extract/internal/lenient_json.h"

namespace sitedoor::extract::internal {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostBytes = 1u << 20;
constexpr std::size_t kMostDepth = 32;
constexpr std::size_t kMostObjects = 2'000;
constexpr std::size_t kMostValues = 64;

// A string (split at commas) or a list of strings.
void AddTexts(const json::value* value, std::vector<std::string>& texts) {
  if (value == nullptr) return;
  if (value->is_array()) {
    for (const json::value& one : value->get_array()) {
      if (texts.size() >= kMostValues) return;
      if (const std::string_view text = JsonText(&one); !text.empty()) texts.emplace_back(text);
    }
    return;
  }
  std::string_view text = JsonText(value);
  while (!text.empty() && texts.size() < kMostValues) {
    const std::size_t comma = std::min(text.find(','), text.size());
    texts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

std::string_view NameOfCrumb(const json::object& crumb) {
  if (const std::string_view name = JsonText(JsonMember(crumb, "name")); !name.empty()) return name;
  const json::value* target = JsonMember(crumb, "item");
  return target != nullptr && target->is_object()
             ? JsonText(JsonMember(target->get_object(), "name"))
             : std::string_view();
}

double PositionOf(const json::object& crumb, double otherwise) {
  const json::value* position = JsonMember(crumb, "position");
  if (position == nullptr || !position->is_number()) return otherwise;
  return position->to_number<double>();
}

std::vector<std::string> Breadcrumbs(const json::object& list) {
  const json::value* elements = JsonMember(list, "itemListElement");
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
  if (target.empty()) target = JsonText(value);
}

void AddAuthor(const json::value& author, StructuredPage& page) {
  if (page.authors.size() + page.author_ids.size() >= kMostValues) return;
  if (author.is_string()) {
    page.authors.emplace_back(JsonText(&author));
  } else if (author.is_object()) {
    const std::string_view name = JsonText(JsonMember(author.get_object(), "name"));
    const std::string_view id = JsonText(JsonMember(author.get_object(), "@id"));
    if (!name.empty()) {
      page.authors.emplace_back(name);
    } else if (!id.empty()) {
      page.author_ids.emplace_back(id);
    }
  }
}

// A name, an object with one, or a list of these.
void ReadAuthors(const json::object& object, StructuredPage& page) {
  if (!page.authors.empty() || !page.author_ids.empty()) return;
  const json::value* author = JsonMember(object, "author");
  if (author == nullptr) author = JsonMember(object, "creator");
  if (author == nullptr) return;
  if (!author->is_array()) return AddAuthor(*author, page);
  for (const json::value& one : author->get_array()) AddAuthor(one, page);
}

void RememberName(const json::object& object, StructuredPage& page) {
  const std::string_view name = JsonText(JsonMember(object, "name"));
  const std::string_view id = JsonText(JsonMember(object, "@id"));
  if (!name.empty() && !id.empty() && page.names_by_id.size() < kMostValues)
    page.names_by_id.emplace(id, name);
}

// Of the site, or of a page that says which it is a part of.
void ReadSiteName(const json::object& object, StructuredPage& page) {
  if (HasJsonLdType(object, "WebSite")) SetOnce(page.site_name, JsonMember(object, "name"));
  const json::value* whole = JsonMember(object, "isPartOf");
  if (whole == nullptr || !whole->is_object()) return;
  if (HasJsonLdType(whole->get_object(), "WebSite"))
    SetOnce(page.site_name, JsonMember(whole->get_object(), "name"));
}

// A date as text, as seconds since 1970, as a list's first or as {"@value": date}.
std::string DateText(const json::value* value) {
  if (value != nullptr && value->is_array() && !value->get_array().empty())
    value = &value->get_array().front();
  if (value != nullptr && value->is_object()) value = JsonMember(value->get_object(), "@value");
  return JsonNameOrText(value);
}

void ReadObject(const json::object& object, StructuredPage& page) {
  if (HasJsonLdType(object, "Person") || HasJsonLdType(object, "Organization"))
    RememberName(object, page);
  ReadSiteName(object, page);
  if (HasJsonLdType(object, "BreadcrumbList")) {
    if (page.breadcrumbs.empty()) page.breadcrumbs = Breadcrumbs(object);
    return;
  }
  constexpr auto kPages = std::to_array<std::string_view>(
      {"BlogPosting", "NewsArticle", "Article", "TechArticle", "APIReference", "ScholarlyArticle",
       "Report", "WebPage", "FAQPage", "HowTo", "Recipe"});
  if (std::ranges::none_of(kPages,
                           [&](std::string_view type) { return HasJsonLdType(object, type); }))
    return;
  page.is_post =
      page.is_post || HasJsonLdType(object, "BlogPosting") || HasJsonLdType(object, "NewsArticle");
  SetOnce(page.headline, JsonMember(object, "headline"));
  SetOnce(page.description, JsonMember(object, "description"));
  if (page.date_modified.empty()) page.date_modified = DateText(JsonMember(object, "dateModified"));
  if (page.date_published.empty())
    page.date_published = DateText(JsonMember(object, "datePublished"));
  ReadAuthors(object, page);
  if (page.keywords.empty()) AddTexts(JsonMember(object, "keywords"), page.keywords);
  if (page.sections.empty()) AddTexts(JsonMember(object, "articleSection"), page.sections);
}

json::value Parsed(std::string_view text, json::error_code& error) {
  json::parse_options options;
  options.max_depth = kMostDepth;
  options.allow_invalid_utf8 = true;
  return json::parse(json::string_view(text.data(), text.size()), error, {}, options);
}

}  // namespace

void ReadJsonLd(std::string_view text, StructuredPage& page) {
  if (text.size() > kMostBytes) return;
  json::error_code error;
  json::value root = Parsed(text, error);
  if (error) root = Parsed(RepairedJson(text), error);
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
    ReadFacts(object, page.facts);
    for (const std::string_view name : {"breadcrumb", "mainEntityOfPage", "mainEntity", "@graph"}) {
      if (const json::value* inner = JsonMember(object, name)) open.push_back(inner);
    }
  }
}

}  // namespace sitedoor::extract::internal
