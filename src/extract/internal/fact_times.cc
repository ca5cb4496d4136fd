#include "extract/internal/fact_times.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/fact_words.h"

namespace sitedoor::extract::internal {
namespace {

using Place = ShownText::Place;

std::string TwoDigits(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }

// "19 30", "7 30 pm" and their like; "7 pm" and "19" of a full hour.
std::vector<std::string> TimeForms(int hour, int minute, bool with_bare_hours) {
  const std::string minutes = TwoDigits(minute);
  const int twelve = hour % 12 == 0 ? 12 : hour % 12;
  std::vector<std::string> forms = {TwoDigits(hour) + " " + minutes,
                                    std::to_string(hour) + " " + minutes};
  const bool is_morning = hour % 24 < 12;
  for (const std::string& front : {std::to_string(twelve), TwoDigits(twelve)}) {
    for (const std::string_view half : {is_morning ? "am" : "pm", is_morning ? "a m" : "p m"}) {
      forms.push_back(front + " " + minutes + " " + std::string(half));
      if (minute == 0) forms.push_back(front + " " + std::string(half));
    }
  }
  if (minute == 0) {
    for (const std::string_view unit : {"uhr", "h", "heures"})
      forms.push_back(std::to_string(hour) + " " + std::string(unit));
    if (with_bare_hours) {
      forms.push_back(std::to_string(hour));
      forms.push_back(TwoDigits(hour));
      forms.push_back(std::to_string(twelve));
    }
  }
  return forms;
}

struct Time {
  int hour = 0, minute = 0;
};

std::optional<Time> ReadTime(std::string_view text) {
  if (text.size() < 5 || text[2] != ':') return std::nullopt;
  const auto hour = ToInt(text.substr(0, 2)), minute = ToInt(text.substr(3, 2));
  if (!hour || !minute || *hour > 24 || *minute > 59) return std::nullopt;
  return Time{*hour, *minute};
}

// English, German, French, Spanish, Italian, Portuguese and Dutch names, long and short.
constexpr std::array<std::string_view, 12> kMonths = {
    "january jan januar janvier enero gennaio janeiro januari",
    "february feb februar février febrero febbraio fevereiro februari",
    "march mar märz mars marzo março maart",
    "april apr avril abril aprile",
    "may mai mayo maggio maio mei",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août agosto augustus",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember dez décembre diciembre dicembre dezembro"};

constexpr std::array<std::string_view, 7> kDays = {
    "mo mon monday montag montags lun lundi lunes lunedì segunda ma maandag",
    "tu tue tues tuesday di dienstag dienstags mar mardi martes martedì terça dinsdag",
    "we wed wednesday mi mittwoch mittwochs mer mercredi miércoles mercoledì quarta wo woensdag",
    "th thu thur thurs thursday do donnerstag donnerstags jeu jeudi jueves giovedì quinta "
    "donderdag",
    "fr fri friday freitag freitags ven vendredi viernes venerdì sexta vr vrijdag",
    "sa sat saturday samstag samstags sam samedi sábado sabato za zaterdag",
    "su sun sunday so sonntag sonntags dim dimanche domingo domenica zo zondag"};
constexpr std::array<std::string_view, 7> kDayCodes = {"mo", "tu", "we", "th", "fr", "sa", "su"};
constexpr std::array<std::string_view, 7> kDayNames = {"Mon", "Tue", "Wed", "Thu",
                                                       "Fri", "Sat", "Sun"};

bool IsOrdinalEnd(std::string_view word) {
  return word == "st" || word == "nd" || word == "rd" || word == "th" || word == "de" ||
         word == "of";
}

// "1 may", "may 1", "1st of may"; the page may leave out the year.
bool SaysDayOfMonth(const ShownText& text, int month, int day) {
  const std::string_view names = kMonths[static_cast<std::size_t>(month - 1)];
  const auto beside_month = [&](Place place) {
    const std::string_view before = text.WordBefore(place.begin);
    if (IsListed(before, names)) return true;
    std::size_t end = place.end;
    std::string_view behind = text.WordBehind(end);
    for (int i = 0; i < 2 && IsOrdinalEnd(behind); ++i) {
      end += 1 + behind.size();
      behind = text.WordBehind(end);
    }
    return IsListed(behind, names);
  };
  return text.Any(std::to_string(day), beside_month) || text.Any(TwoDigits(day), beside_month);
}

struct Days {
  std::array<bool, 7> is_open{};
  bool any = false;
};

std::optional<std::size_t> DayAt(std::string_view name) {
  if (name.size() < 2) return std::nullopt;
  const std::string code = AsciiLowered(name.substr(0, 2));
  const auto* const at = std::ranges::find(kDayCodes, code);
  if (at == kDayCodes.end()) return std::nullopt;
  return static_cast<std::size_t>(at - kDayCodes.begin());
}

// "Mo-Fr", "Mo,We,Fr", "Monday,Tuesday".
Days ReadDays(std::string_view text) {
  Days days;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t dash = part.find('-');
    const auto first = DayAt(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : DayAt(part.substr(dash + 1));
    if (!first || !last) continue;
    for (std::size_t day = *first, i = 0; i < 7; ++i, day = (day + 1) % 7) {
      days.is_open[day] = days.any = true;
      if (day == *last) break;
    }
  }
  return days;
}

// "Mon–Wed, Fri".
std::string NamesOf(const Days& days) {
  std::string names;
  for (std::size_t day = 0; day < 7; ++day) {
    if (!days.is_open[day]) continue;
    std::size_t last = day;
    while (last + 1 < 7 && days.is_open[last + 1]) ++last;
    if (!names.empty()) names += ", ";
    names += kDayNames[day];
    if (last > day) names += (last == day + 1 ? ", " : "–") + std::string(kDayNames[last]);
    day = last;
  }
  return names;
}

// Whether a name of one of the days stands among the words in front of a place.
bool FollowsDay(const ShownText& text, std::size_t begin, const Days& days) {
  constexpr int kMostWords = 16;
  constexpr auto kEveryDay = std::to_array<std::string_view>({"daily", "täglich", "day", "days"});
  const bool all = std::ranges::all_of(days.is_open, [](bool open) { return open; });
  for (int i = 0; i < kMostWords; ++i) {
    const std::string_view word = text.WordBefore(begin);
    if (word.empty()) return false;
    for (std::size_t day = 0; day < 7; ++day) {
      if (days.is_open[day] && IsListed(word, kDays[day])) return true;
    }
    if (all && IsOneOf(word, kEveryDay)) return true;
    begin -= word.size() + 1;
  }
  return false;
}

// Whether one of the forms stands at most three words behind `end`.
bool FollowsSoon(const ShownText& text, std::size_t end, std::span<const std::string> forms) {
  const std::string_view rest = std::string_view(text.Words()).substr(end);
  std::size_t at = 0;
  for (int i = 0; i < 4; ++i) {
    for (const std::string& form : forms) {
      if (rest.substr(at).starts_with(" " + form + " ")) return true;
    }
    at = rest.find(' ', at + 1);
    if (at == std::string_view::npos) return false;
  }
  return false;
}

// Minutes; at most 30 days.
std::optional<int> ReadDuration(std::string_view iso) {
  if (iso.size() < 3 || AsciiUpper(iso.front()) != 'P') return std::nullopt;
  int minutes = 0;
  bool in_time = false;
  std::size_t begin = 1;
  for (std::size_t i = 1; i < iso.size(); ++i) {
    const char unit = AsciiUpper(iso[i]);
    if (IsAsciiDigit(unit)) continue;
    if (unit == 'T') {
      in_time = true;
    } else {
      const auto number = ToInt(iso.substr(begin, i - begin));
      if (!number || *number > 43'200) return std::nullopt;
      if (unit == 'D' && !in_time) {
        minutes += *number * 1'440;
      } else if (unit == 'H' && in_time) {
        minutes += *number * 60;
      } else if (unit == 'M' && in_time) {
        minutes += *number;
      } else if (unit != 'S' || *number != 0) {
        return std::nullopt;
      }
      if (minutes > 43'200) return std::nullopt;
    }
    begin = i + 1;
  }
  return minutes > 0 ? std::optional(minutes) : std::nullopt;
}

constexpr std::string_view kHourWords =
    "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur";
constexpr std::string_view kMinuteWords =
    "m min mins minute minutes minuten minuto minutos minuti minuut";

bool SaysDuration(const ShownText& text, int minutes) {
  const bool in_minutes = text.Any(std::to_string(minutes), [&](Place place) {
    return !IsNumber(text.WordBefore(place.begin)) &&
           IsListed(text.WordBehind(place.end), kMinuteWords);
  });
  if (in_minutes || minutes < 60) return in_minutes;
  return text.Any(std::to_string(minutes / 60), [&](Place place) {
    std::string_view word = text.WordBehind(place.end);
    if (!IsListed(word, kHourWords)) return false;
    std::size_t end = place.end + 1 + word.size();
    word = text.WordBehind(end);
    if (minutes % 60 == 0) {
      // "1 h 30" is another time.
      return !IsNumber(word) || !IsListed(text.WordBehind(end + 1 + word.size()), kMinuteWords);
    }
    if (word == "and" || word == "und" || word == "et" || word == "y" || word == "e") {
      end += 1 + word.size();
      word = text.WordBehind(end);
    }
    return ToInt(word) == minutes % 60;
  });
}

}  // namespace

std::string ShownDate(const ShownText& text, std::string_view iso) {
  if (iso.size() < 10 || iso[4] != '-' || iso[7] != '-') return "";
  const auto year = ToInt(iso.substr(0, 4)), month = ToInt(iso.substr(5, 2)),
             day = ToInt(iso.substr(8, 2));
  if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31) return "";
  const std::string years = std::to_string(*year);
  const auto both = [](int number) {
    return std::array{std::to_string(number), TwoDigits(number)};
  };
  bool said = text.Says(iso.substr(0, 10)) || SaysDayOfMonth(text, *month, *day);
  for (const std::string& m : both(*month)) {
    for (const std::string& d : both(*day)) {
      said = said || text.Says(d + " " + m + " " + years) || text.Says(m + " " + d + " " + years);
    }
  }
  if (!said) return "";
  std::string written(iso.substr(0, 10));
  if (iso.size() < 16) return written;
  const auto time = ReadTime(iso.substr(11));
  if (!time || (time->hour == 0 && time->minute == 0)) return written;
  for (const std::string& form : TimeForms(time->hour, time->minute, false)) {
    if (text.Says(form))
      return written + " " + TwoDigits(time->hour) + ":" + TwoDigits(time->minute);
  }
  return written;
}

std::string ShownDuration(const ShownText& text, std::string_view iso) {
  const auto minutes = ReadDuration(iso);
  if (!minutes || !SaysDuration(text, *minutes)) return "";
  if (*minutes < 60) return std::to_string(*minutes) + " min";
  std::string written = std::to_string(*minutes / 60) + " h";
  if (*minutes % 60 != 0) written += " " + std::to_string(*minutes % 60) + " min";
  return written;
}

std::string ShownHours(const ShownText& text, std::string_view hours) {
  const std::size_t space = hours.rfind(' ');
  if (space == std::string_view::npos) return "";
  const Days days = ReadDays(hours.substr(0, space));
  const std::string_view times = hours.substr(space + 1);
  if (!days.any || times.size() != 11 || times[5] != '-') return "";
  const auto opens = ReadTime(times.substr(0, 5)), closes = ReadTime(times.substr(6));
  if (!opens || !closes) return "";
  const std::vector<std::string> closing = TimeForms(closes->hour, closes->minute, true);
  for (const std::string& form : TimeForms(opens->hour, opens->minute, true)) {
    const bool said = text.Any(form, [&](Place place) {
      return FollowsSoon(text, place.end, closing) && FollowsDay(text, place.begin, days);
    });
    if (!said) continue;
    return NamesOf(days) + " " + std::string(times.substr(0, 5)) + "–" +
           std::string(times.substr(6));
  }
  return "";
}

}  // namespace sitedoor::extract::internal
