#include "extract/internal/consent_box.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/chrome_looks.h"
#include "extract/internal/chrome_rules.h"
#include "extract/internal/class_hints.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

std::string LowerText(Node element, std::size_t most_bytes, std::size_t most_nodes) {
  return AsciiLowered(element.StartOfText(most_bytes, most_nodes));
}

bool SpeaksOfCookies(Node element) {
  constexpr std::size_t kMostBytes = 8'000, kMostNodes = 400;
  constexpr auto kWords =
      std::to_array<std::string_view>({"cookie", "value your privacy", "gdpr", "ciasteczk",
                                       "piškot", "kolačić", "süti", "куки", "クッキー", "쿠키"});
  const std::string text = LowerText(element, kMostBytes, kMostNodes);
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool MayBeBox(const ElementTable& table, std::uint32_t at) {
  constexpr std::uint32_t kMostText = 2'500;
  constexpr std::uint32_t kMostHeadings = 8;  // a dialog has one for each kind of cookie
  constexpr double kMostOfPage = 0.8;
  const Entry& entry = table.Entries()[at];
  // Some begin with an h1 of their own, on pages that have another.
  const bool is_landmark =
      entry.mains > 0 || (entry.titles > 0 && table.Root().titles <= entry.titles);
  if (IsProtected(entry, table.Root()) && IsInMain(table, entry)) return false;
  return at > 0 && !is_landmark && entry.text <= kMostText && entry.headings <= kMostHeadings &&
         Share(entry.text, table.Root().text) <= kMostOfPage && !entry.node.IsElement(LXB_TAG_P) &&
         !HoldsCode(table, entry);
}

// The smallest block round the control that speaks of cookies, and what is round it but says no
// more; kNone when there is none.
std::uint32_t BoxRound(const ElementTable& table, std::uint32_t control_parent) {
  constexpr int kMostLevels = 12;
  constexpr std::uint32_t kMostMore = 60;
  const std::vector<Entry>& entries = table.Entries();
  std::uint32_t box = ElementTable::kNone;
  std::uint32_t up = control_parent;
  for (int level = 0; level < kMostLevels && up != ElementTable::kNone; ++level) {
    if (entries[up].chrome || !MayBeBox(table, up)) break;
    if (box == ElementTable::kNone) {
      if (SpeaksOfCookies(entries[up].node)) box = up;
    } else if (entries[up].text - entries[box].text <= kMostMore) {
      box = up;
    } else {
      break;
    }
    up = entries[up].parent;
  }
  return box;
}

// As pages say of themselves, and hardly any text of others.
bool TellsOfOwnCookies(Node element) {
  constexpr std::size_t kMostBytes = 1'500, kMostNodes = 100;
  constexpr auto kWords = std::to_array<std::string_view>({"we use",
                                                           "we and our partners",
                                                           "we are using",
                                                           "this site uses",
                                                           "this website uses",
                                                           "our site uses",
                                                           "our website uses",
                                                           "site use",
                                                           "website use",
                                                           "by using",
                                                           "by continuing",
                                                           "by clicking",
                                                           "verwenden",
                                                           "verwendet",
                                                           "nutzen",
                                                           "nutzt",
                                                           "utilis",
                                                           "utiliz",
                                                           "usamos",
                                                           "usa ",
                                                           "gebruik",
                                                           "używa",
                                                           "используе",
                                                           "bruger",
                                                           "använder",
                                                           "使用"});
  const std::string text = LowerText(element, kMostBytes, kMostNodes);
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// A notice that asks nothing, outside the text.
bool IsNotice(const ElementTable& table, std::uint32_t at) {
  constexpr std::uint32_t kMostText = 600;
  const Entry& entry = table.Entries()[at];
  return entry.text > 0 && entry.text <= kMostText && entry.headings <= 1 &&
         !IsInMain(table, entry) && MayBeBox(table, at) && SpeaksOfCookies(entry.node) &&
         TellsOfOwnCookies(entry.node);
}

// "<div>Accept all</div>", to which a script listens. kNone when there is none.
std::uint32_t PressedBlockIn(const ElementTable& table, std::uint32_t box) {
  constexpr std::uint32_t kMostLabel = 30, kMostBlocks = 64;
  const std::vector<Entry>& entries = table.Entries();
  const std::uint32_t end = std::min(entries[box].end, box + kMostBlocks);
  for (std::uint32_t i = box + 1; i < end; ++i) {
    const bool may_be = entries[i].node.IsElement(LXB_TAG_DIV) && entries[i].end == i + 1 &&
                        entries[i].text <= kMostLabel && !entries[i].chrome;
    if (may_be && GivesConsent(entries[i].node)) return i;
  }
  return ElementTable::kNone;
}

// The box whose name speaks of consent, and that no control is known in; kNone when it is none.
std::uint32_t BoxNamedSo(const ElementTable& table, std::uint32_t at) {
  if (IsNotice(table, at)) return at;
  const std::uint32_t pressed = PressedBlockIn(table, at);
  return pressed == ElementTable::kNone ? pressed
                                        : BoxRound(table, table.Entries()[pressed].parent);
}

}  // namespace

bool GivesConsent(Node control) {
  constexpr std::size_t kMostBytes = 60, kMostNodes = 24;
  constexpr auto kParts = std::to_array<std::string_view>({"accept",
                                                           "agree",
                                                           "allow",
                                                           "reject",
                                                           "decline",
                                                           "got it",
                                                           "understand",
                                                           "consent",
                                                           "akzept",
                                                           "zustimm",
                                                           "ablehn",
                                                           "erlaub",
                                                           "verstand",
                                                           "einverstand",
                                                           "accett",
                                                           "rifiut",
                                                           "acept",
                                                           "rechaz",
                                                           "aceit",
                                                           "concord",
                                                           "recus",
                                                           "refus",
                                                           "akkoord",
                                                           "weiger",
                                                           "akcept",
                                                           "zgadzam",
                                                           "odrzu",
                                                           "souhlas",
                                                           "přijmout",
                                                           "elfogad",
                                                           "godkänn",
                                                           "godta",
                                                           "tillad",
                                                           "hyväksy",
                                                           "kabul",
                                                           "принять",
                                                           "принима",
                                                           "соглас",
                                                           "αποδ",
                                                           "приемам",
                                                           "同意",
                                                           "接受",
                                                           "允许",
                                                           "許可",
                                                           "동의",
                                                           "수락",
                                                           "all cookies",
                                                           "cookie settings",
                                                           "cookie preferences",
                                                           "cookie-einstellungen"});
  constexpr auto kWhole = std::to_array<std::string_view>({"ok", "okay", "ok!", "okay!", "close"});
  const std::string text = LowerText(control, kMostBytes + 1, kMostNodes);
  const std::string_view label = Trimmed(text);
  if (label.size() < 2 || label.size() > kMostBytes) return false;
  return std::ranges::find(kWhole, label) != kWhole.end() ||
         std::ranges::any_of(kParts, [&](std::string_view part) {
           return label.find(part) != std::string_view::npos;
         });
}

void MarkConsentBoxes(ElementTable& table) {
  bool found = false;
  for (const std::uint32_t parent : table.ConsentControls()) {
    const std::uint32_t box = BoxRound(table, parent);
    if (box == ElementTable::kNone) continue;
    table.Entries()[box].LeaveOut();
    found = true;
  }
  const std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = 1; i < entries.size();) {
    if (!entries[i].chrome && (entries[i].hints & kConsentHint) != 0) {
      const std::uint32_t box = BoxNamedSo(table, i);
      if (box != ElementTable::kNone) {
        table.Entries()[box].LeaveOut();
        found = true;
      }
    }
    i = entries[i].chrome ? entries[i].end : i + 1;
  }
  if (found) table.SumWithoutChrome();
}

}  // namespace sitedoor::extract::internal
