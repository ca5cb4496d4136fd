#include "extract/metadata.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/content.h"
#include "extract/internal/attribute_tokens.h"
#include "extract/internal/breadcrumb_trail.h"
#include "extract/internal/escaped_twice.h"
#include "extract/internal/json_ld.h"
#include "extract/internal/modified_notes.h"
#include "extract/internal/page_authors.h"
#include "extract/internal/page_date.h"
#include "extract/internal/page_title.h"
#include "extract/internal/refresh_target.h"
#include "extract/internal/seen_text.h"
#include "extract/internal/title_date.h"
#include "extract/internal/white_space.h"
#include "extract/site_repeats.h"
#include "extract/visibility.h"
#include "text/language.h"
#include "text/utf8.h"

namespace sitedoor::extract {
namespace {

using html::Node;
using internal::ForEachToken;
using internal::HasToken;

constexpr std::size_t kMostTags = 32;
constexpr std::size_t kMostTextBytes = 4'096;  // of a title, a description, a breadcrumb
constexpr std::size_t kMostFrames = 32;
constexpr std::size_t kMostJsonLd = 16;

std::string Clean(std::string_view text) { return CleanText(text::Prefix(text, kMostTextBytes)); }

// Of JSON, in which many systems write "Tips &amp; tools".
std::string CleanJsonText(std::string_view json_text) {
  json_text = text::Prefix(json_text, kMostTextBytes);
  if (json_text.find('&') == std::string_view::npos) return Clean(json_text);
  const auto tree = html::Tree::Parse(json_text);
  return tree && tree->Body() ? Clean(tree->Body().TextContent()) : Clean(json_text);
}

void AddUnique(std::vector<std::string>& texts, std::string text) {
  if (text.empty() || texts.size() >= kMostTags || std::ranges::find(texts, text) != texts.end())
    return;
  texts.push_back(std::move(text));
}

// Whether an address begins with a scheme, as "javascript:x" does and "a/b:c" does not.
bool HasScheme(std::string_view href) {
  const std::size_t end = href.find_first_of(":/?#");
  return end != std::string_view::npos && href[end] == ':';
}

class Reader {
 public:
  Reader(const html::Tree& tree, const Content& content, std::string_view page_url,
         const ExtractOptions& options)
      : tree_(tree),
        content_root_(content.root),
        outer_heading_(content.outer_heading),
        page_url_(page_url),
        modified_in_words_(content.modified_at),
        options_(options) {}

  Metadata Read() {
    FindBase();
    const Node behind_content = content_root_.Next(tree_.Html(), Node::Descend::kNo);
    for (Node at = tree_.Html(); at;) {
      if (at == content_root_) in_content_ = true;
      if (at == behind_content) in_content_ = false;
      const bool descend = Visit(at);
      at = at.Next(tree_.Html(), descend ? Node::Descend::kYes : Node::Descend::kNo);
    }
    return Finish();
  }

 private:
  // The first <base href> counts; it may itself be relative to the page.
  void FindBase() {
    const auto page = net::Url::Parse(page_url_);
    if (page) metadata_.base = *page;
    for (Node at = tree_.Head().FirstChild(); at; at = at.NextSibling()) {
      if (!at.IsElement(LXB_TAG_BASE) || !at.HasAttribute(LXB_DOM_ATTR_HREF)) continue;
      const auto base = page ? net::Url::Parse(at.Attribute(LXB_DOM_ATTR_HREF), *page)
                             : net::Url::Parse(at.Attribute(LXB_DOM_ATTR_HREF));
      if (base && base->IsHttp()) metadata_.base = *base;
      if (!metadata_.base) metadata_.relative_base = at.Attribute(LXB_DOM_ATTR_HREF);
      return;
    }
  }

  std::string Absolute(std::string_view href) const {
    const auto url =
        metadata_.base ? net::Url::Parse(href, *metadata_.base) : net::Url::Parse(href);
    return url ? url->Text() : "";
  }

  // Whoever knows the page's place can still resolve a relative one. "" for what is no page, such
  // as "javascript:x".
  std::string AbsoluteOrAsWritten(std::string_view href) const {
    std::string url = Absolute(href);
    if (url.empty() && !metadata_.base && !HasScheme(href)) return std::string(href);
    return url.starts_with("http") || url.starts_with("file:") ? url : "";
  }

