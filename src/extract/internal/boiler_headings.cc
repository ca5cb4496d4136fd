#include "extract/internal/boiler_headings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "base/ascii.h"

namespace sitedoor::extract::internal {
namespace {

constexpr std::size_t kMostBytes = 80;

// Lower case, sorted by bytes. Single words ("comments", "author", "tags") are sections of manuals,
// and not here.
constexpr std::string_view kTitles[] = {
    "0 comments",
    "about the author",
    "add a comment",
    "advertisement",
    "articles connexes",
    "articles liés",
    "articles récents",
    "articles similaires",
    "articoli correlati",
    "artigos relacionados",
    "artículos relacionados",
    "avis clients",
    "blogroll",
    "bought together",
    "connect with us",
    "create an account or sign in to comment",
    "customer ratings & reviews",
    "customer reviews",
    "customers also bought",
    "customers also viewed",
    "customers who bought this also bought",
    "das könnte dich auch interessieren",
    "das könnte ihnen auch gefallen",
    "das könnte sie auch interessieren",
    "deixe um comentário",
    "deja un comentario",
    "deja una respuesta",
    "did this page help you?",
    "did you find this helpful?",
    "dodaj komentarz",
    "editor's picks",
    "entradas recientes",
    "entradas relacionadas",
    "follow us",
    "follow us on",
    "frequently bought together",
    "gerelateerde artikelen",
    "gerelateerde producten",
    "get our newsletter",
    "join our newsletter",
    "join the conversation",
    "kommentar verfassen",
    "kundenbewertungen",
    "laisser un commentaire",
    "lascia un commento",
    "latest articles",
    "latest posts",
    "leave a comment",
    "leave a reply",
    "lo más leído",
    "mais lidas",
    "meistgelesen",
    "more articles",
    "more posts",
    "more stories",
    "most popular",
    "most read",
    "neueste beiträge",
    "no comments",
    "noticias relacionadas",
    "our newsletter",
    "plaats een reactie",
    "popular articles",
    "popular posts",
    "post a comment",
    "posts relacionados",
    "potrebbe interessarti anche",
    "potrebbero interessarti",
    "powiązane artykuły",
    "privacy preference center",
    "prodotti correlati",
    "product reviews",
    "productos relacionados",
    "produits similaires",
    "produtos relacionados",
    "ratings & reviews",
    "read next",
    "ready to get started?",
    "recent articles",
    "recent comments",
    "recent posts",
    "recently browsing",
    "recently viewed",
    "recently viewed items",
    "recently viewed products",
    "recommended articles",
    "recommended for you",
    "recommended posts",
    "recommended reading",
    "related articles",
    "related content",
    "related discussions",
    "related news",
    "related posts",
    "related products",
    "related reading",
    "related searches",
    "related stories",
    "schreibe einen kommentar",
    "share this",
    "share this article",
    "share this post",
    "share with friends",
    "sign up for our newsletter",
    "similar posts",
    "similar products",
    "similar threads",
    "similar topics",
    "sponsored content",
    "spread the word",
    "stay connected",
    "stay in touch",
    "stay informed",
    "stay up to date",
    "subscribe to our blog",
    "subscribe to our newsletter",
    "suggested reading",
    "suggested topics",
    "sur le même sujet",
    "también te puede interesar",
    "te puede interesar",
    "top posters in this topic",
    "top stories",
    "trending now",
    "trending topics",
    "up next",
    "verwandte artikel",
    "vous aimerez aussi",
    "vous pourriez aussi aimer",
    "was this article helpful?",
    "was this helpful?",
    "was this page helpful?",
    "weitere artikel",
    "write a comment",
    "write a review",
    "you may also be interested in",
    "you may also enjoy",
    "you may also like",
    "you may like",
    "you might also like",
    "you might like",
    "your recently viewed items",
    "à lire aussi",
    "ähnliche artikel",
    "ähnliche beiträge",
    "ähnliche produkte",
    "добавить комментарий",
    "похожие записи",
    "похожие статьи",
    "похожие товары",
    "читайте также",
    "あわせて読みたい",
    "おすすめ記事",
    "コメントを残す",
    "人気記事",
    "发表评论",
    "推荐阅读",
    "最新评论",
    "最近の投稿",
    "热门文章",
    "猜你喜欢",
    "相关推荐",
    "相关文章",
    "関連商品",
    "関連記事",
    "관련 글",
    "관련 기사",
    "댓글 남기기",
    "추천 상품",
};
static_assert(std::ranges::is_sorted(kTitles));

bool IsEdge(char c) { return static_cast<unsigned char>(c) <= ' ' || c == ':' || c == '.'; }

}  // namespace

bool IsBoilerHeading(std::string_view utf8) {
  while (!utf8.empty() && IsEdge(utf8.front())) utf8.remove_prefix(1);
  while (!utf8.empty() && IsEdge(utf8.back())) utf8.remove_suffix(1);
  if (utf8.size() > kMostBytes) return false;
  std::string title;
  for (const char c : utf8) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (space && title.ends_with(' ')) continue;
    title += space ? ' ' : AsciiLower(c);
  }
  return std::ranges::binary_search(kTitles, std::string_view(title));
}

