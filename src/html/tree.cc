#include "html/tree.h"

#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
#include <lexbor/html/tree.h>
#include <lexbor/ns/const.h>

#include <algorithm>
#include <utility>

namespace sitedoor::html {
namespace {

using SteadyClock = std::chrono::steady_clock;

// What wraps the tree builder's token callback. Shown against each torture input of tree_test.cc.
struct Guard {
  lxb_html_tokenizer_token_f next = nullptr;
  void* next_context = nullptr;
  lxb_html_tree_t* tree = nullptr;
  const ParseLimits* limits = nullptr;
  SteadyClock::time_point end;
  std::size_t tokens = 0;
  std::size_t open_dropped = 0;  // dropped start tags whose end tag has not come yet
  ParseOutcome outcome;
};

bool IsVoid(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_AREA: case LXB_TAG_BASE: case LXB_TAG_BR: case LXB_TAG_COL: case LXB_TAG_EMBED: case LXB_TAG_HR:
    case LXB_TAG_IMG: case LXB_TAG_INPUT: case LXB_TAG_LINK: case LXB_TAG_META: case LXB_TAG_PARAM:
    case LXB_TAG_SOURCE: case LXB_TAG_TRACK: case LXB_TAG_WBR:
      return true;
    default:
      return false;
  }
}

void CutAttributes(Guard& guard, lxb_html_token_t* token) {
  std::size_t count = 0;
  for (auto* attribute = token->attr_first; attribute != nullptr; attribute = attribute->next) {
    if (++count < guard.limits->most_attributes) continue;
    if (attribute->next != nullptr) {
      ++guard.outcome.elements_with_cut_attributes;
      attribute->next = nullptr;
      token->attr_last = attribute;
    }
    return;
  }
}

lxb_html_token_t* OnToken(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token, void* context) {
  auto& guard = *static_cast<Guard*>(context);
  if ((++guard.tokens & 255) == 0 && SteadyClock::now() > guard.end) {
    guard.outcome.stopped_at_deadline = true;
    lxb_html_tokenizer_status_set(tokenizer, LXB_STATUS_ABORTED);
    return nullptr;
  }
  const lxb_tag_id_t tag = token->tag_id;
  if (tag == LXB_TAG__TEXT || tag == LXB_TAG__EM_COMMENT || tag == LXB_TAG__EM_DOCTYPE || tag == LXB_TAG__END_OF_FILE) {
    return guard.next(tokenizer, token, guard.next_context);
  }
  CutAttributes(guard, token);
  const bool closes = (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) != 0;
  if (closes) {
    // The end tag of a dropped element must not close one of the same name further out.
    if (guard.open_dropped > 0 && !IsVoid(tag)) {
      --guard.open_dropped;
      return token;
    }
  } else if (guard.tree->open_elements->length >= guard.limits->most_depth ||
             guard.tree->active_formatting->length >= guard.limits->most_active_formatting) {
    // Void elements and raw text elements never stay open, so they go in; everything else is dropped.
    if (!IsVoid(tag) && tag != LXB_TAG_SCRIPT && tag != LXB_TAG_STYLE && tag != LXB_TAG_TEXTAREA &&
        tag != LXB_TAG_TITLE) {
      ++guard.outcome.dropped_tags;
      ++guard.open_dropped;
      return token;
    }
  }
  return guard.next(tokenizer, token, guard.next_context);
}

const lxb_dom_element_t* AsElement(const lxb_dom_node* node) {
  return node != nullptr && node->type == LXB_DOM_NODE_TYPE_ELEMENT ? reinterpret_cast<const lxb_dom_element_t*>(node)
                                                                      : nullptr;
}

std::string_view View(const lxb_char_t* text, std::size_t size) {
  return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text), size);
}

