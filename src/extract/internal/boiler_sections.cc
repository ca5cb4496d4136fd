#include "extract/internal/boiler_sections.h"

#include <algorithm>
#include <vector>

#include "extract/internal/article_extras.h"
#include "extract/internal/boiler_headings.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;

// A page of such headings alone must not take quadratic time.
constexpr int kMostSiblingsSeen = 32;

// What a writer says there: code, or sentences with few links and nothing to press.
bool IsTextUnderHeading(const ElementTable& table, std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t kLeastProse = 40;
  const std::vector<Entry>& entries = table.Entries();
  constexpr std::uint32_t kMostSeen = 1'000;
  std::uint32_t prose = 0, text = 0, links = 0, others = 0;
  for (std::uint32_t i = begin; i < std::min(end, begin + kMostSeen); ++i) {
    const Entry& entry = entries[i];
    if (IsCode(entry) && entry.text > 0) return true;
    if (HeadingLevel(entry.node) > 0 && i > begin) ++others;
    if (entry.end != i + 1 || HeadingLevel(entry.node) > 0) continue;
    prose += entry.prose;
    text += entry.text;
    links += entry.link_text;
  }
  const Entry& first = entries[begin];
  return prose >= kLeastProse && 2 * prose > text && 2 * links < text && others <= 1 &&
         first.cards == 0 && first.controls == 0;
}

// Where the last text of some length begins; `root` where there is none.
std::uint32_t BeginOfLastProse(const ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kLeastProse = 200;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t prose = 0;
  for (std::uint32_t i = entries[root].end; i-- > root + 1;) {
    if (entries[i].end == i + 1 && !entries[i].chrome) prose += entries[i].prose;
    if (prose >= kLeastProse) return i;
  }
  return root;
}

// The outermost block that begins with the heading, and what follows it up to the next heading of
// its rank.
void MarkUnderHeading(ElementTable& table, std::uint32_t root, std::uint32_t heading,
                      std::uint32_t last_prose) {
  std::vector<Entry>& entries = table.Entries();
  std::uint32_t block = heading;
  for (std::uint32_t up = entries[block].parent; up != ElementTable::kNone && up != root;
       up = entries[block].parent) {
    bool begins = true;
    int seen = 0;
    for (std::uint32_t i = up + 1; i < block && begins; i = entries[i].end) {
      begins = ++seen < kMostSiblingsSeen && (entries[i].chrome || entries[i].text == 0);
    }
    // Beside a short text what is called related may be longer.
    const double most =
        (entries[up].hints & kRelatedHint) != 0 && entries[up].cards > 1 ? 0.6 : 0.3;
    if (!begins || HasLandmark(entries[up]) || Share(entries[up].prose, entries[root].prose) > most)
      break;
    block = up;
  }
  const auto mark = [&](std::uint32_t i) { entries[i].LeaveOut(); };
  const auto is_text_of_page = [&](std::uint32_t begin, std::uint32_t end) {
    return IsTextUnderHeading(table, begin, end) &&
           !MayBeProse(entries[heading].node.TextContent());
  };
  if (block != heading) {
    if (!is_text_of_page(block, entries[block].end)) mark(block);
    return;
  }
  const std::uint32_t parent = entries[heading].parent;
  std::uint32_t end = heading + 1;
  std::uint32_t prose = 0;
  while (end < entries[parent].end && entries[end].top_heading > entries[heading].top_heading) {
    prose += entries[end].prose;
    end = entries[end].end;
  }
  if (Share(prose, entries[root].prose) > 0.3 || is_text_of_page(heading, end)) return;
  // In the midst of a text a list of links is a part of it.
  if (end <= last_prose && !MayBeProse(entries[heading].node.TextContent())) return;
  for (std::uint32_t i = heading; i < end; i = entries[i].end) mark(i);
}

}  // namespace

void MarkBoilerSections(ElementTable& table, std::uint32_t root) {
  const std::uint32_t last_prose = BeginOfLastProse(table, root);
  std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    const bool is_heading = entries[i].top_heading >= 2 && entries[i].top_heading <= 6 &&
                            entries[i].end == i + 1 && entries[i].headings == 1;
    if (!entries[i].chrome && is_heading && IsBoilerHeading(entries[i].node.TextContent())) {
      MarkUnderHeading(table, root, i, last_prose);
    }
    i = entries[i].chrome ? entries[i].end : i + 1;
  }
  table.SumWithoutChrome();
}

void MarkContentsLabels(ElementTable& table, std::uint32_t root) {
  std::vector<Entry>& entries = table.Entries();
  bool found = false;
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    Entry& entry = entries[i];
    if (!entry.chrome && IsContentsLabel(table, root, i)) {
      entry.LeaveOut();
      found = true;
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  if (found) table.SumWithoutChrome();
}

// A heading over comments that are left out says nothing.
void MarkHeadingsOfComments(ElementTable& table, std::uint32_t root) {
  constexpr std::uint32_t kMostText = 60, kMostSeen = 200;
  std::vector<Entry>& entries = table.Entries();
  bool found = false;
  for (std::uint32_t i = root + 1; i < entries[root].end;) {
    Entry& entry = entries[i];
    const bool may_be = !entry.chrome && entry.headings == 1 && entry.titles == 0 &&
                        entry.text <= kMostText && entry.end - i <= kMostSeen;
    if (may_be) {
      std::uint32_t heading = i, comments = 0;
      for (std::uint32_t inner = i + 1; inner < entry.end; ++inner) {
        if (HeadingLevel(entries[inner].node) > 0 && !entries[inner].chrome) heading = inner;
        const bool is_comment = entries[inner].chrome && (entries[inner].hints & kCommentHint) != 0;
        comments += is_comment ? 1 : 0;
      }
      if (heading != i && comments > 0 && entries[heading].text == entry.text) {
        entry.LeaveOut();
        found = true;
      }
    }
    i = entry.chrome ? entry.end : i + 1;
  }
  if (found) table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
