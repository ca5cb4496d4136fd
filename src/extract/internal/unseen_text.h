// UnseenText: the characters that show nothing and were left out of a text.
//
// One by itself is how a page breaks a word or joins two; many together may be a text that nobody
// sees, written with tags, variation selectors or bits of zero width.
#pragma once

#include <cstddef>

namespace sitedoor::extract::internal {

// Whether a character shows nothing behind `before`: IsInvisible (unicode_classes.h), and ZWJ, ZWNJ
// and variation selectors where no script or emoji has them.
bool ShowsNothing(char32_t c, char32_t before);

class UnseenText {
 public:
  // One that was left out where `place` bytes stand before it.
  void Note(std::size_t place) {
    constexpr std::size_t kMostTogether = 7;  // of what any script has, and of a flag's tags
    together_ = place == place_ ? together_ + 1 : 1;
    place_ = place;
    ++count_;
    may_say_something_ = may_say_something_ || together_ > kMostTogether;
  }
  // The same of code, where a single one that turns text round makes it read other than it runs.
  void NoteInCode(std::size_t place, char32_t c);

  void Add(const UnseenText& other) {
    count_ += other.count_;
    may_say_something_ = may_say_something_ || other.may_say_something_;
  }

  std::size_t Count() const { return count_; }
  bool MaySaySomething() const { return may_say_something_; }

 private:
  std::size_t place_ = 0, together_ = 0;
  std::size_t count_ = 0;
  bool may_say_something_ = false;
};

}  // namespace sitedoor::extract::internal
