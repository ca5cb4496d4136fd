// Tree: one parsed HTML document (lexbor, WHATWG tree construction) behind a guard that bounds time
// and memory.
//
// The HTML algorithm itself is quadratic on hostile input (deep nesting, thousands of formatting
// elements, thousands of attributes); the guard drops start tags past a depth, cuts attributes and
// stops after so much work, which it counts rather than times, so that a page gives the same tree
// on a busy machine too. Walk it with loops: no function here, and none that uses it, recurses over
// the tree.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <lexbor/dom/interfaces/attr.h>
#include <lexbor/dom/interfaces/attr_const.h>
#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/dom/interfaces/element.h>
#include <lexbor/dom/interfaces/node.h>
#include <lexbor/tag/const.h>

#include "base/result.h"

namespace sitedoor::html {

// An element's name as a number: LXB_TAG_DIV and so on; LXB_TAG__UNDEF for text, comments and
// unknown elements.
using Tag = std::uintptr_t;

// A place in a Tree: a pointer, cheap to copy, null when default-made. Valid as long as its Tree.
// What a walk asks of every node is inline, hence lexbor's nodes in this header: it takes 12 % off
// extraction.
class Node {
 public:
  Node() = default;
  explicit Node(lxb_dom_node* node) : node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  bool operator==(const Node& other) const = default;
  const void* Id() const { return node_; }  // for use as a key

  bool IsElement() const { return node_ != nullptr && node_->type == LXB_DOM_NODE_TYPE_ELEMENT; }
  bool IsText() const {
    return node_ != nullptr && (node_->type == LXB_DOM_NODE_TYPE_TEXT ||
                                node_->type == LXB_DOM_NODE_TYPE_CDATA_SECTION);
  }
  // An HTML element of that name.
  bool IsElement(Tag tag) const {
    return IsElement() && node_->local_name == tag && node_->ns == LXB_NS_HTML;
  }
  // LXB_TAG__UNDEF when it is no element.
  Tag ElementTag() const {
    return IsElement() && node_->local_name < LXB_TAG__LAST_ENTRY ? node_->local_name
                                                                  : Tag{LXB_TAG__UNDEF};
  }
  // An SVG or MathML element.
  bool InForeignContent() const { return IsElement() && node_->ns != LXB_NS_HTML; }
  std::string_view Name() const;   // lower-case local name; "" for text
  std::string_view Text() const {  // of a text node; "" otherwise
    if (!IsText()) return {};
    const lexbor_str_t& text = reinterpret_cast<const lxb_dom_character_data_t*>(node_)->data;
    return {reinterpret_cast<const char*>(text.data), text.length};
  }
  std::string_view Attribute(std::string_view lower_case_name) const;  // "" when absent or empty
  bool HasAttribute(std::string_view lower_case_name) const;
  // The same by lexbor's number, LXB_DOM_ATTR_CLASS and so on: faster.
  std::string_view Attribute(lxb_dom_attr_id_enum_t id) const {
    const lxb_dom_attr_t* attribute = Find(id);
    return attribute == nullptr ? std::string_view() : ValueOf(*attribute);
  }
  bool HasAttribute(lxb_dom_attr_id_enum_t id) const { return Find(id) != nullptr; }
  bool HasAttributes() const { return IsElement() && Element()->first_attr != nullptr; }
  // Any beside class, id and href: most elements have none, and need not be asked for others.
  bool HasUncommonAttributes() const {
    const lxb_dom_attr_t* at = IsElement() ? Element()->first_attr : nullptr;
    for (; at != nullptr; at = at->next) {
      const lxb_dom_attr_id_t name = at->node.local_name;
      if (name != LXB_DOM_ATTR_CLASS && name != LXB_DOM_ATTR_ID && name != LXB_DOM_ATTR_HREF)
        return true;
    }
    return false;
  }
  std::size_t CountAttributes() const {
    std::size_t count = 0;
    const lxb_dom_attr_t* at = IsElement() ? Element()->first_attr : nullptr;
    for (; at != nullptr; at = at->next) ++count;
    return count;
  }
  bool HasClass(std::string_view name) const;  // one whole class, ASCII case-insensitive

  Node Parent() const {
    if (node_ == nullptr) return {};
    lxb_dom_node* const parent = node_->parent;
    if (parent != nullptr && parent->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT)
      return HostOf(parent);
    return Node(parent);
  }
  Node FirstChild() const {  // of a <template>: its content
    if (node_ == nullptr) return {};
    return Node(IsElement(LXB_TAG_TEMPLATE) ? TemplateContent() : node_).FirstOwnChild();
  }
  Node LastChild() const;
  Node NextSibling() const { return Node(node_ == nullptr ? nullptr : node_->next); }
  Node PreviousSibling() const { return Node(node_ == nullptr ? nullptr : node_->prev); }

