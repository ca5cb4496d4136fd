// Property: a text is a list of selectors or is refused with a message that names it; what is
// accepted gives elements of the page in its order, none of them inside another.
//
// Input: the selectors on the first line, then a page.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/page_selectors.h"
#include "html/tree.h"
#include "property.h"

namespace {

using sitedoor::extract::PageSelectors;
using sitedoor::fuzz::Check;
using sitedoor::fuzz::TakeLine;

bool IsInside(sitedoor::html::Node node, sitedoor::html::Node other) {
  while (node && node != other) node = node.Parent();
  return static_cast<bool>(node);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const std::string text(TakeLine(rest));
  const auto selectors = PageSelectors::Parse(std::vector{text});
  Check(selectors.has_value() == sitedoor::extract::CheckSelector(text).has_value());
  if (!selectors) {
    Check(selectors.error().message.find(text) != std::string::npos);
    return 0;
  }
  const auto tree = sitedoor::html::Tree::Parse(rest);
  if (!tree) return 0;
  const auto found = selectors->Outermost(tree->Html());
  for (std::size_t i = 1; i < found.size() && i < 64; ++i) Check(!IsInside(found[i], found[i - 1]));
  const auto all = PageSelectors::Parse(std::vector<std::string>{text, "*"});
  // The root matches "*", so nothing else is outermost; without room for one more part it is
  // refused.
  if (all) Check(all->Outermost(tree->Html()).size() == 1);
  return 0;
}
