#include "index/internal/page_spellings.h"

#include <algorithm>

#include "base/ascii.h"
#include "net/url.h"
#include "text/unicode_form.h"

namespace sitedoor::index::internal {
namespace {

bool IsUrl(std::string_view reference) {
  return reference.starts_with("http://") || reference.starts_with("https://") ||
         reference.starts_with("//");
}

// Adds to `spellings` what `change` makes of each.
template <class Change>
void AddEach(std::vector<std::string>& spellings, Change change) {
  const std::size_t count = spellings.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::string changed = change(std::string_view(spellings[i]));
    if (std::ranges::find(spellings, changed) == spellings.end()) {
      spellings.push_back(std::move(changed));
    }
  }
}

// As a browser resolves it. An id is relative to the site's root.
std::string WithoutDotSegments(std::string_view reference) {
  const std::string_view path = reference.substr(0, reference.find('?'));
  const auto base = net::Url::Parse("http://site.invalid/");
  if (!base ||
      (path.find("/.") == std::string_view::npos && !path.starts_with('.') &&
       path.find("%2e") == std::string_view::npos && path.find("%2E") == std::string_view::npos)) {
    return std::string(reference);
  }
  const auto url = net::Url::Parse(reference, *base);
  if (!url) return std::string(reference);
  if (IsUrl(reference)) return url->TextWithoutFragment();
  std::string id(url->Path().substr(1));
  if (!url->Query().empty()) id.append("?").append(url->Query());
  return id;
}

// Percent-encoded bytes beyond ASCII as they are; others stay encoded.
std::string WithoutEncodedLetters(std::string_view reference) {
  std::string plain;
  for (std::size_t at = 0; at < reference.size(); ++at) {
    const std::string decoded = net::PercentDecode(reference.substr(at, 3));
    if (reference[at] == '%' && decoded.size() == 1 && (decoded[0] & 0x80) != 0) {
      plain += decoded;
      at += 2;
    } else {
      plain += reference[at];
    }
  }
  return plain;
}

std::string WithOtherHost(std::string_view reference) {
  if (!IsUrl(reference)) return std::string(reference);
  const std::size_t host = reference.find("//") + 2;
  std::string changed(reference);
  return EqualsIgnoringAsciiCase(changed.substr(host, 4), "www.") ? changed.erase(host, 4)
                                                                  : changed.insert(host, "www.");
}

// Where a host leaves the ending away.
std::string WithEnding(std::string_view reference) {
  std::size_t end = std::min(reference.find('?'), reference.size());
  const std::string_view query = reference.substr(end);
  while (end > 0 && reference[end - 1] == '/') --end;
  const std::string_view path = reference.substr(0, end);
  const std::size_t host_end = IsUrl(path) ? path.find('/', path.find("//") + 2) : 0;
  if (path.empty() || host_end == std::string_view::npos || path.ends_with(".html")) {
    return std::string(reference);
  }
  return std::string(path) + ".html" + std::string(query);
}

}  // namespace

std::vector<std::string> OtherSpellings(std::string_view reference) {
  std::vector<std::string> spellings{std::string(reference)};
  AddEach(spellings, WithoutDotSegments);
  const bool is_ascii = std::ranges::all_of(WithoutEncodedLetters(reference),
                                            [](unsigned char c) { return c < 0x80; });
  if (!is_ascii) {
    const std::vector<std::string> plain = spellings;
    for (const auto form : {text::Composed, text::Decomposed}) {
      for (const std::string& spelling : plain) {
        spellings.push_back(form(WithoutEncodedLetters(spelling)));
      }
    }
  }
  AddEach(spellings, WithOtherHost);
  AddEach(spellings, WithEnding);
  spellings.erase(spellings.begin());
  return spellings;
}

}  // namespace sitedoor::index::internal
