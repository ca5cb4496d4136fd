// HiddenNames: the class names and ids that the page's own <style> elements hide.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Hidden as an inline style would (inline_style.h), but for what is folded or named after a
// picture. Only rules whose selector is one class or id, with or without an element's name, outside
// of
// @media and the like. A name that another rule shows, that is named inside @media, that a script
// in the page mentions, or that is made of a word for what opens and closes ("tab", "answer") hides
// nothing. Style sheets and scripts in files of their own are not known here.
class HiddenNames {
 public:
  // Reads the <style> and <script> elements of the head and right below the body, the first 256 KiB
  // of each kind. Linear in those.
  explicit HiddenNames(html::Node body);

  bool Empty() const { return names_.empty(); }
  bool Hide(html::Node element) const;

 private:
  void ReadStyle(std::string_view css);
  void AddShown(std::string_view css);
  void ReadRule(std::string_view selectors, std::string_view declarations);

  // With "." before a class and "#" before an id.
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> shown_;
};

}  // namespace sitedoor::extract::internal
