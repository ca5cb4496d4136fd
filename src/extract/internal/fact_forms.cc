#include "extract/internal/fact_forms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "extract/internal/fact_words.h"

namespace sitedoor::extract::internal {
namespace {

using Place = ShownText::Place;

// Whether it is part of no longer number.
bool StandsAlone(const ShownText& text, Place place) {
  return (text.BreaksBefore(place.begin) || !IsNumber(text.WordBefore(place.begin))) &&
         (text.BreaksBehind(place.end) || !IsNumber(text.WordBehind(place.end)));
}

// A number as its digits in front of the decimal point and behind it.
struct Decimal {
  std::string whole, fraction;
};

// "1,299.50", "1299.5", "1.299,50": the last sign is the decimal point where one or two digits
// stand behind it.
std::optional<Decimal> ReadDecimal(std::string_view text) {
  while (!text.empty() && !IsAsciiDigit(text.front())) text.remove_prefix(1);
  while (!text.empty() && !IsAsciiDigit(text.back())) text.remove_suffix(1);
  if (text.empty() || text.size() > 16) return std::nullopt;
  const std::size_t point = text.find_last_of(".,");
  const bool has_fraction = point != std::string_view::npos && text.size() - point <= 3;
  Decimal number;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsAsciiDigit(text[i])) {
      (has_fraction && i > point ? number.fraction : number.whole) += text[i];
    } else if (text[i] != '.' && text[i] != ',' && text[i] != ' ' && text[i] != '\'') {
      return std::nullopt;
    }
  }
  while (number.whole.size() > 1 && number.whole.front() == '0') number.whole.erase(0, 1);
  return number;
}

// "1299" and "1 299".
std::vector<std::string> Groupings(const std::string& whole) {
  std::vector<std::string> forms = {whole};
  if (whole.size() <= 3) return forms;
  std::string grouped;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i > 0 && (whole.size() - i) % 3 == 0) grouped += ' ';
    grouped += whole[i];
  }
  forms.push_back(std::move(grouped));
  return forms;
}

struct Currency {
  std::string_view code;
  std::array<std::string_view, 4> signs;  // "" for no more
};
constexpr auto kCurrencies = std::to_array<Currency>(
    {{"eur", {"€", "euro", "euros", ""}}, {"usd", {"$", "us", "dollars", ""}},
     {"gbp", {"£", "pounds", "", ""}},    {"jpy", {"¥", "円", "yen", ""}},
     {"cny", {"¥", "元", "rmb", ""}},     {"inr", {"₹", "rs", "rupees", ""}},
     {"chf", {"fr", "sfr", "", ""}},      {"cad", {"$", "", "", ""}},
     {"aud", {"$", "", "", ""}},          {"nzd", {"$", "", "", ""}},
     {"sgd", {"$", "", "", ""}},          {"hkd", {"$", "", "", ""}},
     {"mxn", {"$", "", "", ""}},          {"brl", {"$", "", "", ""}},
     {"sek", {"kr", "", "", ""}},         {"nok", {"kr", "", "", ""}},
     {"dkk", {"kr", "", "", ""}},         {"pln", {"zł", "", "", ""}},
     {"czk", {"kč", "", "", ""}},         {"krw", {"₩", "원", "", ""}},
     {"rub", {"₽", "руб", "", ""}},       {"try", {"₺", "tl", "", ""}},
     {"uah", {"₴", "грн", "", ""}}});

bool IsCurrency(std::string_view word, std::string_view code) {
  if (word.empty() || code.empty()) return false;
  if (word == code) return true;
  const auto* const known = std::ranges::find(kCurrencies, code, &Currency::code);
  return known != kCurrencies.end() && IsOneOf(word, known->signs);
}

bool IsCurrencyCode(std::string_view code) {
  return code.size() == 3 && std::ranges::all_of(code, IsAsciiLetter);
}

std::string DigitsOf(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (IsAsciiDigit(c)) digits += c;
  }
  return digits;
}

}  // namespace

std::string ShownPrice(const ShownText& text, std::string_view number, std::string_view currency) {
  const auto decimal = ReadDecimal(number);
  if (!decimal ||
      DigitsOf(decimal->whole + decimal->fraction).find_first_not_of('0') == std::string::npos)
    return "";
  const std::string code = IsCurrencyCode(currency) ? AsciiLowered(currency) : "";
  std::string cents = decimal->fraction;
  if (cents.size() == 1) cents += '0';
  if (cents.empty()) cents = "00";
  std::string written = decimal->whole + (cents == "00" ? "" : "." + cents);
  bool is_alone = false;
  const auto beside_currency = [&](Place place) {
    if (!StandsAlone(text, place)) return false;
    is_alone = true;
    return IsCurrency(text.WordBefore(place.begin), code) ||
           IsCurrency(text.WordBehind(place.end), code);
  };
  for (const std::string& whole : Groupings(decimal->whole)) {
    if (text.Any(whole + " " + cents, beside_currency))
      return written + " " + std::string(currency);
  }
  if (is_alone) return decimal->whole + "." + cents;
  if (cents != "00") return "";
  for (const std::string& whole : Groupings(decimal->whole)) {
    if (text.Any(whole, beside_currency)) return written + " " + std::string(currency);
  }
  return "";
}

