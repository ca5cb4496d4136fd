// Admonitions: the notes and warnings of a page, in whatever markup its generator uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "html/tree.h"

namespace sitedoor::extract::internal {

struct Admonition {
  std::string kind;  // "note", lower case; "" when only known to be one
  std::string
      missing_title;  // "Note", when the page's text does not begin with a title; otherwise ""
  bool first_paragraph_is_title = false;
  bool has_own_title = false;  // below the missing one
};

// `roles` are those of the element's classes (class_roles.h). Looks at a bounded part of what is
// below.
std::optional<Admonition> ReadAdmonition(html::Node element, std::uint32_t roles);

// The same of a <dl> whose only term names a kind of notes: Doxygen's <dl class="section warning">.
std::optional<Admonition> ReadAdmonitionList(html::Node list);

// Whether an element inside an admonition, with these roles, is its title.
bool IsAdmonitionTitle(html::Node element, std::uint32_t roles);

// A paragraph of nothing but the name of a kind, which is the title where no other is: "Note".
bool SaysKindAlone(html::Node paragraph);

}  // namespace sitedoor::extract::internal
