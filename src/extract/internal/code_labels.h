// What stands beside code and is no part of it or of the text: the language's name, lines' numbers.
#pragma once

#include <cstdint>

#include "extract/internal/code_language.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// The language's name that some themes print beside a block of code. `roles` are those of the
// element's classes (class_roles.h).
bool IsLanguageBadge(html::Node element, std::uint32_t roles);

// The same by what it says, whatever its classes: the word alone, right before the code or in a
// header of it with nothing else but buttons, names the code's own language.
bool NamesLanguageOfNextCode(html::Node element, CodeLanguages& languages);

// The numbers of an editor's lines, in a block of their own.
bool IsGutter(html::Node element, std::uint32_t roles);

}  // namespace sitedoor::extract::internal
