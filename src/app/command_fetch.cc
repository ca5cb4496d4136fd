
#include "app/command.h"
#include "app/open_index.h"
#include "index/documents_codec.h"

namespace sitedoor::app {

Result<int> RunFetch(const Invocation& invocation, Console& console) {
  if (invocation.arguments.empty()) {
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
  ASSIGN_OR_RETURN(const document::Document document, snapshot->ReadPage(*page));
  if (invocation.Has("--json")) {
    console.Print(index::EncodeDocument(document) + "\n");
  } else {
    console.Print(console.OutputIsTerminal() ? ForTerminal(document.markdown) : document.markdown);
  }
  return kFine;
}

}  // namespace sitedoor::app
