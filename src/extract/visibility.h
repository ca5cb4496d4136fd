// Which elements a reader of the page can never see, or are page chrome: shared by content
// selection and Markdown.
#pragma once

#include "html/tree.h"

namespace sitedoor::extract {

// Script, style, template (but not a declarative shadow root), noscript, head parts, `hidden`,
// `inert`, closed dialogs, inline styles that hide (internal/inline_style.h), aria-hidden icons.
// What the page's own controls or the browser's search in the page reveal is not hidden: tab
// panels, <details>, hidden=until-found, which needs no control to be found.
bool IsHidden(html::Node element);

// Whether its author hid it by attribute or inline style: a script of the page may show it.
bool IsHiddenByAuthor(html::Node element);

// Whether much of the page is below, or its title or main part: then a script shows the element, if
// its style hides it.
bool HoldsTheContent(html::Node element);

// As IsHidden, of an element inside code, where white space that is hidden from screen readers
// alone is indentation.
bool IsHiddenInCode(html::Node element);

// Navigation, forms and their controls, icon sprites, asides and footers that are page chrome,
// permalinks, copy buttons. Judged by element, role and structure; class names alone never remove
// an element that holds much text.
bool IsChrome(html::Node element);

// Whether a paragraph with text is near its beginning: "tooltip", "toolbar" and "copy" are also
// what a page is about, and then name its sections.
bool HoldsParagraph(html::Node element);

}  // namespace sitedoor::extract
