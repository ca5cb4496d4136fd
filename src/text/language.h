// Language tags, and guessing a text's language.
#pragma once

#include <string>
#include <string_view>

namespace sitedoor::text {

// BCP 47 as pages spell it ("EN_us", " de ", "zh-Hans-CN") in canonical case ("en-US", "de",
// "zh-Hans-CN").
// "" for what is no language tag ("x", "undefined", "1").
std::string NormalizeLanguageTag(std::string_view tag);

// The primary subtag, lower case: "pt-BR" gives "pt".
std::string_view PrimaryLanguage(std::string_view normalized_tag);

// A guess from the text (cld2), as a primary subtag or "zh-Hant"; "" when it is not reliable.
// `hint`, a normalised tag, is what something near the text says: its language is the answer where
// at least a fifth of the text is in it. Thread-safe.
std::string DetectLanguage(std::string_view utf8, std::string_view hint = "");

// The language that a part of a URL's path names ("/pt-BR/guide", "docs/de/"), or the name before
// the extension ("guide.fr.html"), as a normalised tag; "" where none does. Parts that only look
// like one ("to", "go") are given too: it is a hint.
std::string LanguageInPath(std::string_view url);

}  // namespace sitedoor::text
