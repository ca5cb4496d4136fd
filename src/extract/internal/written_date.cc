#include "extract/internal/written_date.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/ascii.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 200;

// Lower case of what two bytes of UTF-8 hold.
char32_t Lower(char32_t c) {
  const auto in = [&](char32_t from, char32_t to) { return c >= from && c <= to; };
  if (in(0xC0, 0xDE) && c != 0xD7) return c + 0x20;
  if (in(0x100, 0x12F) || in(0x132, 0x137) || in(0x14A, 0x177)) return c | 1;
  if (in(0x139, 0x148) || in(0x179, 0x17E)) return c % 2 == 1 ? c + 1 : c;
  if (in(0x391, 0x3A9)) return c + 0x20;
  if (in(0x388, 0x38A)) return c + 0x25;
  if (in(0x400, 0x40F)) return c + 0x50;
  if (in(0x410, 0x42F)) return c + 0x20;
  return c == 0x386 ? 0x3AC : c;
}

struct MonthName {
  std::string_view beginning;  // in lower case
  int month;
};

// Of whole names and of their short forms; where one begins like another, the longer is first.
constexpr auto kMonths = std::to_array<MonthName>({
    {"января", 1},   {"янв", 1},      {"січ", 1},    {"jan", 1},     {"jän", 1},  {"ene", 1},
    {"gen", 1},      {"sty", 1},      {"led", 1},    {"tammik", 1},  {"oca", 1},  {"ian", 1},
    {"ιαν", 1},      {"feb", 2},      {"fév", 2},    {"fev", 2},     {"lut", 2},  {"úno", 2},
    {"helmik", 2},   {"şub", 2},      {"фев", 2},    {"лют", 2},     {"φεβ", 2},  {"marra", 11},
    {"mar", 3},      {"mär", 3},      {"maa", 3},    {"már", 3},     {"mrt", 3},  {"bře", 3},
    {"мар", 3},      {"берез", 3},    {"μαρ", 3},    {"μάρ", 3},     {"apr", 4},  {"abr", 4},
    {"avr", 4},      {"kwi", 4},      {"dub", 4},    {"huhtik", 4},  {"nis", 4},  {"ápr", 4},
    {"апр", 4},      {"квіт", 4},     {"απρ", 4},    {"may", 5},     {"mai", 5},  {"maj", 5},
    {"mag", 5},      {"mei", 5},      {"máj", 5},    {"květ", 5},    {"kvě", 5},  {"toukok", 5},
    {"май", 5},      {"мая", 5},      {"трав", 5},   {"μαΐ", 5},     {"μαι", 5},  {"μάι", 5},
    {"července", 7}, {"červenec", 7}, {"čvc", 7},    {"červ", 6},    {"juil", 7}, {"juin", 6},
    {"jun", 6},      {"giu", 6},      {"cze", 6},    {"kesäk", 6},   {"haz", 6},  {"iun", 6},
    {"jún", 6},      {"июн", 6},      {"черв", 6},   {"ιουν", 6},    {"ιούν", 6}, {"jul", 7},
    {"lug", 7},      {"lip", 7},      {"heinäk", 7}, {"tem", 7},     {"iul", 7},  {"júl", 7},
    {"июл", 7},      {"лип", 7},      {"ιουλ", 7},   {"ιούλ", 7},    {"aug", 8},  {"ago", 8},
    {"aoû", 8},      {"aou", 8},      {"sie", 8},    {"srp", 8},     {"elok", 8}, {"ağu", 8},
    {"авг", 8},      {"серп", 8},     {"αυγ", 8},    {"αύγ", 8},     {"sep", 9},  {"set", 9},
    {"szep", 9},     {"wrz", 9},      {"září", 9},   {"syysk", 9},   {"eyl", 9},  {"сен", 9},
    {"верес", 9},    {"σεπ", 9},      {"oct", 10},   {"okt", 10},    {"ott", 10}, {"out", 10},
    {"paź", 10},     {"říj", 10},     {"lokak", 10}, {"eki", 10},    {"окт", 10}, {"жовт", 10},
    {"οκτ", 10},     {"nov", 11},     {"noi", 11},   {"lis", 11},    {"kas", 11}, {"ноя", 11},
    {"лист", 11},    {"νοε", 11},     {"dec", 12},   {"dez", 12},    {"des", 12}, {"dic", 12},
    {"déc", 12},     {"gru", 12},     {"pro", 12},   {"jouluk", 12}, {"ara", 12}, {"дек", 12},
    {"груд", 12},    {"δεκ", 12},
});

