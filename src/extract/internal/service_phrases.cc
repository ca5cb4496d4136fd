#include "extract/internal/service_phrases.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 400;

// In lower case (of ASCII), with single spaces; without what stands before the first word.
std::string Normalized(std::string_view utf8) {
  utf8 = utf8.substr(0, kMostBytes);
  std::string text;
  text.reserve(utf8.size());
  bool after_space = true;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const bool is_wide_space = utf8[i] == '\xC2' && i + 1 < utf8.size() && utf8[i + 1] == '\xA0';
    const bool is_space = static_cast<unsigned char>(utf8[i]) <= ' ' || is_wide_space;
    if (is_wide_space) ++i;
    if (is_space && after_space) continue;
    text += is_space ? ' ' : AsciiLower(utf8[i]);
    after_space = is_space;
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

template <std::size_t kCount>
bool ContainsAny(std::string_view text, const std::array<std::string_view, kCount>& parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

template <std::size_t kCount>
bool StartsWithAny(std::string_view text, const std::array<std::string_view, kCount>& starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return text.starts_with(start); });
}

// Where the first question ends; Japanese asks with "か。" too.
std::size_t EndOfQuestion(std::string_view text) {
  std::size_t end = std::string_view::npos;
  for (const std::string_view mark : {"?", "？", "か。", "؟"}) end = std::min(end, text.find(mark));
  return end;
}

// What stands before the first question mark; "" where there is none.
std::string_view FirstQuestion(std::string_view text) {
  const std::size_t end = EndOfQuestion(text);
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool AsksInEnglish(std::string_view question) {
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"was this", "was the", "is this", "did this", "did you find", "do you find", "does this",
       "has this", "have you found", "how helpful", "how useful", "how would you rate",
       "how did we do", "were these", "was it", "are these"});
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"helpful", "useful", "helpful to you", "useful to you", "helpful for you", "your question",
       "your questions", "your problem", "your issue", "help you", "help", "helped you",
       "this page", "this article", "how did we do", "what you needed", "looking for",
       "what you were looking for"});
  const auto ends = [&](std::string_view end) { return question.ends_with(end); };
  return StartsWithAny(question, kStarts) && std::ranges::any_of(kEnds, ends);
}

// Of the page that asks, and of help; both are in the question.
struct Asking {
  std::string_view page;
  std::string_view helps;
};
constexpr auto kAskings = std::to_array<Asking>({
    {"diese seite", "hilfreich"},
    {"diese seite", "geholfen"},
    {"dieser artikel", "hilfreich"},
    {"dieser artikel", "geholfen"},
    {"dieser beitrag", "hilfreich"},
    {"diese antwort", "hilfreich"},
    {"diese information", "hilfreich"},
    {"dieser inhalt", "hilfreich"},
    {"war das", "hilfreich"},
    {"cette page", "utile"},
    {"cette page", "aidé"},
    {"cet article", "utile"},
    {"cet article", "aidé"},
    {"ce contenu", "utile"},
    {"cette réponse", "utile"},
    {"ces informations", "utile"},
    {"esta página", "útil"},
    {"este artículo", "útil"},
    {"este contenido", "útil"},
    {"esta información", "útil"},
    {"esta respuesta", "útil"},
    {"esta página", "ayud"},
    {"este artículo", "ayud"},
    {"este artigo", "útil"},
    {"este conteúdo", "útil"},
    {"esta informação", "útil"},
    {"esta resposta", "útil"},
    {"este artigo", "ajud"},
    {"isso foi", "útil"},
    {"isto foi", "útil"},
    {"questa pagina", "utile"},
    {"questa pagina", "aiutat"},
    {"questo articolo", "utile"},
    {"questo articolo", "aiutat"},
    {"questo contenuto", "utile"},
    {"deze pagina", "nuttig"},
    {"deze pagina", "geholpen"},
    {"dit artikel", "nuttig"},
    {"dit artikel", "geholpen"},
    {"deze informatie", "nuttig"},
    {"ta strona", "pomoc"},
    {"ta strona", "przydat"},
    {"ten artykuł", "pom"},
    {"ten artykuł", "przydat"},
    {"tato stránka", "užitečn"},
    {"tato stránka", "pomohl"},
    {"tento článek", "užitečn"},
    {"tento článek", "pomohl"},
    {"эта статья", "полезн"},
    {"эта статья", "помогл"},
    {"эта страница", "полезн"},
    {"эта страница", "помогл"},
    {"информация", "полезн"},
    {"ця стаття", "корисн"},
    {"ця сторінка", "корисн"},
    {"den här sidan", "hjälp"},
    {"den här artikeln", "hjälp"},
    {"denne side", "hjælp"},
    {"denne side", "hjelp"},
    {"denne side", "nyttig"},
    {"denne artikkelen", "nyttig"},
    {"tästä sivusta", "apua"},
    {"bu sayfa", "yararlı"},
    {"bu sayfa", "faydalı"},
    {"bu makale", "yararlı"},
    {"bu makale", "faydalı"},
    {"ページ", "役に立"},
    {"記事", "役に立"},
    {"情報", "役に立"},
    {"此页", "帮助"},
    {"此页", "有用"},
    {"本页", "帮助"},
    {"本页", "有用"},
    {"页面", "帮助"},
    {"本文", "帮助"},
    {"此文", "帮助"},
    {"文章", "帮助"},
    {"此頁", "幫助"},
    {"這篇", "幫助"},
    {"페이지", "도움"},
    {"문서", "도움"},
    {"글이", "도움"},
    {"trang này", "hữu ích"},
    {"halaman ini", "membantu"},
});

}  // namespace

