#include "extract/internal/service_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/owners_line.h"
#include "extract/internal/service_phrases.h"
#include "extract/internal/written_date.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::uint32_t kMostText = 300;  // of a row
constexpr std::size_t kMostBytes = 900;
constexpr std::size_t kMostNodes = 96;

// Parts of a table or of a list are what these say.
bool MayBeRow(const Entry& entry) {
  switch (entry.node.ElementTag()) {
    case LXB_TAG_TABLE:
    case LXB_TAG_TBODY:
    case LXB_TAG_THEAD:
    case LXB_TAG_TR:
    case LXB_TAG_TD:
    case LXB_TAG_TH:
    case LXB_TAG_CAPTION:
    case LXB_TAG_DL:
    case LXB_TAG_DT:
    case LXB_TAG_DD:
    case LXB_TAG_LI:
    case LXB_TAG_PRE:
    case LXB_TAG_FIGURE:
    case LXB_TAG_FIGCAPTION:
    case LXB_TAG_BLOCKQUOTE:
      return false;
    default:
      return !entry.chrome && entry.text <= kMostText && !entry.in_link && !HasLandmark(entry);
  }
}

// Opens a window of another site that shares the address it is given.
bool IsShareLink(std::string_view href) {
  if (href.starts_with("mailto:?") || href.starts_with("whatsapp://send")) return true;
  constexpr auto kPlaces = std::to_array<std::string_view>(
      {"/share", "/intent/", "/submit", "/pin/create", "/sharer", "/sharing/", "send?text="});
  if (!href.starts_with("http") && !href.starts_with("//")) return false;
  const std::string lower = AsciiLowered(href.substr(0, kMostBytes));
  const bool carries = lower.find("url=") != std::string::npos ||
                       lower.find("u=") != std::string::npos ||
                       lower.find("text=") != std::string::npos;
  return carries && std::ranges::any_of(kPlaces, [&](std::string_view place) {
           return lower.find(place) != std::string::npos;
         });
}

// To the page's own source, to change it or to look at it.
bool IsEditLink(std::string_view href) {
  constexpr auto kPlaces = std::to_array<std::string_view>(
      {"/edit/", "/_edit/", "action=edit", "/-/ide/", "?mode=edit"});
  return std::ranges::any_of(
      kPlaces, [&](std::string_view place) { return href.find(place) != std::string_view::npos; });
}

bool IsReportLink(std::string_view href) {
  constexpr auto kPlaces =
      std::to_array<std::string_view>({"/issues/new", "/blob/", "/raw/", "/commit/", "/commits/",
                                       "_sources/", "/history/", "mailto:"});
  return std::ranges::any_of(
      kPlaces, [&](std::string_view place) { return href.find(place) != std::string_view::npos; });
}

struct RowLinks {
  int share = 0, edit = 0, report = 0, others = 0;
  bool has_time = false;
};

RowLinks LinksIn(Node row) {
  RowLinks links;
  std::size_t seen = 0;
  for (Node at = row; at && seen < kMostNodes; at = at.Next(row), ++seen) {
    if (at.IsElement(LXB_TAG_TIME)) links.has_time = links.has_time || at.HasAttribute("datetime");
    if (!at.IsElement(LXB_TAG_A) || !at.HasAttribute(LXB_DOM_ATTR_HREF)) continue;
    const std::string_view href = at.Attribute(LXB_DOM_ATTR_HREF);
    if (IsShareLink(href)) {
      ++links.share;
    } else if (IsEditLink(href)) {
      ++links.edit;
    } else if (IsReportLink(href)) {
      ++links.report;
    } else {
      ++links.others;
    }
  }
  return links;
}

class Marker {
 public:
  Marker(ElementTable& table, std::uint32_t root)
      : table_(table), entries_(table.Entries()), root_(root) {}

  std::string Mark() {
    MarkOffers();
    FindProse();
    const std::uint32_t end = entries_[root_].end;
    for (std::uint32_t i = root_ + 1; i < end;) {
      if (i > first_prose_ && i <= last_prose_) {
        i = last_prose_ + 1;
        continue;
      }
      if (MayBeRow(entries_[i])) MarkRow(i);
      i = entries_[i].chrome ? entries_[i].end : i + 1;
    }
    if (found_) table_.SumWithoutChrome();
    if (MarkOwnersLines(table_, root_)) table_.SumWithoutChrome();
    return modified_at_;
  }

 private:
  void FindProse() {
    constexpr std::uint32_t kLeastSentence = 80;
    std::vector<std::uint32_t> texts;
    for (std::uint32_t i = root_ + 1; i < entries_[root_].end;) {
      if (entries_[i].chrome) {
        i = entries_[i].end;
        continue;
      }
      const bool is_leaf = entries_[i].end == i + 1 || entries_[i].node.IsElement(LXB_TAG_P);
      if (is_leaf && entries_[i].prose >= kLeastSentence) texts.push_back(i);
      ++i;
    }
    const auto is_of_page = [&](std::uint32_t i) { return !IsOwnersLine(entries_[i]); };
    const auto first = std::ranges::find_if(texts, is_of_page);
    first_prose_ = first == texts.end() ? entries_[root_].end : *first;
    const auto last = std::find_if(texts.rbegin(), texts.rend(), is_of_page);
    if (last != texts.rend()) last_prose_ = *last;
  }