  // Whether what is below it is to be visited.
  bool Visit(Node node) {
    // A page without an h1 may say its title in another element, or in a text alone.
    if (node == outer_heading_ && !node.IsElement(LXB_TAG_H1)) VisitHeading(node);
    if (node.IsText()) notes_.VisitText(node);
    if (node.IsText()) title_date_.PassText(node.Text());
    if (!node.IsElement()) return false;
    notes_.VisitElement(node);
    if (const Node author = authors_.NameElement(node); author && !IsHidden(node)) {
      const bool is_meta = author.IsElement(LXB_TAG_META);
      authors_.AddShown(author, is_meta ? author.Attribute("content") : TextOf(author));
    }
    if (title_date_.IsNear() && internal::IsCalledDate(node) && !IsHidden(node))
      title_date_.PassDate(TextOf(node));
    switch (node.ElementTag()) {
      case LXB_TAG_META:
        VisitMeta(node);
        return false;
      case LXB_TAG_LINK:
        VisitLink(node);
        return false;
      case LXB_TAG_TITLE:
        if (!node.InForeignContent() && sources_.title.empty())
          sources_.title = Clean(node.TextContent());
        return false;
      case LXB_TAG_SCRIPT:
        VisitScript(node);
        return false;
      case LXB_TAG_FRAME:
        VisitFrame(node);
        return false;
      case LXB_TAG_HTML:
        metadata_.language = text::NormalizeLanguageTag(
            node.HasAttribute("lang") ? node.Attribute("lang") : node.Attribute("xml:lang"));
        return true;
      case LXB_TAG_H1:
        VisitHeading(node);
        return true;
      case LXB_TAG_H2:
      case LXB_TAG_H3:
        VisitSectionHeading(node);
        return true;
      case LXB_TAG_A:
        VisitAnchor(node);
        return true;
      case LXB_TAG_TIME:
        VisitTime(node);
        return true;
      case LXB_TAG_NAV:
      case LXB_TAG_OL:
      case LXB_TAG_UL:
      case LXB_TAG_DIV:
        VisitPossibleBreadcrumbs(node);
        return true;
      case LXB_TAG_STYLE:
      case LXB_TAG_TEMPLATE:
      case LXB_TAG_NOSCRIPT:
      case LXB_TAG_PRE:
      case LXB_TAG_SVG:
        return false;
      default:
        return true;
    }
  }

  void VisitMeta(Node meta) {
    const std::string_view content = meta.Attribute("content");
    if (content.empty()) return;
    std::string_view name = meta.Attribute("name");
    if (name.empty()) name = meta.Attribute("property");
    if (name.empty()) name = meta.Attribute("itemprop");
    if (!name.empty()) {
      VisitNamedMeta(AsciiLowered(internal::Trimmed(name)), content);
      return;
    }
    const std::string directive = AsciiLowered(internal::Trimmed(meta.Attribute("http-equiv")));
    if (directive == "refresh") {
      const auto target = internal::RefreshTarget(content);
      if (target && metadata_.directives.refresh_url.empty())
        metadata_.directives.refresh_url = AbsoluteOrAsWritten(*target);
    } else if (directive == "last-modified") {
      AddDate(DateSource::kLastModifiedMeta, content);
    } else if (directive == "content-language") {
      content_language_ = text::NormalizeLanguageTag(content);
    }
  }

  void VisitNamedMeta(const std::string& name, std::string_view content) {
    const auto set_once = [&](std::string& target) {
      if (target.empty()) target = Clean(content);
    };
    if (name == "robots" || name == "sitedoor") return VisitRobots(content);
    if (name == "description") return set_once(metadata_.description);
    if (name == "og:description" || name == "twitter:description" || name == "dc.description" ||
        name == "dcterms.description")
      return set_once(social_description_);
    if (name == "og:title") return set_once(sources_.open_graph);
    if (name == "og:site_name" || name == "application-name") return set_once(sources_.site_name);
    if (name == "og:locale") return void(locale_ = text::NormalizeLanguageTag(content));
    if (name == "og:type")
      return void(is_post_ = is_post_ || AsciiLowered(internal::Trimmed(content)) == "article");
    if (name == "keywords" || name == "news_keywords") {
      return ForEachToken(content, ",;",
                          [&](std::string_view tag) { AddUnique(metadata_.tags, Clean(tag)); });
    }
    if (name == "article:tag") return AddUnique(metadata_.tags, Clean(content));
    if (name == "article:section") {
      set_once(declared_section_);
      return AddUnique(metadata_.categories, Clean(content));
    }
    if (authors_.AddMeta(name, content)) return;
    if (const auto source = internal::DateSourceOfMeta(name)) AddDate(*source, content);
  }

