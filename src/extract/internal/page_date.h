// Page dates: the many ways in which pages write a date, as ISO 8601 in the precision that they
// gave.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// "2026-08-15", "2026-08-15T10:00:00+02:00", "2026", "2026-08" stay as they are; "2026-08-15
// 10:00", "2026/08/15", RFC 1123 dates ("Sat, 15 Aug 2026 10:00:00 GMT") and English ones ("August
// 15, 2026", "15 Aug 2026") become such, and so do seconds or milliseconds since 1970 and dates in
// other languages (written_date.h).
// "" for anything else, for impossible dates, and where day and month cannot be told apart
// ("08/09/2026").
std::string IsoDate(std::string_view text);

// Where a page's dates may stand, the most trusted first.
enum class DateSource {
  kModifiedMeta,
  kStructured,
  kModifiedMarkup,
  kModifiedNote,  // in words (modified_notes.h)
  kLastModifiedMeta,
  kPlainDate,
  kPublished
};
inline constexpr std::size_t kDateSources = 7;

// What a meta element of that name or property, in lower case, says; nothing for one that is no
// date of the page.
std::optional<DateSource> DateSourceOfMeta(std::string_view name);

// Whether the words or the class names right round a <time> say that the page was changed then:
// "Last updated on <time>", in the languages that sites are mostly written in. Looks at a bounded
// number of nodes.
bool IsCalledModified(html::Node time);

}  // namespace sitedoor::extract::internal
