#include "html/tree.h"

#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
#include <lexbor/html/interfaces/template_element.h>

#include "base/ascii.h"
#include "html/internal/html_space.h"
#include "html/internal/name_tables.h"
#include "html/internal/parse_memory.h"
#include "html/internal/token_guard.h"
#include "html/internal/xhtml.h"

namespace sitedoor::html {
namespace {

lxb_dom_element_t* AsElement(lxb_dom_node* node) {
  return reinterpret_cast<lxb_dom_element_t*>(node);
}

// A name that lexbor does not know is its own entry in the document's table, and the id is that
// entry's address.
std::string_view AttributeName(const lxb_dom_attr_t& attribute) {
  std::size_t size = 0;
  const lxb_char_t* name = lxb_dom_attr_local_name(&attribute, &size);
  return name == nullptr ? std::string_view()
                         : std::string_view(reinterpret_cast<const char*>(name), size);
}

// The id of a name that lexbor knows, all of attr_const.h; LXB_DOM_ATTR__UNDEF for any other.
lxb_dom_attr_id_t KnownAttribute(std::string_view name) {
  switch (name.size()) {
    case 2:
      if (name == "id") return LXB_DOM_ATTR_ID;
      if (name == "is") return LXB_DOM_ATTR_IS;
      break;
    case 3:
      if (name == "src") return LXB_DOM_ATTR_SRC;
      if (name == "alt") return LXB_DOM_ATTR_ALT;
      if (name == "dir") return LXB_DOM_ATTR_DIR;
      if (name == "for") return LXB_DOM_ATTR_FOR;
      break;
    case 4:
      if (name == "href") return LXB_DOM_ATTR_HREF;
      if (name == "type") return LXB_DOM_ATTR_TYPE;
      if (name == "face") return LXB_DOM_ATTR_FACE;
      if (name == "html") return LXB_DOM_ATTR_HTML;
      if (name == "pool") return LXB_DOM_ATTR_POOL;
      if (name == "size") return LXB_DOM_ATTR_SIZE;
      if (name == "slot") return LXB_DOM_ATTR_SLOT;
      break;
    case 5:
      if (name == "class") return LXB_DOM_ATTR_CLASS;
      if (name == "style") return LXB_DOM_ATTR_STYLE;
      if (name == "title") return LXB_DOM_ATTR_TITLE;
      if (name == "color") return LXB_DOM_ATTR_COLOR;
      if (name == "focus") return LXB_DOM_ATTR_FOCUS;
      if (name == "hover") return LXB_DOM_ATTR_HOVER;
      if (name == "width") return LXB_DOM_ATTR_WIDTH;
      if (name == "xmlns") return LXB_DOM_ATTR_XMLNS;
      break;
    case 6:
      if (name == "active") return LXB_DOM_ATTR_ACTIVE;
      if (name == "height") return LXB_DOM_ATTR_HEIGHT;
      if (name == "public") return LXB_DOM_ATTR_PUBLIC;
      if (name == "scheme") return LXB_DOM_ATTR_SCHEME;
      if (name == "system") return LXB_DOM_ATTR_SYSTEM;
      break;
    case 7:
      if (name == "content") return LXB_DOM_ATTR_CONTENT;
      if (name == "charset") return LXB_DOM_ATTR_CHARSET;
      if (name == "checked") return LXB_DOM_ATTR_CHECKED;
      break;
    case 8:
      if (name == "disabled") return LXB_DOM_ATTR_DISABLED;
      if (name == "multiple") return LXB_DOM_ATTR_MULTIPLE;
      if (name == "readonly") return LXB_DOM_ATTR_READONLY;
      if (name == "required") return LXB_DOM_ATTR_REQUIRED;
      if (name == "selected") return LXB_DOM_ATTR_SELECTED;
      break;
    case 9:
      if (name == "maxlength") return LXB_DOM_ATTR_MAXLENGTH;
      break;
    case 10:
      if (name == "http-equiv") return LXB_DOM_ATTR_HTTP_EQUIV;
      break;
    case 11:
      if (name == "placeholder") return LXB_DOM_ATTR_PLACEHOLDER;
      break;
    default:
      break;
  }
  return LXB_DOM_ATTR__UNDEF;
}
static_assert(LXB_DOM_ATTR__LAST_ENTRY == 0x26, "lexbor knows other names: see KnownAttribute");

// One of those that HasUncommonAttributes passes over.
bool IsCommonAttribute(std::string_view name) {
  switch (name.size()) {
    case 2:
      return name == "id";
    case 4:
      return name == "href";
    case 5:
      return name == "class";
    default:
      return false;
  }
}

// One of a name that lexbor does not know.
const lxb_dom_attr_t* FindUnknownAttribute(const lxb_dom_attr_t* attribute, std::string_view name) {
  for (; attribute != nullptr; attribute = attribute->next) {
    const bool is_known = attribute->node.local_name < LXB_DOM_ATTR__LAST_ENTRY;
    if (!is_known && AttributeName(*attribute) == name) return attribute;
  }
  return nullptr;
}

}  // namespace

std::string_view Node::Name() const {
  if (!IsElement()) return {};
  std::size_t size = 0;
  const lxb_char_t* name = lxb_dom_element_local_name(AsElement(node_), &size);
  return name == nullptr ? std::string_view()
                         : std::string_view(reinterpret_cast<const char*>(name), size);
}

std::string_view Node::Attribute(std::string_view lower_case_name) const {
  if (!HasUncommonAttributes() && !IsCommonAttribute(lower_case_name)) return {};
  if (!HasAttributes()) return {};
  const lxb_dom_attr_id_t known = KnownAttribute(lower_case_name);
  const lxb_dom_attr_t* attribute =
      known != LXB_DOM_ATTR__UNDEF ? Find(known)
                                   : FindUnknownAttribute(Element()->first_attr, lower_case_name);
  return attribute == nullptr ? std::string_view() : ValueOf(*attribute);
}

bool Node::HasAttribute(std::string_view lower_case_name) const {
  if (!HasUncommonAttributes() && !IsCommonAttribute(lower_case_name)) return false;
  if (!HasAttributes()) return false;
  const lxb_dom_attr_id_t known = KnownAttribute(lower_case_name);
  if (known != LXB_DOM_ATTR__UNDEF) return Find(known) != nullptr;
  return FindUnknownAttribute(Element()->first_attr, lower_case_name) != nullptr;
}

bool Node::HasClass(std::string_view name) const {
  const std::string_view classes = Attribute(LXB_DOM_ATTR_CLASS);
  for (std::size_t at = 0; at < classes.size();) {
    while (at < classes.size() && internal::IsHtmlSpace(classes[at])) ++at;
    std::size_t end = at;
    while (end < classes.size() && !internal::IsHtmlSpace(classes[end])) ++end;
    if (end - at == name.size() && end > at &&
        EqualsIgnoringAsciiCase(classes.substr(at, end - at), name)) {
      return true;
    }
    at = end;
  }
  return false;
}

Node Node::HostOf(lxb_dom_node* fragment) {
  auto* const host = reinterpret_cast<lxb_dom_document_fragment_t*>(fragment)->host;
  return Node(host == nullptr ? fragment : &host->node);
}

lxb_dom_node* Node::TemplateContent() const {
  auto* const content = reinterpret_cast<lxb_html_template_element_t*>(node_)->content;
  return content == nullptr ? nullptr : &content->node;
}

Node Node::LastChild() const {
  const lxb_dom_node* const parent = IsElement(LXB_TAG_TEMPLATE) ? TemplateContent() : node_;
  return Node(parent == nullptr ? nullptr : parent->last_child);
}

Node Node::Next(Node root, Descend descend) const {
  if (node_ == nullptr) return {};
  if (descend == Descend::kYes) {
    if (const Node child = FirstChild()) return child;
  }
  for (Node at = *this; at && at != root; at = at.Parent()) {
    if (const Node sibling = at.NextSibling()) return sibling;
  }
  return {};
}

void Node::SetMark(std::uintptr_t mark) const {
  if (node_ != nullptr) node_->user = reinterpret_cast<void*>(mark);
}

std::string Node::TextContent() const {
  std::string text;
  for (Node at = *this; at; at = at.Next(*this)) text += at.Text();
  return text;
}

std::string Node::StartOfText(std::size_t most_bytes, std::size_t most_nodes) const {
  std::string start;
  std::size_t seen = 0;
  for (Node at = *this; at && seen < most_nodes; at = at.Next(*this), ++seen) {
    const std::string_view text = at.Text();
    std::size_t size = std::min(text.size(), most_bytes - start.size());
    const auto goes_on = [&](std::size_t i) {
      return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    };
    while (size > 0 && size < text.size() && goes_on(size)) --size;
    start += text.substr(0, size);
    if (size < text.size()) break;
  }
  return start;
}

struct Tree::Impl {
  lxb_html_document_t* document = nullptr;
  ParseOutcome outcome;

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (document != nullptr) lxb_html_document_destroy(document);
  }

