// PageStyles: the style sheets that stand in a page, and what else of it may change what they do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "extract/internal/keyframes.h"
#include "extract/internal/style_sheet.h"
#include "html/tree.h"

namespace sitedoor::extract::internal {

// "@property --x { initial-value: 0; inherits: false }"
struct RegisteredProperty {
  std::string name, initial;
  bool inherits = true;
};

struct PageStyles {
  std::deque<std::string> sheets;  // without comments
  std::vector<StyleRule> rules;    // with views into the sheets
  std::vector<RegisteredProperty> properties;
  Animations animations;
  std::vector<std::string> scripts;
  bool runs_scripts = false;
  bool has_shadow_roots = false;
  bool has_other_sheets = false;  // in files of their own
  bool may_be_dark = false;       // where a reader's other pages are
  bool is_cut = false;            // a limit left out some

  const RegisteredProperty* PropertyNamed(std::string_view name) const;

  // All that says how the page looks.
  bool AreAll() const { return !runs_scripts && !has_other_sheets && !is_cut && !has_shadow_roots; }
};

// Of the <style>, <link> and <script> elements in `page`: the first MiB of styles, with what they
// import from data: addresses, and 256 KiB of scripts. Rules for print alone are left out where
// these are all. Linear in the tree and those.
//
// Ends behind the last such element where `most_elements` is their number, <template> and <meta>
// among them (html::ParseOutcome::sheets_and_scripts); most pages have them at their beginning.
PageStyles ReadPageStyles(html::Node page, std::size_t most_elements = SIZE_MAX);

}  // namespace sitedoor::extract::internal