  void VisitRobots(std::string_view content) {
    // Standard is the comma; what else stands between rules must not undo them.
    ForEachToken(content, ",; \t\n\r\f", [&](std::string_view token) {
      const std::string rule = AsciiLowered(token);
      if (rule == "noindex" || rule == "none") metadata_.directives.no_index = true;
      if (rule == "nofollow" || rule == "none") metadata_.directives.no_follow = true;
    });
  }

  void VisitLink(Node link) {
    if (link.HasAttribute("hreflang")) VisitAlternate(link);
    if (!metadata_.directives.canonical_url.empty() ||
        !HasToken(link.Attribute("rel"), "canonical"))
      return;
    const std::string_view href = link.Attribute(LXB_DOM_ATTR_HREF);
    if (internal::Trimmed(href).empty()) return;
    const std::string url = Absolute(href);
    if (url.starts_with("http://") || url.starts_with("https://"))
      metadata_.directives.canonical_url = url;
  }

  // Of each language that the page is in, itself among them.
  void VisitAlternate(Node link) {
    constexpr std::size_t kMostAlternates = 128;
    std::string language = text::NormalizeLanguageTag(link.Attribute("hreflang"));
    if (language.empty() || alternates_.size() >= kMostAlternates) return;
    alternates_.emplace_back(Absolute(link.Attribute(LXB_DOM_ATTR_HREF)), std::move(language));
  }

  // Of several that lead here, what they have in common: "en" of "en-US" and "en-GB".
  std::string SelfLanguage() const {
    const auto page = net::Url::Parse(page_url_);
    const std::string url = page ? page->TextWithoutFragment() : std::string();
    std::string self;
    for (const auto& [target, language] : alternates_) {
      if (target.empty() || (target != url && target != metadata_.directives.canonical_url))
        continue;
      if (self.empty()) self = language;
      if (self != language && text::PrimaryLanguage(self) == text::PrimaryLanguage(language))
        self = text::PrimaryLanguage(language);
    }
    return self;
  }

  void VisitScript(Node script) {
    if (json_ld_seen_ >= kMostJsonLd ||
        AsciiLowered(internal::Trimmed(script.Attribute(LXB_DOM_ATTR_TYPE))) !=
            "application/ld+json")
      return;
    ++json_ld_seen_;
    internal::ReadJsonLd(script.TextContent(), structured_);
  }

  void VisitFrame(Node frame) {
    const std::string_view source = internal::Trimmed(frame.Attribute(LXB_DOM_ATTR_SRC));
    if (source.empty() || metadata_.directives.frame_urls.size() >= kMostFrames) return;
    std::string url = AbsoluteOrAsWritten(source);
    if (url.starts_with("http") || url.starts_with("file:") || !metadata_.base)
      metadata_.directives.frame_urls.push_back(std::move(url));
  }

  void VisitHeading(Node heading) {
    const bool is_outer = heading == outer_heading_;
    if (!is_outer && IsHidden(heading)) return;
    std::string text(internal::WithoutHeadingSign(TextOf(heading)));
    FindSiteName();
    if (internal::IsSitesHeading(text, sources_, options_.repeats)) {
      // Sections of a page may be called the same everywhere, as those of a manual page are.
      if (in_content_) sources_.heading_use = internal::HeadingUse::kPerSection;
      if (sources_.repeated_heading.empty()) sources_.repeated_heading = std::move(text);
      return;
    }
    if (is_outer || in_content_) title_date_.PassTitle(text);
    if (is_outer) {
      sources_.heading = std::move(text);
      metadata_.missing_heading = sources_.heading;
      return;
    }
    std::string& target = in_content_ ? sources_.heading : sources_.outside_heading;
    if (target.empty()) {
      target = std::move(text);
    } else if (in_content_ && sources_.heading_use == internal::HeadingUse::kOnce) {
      sources_.heading_use = internal::HeadingUse::kPerSection;
    }
  }

  void VisitSectionHeading(Node heading) {
    title_date_.PassSection();
    std::string& target = sources_.heading.empty() ? sources_.section : sources_.first_below;
    if (in_content_ && target.empty() && !IsHidden(heading))
      target = internal::WithoutHeadingSign(TextOf(heading));
  }

