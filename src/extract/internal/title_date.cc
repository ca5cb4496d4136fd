#include "extract/internal/title_date.h"

#include <algorithm>
#include <array>

#include "extract/internal/attribute_tokens.h"
#include "extract/internal/page_date.h"

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

bool IsCalledDate(html::Node element) {
  constexpr std::size_t kMostClassBytes = 256;
  constexpr auto kDates = std::to_array<std::string_view>(
      {"date", "post-date", "entry-date", "article-date", "publish-date", "published-date",
       "pub-date", "pubdate", "post__date", "article__date", "post-meta__date"});
  const std::string_view classes = element.Attribute(LXB_DOM_ATTR_CLASS).substr(0, kMostClassBytes);
  if (classes.find("date") == std::string_view::npos) return false;
  return std::ranges::any_of(kDates,
                             [&](std::string_view known) { return HasToken(classes, known); });
}

void TitleDate::PassText(std::string_view text) {
  // Nothing that stands further behind says anything.
  const bool is_over = title_end_ > 0 && passed_ > title_end_ + kMostBehindTitle + kNextOfList;
  if (!is_over) passed_ += SeenBytes(text);
}

void TitleDate::PassTitle(std::string_view title) {
  title_end_ = passed_ + SeenBytes(title);
  if (!date_.empty() && passed_ <= date_at_ + kMostBeforeTitle) is_beside_title_ = true;
}

bool TitleDate::IsNear() const {
  if (is_beside_title_) return !is_of_list_ && passed_ <= date_at_ + kNextOfList;
  return title_end_ == 0 || passed_ <= title_end_ + kMostBehindTitle;
}

void TitleDate::PassDate(std::string_view date) {
  constexpr std::size_t kDayBytes = 10;
  const std::string iso = IsoDate(date);
  if (iso.size() < kDayBytes) return;
  const bool is_same_day = iso.starts_with(date_.substr(0, kDayBytes));
  if (is_beside_title_) {
    if (is_same_day && iso.size() > date_.size()) date_ = iso;  // its element round a <time>
    is_of_list_ = is_of_list_ || (!is_same_day && passed_ <= date_at_ + kNextOfList);
    return;
  }
  date_ = iso;
  date_at_ = passed_;
  is_beside_title_ = title_end_ > 0 && passed_ <= title_end_ + kMostBehindTitle;
}

const std::string& TitleDate::Date() const {
  static const std::string kNone;
  return is_beside_title_ && !is_of_list_ ? date_ : kNone;
}

}  // namespace sitedoor::extract::internal