bool IsContentsHeading(std::string_view utf8) {
  constexpr std::array<std::string_view, 18> kLabels = {"auf dieser seite",
                                                        "contenido",
                                                        "contents",
                                                        "en esta p\u00e1gina",
                                                        "in questo articolo",
                                                        "in this article",
                                                        "in this guide",
                                                        "in this post",
                                                        "indice",
                                                        "inhalt",
                                                        "inhaltsverzeichnis",
                                                        "on this page",
                                                        "page contents",
                                                        "sommaire",
                                                        "sur cette page",
                                                        "table des mati\u00e8res",
                                                        "table of contents",
                                                        "\u76ee\u6b21"};
  static_assert(std::ranges::is_sorted(kLabels));
  while (!utf8.empty() && IsEdge(utf8.front())) utf8.remove_prefix(1);
  while (!utf8.empty() && IsEdge(utf8.back())) utf8.remove_suffix(1);
  if (utf8.size() > kMostBytes) return false;
  return std::ranges::binary_search(kLabels, std::string_view(AsciiLowered(utf8)));
}

bool LeadsToOtherArticle(std::string_view utf8) {
  constexpr std::array<std::string_view, 26> kLabels = {
      "also read",
      "also see",
      "don't miss",
      "don\u2019t miss",
      "lee tambi\u00e9n",
      "lees ook",
      "leggi anche",
      "leia mais",
      "leia tamb\u00e9m",
      "lesen sie auch",
      "lire aussi",
      "mehr zum thema",
      "more",
      "more from",
      "must read",
      "read",
      "read also",
      "read more",
      "read next",
      "recommended",
      "related",
      "related article",
      "related reading",
      "related story",
      "\u00e0 lire aussi",
      "\u0447\u0438\u0442\u0430\u0439\u0442\u0435 \u0442\u0430\u043a\u0436\u0435"};
  static_assert(std::ranges::is_sorted(kLabels));
  while (!utf8.empty() && IsEdge(utf8.front())) utf8.remove_prefix(1);
  const std::size_t colon = utf8.substr(0, kMostBytes).find(':');
  if (colon == std::string_view::npos) return false;
  std::string label = AsciiLowered(utf8.substr(0, colon));
  while (!label.empty() && IsEdge(label.back())) label.pop_back();
  return std::ranges::binary_search(kLabels, std::string_view(label));
}

bool MayBeProse(std::string_view utf8) {
  std::string title;
  for (const char c : utf8.substr(0, kMostBytes)) title += AsciiLower(c);
  constexpr std::array<std::string_view, 13> kWords = {
      "author",    "comment", "reply",   "review",  "rating", "newsletter", "advertisement",
      "sponsored", "follow",  "connect", "popular", "recent", "privacy"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return title.find(word) != std::string::npos; });
}

}  // namespace sitedoor::extract::internal