  void VisitAnchor(Node anchor) {
    const std::string_view rel = anchor.Attribute("rel");
    if (anchor.HasClass("md-tag")) AddUnique(link_tags_, TextOf(anchor));  // MkDocs Material
    if (rel.empty() || !HasToken(rel, "tag")) return;
    AddUnique(HasToken(rel, "category") ? metadata_.categories : link_tags_, TextOf(anchor));
  }

  // A bare year stands in copyright notices.
  void VisitTime(Node time) {
    const std::string property = AsciiLowered(time.Attribute("itemprop"));
    const std::string classes = AsciiLowered(time.Attribute(LXB_DOM_ATTR_CLASS).substr(0, 256));
    const auto is_called = [&](std::string_view word) {
      return classes.find(word) != std::string::npos;
    };
    const bool is_published = HasToken(property, "datepublished") || time.HasAttribute("pubdate") ||
                              is_called("publish") || is_called("entry-date") ||
                              is_called("post-date");
    const bool is_modified = HasToken(property, "datemodified") || is_called("modified") ||
                             is_called("lastmod") || (is_called("updated") && !is_published) ||
                             (!is_published && internal::IsCalledModified(time));
    const std::string text = time.HasAttribute("datetime") ? "" : TextOf(time);
    const std::string_view date = text.empty() ? time.Attribute("datetime") : text;
    if (internal::IsoDate(date).size() <= 4) return;
    if (!is_modified && !is_published && !IsHidden(time)) title_date_.PassDate(date);
    if (!is_modified && !is_published) return;
    AddDate(is_modified ? DateSource::kModifiedMarkup : DateSource::kPublished, date);
  }

  void VisitPossibleBreadcrumbs(Node element) {
    if (!metadata_.breadcrumbs.empty() || !internal::IsBreadcrumbTrail(element)) return;
    metadata_.breadcrumbs = internal::CrumbsOf(element, seen_text_);
    front_page_is_crumb_ = !internal::BeginsWithSign(element, seen_text_);
  }

  std::string TextOf(Node element) { return seen_text_.Of(element); }

  using DateSource = internal::DateSource;

  void AddDate(DateSource source, std::string_view text) {
    std::string& date = dates_[static_cast<std::size_t>(source)];
    if (!date.empty()) return;
    date = internal::IsoDate(text);
    // The day of a later one may be today's elsewhere; a page that is from the future is not.
    const bool is_later = !options_.latest_date.empty() &&
                          std::string_view(date).substr(0, 10) > options_.latest_date;
    if (is_later) date.clear();
  }

  void FindSiteName() {
    if (sources_.site_name.empty() && !structured_.site_name.empty())
      sources_.site_name = CleanJsonText(structured_.site_name);
  }

  // What stands in a heading like that means it.
  void UndoSecondEscapes() {
    for (std::string* text :
         {&sources_.title, &sources_.open_graph, &metadata_.description, &social_description_}) {
      if (text->find('&') == std::string::npos) continue;
      std::string plain = internal::WithoutSecondEscape(*text);
      const bool is_meant = !sources_.heading.empty() && plain != *text &&
                            sources_.heading.find('&') != std::string::npos &&
                            internal::WithoutSecondEscape(sources_.heading) != sources_.heading;
      if (!is_meant) *text = Clean(plain);
    }
  }

  // "https://acme.example/", "index.html"; where the page's place is not known, it may be that.
  bool MayBeFrontPage() const {
    const auto page = net::Url::Parse(page_url_);
    const std::string_view path = page ? page->Path() : page_url_;
    return path.empty() || path == "/" || path.starts_with("/index.") || path.starts_with("index.");
  }