std::string ShownAvailability(const ShownText& text, std::string_view availability) {
  struct State {
    std::string_view name, written;
    std::array<std::string_view, 8> phrases;  // "" for no more
  };
  constexpr auto kStates = std::to_array<State>(
      {{"InStock",
        "in stock",
        {"in stock", "auf lager", "sofort lieferbar", "en stock", "in magazzino", "op voorraad",
         "em estoque", "available now"}},
       {"OutOfStock",
        "out of stock",
        {"out of stock", "sold out", "ausverkauft", "nicht auf lager", "nicht lieferbar", "agotado",
         "rupture de stock", "esaurito"}},
       {"SoldOut",
        "sold out",
        {"sold out", "ausverkauft", "agotado", "épuisé", "esaurito", "", "", ""}},
       {"PreOrder",
        "for pre-order",
        {"pre order", "preorder", "vorbestellen", "vorbestellbar", "précommande", "", "", ""}},
       {"BackOrder",
        "on back order",
        {"back order", "backorder", "nachbestellt", "", "", "", "", ""}},
       {"Discontinued",
        "discontinued",
        {"discontinued", "nicht mehr erhältlich", "", "", "", "", "", ""}},
       {"LimitedAvailability",
        "of limited availability",
        {"limited availability", "limited stock", "low stock", "nur noch", "", "", "", ""}}});
  const auto* const state = std::ranges::find(kStates, availability, &State::name);
  if (state == kStates.end()) return "";
  constexpr auto kNo = std::to_array<std::string_view>({"not", "nicht", "no", "pas", "non"});
  for (const std::string_view phrase : state->phrases) {
    const bool said =
        text.Any(phrase, [&](Place place) { return !IsOneOf(text.WordBefore(place.begin), kNo); });
    if (said) return std::string(state->written);
  }
  return "";
}

std::string ShownRating(const ShownText& text, std::string_view value, std::string_view best,
                        std::string_view count) {
  const auto number = ReadDecimal(value);
  if (!number || number->whole.size() > 3) return "";
  constexpr auto kBehind = std::to_array<std::string_view>(
      {"out", "of", "stars", "star", "von", "sur", "sterne", "étoiles", "estrellas"});
  std::string fraction = number->fraction;
  while (fraction.ends_with('0')) fraction.pop_back();
  const std::string words = number->whole + (fraction.empty() ? "" : " " + fraction);
  const bool said = text.Any(words, [&](Place place) {
    const std::string_view behind = text.WordBehind(place.end);
    if (IsNumber(text.WordBefore(place.begin))) return false;
    return !fraction.empty() || IsOneOf(behind, kBehind) || (!best.empty() && behind == best);
  });
  if (!said) return "";
  std::string rating = number->whole + (fraction.empty() ? "" : "." + fraction);
  if (const auto most = ReadDecimal(best);
      most && most->fraction.empty() && most->whole.size() <= 3)
    rating += " of " + most->whole;
  const auto raters = ReadDecimal(count);
  if (!raters || !raters->fraction.empty()) return rating;
  for (const std::string& form : Groupings(raters->whole)) {
    const bool shows_raters = text.Says(words + " " + form) ||
                              text.Any(form, [&](Place place) { return StandsAlone(text, place); });
    if (shows_raters)
      return rating + " (" + raters->whole + (raters->whole == "1" ? " rating)" : " ratings)");
  }
  return rating;
}

std::string ShownPhone(const ShownText& text, std::string_view number) {
  constexpr std::size_t kFewest = 7, kMost = 20, kMostGroups = 8;
  const std::string digits = DigitsOf(number);
  if (digits.size() < kFewest || digits.size() > kMost) return "";
  // With or without the country, which is written in front.
  const std::string tail = digits.substr(digits.size() - kFewest);
  std::string run;
  std::size_t groups = 0;
  std::string_view words = text.Words();
  while (!words.empty()) {
    words.remove_prefix(1);
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(word.size());
    if (!IsNumber(word) || groups == kMostGroups || run.size() > kMost) {
      run.clear();
      groups = 0;
      if (!IsNumber(word)) continue;
    }
    run += word;
    ++groups;
    if (!run.ends_with(tail)) continue;
    std::string written;
    for (const char c : number) {
      if (IsAsciiDigit(c) || std::string_view("+-/() ").find(c) != std::string_view::npos)
        written += c;
    }
    return written;
  }
  return "";
}

std::string ShownYield(const ShownText& text, std::string_view yield) {
  const auto number = ToInt(yield);
  if (!number) return text.Says(yield) ? std::string(yield) : "";
  constexpr std::string_view kBeside =
      "serving servings serves portion portions portionen personen personnes personas porciones "
      "people pieces stück yield yields makes";
  const bool said = text.Any(yield, [&](Place place) {
    return IsListed(text.WordBefore(place.begin), kBeside) ||
           IsListed(text.WordBehind(place.end), kBeside);
  });
  return said ? std::string(yield) : "";
}

}  // namespace sitedoor::extract::internal
