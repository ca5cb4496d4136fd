// ClassRoles: what an element's class names say that it is, as a bit set found in one pass over the
// attribute.
//
// Generators share a small vocabulary of whole class names ("admonition", "linenos", "headerlink");
// only those are listed, never substrings, so that a site's own "notebook" is not taken for a note.
#pragma once

#include <cstdint>
#include <string_view>

namespace sitedoor::extract::internal {

enum ClassRole : std::uint32_t {
  kNoRole = 0,
  kPermalink = 1u << 0,       // a link to the heading itself: "headerlink"
  kGutter = 1u << 1,          // line numbers beside code
  kCopyControl = 1u << 2,     // copy buttons
  kCodeLine = 1u << 3,        // one line of code
  kUnseenCode = 1u << 4,      // code that the page's style sheet hides, tooltips in code
  kCodeWithoutPre = 1u << 5,  // a container of lines that is no <pre>
  kAdmonition = 1u << 6,      // a note, warning, tip ...
  kAdmonitionKind =
      1u << 7,  // a word such as "warning" that is an admonition on a block element alone
  kAdmonitionTitle = 1u << 8,
  kRenderedMath = 1u << 9,  // KaTeX, MathJax, Wikipedia: a formula's wrapper
  kDisplayMath = 1u << 10,
  kMathPreview = 1u << 11,  // a second copy of a formula
  kTexSource = 1u << 12,    // Sphinx: TeX between \( \) or \[ \]
  kTabList = 1u << 13,
  kTabLabel = 1u << 14,  // a label that stands directly before its panel
  kTabPanel = 1u << 15,
  kLanguageBadge = 1u << 16,  // the language's name, printed beside code
  kSignature = 1u << 17,      // an API signature: code without <code>
  kFootnote = 1u << 18,
  kTooltip = 1u << 19,         // shown while the pointer rests on something
  kCodeByName = 1u << 20,      // a block whose name says that its text is set as code
  kLabelledPanels = 1u << 21,  // MkDocs: <label>s that each stand before their panel
  kIconCell = 1u << 22,        // AsciiDoc: the picture beside an admonition
  kLayoutTable = 1u << 23,
  kJoinedCell = 1u << 25,     // Doxygen: a cell whose text goes on in the next one
  kFootnoteLabel = 1u << 24,  // inside a footnote: its number
  kBackLink = 1u << 26,       // from a footnote to where it is mentioned
  kFlatTable = 1u << 28,      // javadoc: cells without rows
  kBadge = 1u << 29,          // a word set apart from what it stands beside
  kIndentation = 1u << 30,    // a <blockquote> that quotes nothing
  kInlineCode = 1u << 31,     // as <code> is
  kCodePanels = 1u << 27,     // holds blocks of code, each under one of a row of labels
};

// The union of the roles of all names in a class attribute's value. O(length).
std::uint32_t RolesOfClasses(std::string_view class_attribute);

}  // namespace sitedoor::extract::internal
