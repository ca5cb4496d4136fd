#include "extract/internal/page_date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/white_space.h"
#include "extract/internal/written_date.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 64;

// Takes exactly `digits` digits from the front.
std::optional<int> TakeNumber(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!IsAsciiDigit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool TakeOneOf(std::string_view& text, std::string_view characters) {
  if (text.empty() || characters.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

bool IsPossible(int year, int month, int day) {
  constexpr std::array<int, 13> kDays = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (year < 1970 || year > 2200 || month < 1 || month > 12) return false;
  return day >= 1 && day <= kDays[static_cast<std::size_t>(month)] + (month == 2 && leap ? 1 : 0);
}

std::string Day(int year, int month, int day) {
  if (!IsPossible(year, month, day)) return "";
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", year, month, day);
  return text.data();
}

// "10:00", "10:00:00.123Z", "10:00 +0200", "10:00:00 GMT" as "T10:00", ...; "" when it is no time.
std::string TimePart(std::string_view text) {
  std::string time = "T";
  const std::string_view start = text;
  const auto hour = TakeNumber(text, 2);
  if (!hour || *hour > 24 || !TakeOneOf(text, ":")) return "";
  const auto minute = TakeNumber(text, 2);
  if (!minute || *minute > 59) return "";
  if (TakeOneOf(text, ":")) {
    const auto second = TakeNumber(text, 2);
    if (!second || *second > 60) return "";
    if (TakeOneOf(text, ".,")) {
      while (!text.empty() && IsAsciiDigit(text.front())) text.remove_prefix(1);
    }
  }
  time += start.substr(0, start.size() - text.size());
  text = Trimmed(text);
  if (text.empty()) return time;
  if (text == "Z" || text == "z" || text == "GMT" || text == "UTC" || text == "+0000")
    return time + "Z";
  if (text.front() != '+' && text.front() != '-') return "";
  const char sign = text.front();
  text.remove_prefix(1);
  const auto zone_hour = TakeNumber(text, 2);
  if (!zone_hour || *zone_hour > 14) return "";
  TakeOneOf(text, ":");
  const auto zone_minute = text.empty() ? std::optional<int>(0) : TakeNumber(text, 2);
  if (!zone_minute || *zone_minute > 59 || !text.empty()) return "";
  std::array<char, 32> zone;
  std::snprintf(zone.data(), zone.size(), "%c%02d:%02d", sign, *zone_hour, *zone_minute);
  return time + zone.data();
}

std::string WithTime(const std::string& day, std::string_view time) {
  time = Trimmed(time);
  return day.empty() || time.empty() ? day : day + TimePart(time);
}

// 2026, 2026-08, 2026-08-15, 2026/08/15, 20260815, each with a time behind.
std::string YearFirst(std::string_view text) {
  const auto year = TakeNumber(text, 4);
  if (!year || *year < 1970 || *year > 2200) return "";
  if (text.empty()) return std::to_string(*year);
  const bool compact = IsAsciiDigit(text.front());
  if (!compact && !TakeOneOf(text, "-/.")) return "";
  const auto month = TakeNumber(text, 2);
  if (!month) return "";
  if (text.empty()) return compact ? "" : Day(*year, *month, 1).substr(0, 7);
  if (!compact && !TakeOneOf(text, "-/.")) return "";
  const auto day = TakeNumber(text, 2);
  if (!day) return "";
  const std::string date = Day(*year, *month, *day);
  if (text.empty()) return date;
  if (!TakeOneOf(text, "Tt ")) return "";
  return WithTime(date, text);
}

int MonthNamed(std::string_view word) {
  constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
  if (word.size() < 3) return 0;
  const std::size_t at = kMonths.find(AsciiLowered(word.substr(0, 3)));
  return at == std::string_view::npos || at % 3 != 0 ? 0 : static_cast<int>(at / 3) + 1;
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',' || text[at] == '-')) ++at;
    const std::size_t begin = at;
    while (at < text.size() && text[at] != ' ' && text[at] != ',' && text[at] != '-') ++at;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

std::optional<int> DayNumber(std::string_view word) {
  const std::size_t digits = word.size() > 1 && IsAsciiDigit(word[1]) ? 2 : 1;
  auto day = TakeNumber(word, digits);
  if (word.empty() || word == "st" || word == "nd" || word == "rd" || word == "th" || word == ".")
    return day;
  return std::nullopt;
}

// A month by its English name, a day and a year, in either order, a weekday in front, a time
// behind.
std::string WithMonthName(std::string_view text) {
  std::vector<std::string_view> words = Words(text);
  if (words.size() > 3 && IsAsciiLetter(words[0].front()) && MonthNamed(words[0]) == 0)
    words.erase(words.begin());
  if (words.size() < 3) return "";
  const bool month_first = MonthNamed(words[0]) != 0;
  const int month = MonthNamed(words[month_first ? 0 : 1]);
  const auto day = DayNumber(words[month_first ? 1 : 0]);
  std::string_view year_word = words[2];
  const auto year = TakeNumber(year_word, 4);
  if (month == 0 || !day || !year || !year_word.empty()) return "";
  const std::string date = Day(*year, month, *day);
  const std::size_t behind = static_cast<std::size_t>(words[2].data() - text.data()) + 4;
  return WithTime(date, text.substr(behind));
}

// Seconds since 1970, as systems that keep them write them.
std::string FromSeconds(std::string_view digits) {
  std::int64_t seconds = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(time));
  return Day(static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
             static_cast<int>(static_cast<unsigned>(day.day())));
}

// Behind a weekday at most, with at most a time behind it.
std::string AsWritten(std::string_view text) {
  constexpr std::size_t kLongestWeekday = 20, kLongestTime = 24;
  const auto date = FirstDateIn(text);
  if (!date || date->begin > kLongestWeekday || text.size() > date->end + kLongestTime) return "";
  const std::string_view before = text.substr(0, date->begin), behind = text.substr(date->end);
  const bool goes_on = !behind.empty() && IsAsciiAlnum(behind.front());
  return goes_on || std::ranges::any_of(before, IsAsciiDigit) ? "" : date->iso;
}

}  // namespace