  // Round a field for an address: the largest block that offers news and little else.
  void MarkOffers() {
    constexpr std::uint32_t kMostOffer = 600;
    constexpr int kMostLevels = 8;
    for (const std::uint32_t field : table_.AddressFields()) {
      std::uint32_t offer = ElementTable::kNone;
      std::uint32_t up = field;
      for (int level = 0; level < kMostLevels && up > root_ && up < entries_[root_].end; ++level) {
        const Entry& entry = entries_[up];
        if (entry.text > kMostOffer || entry.headings > 1 || HasLandmark(entry) ||
            HoldsCode(table_, entry)) {
          break;
        }
        if (offer != ElementTable::kNone && IsMoreThan(up, offer)) break;
        if (IsNewsletterOffer(entry.node.StartOfText(kMostBytes, kMostNodes))) offer = up;
        up = entry.parent;
      }
      if (offer != ElementTable::kNone) LeaveOut(offer);
    }
  }

  // Says more than another title.
  bool IsMoreThan(std::uint32_t around, std::uint32_t inner) const {
    constexpr std::uint32_t kMostMore = 100;
    return entries_[around].text > entries_[inner].text + kMostMore &&
           entries_[inner].text >= kMostMore;
  }

  static bool IsOwnersLine(const Entry& entry) {
    return entry.text <= 2 * kMostText && IsCopyrightLine(entry.node.StartOfText(64, 16));
  }

  void LeaveOut(std::uint32_t i) {
    entries_[i].LeaveOut();
    found_ = true;
  }

  void MarkRow(std::uint32_t i) {
    const Entry& entry = entries_[i];
    if (entry.text == 0) {
      const RowLinks links = LinksIn(entry.node);
      if (links.share >= 2 && links.others == 0) LeaveOut(i);
      return;
    }
    const std::string text = entry.node.StartOfText(kMostBytes, kMostNodes);
    if (IsFeedbackQuestion(text)) return MarkFeedback(i);
    if (HeadingLevel(entry.node) > 0) return;
    if (IsModifiedNote(text)) return MarkModified(i, text);
    const RowLinks links = LinksIn(entry.node);
    const bool shares =
        links.others == 0 && (links.share > 1 || (links.share == 1 && IsShareLabel(text)));
    const bool edits = links.edit > 0 && links.others == 0 && entry.LinkDensity() >= 0.7;
    if (shares || edits) LeaveOut(i);
  }

  void MarkModified(std::uint32_t i, std::string_view text) {
    const bool is_ago = text.find(" ago") != std::string_view::npos;
    const auto date = FirstDateIn(text);
    if (!is_ago && !date && !LinksIn(entries_[i].node).has_time) return;
    if (modified_at_.empty() && date) modified_at_ = date->iso;
    LeaveOut(i);
  }

  // With the title over it, and what is to be answered.
  void MarkFeedback(std::uint32_t row) {
    std::uint32_t box = row;
    for (std::uint32_t up = entries_[box].parent; up != root_ && up != ElementTable::kNone;
         up = entries_[box].parent) {
      constexpr std::uint32_t kMostBox = 400;
      if (entries_[up].text > kMostBox || HasLandmark(entries_[up]) || !BeginsWith(up, box)) break;
      box = up;
    }
    LeaveOut(box);
    const std::uint32_t before = box - 1;
    if (before > root_ && entries_[before].parent == entries_[box].parent &&
        IsFeedbackTitle(entries_[before].node.StartOfText(kMostBytes, kMostNodes))) {
      LeaveOut(before);
    }
    constexpr std::uint32_t kMostAnswer = 160;
    constexpr int kMostAnswers = 8;
    const std::uint32_t end = entries_[entries_[box].parent].end;
    std::uint32_t next = entries_[box].end;
    for (int seen = 0; next < end && seen < kMostAnswers; ++seen) {
      const Entry& answer = entries_[next];
      if (answer.text > kMostAnswer || (answer.hints & kBoilerHint) == 0) break;
      LeaveOut(next);
      next = answer.end;
    }
  }

  // Whether nothing but its title stands in `up` before `box`.
  bool BeginsWith(std::uint32_t up, std::uint32_t box) const {
    constexpr int kMostBefore = 16;
    int seen = 0;
    for (std::uint32_t i = up + 1; i < box; i = entries_[i].end) {
      if (++seen > kMostBefore) return false;
      if (entries_[i].chrome || entries_[i].text == 0) continue;
      if (!IsFeedbackTitle(entries_[i].node.StartOfText(kMostBytes, kMostNodes))) return false;
    }
    return true;
  }

  ElementTable& table_;
  std::vector<Entry>& entries_;
  const std::uint32_t root_;
  std::uint32_t first_prose_ = 0;
  std::uint32_t last_prose_ = 0;
  bool found_ = false;
  std::string modified_at_;
};

}  // namespace

std::string MarkServiceRows(ElementTable& table, std::uint32_t root) {
  return Marker(table, root).Mark();
}

}  // namespace sitedoor::extract::internal