  Metadata Finish() {
    FindSiteName();
    UndoSecondEscapes();
    sources_.headline = CleanJsonText(structured_.headline);
    sources_.place = MayBeFrontPage() ? internal::PagePlace::kFront : internal::PagePlace::kInner;
    internal::PageTitle title = internal::ChooseTitle(sources_, options_.repeats);
    metadata_.site_name = sources_.site_name;
    metadata_.head_title = sources_.title;
    if (title.is_outside_heading) metadata_.missing_heading = title.text;
    if (title.heading_is_banner) metadata_.missing_heading.clear();
    metadata_.missing_heading = internal::SpelledApart(metadata_.missing_heading, title.text);
    metadata_.title = std::move(title.text);
    FindDescription();
    if (metadata_.language.empty()) metadata_.language = content_language_;
    if (metadata_.language.empty()) metadata_.language = locale_;
    for (std::string& tag : link_tags_) AddUnique(metadata_.tags, std::move(tag));
    for (const std::string& tag : structured_.keywords)
      AddUnique(metadata_.tags, CleanJsonText(tag));
    for (const std::string& section : structured_.sections)
      AddUnique(metadata_.categories, CleanJsonText(section));
    if (is_post_ || structured_.is_post) metadata_.type = document::PageType::kPost;
    if (!structured_.breadcrumbs.empty()) {
      metadata_.breadcrumbs.clear();
      front_page_is_crumb_ = true;
      for (const std::string& crumb : structured_.breadcrumbs)
        AddUnique(metadata_.breadcrumbs, CleanJsonText(crumb));
    }
    metadata_.facts = std::move(structured_.facts);
    metadata_.section = Section();
    metadata_.self_language = SelfLanguage();
    FindAuthors();
    AddDate(DateSource::kModifiedNote, modified_in_words_);
    AddDate(DateSource::kStructured, structured_.date_modified);
    AddDate(DateSource::kModifiedNote, notes_.Date());
    AddDate(DateSource::kPublished, structured_.date_published);
    AddDate(DateSource::kPublished, title_date_.Date());
    for (const std::string& date : dates_) {
      if (metadata_.modified_at.empty()) metadata_.modified_at = date;
      // Another may say the same to the minute.
      if (date.size() > metadata_.modified_at.size() && date.starts_with(metadata_.modified_at))
        metadata_.modified_at = date;
    }
    return std::move(metadata_);
  }

  // The first that not several pages of the site have.
  void FindDescription() {
    std::string structured = CleanJsonText(structured_.description);
    for (std::string* other : {&social_description_, &structured}) {
      if (IsSitesDescription(metadata_.description, options_.repeats))
        metadata_.description.clear();
      if (metadata_.description.empty()) metadata_.description = std::move(*other);
    }
    if (IsSitesDescription(metadata_.description, options_.repeats)) metadata_.description.clear();
  }

  // The page's own word for it comes first among the categories. Of its breadcrumbs the second
  // level is one, unless the page itself stands there.
  std::string Section() const {
    if (!declared_section_.empty()) return declared_section_;
    if (!structured_.sections.empty()) return CleanJsonText(structured_.sections.front());
    const std::vector<std::string>& crumbs = metadata_.breadcrumbs;
    const std::size_t level = front_page_is_crumb_ ? 1 : 0;
    return crumbs.size() > level && crumbs[level] != metadata_.title ? crumbs[level] : "";
  }

  void FindAuthors() {
    using internal::AuthorSource;
    for (const std::string& name : structured_.authors)
      authors_.Add(AuthorSource::kStructured, CleanJsonText(name));
    for (const std::string& id : structured_.author_ids) {
      const auto name = structured_.names_by_id.find(id);
      if (name != structured_.names_by_id.end())
        authors_.Add(AuthorSource::kStructured, CleanJsonText(name->second));
    }
    metadata_.authors = authors_.Names();
  }

  const html::Tree& tree_;
  Node content_root_, outer_heading_;
  std::string_view page_url_;
  const std::string modified_in_words_;
  const ExtractOptions& options_;
  Metadata metadata_;
  internal::TitleSources sources_;
  internal::StructuredPage structured_;
  internal::AuthorFinder authors_;
  internal::ModifiedNotes notes_;
  internal::TitleDate title_date_;
  internal::SeenText seen_text_;
  std::string social_description_, content_language_, locale_, declared_section_;
  std::vector<std::string> link_tags_;
  std::vector<std::pair<std::string, std::string>> alternates_;  // target, language
  std::array<std::string, internal::kDateSources> dates_;
  std::size_t json_ld_seen_ = 0;
  bool in_content_ = false;
  bool is_post_ = false;
  bool front_page_is_crumb_ = true;
};

}  // namespace

Metadata ReadMetadata(const html::Tree& tree, const Content& content, std::string_view page_url,
                      const ExtractOptions& options) {
  return Reader(tree, content, page_url, options).Read();
}

}  // namespace sitedoor::extract
