// CodeLanguages: the languages that a page says its blocks of code are in.
#pragma once

#include <string>
#include <unordered_map>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Of one tree. What is round many blocks is read once. Not thread-safe.
class CodeLanguages {
 public:
  // What the element itself, its <code> child or up to three ancestors say: lower case, "" when
  // none does.
  std::string Of(html::Node code);

 private:
  const std::string& OfAncestor(html::Node ancestor);

  std::unordered_map<const void*, std::string> of_ancestors_;
};

// Whether a reader's word for a language ("JavaScript", "C++") names the one of an info string.
bool IsSameLanguage(std::string_view word, std::string_view language);

}  // namespace sitedoor::extract::internal