bool IsLetter(char c) { return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; }

// Looks at the text from a place on, and moves on by what it takes.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t At() const { return at_; }
  std::string_view Rest() const { return text_.substr(at_); }

  // All digits that stand here, as many as that; -1 otherwise.
  int Number(std::size_t fewest, std::size_t most) {
    std::size_t end = at_;
    while (end < text_.size() && IsAsciiDigit(text_[end])) ++end;
    const std::size_t digits = end - at_;
    if (digits < fewest || digits > most) return -1;
    int value = 0;
    for (; at_ < end; ++at_) value = value * 10 + (text_[at_] - '0');
    return value;
  }

  bool Take(std::string_view sign) {
    if (!Rest().starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  template <class... Signs>
  bool TakeAny(Signs... signs) {
    return (Take(signs) || ...);
  }

  void Spaces() {
    while (TakeAny(" ", "\t", "\n", "\r", "\xC2\xA0")) {
    }
  }

  // A month by its name, with the point of a short one; 0 for another word.
  int Month() {
    std::size_t end = at_;
    while (end < text_.size() && IsLetter(text_[end]) && text_.substr(end, 2) != "\xC2\xA0") ++end;
    constexpr std::size_t kLongest = 24;
    const std::string_view word = text_.substr(at_, end - at_);
    if (word.size() < 3 || word.size() > kLongest) return 0;
    const auto* month = std::ranges::find_if(
        kMonths, [&](const MonthName& name) { return word.starts_with(name.beginning); });
    if (month == kMonths.end()) return 0;
    at_ = end;
    Take(".");
    return month->month;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

std::optional<std::string> Iso(int year, int month, int day) {
  constexpr std::array<int, 13> kDays = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  constexpr int kFirstYear = 1990, kLastYear = 2100;
  if (year < kFirstYear || year > kLastYear || month < 1 || month > 12) return std::nullopt;
  const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (day > kDays[static_cast<std::size_t>(month)] || (month == 2 && day == 29 && !is_leap))
    return std::nullopt;
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), day > 0 ? "%04d-%02d-%02d" : "%04d-%02d", year, month,
                day);
  return text.data();
}

// What one way of writing reads from a place on.
using Reading = std::optional<std::string> (*)(Cursor&);

// 2024-06-11, 2024/6/11, 2024年6月11日, 2024년 6월 11일, "2024. június 11."
std::optional<std::string> YearFirst(Cursor& at) {
  const int year = at.Number(4, 4);
  if (year < 0) return std::nullopt;
  int month = -1;
  const bool has_signs = at.TakeAny("年", "년");
  if (has_signs) {
    at.Spaces();
    month = at.Number(1, 2);
    if (month < 0 || !at.TakeAny("月", "월")) return std::nullopt;
    at.Spaces();
  } else {
    if (!at.TakeAny("-", "/", ".")) return std::nullopt;
    at.Spaces();
    month = at.Number(1, 2);
    if (month >= 0) {
      if (!at.TakeAny("-", "/", ".")) return std::nullopt;
      at.Spaces();
    } else if ((month = at.Month()) > 0) {
      at.Spaces();
    } else {
      return std::nullopt;
    }
  }
  const int day = at.Number(1, 2);
  if (day < 1 || (has_signs && !at.TakeAny("日", "일"))) return std::nullopt;
  return Iso(year, month, day);
}

// 11.06.2024, 13/06/2024, 06/13/2024.
std::optional<std::string> InNumbers(Cursor& at) {
  const int first = at.Number(1, 2);
  if (first < 1) return std::nullopt;
  const bool has_points = at.Take(".");
  if (!has_points && !at.TakeAny("/", "-")) return std::nullopt;
  at.Spaces();
  const int second = at.Number(1, 2);
  if (second < 1 || !(has_points ? at.Take(".") : at.TakeAny("/", "-"))) return std::nullopt;
  at.Spaces();
  const int year = at.Number(4, 4);
  if (has_points || first > 12 || first == second) return Iso(year, second, first);
  return second > 12 ? Iso(year, first, second) : std::nullopt;
}

// "11 June 2024", "11. Juni 2024", "11 de junio de 2024", "1er juin 2024", "11-Jun-2024".
std::optional<std::string> DayThenName(Cursor& at) {
  const int day = at.Number(1, 2);
  if (day < 1) return std::nullopt;
  at.TakeAny(".", "st", "nd", "rd", "th", "er", "º", "°", "-");
  at.Spaces();
  at.TakeAny("de ", "of ", "di ");
  const int month = at.Month();
  if (month == 0) return std::nullopt;
  at.TakeAny(",", "-");
  at.Spaces();
  at.TakeAny("de ", "del ", "of ");
  return Iso(at.Number(4, 4), month, day);
}

// "June 11th, 2024", "June 2024".
std::optional<std::string> NameFirst(Cursor& at) {
  const int month = at.Month();
  if (month == 0) return std::nullopt;
  at.Take(",");
  at.Spaces();
  at.TakeAny("de ", "del ");
  Cursor month_alone = at;
  const int day = at.Number(1, 2);
  if (day < 1) {
    at = month_alone;
    return Iso(at.Number(4, 4), month, 0);
  }
  at.TakeAny("st", "nd", "rd", "th", ".");
  at.Take(",");
  at.Spaces();
  return Iso(at.Number(4, 4), month, day);
}

constexpr std::size_t kBytesOfDay = 10;

bool FollowsNumber(std::string_view text, std::size_t at) {
  const std::size_t last = text.substr(0, at).find_last_not_of(" .-");
  return last != std::string_view::npos && IsAsciiDigit(text[last]);
}

}  // namespace