bool IsFeedbackQuestion(std::string_view utf8) {
  constexpr std::size_t kMostQuestion = 120, kMostAnswers = 120;
  if (EndOfQuestion(utf8) == std::string_view::npos) return false;  // nearly all
  const std::string text = Normalized(utf8);
  const std::string_view question = FirstQuestion(text);
  if (question.empty() || question.size() > kMostQuestion) return false;
  if (text.size() - question.size() > kMostAnswers) return false;
  return AsksInEnglish(question) || std::ranges::any_of(kAskings, [&](const Asking& asking) {
           return question.find(asking.page) != std::string_view::npos &&
                  question.find(asking.helps) != std::string_view::npos;
         });
}

bool IsFeedbackTitle(std::string_view utf8) {
  constexpr auto kTitles = std::to_array<std::string_view>(
      {"feedback", "rate this page", "rate this article", "page feedback", "article feedback",
       "send feedback", "give feedback", "your feedback", "rückmeldung", "commentaires",
       "comentarios", "フィードバック", "反馈", "피드백", "обратная связь"});
  std::string text = Normalized(utf8);
  if (text.ends_with(':')) text.pop_back();
  return std::ranges::find(kTitles, text) != kTitles.end();
}

bool IsModifiedNote(std::string_view utf8) {
  constexpr std::size_t kMost = 140;
  constexpr auto kStarts = std::to_array<std::string_view>({"last updated",
                                                            "last update",
                                                            "last modified",
                                                            "last edited",
                                                            "last changed",
                                                            "last reviewed",
                                                            "last revised",
                                                            "page last ",
                                                            "this page was last ",
                                                            "this document was last ",
                                                            "this article was last ",
                                                            "updated on",
                                                            "updated:",
                                                            "modified on",
                                                            "zuletzt aktualisiert",
                                                            "zuletzt geändert",
                                                            "zuletzt bearbeitet",
                                                            "letzte aktualisierung",
                                                            "letzte änderung",
                                                            "dernière mise à jour",
                                                            "dernière modification",
                                                            "mis à jour le",
                                                            "última actualización",
                                                            "última modificación",
                                                            "actualizado el",
                                                            "última atualização",
                                                            "atualizado em",
                                                            "ultimo aggiornamento",
                                                            "ultima modifica",
                                                            "aggiornato il",
                                                            "laatst bijgewerkt",
                                                            "laatst gewijzigd",
                                                            "ostatnia aktualizacja",
                                                            "ostatnia modyfikacja",
                                                            "последнее обновление",
                                                            "дата обновления",
                                                            "последнее изменение",
                                                            "останнє оновлення",
                                                            "senast uppdaterad",
                                                            "sidst opdateret",
                                                            "sist oppdatert",
                                                            "viimeksi päivitetty",
                                                            "naposledy aktualizováno",
                                                            "son güncelleme",
                                                            "最后更新",
                                                            "最近更新",
                                                            "更新于",
                                                            "更新时间",
                                                            "最後更新",
                                                            "最終更新",
                                                            "更新日",
                                                            "마지막 업데이트",
                                                            "최종 수정",
                                                            "업데이트 날짜",
                                                            "cập nhật lần cuối",
                                                            "terakhir diperbarui"});
  // Nearly all texts fail this.
  if (std::ranges::none_of(utf8, IsAsciiDigit) && utf8.find(" ago") == std::string_view::npos)
    return false;
  std::string text = Normalized(utf8);
  if (text.size() > kMost) return false;
  // A small picture may stand before it.
  const std::size_t letter = std::min(text.find_first_of("lptumzdaéúвос"), text.size());
  constexpr std::size_t kMostPicture = 8;
  if (!StartsWithAny(text, kStarts) && letter <= kMostPicture) text.erase(0, letter);
  const bool is_ago = text.starts_with("updated ") && text.find(" ago") != std::string::npos;
  if (!is_ago && !StartsWithAny(text, kStarts)) return false;
  // "Last updated 7 May. It holds every name."
  const std::size_t stop = text.find(". ");
  const bool goes_on = stop != std::string::npos && stop + 30 < text.size();
  return !goes_on && (is_ago || std::ranges::any_of(text, IsAsciiDigit) ||
                      text.find(" ago") != std::string::npos);
}

