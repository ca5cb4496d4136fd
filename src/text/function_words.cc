#include "text/function_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace sitedoor::text {
namespace {

// Sorted by bytes.
constexpr auto kFunctionWords = std::to_array<std::string_view>(
    {"a",        "aan",     "aber",    "about",   "after",    "again",  "agli",     "al",
     "all",      "alla",    "alle",    "als",     "also",     "am",     "an",       "anche",
     "and",      "any",     "ao",      "aos",     "are",      "aren",   "as",       "at",
     "au",       "auch",    "auf",     "aus",     "aux",      "avec",   "avoir",    "be",
     "because",  "been",    "before",  "bei",     "beim",     "being",  "between",  "bij",
     "bist",     "both",    "but",     "by",      "can",      "ce",     "ces",      "cette",
     "che",      "chi",     "como",    "cosa",    "could",    "couldn", "cuál",     "cuándo",
     "cuánto",   "cómo",    "da",      "dal",     "dalla",    "damit",  "dann",     "dans",
     "das",      "dass",    "dat",     "de",      "dei",      "dein",   "deine",    "del",
     "della",    "delle",   "dem",     "denn",    "der",      "des",    "desde",    "deze",
     "di",       "dich",    "did",     "didn",    "dir",      "do",     "doch",     "does",
     "doesn",    "doing",   "don",     "donc",    "donde",    "durch",  "during",   "dónde",
     "e",        "each",    "een",     "ein",     "eine",     "einem",  "einen",    "einer",
     "eines",    "either",  "ela",     "ele",     "ella",     "elle",   "elles",    "ellos",
     "else",     "en",      "entre",   "er",      "esa",      "ese",    "eso",      "est",
     "esta",     "este",    "esto",    "está",    "están",    "et",     "eu",       "eux",
     "ever",     "every",   "fait",    "faut",    "few",      "foi",    "for",      "from",
     "further",  "für",     "geen",    "gibt",    "gli",      "habe",   "haben",    "had",
     "hadn",     "has",     "hasn",    "have",    "haven",    "having", "hay",      "he",
     "heb",      "hebben",  "heeft",   "her",     "here",     "hers",   "het",      "hier",
     "hij",      "him",     "his",     "hoe",     "how",      "há",     "i",        "ich",
     "if",       "ihr",     "ihre",    "ik",      "il",       "ils",    "im",       "in",
     "into",     "is",      "isn",     "isso",    "ist",      "isto",   "it",       "its",
     "itself",   "je",      "jij",     "just",    "já",       "kan",    "kann",     "kein",
     "keine",    "kunnen",  "können",  "la",      "las",      "le",     "les",      "let",
     "leur",     "leurs",   "lhe",     "ll",      "lo",       "los",    "lui",      "maar",
     "mais",     "many",    "may",     "me",      "meer",     "mein",   "meine",    "meu",
     "mi",       "mich",    "might",   "mijn",    "minha",    "mio",    "mir",      "mis",
     "mit",      "moet",    "moi",     "mon",     "more",     "most",   "much",     "muito",
     "muss",     "must",    "muy",     "my",      "myself",   "más",    "même",     "naar",
     "naast",    "nach",    "neither", "nel",     "nella",    "nicht",  "niet",     "no",
     "noch",     "nog",     "non",     "nor",     "nos",      "not",    "notre",    "nous",
     "nur",      "não",     "o",       "oder",    "of",       "om",     "on",       "once",
     "onde",     "onder",   "only",    "ook",     "or",       "other",  "ou",       "our",
     "ours",     "out",     "over",    "où",      "para",     "pas",    "pela",     "pelo",
     "perché",   "pero",    "peut",    "più",     "please",   "pode",   "por",      "porque",
     "pourquoi", "puede",   "puedo",   "puis",    "può",      "qu",     "quais",    "qual",
     "quali",    "quand",   "quando",  "quanto",  "que",      "quel",   "quelle",   "quelles",
     "quels",    "quem",    "questa",  "questo",  "qui",      "quien",  "quién",    "quoi",
     "qué",      "same",    "sans",    "sein",    "seine",    "seu",    "shall",    "she",
     "should",   "shouldn", "sich",    "sie",     "sind",     "so",     "sobre",    "soll",
     "some",     "sono",    "sont",    "such",    "suis",     "sul",    "sulla",    "suo",
     "sus",      "são",     "sí",      "también", "também",   "tem",    "tes",      "than",
     "that",     "the",     "their",   "theirs",  "them",     "then",   "there",    "these",
     "they",     "this",    "those",   "though",  "through",  "ti",     "tiene",    "to",
     "toi",      "too",     "tot",     "tra",     "tu",       "tuo",    "tus",      "uit",
     "um",       "uma",     "un",      "una",     "unas",     "und",    "under",    "une",
     "uno",      "unos",    "uns",     "unser",   "unter",    "until",  "up",       "upon",
     "us",       "uw",      "van",     "ve",      "veel",     "very",   "você",     "vom",
     "von",      "voor",    "vor",     "vos",     "votre",    "vous",   "waar",     "waarom",
     "wann",     "wanneer", "want",    "warum",   "was",      "wasn",   "wat",      "we",
     "weil",     "wel",     "welche",  "welcher", "welches",  "welke",  "wenn",     "wer",
     "werden",   "were",    "weren",   "what",    "whatever", "when",   "where",    "whether",
     "which",    "while",   "who",     "whom",    "whose",    "why",    "wie",      "wieso",
     "wij",      "will",    "wir",     "wird",    "with",     "within", "without",  "wo",
     "wohin",    "won",     "worden",  "wordt",   "would",    "wouldn", "y",        "ya",
     "yes",      "yet",     "yo",      "you",     "your",     "yours",  "yourself", "zal",
     "ze",       "zich",    "zij",     "zijn",    "zo",       "zu",     "zum",      "zur",
     "à",        "às",      "ça",      "è",       "é",        "él",     "être",     "über"});
static_assert(std::ranges::is_sorted(kFunctionWords));

constexpr std::size_t kLongest = 12;  // bytes of the longest, or more

}  // namespace

bool IsFunctionWord(std::string_view word) {
  // "what's", "don’t"
  word = word.substr(0, std::min(word.find('\''), word.find("’")));
  if (word.empty() || word.size() > kLongest) return false;
  return std::ranges::binary_search(kFunctionWords, AsciiLowered(word));
}

}  // namespace sitedoor::text