std::string LowerCased(std::string_view utf8) {
  std::string lower;
  lower.reserve(utf8.size());
  for (std::size_t at = 0; at < utf8.size();) {
    const text::CodePoint point = text::DecodeAt(utf8, at);
    if (point.bytes == 1) {
      lower += AsciiLower(utf8[at]);
    } else if (point.bytes == 2 && point.value != text::kReplacement) {
      text::Append(lower, Lower(point.value));
    } else {
      lower += utf8.substr(at, point.bytes);
    }
    at += point.bytes;
  }
  return lower;
}

std::string WithCapital(std::string_view utf8) {
  std::string capital(utf8);
  if (utf8.empty()) return capital;
  const text::CodePoint point = text::DecodeAt(utf8, 0);
  if (point.bytes == 1) capital[0] = AsciiUpper(utf8[0]);
  constexpr char32_t kFarthest = 0x50;  // from a letter to its capital
  for (char32_t c = point.value; point.bytes == 2 && c + kFarthest >= point.value; --c) {
    if (c == point.value || Lower(c) != point.value) continue;
    capital.clear();
    text::Append(capital, c);
    capital += utf8.substr(point.bytes);
    break;
  }
  return capital;
}

std::optional<WrittenDate> FirstDateIn(std::string_view utf8) {
  const std::string text = LowerCased(text::Prefix(utf8, kMostBytes));
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_digit = IsAsciiDigit(text[at]);
    const bool begins =
        at == 0 || (is_digit ? !IsAsciiDigit(text[at - 1]) : !IsLetter(text[at - 1]));
    if (!begins || (!is_digit && !IsLetter(text[at]))) continue;
    constexpr auto kReadings =
        std::to_array<Reading>({YearFirst, InNumbers, DayThenName, NameFirst});
    for (const Reading reading : kReadings) {
      Cursor cursor(text, at);
      auto iso = reading(cursor);
      // "31 June 2024" is no date, nor a month.
      if (iso && iso->size() < kBytesOfDay && FollowsNumber(text, at)) continue;
      if (iso) return WrittenDate{.iso = *std::move(iso), .begin = at, .end = cursor.At()};
    }
  }
  return std::nullopt;
}

}  // namespace sitedoor::extract::internal