const lxb_dom_attr_t* FindAttribute(const lxb_dom_node* node, std::string_view name) {
  const auto* element = AsElement(node);
  if (element == nullptr) return nullptr;
  if (name == "class") return element->attr_class;
  if (name == "id") return element->attr_id;
  for (const auto* attribute = element->first_attr; attribute != nullptr; attribute = attribute->next) {
    std::size_t size = 0;
    const lxb_char_t* text = lxb_dom_attr_local_name(const_cast<lxb_dom_attr_t*>(attribute), &size);
    if (size == name.size() && View(text, size) == name) return attribute;
  }
  return nullptr;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

struct Tree::Impl {
  lxb_html_parser_t* parser = nullptr;
  lxb_html_document_t* document = nullptr;
  ParseOutcome outcome;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (document != nullptr) lxb_html_document_destroy(document);
    if (parser != nullptr) lxb_html_parser_destroy(parser);
  }
};

Tree::Tree(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

Result<Tree> Tree::Parse(std::string_view utf8, const ParseLimits& limits) {
  auto impl = std::make_unique<Impl>();
  impl->parser = lxb_html_parser_create();
  if (impl->parser == nullptr || lxb_html_parser_init(impl->parser) != LXB_STATUS_OK) {
    return Fail(ErrorCode::kUnavailable, "out of memory for an HTML parser");
  }
  // Without DOM events `<option>` x 50,000 is linear.
  lxb_html_parser_dom_opt_set(impl->parser, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
  impl->document = lxb_html_parse_chunk_begin(impl->parser);
  if (impl->document == nullptr) return Fail(ErrorCode::kUnavailable, "out of memory for an HTML document");

  auto* tokenizer = lxb_html_parser_tokenizer(impl->parser);
  Guard guard;
  guard.next = tokenizer->callback_token_done;
  guard.next_context = tokenizer->callback_token_ctx;
  guard.tree = lxb_html_parser_tree(impl->parser);
  guard.limits = &limits;
  guard.end = SteadyClock::now() + limits.most_time;
  lxb_html_tokenizer_callback_token_done_set(tokenizer, OnToken, &guard);
  const auto* bytes = reinterpret_cast<const lxb_char_t*>(utf8.data());
  // In pieces, so that one endless token cannot outlive the deadline by much.
  constexpr std::size_t kPieceBytes = 1 << 20;
  lxb_status_t status = LXB_STATUS_OK;
  for (std::size_t at = 0; at < utf8.size() && status == LXB_STATUS_OK; at += kPieceBytes) {
    if (SteadyClock::now() > guard.end) {
      guard.outcome.stopped_at_deadline = true;
      break;
    }
    status = lxb_html_parse_chunk_process(impl->parser, bytes + at, std::min(kPieceBytes, utf8.size() - at));
  }
  if (status == LXB_STATUS_ERROR_MEMORY_ALLOCATION) return Fail(ErrorCode::kUnavailable, "out of memory for a page");
  lxb_html_parse_chunk_end(impl->parser);
  lxb_html_tokenizer_callback_token_done_set(tokenizer, guard.next, guard.next_context);
  impl->outcome = guard.outcome;
  return Tree(std::move(impl));
}

Node Tree::Document() const { return Node(lxb_dom_interface_node(impl_->document)); }

Node Tree::Html() const {
  for (Node child = Document().FirstChild(); child; child = child.NextSibling()) {
    if (child.IsElement(LXB_TAG_HTML)) return child;
  }
  return {};
}

Node Tree::Head() const {
  for (Node child = Html() ? Html().FirstChild() : Node(); child; child = child.NextSibling()) {
    if (child.IsElement(LXB_TAG_HEAD)) return child;
  }
  return {};
}

Node Tree::Body() const {
  for (Node child = Html() ? Html().FirstChild() : Node(); child; child = child.NextSibling()) {
    if (child.IsElement(LXB_TAG_BODY) || child.IsElement(LXB_TAG_FRAMESET)) return child;
  }
  return {};
}

const ParseOutcome& Tree::Outcome() const { return impl_->outcome; }

bool Node::IsElement() const { return node_->type == LXB_DOM_NODE_TYPE_ELEMENT; }

bool Node::IsText() const { return node_->type == LXB_DOM_NODE_TYPE_TEXT; }

bool Node::IsElement(Tag tag) const {
  return node_->type == LXB_DOM_NODE_TYPE_ELEMENT && node_->local_name == tag && node_->ns == LXB_NS_HTML;
}

Tag Node::ElementTag() const {
  if (node_->type != LXB_DOM_NODE_TYPE_ELEMENT) return LXB_TAG__UNDEF;
  return node_->local_name < LXB_TAG__LAST_ENTRY ? node_->local_name : static_cast<Tag>(LXB_TAG__UNDEF);
}

bool Node::InForeignContent() const {
  return node_->type == LXB_DOM_NODE_TYPE_ELEMENT && node_->ns != LXB_NS_HTML;
}

std::string_view Node::Name() const {
  const auto* element = AsElement(node_);
  if (element == nullptr) return {};
  std::size_t size = 0;
  const lxb_char_t* name = lxb_dom_element_local_name(const_cast<lxb_dom_element_t*>(element), &size);
  return View(name, size);
}

std::string_view Node::Text() const {
  if (node_->type != LXB_DOM_NODE_TYPE_TEXT) return {};
  const auto* text = reinterpret_cast<const lxb_dom_character_data_t*>(node_);
  return View(text->data.data, text->data.length);
}

std::string_view Node::Attribute(std::string_view lower_case_name) const {
  const auto* attribute = FindAttribute(node_, lower_case_name);
  if (attribute == nullptr || attribute->value == nullptr) return {};
  return View(attribute->value->data, attribute->value->length);
}

bool Node::HasAttribute(std::string_view lower_case_name) const {
  return FindAttribute(node_, lower_case_name) != nullptr;
}

bool Node::HasClass(std::string_view name) const {
  const std::string_view classes = Attribute("class");
  std::size_t at = 0;
  while (at < classes.size()) {
    at = classes.find_first_not_of(" \t\r\n\f", at);
    if (at == std::string_view::npos) return false;
    const std::size_t end = std::min(classes.find_first_of(" \t\r\n\f", at), classes.size());
    if (std::ranges::equal(classes.substr(at, end - at), name, {}, Lower, Lower)) return true;
    at = end;
  }
  return false;
}

Node Node::Parent() const {
  lxb_dom_node* parent = node_->parent;
  // A template's content is a fragment whose host is the template.
  if (parent != nullptr && parent->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT) {
    const auto* fragment = reinterpret_cast<const lxb_dom_document_fragment_t*>(parent);
    if (fragment->host != nullptr) return Node(lxb_dom_interface_node(fragment->host));
  }
  return Node(parent);
}

Node Node::FirstChild() const {
  if (node_->local_name == LXB_TAG_TEMPLATE && IsElement(LXB_TAG_TEMPLATE)) {
    const auto* element = reinterpret_cast<const lxb_html_template_element_t*>(node_);
    if (element->content != nullptr) return Node(lxb_dom_interface_node(element->content)->first_child);
  }
  return Node(node_->first_child);
}

Node Node::LastChild() const {
  if (node_->local_name == LXB_TAG_TEMPLATE && IsElement(LXB_TAG_TEMPLATE)) {
    const auto* element = reinterpret_cast<const lxb_html_template_element_t*>(node_);
    if (element->content != nullptr) return Node(lxb_dom_interface_node(element->content)->last_child);
  }
  return Node(node_->last_child);
}

Node Node::NextSibling() const { return Node(node_->next); }

Node Node::PreviousSibling() const { return Node(node_->prev); }

Node Node::Next(Node root, Descend descend) const {
  if (descend == Descend::kYes) {
    if (const Node child = FirstChild()) return child;
  }
  for (Node node = *this; node && node != root; node = node.Parent()) {
    if (const Node sibling = node.NextSibling()) return sibling;
  }
  return {};
}

std::string Node::TextContent() const {
  std::string text;
  if (IsText()) return std::string(Text());
  for (Node node = FirstChild(); node; node = node.Next(*this)) {
    if (node.IsText()) text += node.Text();
  }
  return text;
}

}  // namespace sitedoor::html
