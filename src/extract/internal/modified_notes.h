// Modified notes: the lines in which a page says in words when it was changed, wherever they stand:
// "This page was last edited on 11 June 2024", "Zuletzt aktualisiert: 11. Juni 2024".
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Collects them over a walk of the page. A note is a short text that begins with its words, or a
// short clause that has them, and goes on with a date and little else; or an element that is named
// for it ("footer-info-lastmod", "git-revision-date"). Notes in comments and hidden ones say
// nothing. Cheap for all other nodes; bounded in what it looks at.
class ModifiedNotes {
 public:
  void VisitText(html::Node text);
  void VisitElement(html::Node element);

  // ISO 8601. The first, where the page has one or two dates; more are those of a list: then "".
  std::string Date() const;

 private:
  void ReadTexts();
  void Read(html::Node text);
  void Add(html::Node at, std::string iso);

  // The last texts, in turn: few texts have a year, and only those before one are read.
  static constexpr std::size_t kMostBefore = 8;
  std::array<html::Node, kMostBefore> unread_;
  std::size_t texts_ = 0;           // put there, and
  std::size_t read_ = 0;            // how many of these are read or too far back
  std::vector<std::string> dates_;  // different ones
  std::size_t looked_at_ = 0;
};

}  // namespace sitedoor::extract::internal
