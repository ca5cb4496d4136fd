#include "extract/internal/contact_footer.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "extract/internal/heading_anchor.h"
#include "extract/internal/title_parts.h"
#include "extract/internal/white_space.h"

namespace sitedoor::extract::internal {
namespace {

using Entry = ElementTable::Entry;
using html::Node;

constexpr std::uint32_t kMostText = 600;
constexpr std::size_t kMostNodes = 400;

// As keys of titles (title_parts.h), sorted: contact pages, pages on where and when to come.
constexpr auto kNames =
    std::to_array<std::string_view>({"aboutcontact",  "anfahrt",      "contact",
                                     "contactanos",   "contactar",    "contactenos",
                                     "contacteznous", "contactinfo",  "contactinformation",
                                     "contacto",      "contacts",     "contactus",
                                     "contactusform", "contato",      "contatos",
                                     "contattaci",    "contatti",     "findus",
                                     "getintouch",    "howtofindus",  "iletisim",
                                     "impressum",     "imprint",      "kapcsolat",
                                     "kontakt",       "kontakta",     "kontakti",
                                     "kontakty",      "location",     "locations",
                                     "noscontacts",   "openinghours", "visit",
                                     "visitus",       "yhteystiedot", "öffnungszeiten",
                                     "контакт",       "контакты",     "контакти",
                                     "לצורקשר",       "צורקשר",       "اتصلبنا",
                                     "ติดต่อเรา",       "お問い合わせ", "アクセス",
                                     "联系我们",      "联系方式",     "聯絡我們",
                                     "문의하기",      "연락처"});

bool IsContactName(std::string_view text) {
  return std::ranges::find(kNames, TitleKey(text)) != kNames.end();
}

// Whether the page says that it is the contact page.
bool IsContactPage(const ElementTable& table, std::uint32_t root, std::string_view title) {
  constexpr std::size_t kMostBytes = 200, kMostSeen = 64;
  const std::vector<TitlePart> parts = TitleParts(title.substr(0, kMostBytes));
  for (const TitlePart& part : parts) {
    if (IsContactName(title.substr(part.begin, part.end - part.begin))) return true;
  }
  const std::vector<Entry>& entries = table.Entries();
  for (std::uint32_t i = root; i < entries[root].end;) {
    if (!entries[i].chrome && HeadingLevel(entries[i].node) > 0)
      return IsContactName(entries[i].node.StartOfText(kMostBytes, kMostSeen));
    i = entries[i].chrome ? entries[i].end : i + 1;
  }
  return false;
}

bool IsPlace(Node node) {
  if (node.IsElement(LXB_TAG_ADDRESS)) return true;
  const std::string_view property = node.Attribute("itemprop");
  if (property == "address" || property == "openingHours") return true;
  constexpr std::array<std::string_view, 4> kTypes = {"PostalAddress", "LocalBusiness",
                                                      "OpeningHoursSpecification", "Restaurant"};
  const std::string_view type = node.Attribute("itemtype");
  return std::ranges::any_of(kTypes, [&](std::string_view end) { return type.ends_with(end); });
}

bool IsCall(Node node) {
  return node.IsElement(LXB_TAG_A) && node.Attribute(LXB_DOM_ATTR_HREF).starts_with("tel:");
}

// "Tel. +43 1 555": a line of such a word and the number.
bool IsLineOfCall(const Entry& entry) {
  constexpr std::uint32_t kMostLine = 60;
  constexpr std::size_t kMostBytes = 200, kMostSeen = 16, kLeastDigits = 5;
  constexpr auto kWords = std::to_array<std::string_view>(
      {"tel", "phone", "fon", "call", "fax", "mobil", "тел", "電話", "电话", "전화", "☎", "☏"});
  if (entry.text > kMostLine) return false;
  const std::string text = AsciiLowered(entry.node.StartOfText(kMostBytes, kMostSeen));
  const std::string_view line = Trimmed(text);
  const auto is_digit = [](char c) { return IsAsciiDigit(c); };
  return std::ranges::any_of(kWords, [&](auto word) { return line.starts_with(word); }) &&
         std::ranges::count_if(line, is_digit) >= static_cast<std::ptrdiff_t>(kLeastDigits);
}

// Whether it or what is inside it, as far as readers see it, is one that `is_it` takes.
template <class Predicate>
bool Holds(Node root, Predicate is_it) {
  std::size_t seen = 0;
  for (Node at = root; at && seen < kMostNodes; ++seen) {
    const bool is_seen = at.Mark() == 0 || at == root;
    if (is_seen && at.IsElement() && is_it(at)) return true;
    at = at.Next(root, is_seen ? Node::Descend::kYes : Node::Descend::kNo);
  }
  return false;
}

}  // namespace

std::vector<std::uint32_t> ContactOutside(const ElementTable& table, std::uint32_t root,
                                          std::string_view title) {
  constexpr std::size_t kMostFound = 4;
  const std::vector<Entry>& entries = table.Entries();
  if (!IsContactPage(table, root, title)) return {};
  const auto is_contact = [](Node node) { return IsPlace(node) || IsCall(node); };
  if (Holds(entries[root].node, is_contact)) return {};
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 1; i < entries.front().end && found.size() < kMostFound;) {
    const Entry& entry = entries[i];
    const bool is_around = i < root && entry.end > root;
    if (i == root) {
      i = entry.end;
      continue;
    }
    const bool is_leaf = entry.end == i + 1;
    const bool is_it =
        !is_around && entry.text > 0 && entry.text <= kMostText && entry.controls == 0 &&
        (IsPlace(entry.node) || (is_leaf && (Holds(entry.node, IsCall) || IsLineOfCall(entry))));
    const auto says_the_same = [&](std::uint32_t other) {
      return TitleKey(entries[other].node.TextContent()) == TitleKey(entry.node.TextContent());
    };
    if (is_it && std::ranges::none_of(found, says_the_same)) found.push_back(i);
    i = is_it ? entry.end : i + 1;
  }
  return found;
}

}  // namespace sitedoor::extract::internal
