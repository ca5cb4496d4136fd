// ElementTable: the block elements of a body in document order with what is below each, counted in
// one pass.
//
// Inline elements have no entry: their text belongs to the block round them. Neither has anything
// inside <pre>, whose text is counted whole. Hidden elements are left out and marked, permalinks
// and single controls too.
//   text    characters a reader sees: code points, a run of white space being one
//   prose   text that reads like sentences or is code: of each block's own text, what is long
//   enough and not linked
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sitedoor::extract::internal {

// Left at nodes (html::Node::SetMark) for the Markdown writer's `skip`.
inline constexpr std::uintptr_t kSkipHidden = 1;
inline constexpr std::uintptr_t kSkipChrome = 2;
// What is shown from elsewhere (embedded_media.h), and has no text here.
inline constexpr std::uintptr_t kSkipEmbedded = 3;

// <main> or role=main.
bool IsMain(html::Node element);

// The part of a whole, 0 to 1; 0 of nothing.
double Share(std::uint32_t part, std::uint32_t whole);

class ElementTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Entry {
    html::Node node;
    std::uint32_t parent = kNone;
    std::uint32_t end = 0;        // one past its last descendant
    std::uint32_t text = 0;       // its own until the sums are made, then with all descendants
    std::uint32_t link_text = 0;  // the part of it inside links
    std::uint32_t prose = 0;
    std::uint32_t headings = 0;  // h1 to h6 below it or itself
    std::uint32_t titles = 0;    // of them, h1
    int top_heading = 7;         // the smallest level of them; 7 when there is none
    std::uint32_t mains = 0;     // <main> and role=main below it or itself
    std::uint32_t cards = 0;     // blocks inside links, and headings that are links
    std::uint32_t controls = 0;  // that a reader fills in
    std::uint32_t hints = 0;     // internal/class_hints.h
    std::uint32_t id_hints = 0;  // the part of them that comes from the id
    bool in_link = false;
    // A button that is the label of what it shows (internal/disclosures.h), or a dialog so shown.
    bool is_label = false;
    bool chrome = false;  // itself; its descendants are then not looked at

    double LinkDensity() const { return text == 0 ? 0 : static_cast<double>(link_text) / text; }
    // As chrome; the sums are made again by SumWithoutChrome.
    void LeaveOut() {
      chrome = true;
      node.SetMark(kSkipChrome);
    }
  };

  // What stands in for a page that shows nothing without its scripts is left out or counted.
  enum class Noscript { kHidden, kShown };
  // What is shown against the page's word, and what is known of the page.
  struct Shown {
    Noscript noscript = Noscript::kHidden;
    html::Node guard = {};  // hides the page until a script has run; null when none does
    // Of the page, html::ParseOutcome::sheets_and_scripts: where the last one is need not be found.
    std::size_t sheets_and_scripts = SIZE_MAX;
  };

  // `body` must outlive it. Linear in the tree's size.
  explicit ElementTable(html::Node body) : ElementTable(body, Shown()) {}
  ElementTable(html::Node body, const Shown& shown);

  std::vector<Entry>& Entries() { return entries_; }
  const std::vector<Entry>& Entries() const { return entries_; }
  const Entry& Root() const { return entries_.front(); }
  std::uint32_t VisibleCharacters() const { return visible_characters_; }
  bool HasNoscript() const { return has_noscript_; }
  // The page's style sheets were not followed to their end.
  bool HasCutStyles() const { return has_cut_styles_; }

  // Elements whose author hid them (by attribute or style), and the block that they are in. The
  // first of them only.
  struct HiddenElement {
    html::Node node;
    std::uint32_t parent;
  };
  const std::vector<HiddenElement>& HiddenElements() const { return hidden_elements_; }

  // The blocks that hold a control which may accept cookies, one for each (consent_box.h). The
  // first of them only.
  const std::vector<std::uint32_t>& ConsentControls() const { return consent_controls_; }

  // The blocks that hold a field for an e-mail address, one for each. The first of them only.
  const std::vector<std::uint32_t>& AddressFields() const { return address_fields_; }

  // Makes the sums again, without what is chrome.
  void SumWithoutChrome();

 private:
  struct Own {
    std::uint32_t text = 0, link_text = 0, prose = 0, headings = 0, titles = 0, mains = 0,
                  cards = 0, controls = 0;
    int top_heading = 7;
  };
  class Builder;

  void Sum();

  std::vector<Entry> entries_;
  std::vector<Own> own_;
  std::uint32_t visible_characters_ = 0;
  bool has_noscript_ = false;
  bool has_cut_styles_ = false;
  std::vector<HiddenElement> hidden_elements_;
  std::vector<std::uint32_t> consent_controls_;
  std::vector<std::uint32_t> address_fields_;
};

}  // namespace sitedoor::extract::internal
