// Title date: the date that stands beside a page's title, with no word or class that says what it
// is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Whether a class says that an element is a date: "date", "post-date".
bool IsCalledDate(html::Node element);

// Is told of a page's parts in their order. Distances are counted in bytes of text without white
// space.
class TitleDate {
 public:
  void PassText(std::string_view text);
  // Before the title's own text is passed.
  void PassTitle(std::string_view title);
  // The heading of a section: what follows belongs to that.
  void PassSection() { title_end_ = 0; }
  // Of a <time> that nothing says more of, or of what is called a date. Anything but a day's date
  // is passed over.
  void PassDate(std::string_view date);
  // Whether a date here could change anything.
  bool IsNear() const;

  // As ISO 8601; "" when no date stands beside a title, or several do: those of a list.
  const std::string& Date() const;

 private:
  std::size_t passed_ = 0;
  std::size_t title_end_ = 0;  // 0 while there is none
  std::string date_;
  std::size_t date_at_ = 0;
  bool is_beside_title_ = false;
  bool is_of_list_ = false;
};

}  // namespace sitedoor::extract::internal