  Node Child(Tag tag, Node parent) const {
    for (Node child = parent.FirstChild(); child; child = child.NextSibling()) {
      if (child.IsElement(tag)) return child;
    }
    return {};
  }
};

namespace {

struct DestroyParser {
  void operator()(lxb_html_parser_t* parser) const { lxb_html_parser_destroy(parser); }
};
using Parser = std::unique_ptr<lxb_html_parser_t, DestroyParser>;

Parser MakeParser() {
  Parser parser(lxb_html_parser_create());
  if (parser == nullptr || lxb_html_parser_init(parser.get()) != LXB_STATUS_OK) return nullptr;
  lxb_html_parser_dom_opt_set(parser.get(), LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
  return parser;
}

std::unexpected<Error> OutOfMemory() {
  return Fail(ErrorCode::kUnavailable, "out of memory for an HTML document");
}

std::string MemoryText(std::size_t bytes) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  if (bytes % (kMebibyte * 1024) == 0) return std::to_string(bytes / kMebibyte / 1024) + " GiB";
  return std::to_string(bytes / kMebibyte) + " MiB";
}

}  // namespace

Tree::Tree(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

Result<Tree> Tree::Parse(std::string_view utf8, const ParseLimits& limits) {
  // A parser holds the tokenizer's tables and buffers (about 100 KB to set up); documents do not
  // depend on it.
  thread_local Parser parser;
  auto impl = std::make_unique<Impl>();
  const std::size_t most_bytes =
      std::max(limits.most_memory_bytes, utf8.size() * limits.most_memory_times);
  try {
    const internal::ParseMemory memory(most_bytes);
    if (parser == nullptr) parser = MakeParser();
    if (parser == nullptr) return OutOfMemory();
    lxb_html_parser_clean(parser.get());
    impl->document = lxb_html_parse_chunk_begin(parser.get());
    if (impl->document == nullptr) return OutOfMemory();
    internal::SizeNameTables(impl->document->dom_document, utf8.size());
    const internal::TokenGuard guard(parser.get(), limits, internal::SelfClosingOf(utf8),
                                     utf8.size());
    lxb_status_t status = lxb_html_parse_chunk_process(
        parser.get(), reinterpret_cast<const lxb_char_t*>(utf8.data()), utf8.size());
    if (status == LXB_STATUS_OK) status = lxb_html_parse_chunk_end(parser.get());
    if (status == LXB_STATUS_ERROR_MEMORY_ALLOCATION) return OutOfMemory();
    impl->outcome = guard.Outcome();
  } catch (const std::bad_alloc& error) {
    // The parser may be half-way through anything.
    const bool is_past = dynamic_cast<const internal::PastParseMemory*>(&error) != nullptr;
    impl.reset();
    parser.reset();
    ::malloc_trim(0);
    if (!is_past) return OutOfMemory();
    return Fail(ErrorCode::kUnavailable,
                "needs more than " + MemoryText(most_bytes) + " of memory to parse");
  }
  return Tree(std::move(impl));
}

Node Tree::Document() const { return Node(lxb_dom_interface_node(impl_->document)); }

Node Tree::Html() const { return impl_->Child(LXB_TAG_HTML, Document()); }

Node Tree::Head() const { return impl_->Child(LXB_TAG_HEAD, Html()); }

Node Tree::Body() const {
  const Node body = impl_->Child(LXB_TAG_BODY, Html());
  return body ? body : impl_->Child(LXB_TAG_FRAMESET, Html());
}

const ParseOutcome& Tree::Outcome() const { return impl_->outcome; }

}  // namespace sitedoor::html
