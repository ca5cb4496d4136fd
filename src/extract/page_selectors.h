// PageSelectors: the CSS selectors by which an owner says what of a page is content.
//
//   tag, *, .class, #id, [attribute], [attribute=value] and ~= |= ^= $= *=, with i behind the value
//   :first-child, :last-child, :only-child, :nth-child(2n+1), :not(...), :is(...), :where(...) of
//   compounds; combinators: space, >, + and ~; a list is separated by commas
// What a page does not have when it is read (:hover, ::before), :has() and other positions are
// refused. Ids and classes are compared as they are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "html/tree.h"

namespace sitedoor::extract {

// Immutable, cheap to copy, thread-safe.
class PageSelectors {
 public:
  PageSelectors() = default;

  // Each text is a selector or a list of them. Errors: kInvalidArgument, naming the selector and
  // what of it cannot be read; more than 64 compounds in all.
  static Result<PageSelectors> Parse(std::span<const std::string> texts);

  bool IsEmpty() const { return parts_ == nullptr; }

  // The elements below `root` that one of them matches, in document order; of matches inside a
  // match only the outermost. One pass, linear in the tree's size.
  std::vector<html::Node> Outermost(html::Node root) const;

  struct Compound;

 private:
  std::shared_ptr<const std::vector<Compound>> parts_;  // of all selectors, one behind the other
};

// Whether PageSelectors::Parse takes it.
Status CheckSelector(std::string_view text);

}  // namespace sitedoor::extract
