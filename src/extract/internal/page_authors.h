// Authors: the names of those whom a page says it is by.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Where names may stand, the most trusted first: JSON-LD, meta elements, itemprop=author,
// rel=author (which a site's own title may have), elements whose class says that they are a byline.
enum class AuthorSource { kStructured, kMeta, kProperty, kLink, kByline };

// The names in what stands in place of one: "By A. Person and B. Person | News" gives two. Nothing
// for addresses, for words that name nobody ("admin") and for texts too long for names.
std::vector<std::string> AuthorNames(std::string_view text);

// Collects them over a walk of the page. Bounded in memory.
class AuthorFinder {
 public:
  void Add(AuthorSource source, std::string_view text);
  // Of a meta element by its name; whether it is one of authors.
  bool AddMeta(std::string_view name, std::string_view content);

  // The element below `element`, or itself, whose text names an author; null when it names none.
  // Cheap for elements that do not.
  html::Node NameElement(html::Node element);
  // What a reader sees of it, or the content of a meta element.
  void AddShown(html::Node name_element, std::string_view text);

  // Of the most trusted source that has any. Several bylines of different people in different
  // places are those of a list of pages: then none.
  std::vector<std::string> Names() const;

 private:
  struct Shown {
    html::Node place;  // names of one place belong together
    std::vector<std::string> names;
  };

  std::array<std::vector<std::string>, 2> declared_;  // kStructured, kMeta
  std::array<std::vector<Shown>, 3> shown_;           // kProperty, kLink, kByline
  std::array<std::string, 2> card_labels_, card_texts_;
  AuthorSource last_ = AuthorSource::kByline;  // of NameElement
  std::size_t looked_at_ = 0;
};

}  // namespace sitedoor::extract::internal
