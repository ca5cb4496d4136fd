// MarkdownWalk's links, images, styles, sub- and superscripts, and formulas.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "extract/clean_text.h"
#include "extract/internal/back_link.h"
#include "extract/internal/class_roles.h"
#include "extract/internal/element_table.h"
#include "extract/internal/embedded_media.h"
#include "extract/internal/heading_links.h"
#include "extract/internal/image_source.h"
#include "extract/internal/link_destination.h"
#include "extract/internal/markdown_walk.h"
#include "extract/internal/media.h"
#include "extract/internal/script_text.h"
#include "extract/internal/white_space.h"
#include "extract/visibility.h"
#include "text/utf8.h"

namespace sitedoor::extract::internal {
namespace {

using html::Node;
using BlockKind = BlockOutput::BlockKind;

// "javascript" of "JavaScript:void(0)"; "" without a scheme.
std::string SchemeOf(std::string_view href) {
  std::string scheme;
  for (const char c : href) {
    if (c == ':') return scheme;
    if (static_cast<unsigned char>(c) <= ' ')
      continue;  // browsers ignore tabs and line breaks in it
    const bool is_of_scheme = IsAsciiAlnum(c) || c == '+' || c == '-' || c == '.';
    if (!is_of_scheme || scheme.size() > 20) break;
    scheme += AsciiLower(c);
  }
  return "";
}

// Whether it resolves to the base's path and more.
bool IsBelowBase(std::string_view href) { return href.front() != '/' && SchemeOf(href).empty(); }

// The path of a URL below its site, as the id of a page.
std::string IdOf(std::string_view path) {
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  std::string id;
  if (path.empty() || path.front() == '#' || path.front() == '?') id = "index.html";
  // A colon in its first step would make a scheme of that.
  bool in_step = true;
  for (const char c : path) {
    in_step = in_step && c != '/' && c != '?' && c != '#';
    if (in_step && c == ':') {
      id += "%3A";
    } else {
      id += c;
    }
  }
  return id;
}

bool LeadsNowhere(std::string_view href) {
  const std::string scheme = SchemeOf(href);
  constexpr std::array<std::string_view, 9> kSchemes = {"javascript",  "vbscript",   "data",
                                                        "about",       "blob",       "file",
                                                        "view-source", "filesystem", "jar"};
  return std::ranges::find(kSchemes, scheme) != kSchemes.end();
}

// "app-psql.html#id-1.9", "lang/String.html#of(int,int)", as most links of a site are: names, and
// perhaps a fragment, of characters that every URL has as they are. Resolving it takes no parser.
bool IsPlainPath(std::string_view href) {
  constexpr std::string_view kOfFragments = "()[],;:=+*!$'@~/?";
  const auto is_plain = [](char c) { return IsAsciiAlnum(c) || c == '-' || c == '_' || c == '.'; };
  const auto is_plain_in_fragment = [&](char c) { return is_plain(c) || kOfFragments.contains(c); };
  const std::size_t hash = std::min(href.find('#'), href.size());
  const std::string_view path = href.substr(0, hash);
  bool begins = true;
  for (const char c : path) {
    if (begins ? !is_plain(c) || c == '.' : !is_plain(c) && c != '/') return false;
    begins = c == '/';
  }
  return !path.empty() && !href.ends_with('#') &&
         std::ranges::all_of(href.substr(std::min(hash + 1, href.size())), is_plain_in_fragment);
}

// `folder` is the address of one, with the slash at its end.
std::string_view FolderAbove(std::string_view folder, std::size_t levels) {
  const std::size_t root = folder.find('/', folder.find("://") + 3) + 1;
  for (; levels > 0 && folder.size() > root; --levels)
    folder = folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
  return folder;
}

// "Note", "[Note]": the picture beside an admonition says only what its title says.
bool NamesKind(std::string_view alt, std::string_view kind) {
  if (alt.starts_with('[') && alt.ends_with(']')) alt = alt.substr(1, alt.size() - 2);
  return EqualsIgnoringAsciiCase(alt, kind);
}

// PlDoc: a number, and with it the note that it stands for: <sup>1<span class="fn-text">.
Node NoteIn(Node script) {
  const Node number = script.FirstChild();
  if (!number || !number.IsText()) return Node();
  const Node note = number.NextSibling();
  return note && note.IsElement(LXB_TAG_SPAN) && note.HasClass("fn-text") ? note : Node();
}

// What a click unfolds, and not a picture of anything: Doxygen's <img src="closed.png" alt="+">.
bool IsFoldingSign(std::string_view alt) {
  constexpr std::array<std::string_view, 8> kSigns = {"+", "-", "−", "▼", "►", "▶", "▸", "▾"};
  return std::ranges::find(kSigns, alt) != kSigns.end();
}

// TeX on one line in which nothing ends the formula, and nothing is Markdown or HTML to a reader
// that knows no formulas: spaces, which mean nothing in TeX, keep links and tags apart.
std::string SafeTex(std::string_view tex) {
  std::string line;
  bool escaped = false;
  bool in_comment = false;
  for (const char c : tex) {
    in_comment = c != '\n' && (in_comment || (c == '%' && !escaped));
    if (in_comment) continue;
    if (static_cast<unsigned char>(c) <= ' ') {
      if (!line.empty() && line.back() != ' ') line += ' ';
      escaped = false;
      continue;
    }
    const char before = line.empty() ? ' ' : line.back();
    if (c == '`') {
      line += "‘";
    } else {
      if (c == '$' && !escaped) line += '\\';
      const bool is_link = before == ']' && (c == '(' || c == '[' || c == ':');
      const bool is_image = before == '!' && c == '[';  // of a link round the formula
      if (before == '<' || is_link || is_image) line += ' ';
      line += c;
    }
    escaped = c == '\\' && !escaped;
  }
  line = CleanText(line);  // ends with no space, and has no character that shows nothing
  const std::size_t last = line.find_last_not_of('\\') + 1;
  if ((line.size() - last) % 2 == 1) line += ' ';
  return line;
}

}  // namespace

std::string MarkdownWalk::Resolve(std::string_view href) {
  href = TrimmedHtmlSpace(href);
  if (href.empty() || LeadsNowhere(href)) return "";
  const bool below_endless_base = page_url_.size() > kMostUrlBytes && IsBelowBase(href);
  if (href.size() > kMostUrlBytes || link_bytes_ > kMostLinkBytes || below_endless_base) {
    ++outcome_.links_left_out;
    return "";
  }
  std::string url = ResolveAny(href);
  if (url.empty()) return url;
  // Further on there may be room again for a shorter one.
  if (url.size() > kMostUrlBytes || !Fits(InlineText::LinkBytes(url))) {
    ++outcome_.links_left_out;
    return "";
  }
  link_bytes_ += url.size();
  const bool is_own = !options_.unknown_site.empty() && url.starts_with(options_.unknown_site);
  return is_own ? IdOf(std::string_view(url).substr(options_.unknown_site.size())) : url;
}

// Against the page, as long as it may be.
std::string MarkdownWalk::ResolveAny(std::string_view href) const {
  if (!options_.base) return std::string(href);
  if (href.starts_with('#') && page_url_.size() <= kMostUrlBytes)
    return href == "#" ? page_url_ : page_url_ + std::string(href);
  if (!folder_url_.empty()) {
    std::string_view path = href;
    while (path.starts_with("../")) path.remove_prefix(3);
    if (IsPlainPath(path)) {
      std::string url(FolderAbove(folder_url_, (href.size() - path.size()) / 3));
      return url.append(path);
    }
  }
  const Result<net::Url> url = net::Url::Parse(href, *short_base_);
  return url ? url->Text() : "";
}

// In a footnote, or marked as a link back from one: its number, which leads to where it is
// mentioned.
bool MarkdownWalk::IsFootnoteNumber(Node link, std::string_view href) const {
  const bool is_back_link = link.Attribute("role") == "doc-backlink" ||
                            (RolesOfClasses(link.Attribute(LXB_DOM_ATTR_CLASS)) & kBackLink) != 0;
  if (!is_back_link && (footnote_depth_ == 0 || !href.starts_with('#'))) return false;
  constexpr std::size_t kMostBytes = 64, kMostNodes = 64;
  const std::string written = link.StartOfText(kMostBytes + 1, kMostNodes);
  if (written.size() > kMostBytes) return false;
  const std::string text = CleanText(written);
  return !text.empty() && text.find_first_not_of("0123456789[]()*. ") == std::string::npos;
}

MarkdownWalk::Step MarkdownWalk::EnterLink(Node element) {
  const std::string_view href = TrimmedHtmlSpace(element.Attribute(LXB_DOM_ATTR_HREF));
  if (href.empty()) return Step::kDescend;
  if (IsPermalink(element) || IsSourceLink(element) || IsBackLinkSign(element)) return Step::kSkip;
  if ((heading_ && href.starts_with('#')) || LeadsToItself(element)) return Step::kDescend;
  if (IsFootnoteNumber(element, href)) return Step::kDescend;
  inline_.OpenLink(Resolve(href));
  OnLeave(element, Undo::kCloseLink);
  return Step::kDescend;
}

MarkdownWalk::Step MarkdownWalk::EnterImage(Node element) {
  const std::string alt = CleanText(element.Attribute(LXB_DOM_ATTR_ALT));
  if (alt.empty() || IsPixel(element) || IsBlankImage(element)) return Step::kSkip;
  if (!in_cell_ && IsFoldingSign(alt)) return Step::kSkip;
  if (!admonitions_.empty() && NamesKind(alt, admonitions_.back().kind)) return Step::kSkip;
  const std::string source = Resolve(ImageSource(element));
  if (source.empty()) {
    WriteText(alt, element);
    return Step::kSkip;
  }
  std::string markdown = "![";
  for (const char c : alt) {
    const bool special = c == '[' || c == ']' || c == '\\' || c == '`' || c == '*' || c == '_' ||
                         c == '<' || (c == '|' && in_cell_);
    if (special) markdown += '\\';
    markdown += c;
  }
  markdown += "](";
  AppendLinkDestination(markdown, source);
  markdown += ')';
  if (!Fits(markdown.size())) {
    Stop(element);
    return Step::kSkip;
  }
  inline_.Image(markdown, alt);
  return Step::kSkip;
}

// A line of its own that leads to what is played or shown there. Its element is left out as a
// whole: what is in it is for browsers that cannot.
MarkdownWalk::Step MarkdownWalk::EnterEmbedded(Node element) {
  const bool is_seen = options_.skip == nullptr || element.Mark() == kSkipEmbedded;
  const auto media = is_seen ? ReadEmbeddedMedia(element) : std::nullopt;
  if (!media) return Step::kSkip;
  const std::string url = Resolve(media->source);
  if (url.empty()) return Step::kSkip;
  if (!IsFlat()) EndParagraph();
  inline_.OpenLink(url);
  WriteText(media->name, element);
  inline_.CloseLink();
  if (!IsFlat()) EndParagraph();
  return Step::kSkip;
}

MarkdownWalk::Step MarkdownWalk::EnterStyle(Node element, Style style) {
  // Headings and header cells are bold anyway.
  if (style == Style::kStrong && (heading_ || header_cell_)) return Step::kDescend;
  inline_.Open(style);
  OnLeave(element, Undo::kCloseStyle);
  return Step::kDescend;
}

// Raised and lowered digits have their own characters, which search folds to plain ones. Other
// short texts say with a sign what they are ("x^(n-1)", "x_max"), except ordinals and trade marks,
// which read well on the line. In code there is only the sign: it stays what could be typed.
MarkdownWalk::Step MarkdownWalk::EnterScript(Node element) {
  const std::optional<Script> script = ReadScript(element);
  if (!script) {
    const Node note = NoteIn(element);
    if (!note || in_note_) return Step::kDescend;
    in_note_ = true;
    WriteText(" (", element);
    Walk(note);
    WriteText(")", element);
    in_note_ = false;
    return Step::kSkip;
  }
  if (inline_.InCode()) {
    const std::string text = script->InCode();
    if (text.empty()) return Step::kDescend;
    WriteText(text, element);
    return Step::kSkip;
  }
  if (const std::string glyphs = script->InGlyphs(); !glyphs.empty()) {
    WriteText(glyphs, element);
    return Step::kSkip;
  }
  const std::string& text = script->text;
  if (script->raised) {
    WriteText(script->is_formula ? "^(" + text + ")" : text, element);
    if (script->ends_with_space) inline_.Space();
  } else {
    WriteText(script->is_formula ? "_(" + text + ")" : "_" + text, element);
  }
  return Step::kSkip;
}

MarkdownWalk::Step MarkdownWalk::WriteFormula(std::string_view tex, bool display) {
  std::string line;
  for (const char c : SafeTex(tex)) {
    if (c == '|' && in_cell_) line += '\\';
    line += c;
  }
  if (line.empty()) return Step::kSkip;
  if (!Fits(line.size() + 4)) {
    Stop(Node());
    return Step::kSkip;
  }
  if (!display || IsFlat()) {
    inline_.Atom("$" + line + "$", line);
    return Step::kSkip;
  }
  EndParagraph();
  blocks_.Write("$$" + line + "$$", BlockKind::kParagraph);
  return Step::kSkip;
}

void MarkdownWalk::WriteTextWithFormulas(std::string_view text, Node from) {
  while (!inline_.InCode() && !stopped_) {
    const std::optional<FormulaInText> found = FindFormula(text);
    if (!found) break;
    WriteText(text.substr(0, found->begin), from);
    WriteFormula(found->formula.tex, found->formula.display);
    text.remove_prefix(found->end);
  }
  WriteText(text, from);
}

}  // namespace sitedoor::extract::internal
