
#include "app/command.h"
#include "app/open_index.h"
#include "base/json_text.h"
#include "doors/operations/operation.h"
#include "index/documents_codec.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

// More than any page has: without --offset a page is printed whole.
constexpr std::size_t kWholePageBytes = std::size_t{1} << 40;

// What agents get from the operation of this name.
Result<json::object> FetchAsAgentsDo(std::shared_ptr<const index::Snapshot> snapshot,
                                     const Invocation& invocation) {
  doors::OperationOptions options;
  json::object input{{"id", invocation.arguments[0]}};
  if (invocation.Has("--offset")) {
    input["offset"] = invocation.Option("--offset");
  } else {
    options.fetch_page_bytes = kWholePageBytes;
  }
  const std::vector<doors::Operation> operations = doors::SiteOperations(options);
  const search::Searcher searcher;
  doors::RequestContext context;
  context.snapshot = std::move(snapshot);
  context.searcher = &searcher;
  return doors::FindOperation(operations, "fetch")->handler(context, input);
}

Result<int> PrintPage(const std::shared_ptr<const index::Snapshot>& snapshot, index::PageId page,
                      const Invocation& invocation, Console& console) {
  const bool is_record = invocation.Has("--json") && !invocation.Has("--offset");
  if (is_record) {
    ASSIGN_OR_RETURN(const document::Document document, snapshot->ReadPage(page));
    console.Print(index::EncodeDocument(document) + "\n");
    return kFine;
  }
  const auto answer = FetchAsAgentsDo(snapshot, invocation);
  if (!answer) {
    return invocation.Has("--offset")
               ? WithPrefix("--offset " + invocation.Option("--offset"), answer.error())
               : std::unexpected(answer.error());
  }
  if (invocation.Has("--json")) {
    console.Print(ToJson(*answer) + "\n");
  } else {
    const std::string_view text = answer->at("text").as_string();
    console.Print(console.OutputIsTerminal() ? ForTerminal(text) : text);
    if (!text.ends_with('\n')) console.Print("\n");
  }
  return kFine;
}

}  // namespace

Result<int> RunFetch(const Invocation& invocation, Console& console) {
  if (invocation.arguments.empty() || invocation.arguments[0].empty()) {
    return Fail(ErrorCode::kInvalidArgument, "say which page: its id or URL", "search prints both");
  }
  const std::string& reference = invocation.arguments[0];
  ASSIGN_OR_RETURN(const auto snapshot,
                   OpenIndex(invocation.settings, index::Verification::kStructure));
  const auto page = snapshot->FindPage(reference);
  if (!page) {
    console.PrintError({ErrorCode::kNotFound, "the index has no page " + reference,
                        "find pages with: sitedoor search \"words\""});
    return kNothing;
  }
  return WithDamage(*snapshot, PrintPage(snapshot, *page, invocation, console));
}

}  // namespace sitedoor::app
