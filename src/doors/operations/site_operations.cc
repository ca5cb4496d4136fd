#include <algorithm>
#include <boost/json/array.hpp>
#include <charconv>
#include <limits>
#include <optional>

#include "base/ascii.h"
#include "doors/operations/internal/fetch_answer.h"
#include "doors/operations/internal/search_answer.h"
#include "doors/operations/operation.h"
#include "net/url.h"
#include "text/quotable.h"

namespace sitedoor::doors {
namespace {

namespace json = boost::json;

constexpr std::int64_t kMostResults = 50;
constexpr std::int64_t kDefaultResults = 10;
constexpr std::size_t kMostPassages = 3;  // of a page
constexpr std::size_t kMostReferenceBytes = 4'000;

// nullopt where the argument is absent or null: some clients fill in what is optional.
Result<std::optional<std::string>> StringArgument(const json::object& input,
                                                  std::string_view name) {
  const json::value* value = input.if_contains(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (!value->is_string())
    return Fail(ErrorCode::kInvalidArgument, std::string(name) + " must be a string");
  return std::string(value->get_string());
}

Result<std::string> RequiredString(const json::object& input, std::string_view name) {
  ASSIGN_OR_RETURN(std::optional<std::string> value, StringArgument(input, name));
  if (!value) return Fail(ErrorCode::kInvalidArgument, std::string(name) + " must be a string");
  return std::move(*value);
}

std::optional<std::int64_t> AsInteger(const json::value& value) {
  if (value.is_int64()) return value.get_int64();
  if (value.is_double()) {  // "3.0"
    const double number = value.get_double();
    const bool exact = number >= -9e15 && number <= 9e15;
    const auto integer = exact ? static_cast<std::int64_t>(number) : 0;
    if (exact && static_cast<double>(integer) == number) return integer;
  }
  return std::nullopt;
}

// Digits in a string are an integer too: that is how metadata.next_offset comes, and how some
// clients write numbers.
std::optional<std::int64_t> IntegerArgument(const json::value& value) {
  if (!value.is_string()) return AsInteger(value);
  const std::string_view digits = value.get_string();
  std::int64_t parsed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parsed);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return parsed;
}

Result<std::size_t> LimitArgument(const json::object& input) {
  const json::value* value = input.if_contains("limit");
  if (value == nullptr || value->is_null()) return static_cast<std::size_t>(kDefaultResults);
  const std::optional<std::int64_t> limit = IntegerArgument(*value);
  if (!limit || *limit < 1 || *limit > kMostResults) {
    return Fail(ErrorCode::kInvalidArgument,
                "limit must be an integer from 1 to " + std::to_string(kMostResults));
  }
  return static_cast<std::size_t>(*limit);
}

Result<std::optional<std::size_t>> OffsetArgument(const json::object& input) {
  const json::value* value = input.if_contains("offset");
  if (value == nullptr || value->is_null()) return std::nullopt;
  const std::optional<std::int64_t> offset = IntegerArgument(*value);
  if (!offset || *offset < 0) {
    return Fail(ErrorCode::kInvalidArgument, "offset must be an integer, 0 or more");
  }
  return static_cast<std::size_t>(*offset);
}

// Answers name it where no page is in it: nothing but a tag's characters may stand there.
Result<std::string> LanguageArgument(const json::object& input) {
  constexpr std::size_t kMostTagBytes = 64;
  ASSIGN_OR_RETURN(const std::optional<std::string> language, StringArgument(input, "language"));
  const bool is_tag =
      !language || (language->size() <= kMostTagBytes && std::ranges::all_of(*language, [](char c) {
                      return IsAsciiAlnum(c) || c == '-' || c == '_';
                    }));
  if (!is_tag) {
    return Fail(ErrorCode::kInvalidArgument,
                "language must be one tag such as \"en\" or \"pt-BR\"");
  }
  return language.value_or("");
}

Status CheckLoaded(const RequestContext& context) {
  if (context.snapshot != nullptr && context.searcher != nullptr) return {};
  return Fail(ErrorCode::kUnavailable, "no index is loaded yet");
}

Result<json::object> Search(const RequestContext& context, const json::object& input,
                            std::size_t budget_bytes) {
  search::SearchRequest request;
  ASSIGN_OR_RETURN(request.text, RequiredString(input, "query"));
  ASSIGN_OR_RETURN(request.limit, LimitArgument(input));
  ASSIGN_OR_RETURN(request.filter.language, LanguageArgument(input));
  RETURN_IF_ERROR(CheckLoaded(context));
  request.deadline = context.deadline;
  request.passages_per_page = kMostPassages;
  request.shown_bytes = budget_bytes;
  ASSIGN_OR_RETURN(const search::SearchResponse response,
                   context.searcher->Search(*context.snapshot, request));
  return internal::SearchAnswer(response, budget_bytes);
}

Result<json::object> FetchFrom(const index::Snapshot& snapshot, const std::string& reference,
                               internal::FetchPosition position, std::size_t page_bytes) {
  std::optional<index::PageId> page;
  if (!reference.empty() && reference.size() <= kMostReferenceBytes)
    page = snapshot.FindPage(reference);
  if (!page) {
    constexpr std::size_t kMostShownBytes = 200;
    return Fail(ErrorCode::kNotFound,
                "no page has the id or URL \"" + text::Quotable(reference, kMostShownBytes) + "\"",
                "search gives the ids of the pages");
  }
  if (const std::size_t hash = reference.find('#'); hash != std::string::npos) {
    position.anchor = net::PercentDecode(std::string_view(reference).substr(hash + 1));
  }
  const auto places =
      position.anchor.empty() || position.offset ? index::Places::kLeftOut : index::Places::kRead;
  ASSIGN_OR_RETURN(const index::StoredPage stored, snapshot.ReadStoredPage(*page, places));
  return internal::FetchAnswer(stored, position, page_bytes);
}

Result<json::object> Fetch(const RequestContext& context, const json::object& input,
                           std::size_t page_bytes) {
  ASSIGN_OR_RETURN(const std::string reference, RequiredString(input, "id"));
  internal::FetchPosition position;
  ASSIGN_OR_RETURN(position.offset, OffsetArgument(input));
  RETURN_IF_ERROR(CheckLoaded(context));
  auto answer = FetchFrom(*context.snapshot, reference, std::move(position), page_bytes);
  // Whatever files that were cut short meanwhile gave is no answer.
  RETURN_IF_ERROR(context.snapshot->CheckWhole());
  return answer;
}

json::object Text(std::string_view description) {
  return {{"type", "string"}, {"description", description}};
}

json::object Integer(std::string_view description, std::int64_t least) {
  return {{"type", "integer"}, {"description", description}, {"minimum", least}};
}

json::object Schema(json::object properties, json::array required) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

Operation SearchOperation(std::size_t budget_bytes) {
  Operation operation;
  operation.name = "search";
  operation.title = "Search the site";
  operation.summary =
      "Finds the pages of this site that answer a question. Returns up to `limit` pages, best "
      "first; each has an id, a "
      "title, a url that opens at the matching heading, its heading path, and the passages that "
      "match as plain text. "
      "Use the words that the site would use: names, identifiers (std::vector, --with-openssl, "
      "v14.2), error "
      "messages. Words in double quotes must stand together. If the passages are not enough, call "
      "fetch with the id.";
  json::object limit = Integer("How many pages at most; 10 unless given", 1);
  limit["maximum"] = kMostResults;
  operation.input_schema = Schema(
      {{"query", Text("What to look for, in the words of the site")},
       {"limit", std::move(limit)},
       {"language", Text("Only pages in this language, as a tag such as \"en\" or \"pt-BR\"")}},
      {"query"});
  json::object heading_path{{"type", "array"},
                            {"description", "The headings above the passage, outermost first"},
                            {"items", {{"type", "string"}}}};
  json::object result =
      Schema({{"id", Text("What fetch takes")},
              {"title", Text("The page's title")},
              {"url", Text("The page's address, with the matching heading's anchor")},
              {"text", Text("The passages that match, as plain text")},
              {"heading_path", std::move(heading_path)}},
             {"id", "title", "url", "text", "heading_path"});
  operation.output_schema =
      Schema({{"results", {{"type", "array"}, {"items", std::move(result)}}},
              {"note", Text("What the answer leaves out, and words that no page holds")}},
             {"results"});
  operation.handler = [budget_bytes](const RequestContext& context, const json::object& input) {
    return Search(context, input, budget_bytes);
  };
  return operation;
}

Operation FetchOperation(std::size_t page_bytes) {
  Operation operation;
  operation.name = "fetch";
  operation.title = "Read a page";
  operation.summary =
      "Returns a page of this site as Markdown, by the id that search gave, or by the page's full "
      "URL. With an anchor "
      "(...#install) the text starts at that heading. A long page comes in parts: the last line "
      "says how to get the "
      "rest with `offset`.";
  operation.input_schema = Schema(
      {{"id", Text("A page's id from search, or its URL, with or without an anchor")},
       {"offset",
        Integer("Where to go on in a long page, in bytes: next_offset of the part before", 0)}},
      {"id"});
  json::object metadata{{"type", "object"},
                        {"description",
                         "description, language, last_modified, breadcrumbs, section, authors, "
                         "total_bytes and next_offset, where known"},
                        {"additionalProperties", {{"type", "string"}}}};
  operation.output_schema =
      Schema({{"id", Text("The page's id")},
              {"title", Text("The page's title")},
              {"text", Text("The page, or the asked part of it, as Markdown")},
              {"url", Text("The page's address")},
              {"metadata", std::move(metadata)}},
             {"id", "title", "text", "url"});
  operation.handler = [page_bytes](const RequestContext& context, const json::object& input) {
    return Fetch(context, input, page_bytes);
  };
  return operation;
}

}  // namespace

std::vector<Operation> SiteOperations(const OperationOptions& options) {
  return {SearchOperation(options.search_budget_bytes), FetchOperation(options.fetch_page_bytes)};
}

}  // namespace sitedoor::doors
