#include "extract/internal/class_roles.h"

#include <array>
#include <cstddef>

#include "extract/internal/class_memo.h"

namespace sitedoor::extract::internal {
namespace {

struct NamedRole {
  std::string_view name;
  std::uint32_t roles;
};

constexpr NamedRole kNames[] = {
    // Sphinx, MkDocs, Docusaurus, VitePress, Antora, GitHub, rustdoc
    {"headerlink", kPermalink},
    {"hash-link", kPermalink},
    {"header-anchor", kPermalink},
    {"permalink", kPermalink},
    {"anchor-link", kPermalink},
    {"anchorjs-link", kPermalink},
    {"heading-anchor", kPermalink},
    {"heading-link", kPermalink},
    {"header-link", kPermalink},
    {"direct-link", kPermalink},
    {"doc-anchor", kPermalink},
    {"headinglink", kPermalink},
    {"self-link", kPermalink},
    {"selflink", kPermalink},
    {"mark", kPermalink},  // Node.js: <span><a class="mark" href="#id">#</a></span>
    // line numbers: Pygments, Rouge, Chroma, highlight.js, Prism, GitHub, Doxygen,
    // SyntaxHighlighter, VitePress
    {"linenos", kGutter},
    {"lineno", kGutter},
    {"linenodiv", kGutter},
    {"gutter", kGutter},
    {"rouge-gutter", kGutter},
    {"ln", kGutter},
    {"lnt", kGutter},
    {"line-number", kGutter},
    {"linenumber", kGutter},
    {"line-numbers-rows", kGutter},
    {"line-numbers-wrapper", kGutter},
    {"hljs-ln-numbers", kGutter},
    {"hljs-ln-n", kGutter},
    {"blob-num", kGutter},
    {"react-line-number", kGutter},
    {"react-syntax-highlighter-line-number", kGutter},
    {"code-line-number", kGutter},
    {"src-line-numbers", kGutter},
    {"linenr", kGutter},
    {"linenumbers", kGutter},
    {"listing_lines", kGutter},  // GTK-Doc
    {"CodeMirror-linenumber", kGutter},
    {"CodeMirror-gutter-wrapper", kGutter},
    {"cm-gutters", kGutter},
    {"ace_gutter", kGutter},
    {"margin-view-overlays", kGutter},  // Monaco
    {"crayon-nums", kGutter},
    {"crayon-num", kGutter},
    // copy buttons
    {"copybtn", kCopyControl},
    {"copy", kCopyControl},
    {"copy-button", kCopyControl},
    {"copy-btn", kCopyControl},
    {"btn-copy", kCopyControl},
    {"btn-clipboard", kCopyControl},
    {"bd-clipboard", kCopyControl},
    {"copy-code-button", kCopyControl},
    {"code-copy", kCopyControl},
    {"copy-code", kCopyControl},
    {"clipboard-copy", kCopyControl},
    {"copy-to-clipboard", kCopyControl},
    {"copy-to-clipboard-button", kCopyControl},
    {"zeroclipboard-container", kCopyControl},
    {"button-container", kCopyControl},
    {"source-toolbox", kCopyControl},  // Antora: language and copy button under the code
    {"copybutton", kCopyControl},
    {"copy-popup-wrapper", kCopyControl},  // Dokka
    {"test-arrow", kCopyControl},          // rustdoc: runs an example elsewhere
    {"toolbar", kCopyControl},
    // lines of code
    {"line", kCodeLine},
    {"code-line", kCodeLine},
    {"token-line", kCodeLine},
    {"view-line", kCodeLine},
    {"cm-line", kCodeLine},
    {"CodeMirror-line", kCodeLine},
    {"ec-line", kCodeLine},
    {"ace_line", kCodeLine},
    {"code-block-line", kCodeLine},
    {"react-code-line", kCodeLine},
    {"hljs-ln-line", kCodeLine},
    {"crayon-line", kCodeLine},
    {"codeLine", kCodeLine},
    {"de1", kCodeLine},  // GeSHi
    {"de2", kCodeLine},
    // code that no reader sees
    {"boring", kUnseenCode},
    {"twoslash-popup-container", kUnseenCode},
    // code without <pre>
    {"fragment", kCodeWithoutPre},
    {"syntaxhighlighter", kCodeWithoutPre},
    {"js-file-line-container", kCodeWithoutPre},
    {"CodeMirror-code", kCodeWithoutPre},
    {"cm-content", kCodeWithoutPre},
    {"view-lines", kCodeWithoutPre},
    {"crayon-pre", kCodeWithoutPre},
    {"geshifilter", kCodeWithoutPre},
    {"redoc-json", kCodeWithoutPre},
    {"ace_text-layer", kCodeWithoutPre},
    {"monospace", kCodeByName},
    {"Examples", kCodeByName},  // Ada's manuals
    {"SmallExamples", kCodeByName},
    {"example-code", kCodeByName},
    {"codeblock", kCodeByName},
    {"code-block", kCodeByName},
    {"sourcecode", kCodeByName},
    // admonitions: Sphinx, MkDocs, AsciiDoc, Docusaurus, GitHub, VuePress, Bootstrap, Starlight
    {"admonition", kAdmonition},
    {"admonitionblock", kAdmonition},
    {"theme-admonition", kAdmonition},
    {"markdown-alert", kAdmonition},
    {"blockquote-tag", kAdmonition},  // mdBook
    {"nextra-callout", kAdmonition},
    {"confluence-information-macro", kAdmonition},
    {"custom-block", kAdmonition},
    {"custom-container", kAdmonition},
    {"hint-container", kAdmonition},
    {"callout", kAdmonition},
    {"starlight-aside", kAdmonition},
    {"alert", kAdmonition},
    {"notecard", kAdmonition},
    {"notion-callout", kAdmonition},
    {"bs-callout", kAdmonition},
    {"usa-alert", kAdmonition},
    {"bd-callout", kAdmonition},
    {"awsdocs-note", kAdmonition},
    {"awsdocs-note-title", kAdmonitionTitle},
    {"usa-alert__heading", kAdmonitionTitle},
    {"panel-warning", kAdmonition},  // Bootstrap
    {"panel-danger", kAdmonition},
    {"panel-heading", kAdmonitionTitle},
    {"book-hint", kAdmonition},
    {"deprecation-block", kAdmonition},  // javadoc
    {"deprecated", kAdmonitionKind},
    {"NOTE", kAdmonitionKind},
    {"TIP", kAdmonitionKind},
    {"WARNING", kAdmonitionKind},
    {"IMPORTANT", kAdmonitionKind},
    {"CAUTION", kAdmonitionKind},
    {"note", kAdmonitionKind},
    {"warning", kAdmonitionKind},
    {"tip", kAdmonitionKind},
    {"caution", kAdmonitionKind},
    {"important", kAdmonitionKind},
    {"danger", kAdmonitionKind},
    {"hint", kAdmonitionKind},
    {"attention", kAdmonitionKind},
    {"notice", kAdmonitionKind},
    {"admonition-title", kAdmonitionTitle},
    {"admonition-heading", kAdmonitionTitle},
    {"markdown-alert-title", kAdmonitionTitle},
    {"blockquote-tag-title", kAdmonitionTitle},
    {"custom-block-title", kAdmonitionTitle},
    {"custom-container-title", kAdmonitionTitle},
    {"hint-container-title", kAdmonitionTitle},
    {"callout-title", kAdmonitionTitle},
    {"deprecated-label", kAdmonitionTitle},
    {"versionmodified", kAdmonitionTitle},  // Sphinx
    {"callout-header", kAdmonitionTitle},
    {"alert-heading", kAdmonitionTitle},
    {"alert-title", kAdmonitionTitle},
    {"starlight-aside__title", kAdmonitionTitle},
    {"title", kAdmonitionTitle},
    // math
    {"katex", kRenderedMath},
    {"katex-display", kRenderedMath | kDisplayMath},
    {"mwe-math-element", kRenderedMath},
    {"mwe-math-element-block", kDisplayMath},
    {"MathJax_Display", kMathPreview},
    {"MathJax_Preview", kMathPreview},
    {"MathJax_CHTML", kMathPreview},
    {"MathJax_SVG", kMathPreview},
    {"MathJax", kMathPreview},
    {"math", kTexSource},
    {"arithmatex", kTexSource},
    {"formulaInl", kTexSource},  // Doxygen
    {"formulaDsp", kTexSource},
    {"stemblock", kTexSource},  // AsciiDoc
    {"latex", kTexSource},      // WordPress
    // tabs
    {"tabbed-labels", kTabList},
    {"nav-tabs", kTabList},
    {"tabs__list", kTabList},
    {"tablist", kTabList},           // Antora
    {"CodeTabs-toolbar", kTabList},  // ReadMe
    {"CodeTabs-inner", kCodePanels},
    {"sd-tab-label", kTabLabel},
    {"tab-label", kTabLabel},
    {"tabbed-block", kTabPanel},
    {"tab-pane", kTabPanel},
    {"tabpanel", kTabPanel},
    {"sphinx-tabs-panel", kTabPanel},
    {"tabbed-set", kLabelledPanels},
    // language names
    {"code-lang", kLanguageBadge},
    {"lang", kLanguageBadge},
    {"language-badge", kLanguageBadge},
    {"code-language", kLanguageBadge},
    {"source-lang", kLanguageBadge},
    {"codeblock-lang", kLanguageBadge},
    {"code-block-lang", kLanguageBadge},
    // signatures
    {"sig", kSignature},
    {"code-header", kSignature},
    {"member-signature", kSignature},
    {"type-signature", kSignature},
    {"method-heading", kSignature},  // RDoc
    {"memproto", kSignature},
    // tables that are no tables
    {"icon", kIconCell},
    {"highlighttable", kLayoutTable},
    {"rouge-table", kLayoutTable},
    {"lntable", kLayoutTable},
    {"codehilitetable", kLayoutTable},
    {"hdlist", kLayoutTable},
    {"footnote", kLayoutTable},
    {"citation", kLayoutTable},
    {"field-list", kLayoutTable},
    {"memname", kLayoutTable},  // Doxygen: a signature, one cell a token
    {"mlabels", kLayoutTable},
    {"memberdecls", kLayoutTable},
    {"memItemLeft", kJoinedCell},
    {"func", kLayoutTable},  // GAPDoc: a signature, and what it is of
    {"tdleft", kJoinedCell},
    {"summary-table", kFlatTable},  // javadoc
    {"mlabel", kBadge},             // Doxygen
    {"pred-tag", kBadge},           // SWI-Prolog
    // Racket
    {"RktBlk", kCodeWithoutPre},
    {"SCodeFlow", kIndentation},
    {"SVInsetFlow", kIndentation},
    {"SInsetFlow", kIndentation},
    {"SubFlow", kIndentation},
    {"refpara", kIndentation},
    {"refcolumn", kIndentation},
    {"refcontent", kIndentation},
    {"leftindent", kIndentation},
    {"stt", kInlineCode},
    {"hspace", kInlineCode},
    {"RktSym", kInlineCode},
    {"RktVal", kInlineCode},
    {"RktVar", kInlineCode},
    {"RktPn", kInlineCode},
    {"RktKw", kInlineCode},
    {"RktRes", kInlineCode},
    // the rest
    {"label", kFootnoteLabel},
    {"footnote-body-heading", kFootnoteLabel},  // Texinfo
    {"mw-cite-backlink", kBackLink},
    {"footnote-backref", kBackLink},
    {"footnote-back", kBackLink},
    {"fn-backref", kBackLink},
    {"data-footnote-backref", kBackLink},
    {"reversefootnote", kBackLink},
    {"hdlist1", kTabLabel},
    {"viewcode-link", kCopyControl},
    {"viewcode-back", kCopyControl},
    {"method-click-advice", kCopyControl},  // RDoc
    {"footnote", kFootnote},
    {"footnote-list", kFootnote},
    {"footnotes", kFootnote},
    {"footnotes-segment", kFootnote},
    {"tooltip", kTooltip},
    {"tooltiptext", kTooltip},
    {"ttc", kTooltip},
};

constexpr std::size_t kSlots = 1024;  // a power of two, about seven times as many as names

constexpr std::size_t SlotOf(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return (hash ^ (hash >> 15)) & (kSlots - 1);
}

constexpr std::size_t LongestName() {
  std::size_t longest = 0;
  for (const NamedRole& named : kNames)
    longest = longest < named.name.size() ? named.name.size() : longest;
  return longest;
}
constexpr std::size_t kLongestName = LongestName();

// Open addressing with linear probing; a name listed twice has the union of its roles.
consteval std::array<NamedRole, kSlots> BuildTable() {
  std::array<NamedRole, kSlots> table{};
  for (const NamedRole& named : kNames) {
    std::size_t slot = SlotOf(named.name);
    while (!table[slot].name.empty() && table[slot].name != named.name) slot = (slot + 1) % kSlots;
    table[slot].name = named.name;
    table[slot].roles |= named.roles;
  }
  return table;
}
constexpr std::array<NamedRole, kSlots> kTable = BuildTable();

std::uint32_t RolesOfName(std::string_view name) {
  if (name.size() < 2 || name.size() > kLongestName) return kNoRole;
  for (std::size_t slot = SlotOf(name); !kTable[slot].name.empty(); slot = (slot + 1) % kSlots) {
    if (kTable[slot].name == name) return kTable[slot].roles;
  }
  return kNoRole;
}

std::uint32_t ReadClasses(std::string_view class_attribute) {
  std::uint32_t roles = kNoRole;
  std::size_t at = 0;
  while (at < class_attribute.size()) {
    const auto is_space = [&](std::size_t i) {
      return static_cast<unsigned char>(class_attribute[i]) <= ' ';
    };
    while (at < class_attribute.size() && is_space(at)) ++at;
    const std::size_t begin = at;
    while (at < class_attribute.size() && !is_space(at)) ++at;
    roles |= RolesOfName(class_attribute.substr(begin, at - begin));
  }
  return roles;
}

}  // namespace

std::uint32_t RolesOfClasses(std::string_view class_attribute) {
  constinit thread_local ClassMemo memo;
  return memo.Of(class_attribute, ReadClasses);
}

}  // namespace sitedoor::extract::internal