  // The next node in document order inside `root` (after this node's descendants when `descend` is
  // kNo); null at the end.
  enum class Descend { kYes, kNo };
  Node Next(Node root, Descend descend = Descend::kYes) const;

  // A number that whoever walks the tree may leave at a node for a later walk of its own; 0 in a
  // fresh tree. It is no part of the page, so a const Tree may be marked, by one thread at a time.
  std::uintptr_t Mark() const {
    return node_ == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(node_->user);
  }
  void SetMark(std::uintptr_t mark) const;

  // All text below it, in order, as it stands. Linear, not recursive: for what is asked of elements
  // inside each other, StartOfText.
  std::string TextContent() const;
  // The same of its first nodes, until there are so many bytes: whole characters, none of them when
  // the first is longer.
  std::string StartOfText(std::size_t most_bytes, std::size_t most_nodes) const;

 private:
  friend class StreamedParts;  // streamed_parts.h moves nodes

  const lxb_dom_element_t* Element() const {
    return reinterpret_cast<const lxb_dom_element_t*>(node_);
  }
  const lxb_dom_attr_t* Find(lxb_dom_attr_id_t id) const {
    if (!IsElement()) return nullptr;
    if (id == LXB_DOM_ATTR_CLASS) return Element()->attr_class;
    if (id == LXB_DOM_ATTR_ID) return Element()->attr_id;
    const lxb_dom_attr_t* attribute = Element()->first_attr;
    while (attribute != nullptr && attribute->node.local_name != id) attribute = attribute->next;
    return attribute;
  }
  static std::string_view ValueOf(const lxb_dom_attr_t& attribute) {
    if (attribute.value == nullptr || attribute.value->data == nullptr) return {};
    return {reinterpret_cast<const char*>(attribute.value->data), attribute.value->length};
  }
  Node FirstOwnChild() const { return Node(node_ == nullptr ? nullptr : node_->first_child); }
  lxb_dom_node* TemplateContent() const;       // of a <template>; null when it has none
  static Node HostOf(lxb_dom_node* fragment);  // the <template>; the fragment when it has none

  lxb_dom_node* node_ = nullptr;
};

struct ParseLimits {
  std::size_t most_depth = 512;  // open elements; deeper start tags are dropped, their text is kept
  std::size_t most_active_formatting = 64;  // <b><i><font>... open at once
  std::size_t most_attributes = 256;        // an element
  // Of a class attribute, which is read again for the children of its element; what it has more is
  // cut from the end of a class on.
  std::size_t most_class_bytes = 2048;
  // Of lexbor's, tree and tokenizer: so much, or so many times the page's size where that is more.
  // Real pages take 10 to 25 times their size.
  std::size_t most_memory_bytes = std::size_t{1} << 30;
  std::size_t most_memory_times = 40;
  // Open elements and attributes that tags are compared with, and tags. Pages of 64 MiB that a
  // generator wrote take a tenth.
  std::uint64_t most_work = 3'000'000'000;
  std::chrono::milliseconds most_time{60'000};  // of this thread's CPU; work ends long before
};

struct ParseOutcome {
  std::size_t dropped_tags = 0;  // past most_depth or most_active_formatting
  std::size_t elements_with_cut_attributes = 0;
  // Start tags of <style>, <link>, <script>, <template> and <meta>; of <iframe>. Whoever looks for
  // such elements need not look on behind the last one, nor at all where there is none.
  std::size_t sheets_and_scripts = 0;
  std::size_t frames = 0;
  bool stopped_at_deadline = false;  // by work or time; the tree holds what came before
};

// Owns the document. Movable; not thread-safe while parsing or while parts of it are moved
// (streamed_parts.h), immutable after.
class Tree {
 public:
  // `utf8` is decoded text (charset.h). Never fails on markup, but for the memory that it takes.
  // <name/> ends an element in XHTML, which begins with an XML declaration and names its namespace.
  // Errors: kUnavailable (more than `limits` allow or the system has); nothing is kept of it.
  static Result<Tree> Parse(std::string_view utf8, const ParseLimits& limits = {});

  Tree(Tree&&) noexcept;
  Tree& operator=(Tree&&) noexcept;
  ~Tree();

  Node Document() const;  // its children are the doctype and <html>
  Node Html() const;
  Node Head() const;  // null in frameset pages without one
  Node Body() const;  // <body>, or <frameset>
  const ParseOutcome& Outcome() const;

 private:
  struct Impl;
  explicit Tree(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sitedoor::html