bool IsShareLabel(std::string_view utf8) {
  constexpr std::size_t kMost = 60;
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"share", "teilen", "partager", "compart", "condividi", "delen", "udostępnij", "поделиться",
       "分享", "シェア", "共有", "공유", "paylaş", "dela", "del ", "sdílet", "tweet"});
  const std::string text = Normalized(utf8);
  return text.size() <= kMost && StartsWithAny(text, kStarts);
}

bool IsNewsletterOffer(std::string_view utf8) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"newsletter", "inbox",     "subscribe",   "mailing list", "sign up for",    "posteingang",
       "abonnier",   "abonnez",   "infolettre",  "suscríb",      "suscrib",        "boletín",
       "inscreva",   "iscriviti", "nieuwsbrief", "aanmelden",    "zapisz się",     "подпис",
       "рассылк",    "订阅",      "訂閱",        "購読",         "メールマガジン", "구독",
       "뉴스레터",   "bülten",    "nyhetsbrev",  "nyhedsbrev",   "uutiskirje"});
  return ContainsAny(Normalized(utf8), kWords);
}

namespace {

std::string FirstWords(std::string_view utf8) {
  constexpr std::size_t kMostSpaces = 64, kLongestStart = 32;
  const std::size_t begin = std::min(utf8.find_first_not_of(" \t\r\n"), kMostSpaces);
  return Normalized(utf8.substr(std::min(begin, utf8.size()), kLongestStart));
}

}  // namespace

bool IsRightsLine(std::string_view utf8) {
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"©", "copyright ©", "copyright (c)", "(c) 1", "(c) 2", "copyright 1", "copyright 2",
       "all rights reserved", "alle rechte vorbehalten", "tous droits réservés",
       "todos los derechos"});
  return StartsWithAny(FirstWords(utf8), kStarts);
}

bool IsCopyrightLine(std::string_view utf8) {
  constexpr auto kTools =
      std::to_array<std::string_view>({"generated by", "powered by", "built with", "made with"});
  return IsRightsLine(utf8) || StartsWithAny(FirstWords(utf8), kTools);
}

}  // namespace sitedoor::extract::internal
