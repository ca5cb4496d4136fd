#include "extract/internal/title_date.h"

#include <algorithm>

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBeforeTitle = 80;
constexpr std::size_t kMostBehindTitle = 250;  // a subtitle, names, a category
constexpr std::size_t kNextOfList = 800;       // an entry's title and summary

std::size_t SeenBytes(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return static_cast<unsigned char>(c) > ' '; }));
}

}  // namespace

void TitleDate::PassText(std::string_view text) { passed_ += SeenBytes(text); }

void TitleDate::PassTitle(std::string_view title) {
  title_end_ = passed_ + SeenBytes(title);
  if (!date_.empty() && passed_ <= date_at_ + kMostBeforeTitle) is_beside_title_ = true;
}

void TitleDate::PassDate(std::string_view date) {
  if (is_beside_title_) {
    is_of_list_ = is_of_list_ || (date != date_ && passed_ <= date_at_ + kNextOfList);
    return;
  }
  date_ = date;
  date_at_ = passed_;
  is_beside_title_ = title_end_ > 0 && passed_ <= title_end_ + kMostBehindTitle;
}

const std::string& TitleDate::Date() const {
  static const std::string kNone;
  return is_beside_title_ && !is_of_list_ ? date_ : kNone;
}

}  // namespace sitedoor::extract::internal