std::string IsoDate(std::string_view text) {
  text = Trimmed(text);
  if (text.size() < 4 || text.size() > kMostBytes) return "";
  if (std::ranges::all_of(text, IsAsciiDigit) && (text.size() == 10 || text.size() == 13))
    return FromSeconds(text.substr(0, 10));
  std::string date = IsAsciiDigit(text[0]) && IsAsciiDigit(text[1]) && IsAsciiDigit(text[2])
                         ? YearFirst(text)
                         : WithMonthName(text);
  return date.empty() ? AsWritten(text) : date;
}

std::optional<DateSource> DateSourceOfMeta(std::string_view name) {
  constexpr auto kNames = std::to_array<std::pair<std::string_view, DateSource>>(
      {{"article:modified", DateSource::kModifiedMeta},
       {"article:modified_time", DateSource::kModifiedMeta},
       {"article:published_time", DateSource::kPublished},
       {"citation_publication_date", DateSource::kPublished},
       {"date", DateSource::kPlainDate},
       {"date-modified", DateSource::kLastModifiedMeta},
       {"date.modified", DateSource::kLastModifiedMeta},
       {"datemodified", DateSource::kModifiedMarkup},
       {"datepublished", DateSource::kPublished},
       {"dateupdated", DateSource::kModifiedMarkup},
       {"dc.date", DateSource::kPlainDate},
       {"dc.date.modified", DateSource::kLastModifiedMeta},
       {"dc.modified", DateSource::kLastModifiedMeta},
       {"dcterms.date", DateSource::kPlainDate},
       {"dcterms.modified", DateSource::kLastModifiedMeta},
       {"docusaurus_last_updated", DateSource::kLastModifiedMeta},
       {"git-revision-date", DateSource::kLastModifiedMeta},
       {"last-modified", DateSource::kLastModifiedMeta},
       {"last-updated", DateSource::kLastModifiedMeta},
       {"last_modified", DateSource::kLastModifiedMeta},
       {"last_updated", DateSource::kLastModifiedMeta},
       {"lastmod", DateSource::kLastModifiedMeta},
       {"modified", DateSource::kLastModifiedMeta},
       {"ms.date", DateSource::kPlainDate},
       {"og:article:modified_time", DateSource::kModifiedMeta},
       {"og:updated_time", DateSource::kModifiedMeta},
       {"parsely-pub-date", DateSource::kPublished},
       {"revised", DateSource::kLastModifiedMeta},
       {"revision_date", DateSource::kLastModifiedMeta},
       {"sailthru.date", DateSource::kPublished},
       {"updated", DateSource::kLastModifiedMeta},
       {"updated_at", DateSource::kLastModifiedMeta}});
  const auto* found =
      std::ranges::find(kNames, name, &std::pair<std::string_view, DateSource>::first);
  return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

bool IsCalledModified(html::Node time) {
  constexpr int kMostLevels = 3, kMostSiblings = 4;
  constexpr std::size_t kMostBytes = 400, kMostNodes = 16, kMostBytesBefore = 40;
  constexpr auto kClasses =
      std::to_array<std::string_view>({"updated", "modified", "lastmod", "revision-date"});
  constexpr auto kWords = std::to_array<std::string_view>(
      {"updated",    "modified",       "last edited", "last changed", "last reviewed",
       "revised",    "aktualisiert",   "geändert",    "änderung",     "stand:",
       "mis à jour", "mise à jour",    "modifié",     "actualizado",  "actualización",
       "modificado", "atualizado",     "aggiornato",  "modificato",   "bijgewerkt",
       "gewijzigd",  "zaktualizowano", "обновлен",    "обновлён",     "изменен",
       "更新",       "수정",           "업데이트"});
  const auto holds = [](const auto& list, std::string_view text) {
    return std::ranges::any_of(
        list, [&](std::string_view one) { return text.find(one) != std::string_view::npos; });
  };
  html::Node at = time;
  for (int level = 0; level < kMostLevels && at && at.IsElement(); ++level, at = at.Parent()) {
    html::Node before = at.PreviousSibling();
    for (int seen = 0; before && seen < kMostSiblings; ++seen, before = before.PreviousSibling()) {
      const std::string start = AsciiLowered(before.StartOfText(kMostBytes + 1, kMostNodes));
      const std::string_view text = Trimmed(start);
      if (start.size() > kMostBytes) return false;
      if (holds(kWords, text.substr(text.size() - std::min(text.size(), kMostBytesBefore))))
        return true;
      constexpr std::size_t kMostSign = 2;  // a colon stands between them
      if (text.size() > kMostSign) return false;
    }
    const html::Node around = at.Parent();
    if (around &&
        holds(kClasses, AsciiLowered(around.Attribute(LXB_DOM_ATTR_CLASS).substr(0, 256))))
      return true;
  }
  return false;
}

}  // namespace sitedoor::extract::internal
