// Which elements are code though they are no <pre>: containers of lines, text areas that nobody is
// to type in, blocks that a style or no-break spaces set as code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Texinfo: a <pre> between the entries of a menu, in which nothing is code.
bool IsProse(html::Node pre);

// Whether an element of these roles (internal/class_roles.h) is code though it is no <pre>. Looks
// at a bounded part of what is below.
bool IsCodeWithoutPre(html::Node element, std::uint32_t roles);

// A <textarea> that shows code: it may only be read, or is called so and belongs to no form.
bool IsCodeArea(html::Node textarea);

// A block set as code with no-break spaces and line breaks, in which white space of the source
// means nothing more than a space: <div class="Examples">if&nbsp;x&nbsp;then<br>.
bool IsSpacedCode(html::Node element, std::uint32_t roles);

// A style that keeps white space, in a font for code.
bool StyleSetsCode(html::Node element);

}  // namespace sitedoor::extract::internal
