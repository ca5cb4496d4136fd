#include "html/internal/token_guard.h"

#include <time.h>

#include <string_view>

#include <lexbor/dom/interfaces/attr.h>
#include <lexbor/dom/interfaces/document.h>
#include <lexbor/dom/interfaces/element.h>
#include <lexbor/dom/interfaces/text.h>
#include <lexbor/html/tag.h>
#include <lexbor/html/tokenizer.h>
#include <lexbor/html/tree.h>

#include "html/internal/html_space.h"

namespace sitedoor::html::internal {
namespace {

// What the builder may re-open by itself before the formatting elements are forgotten: elements,
// their attributes, and each 128 bytes of those. Real pages stay below some thousands; each takes
// about 250 bytes.
constexpr std::size_t kMostReconstructed = 200'000;
constexpr std::size_t kBytesOfOneReconstructed = 128;
// A formatting element is copied when it is re-opened, with a picture that its link holds.
constexpr std::size_t kMostFormattingBytes = 64 << 10;

constexpr std::size_t kLargePage = 2 << 20;  // bytes
constexpr std::size_t kLongestSharedClass = 32;

bool IsFormatting(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_A:
    case LXB_TAG_B:
    case LXB_TAG_BIG:
    case LXB_TAG_CODE:
    case LXB_TAG_EM:
    case LXB_TAG_FONT:
    case LXB_TAG_I:
    case LXB_TAG_NOBR:
    case LXB_TAG_S:
    case LXB_TAG_SMALL:
    case LXB_TAG_STRIKE:
    case LXB_TAG_STRONG:
    case LXB_TAG_TT:
    case LXB_TAG_U:
      return true;
    default:
      return false;
  }
}

// They hold text only, so they cannot nest; dropping the start tag would turn their text into
// markup.
bool HoldsRawText(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_SCRIPT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEXTAREA:
    case LXB_TAG_TITLE:
    case LXB_TAG_XMP:
    case LXB_TAG_IFRAME:
    case LXB_TAG_NOEMBED:
    case LXB_TAG_NOFRAMES:
    case LXB_TAG_PLAINTEXT:
      return true;
    default:
      return false;
  }
}

// Text between their tags is put in front of the table.
bool IsTablePart(lxb_tag_id_t tag) {
  return tag == LXB_TAG_TABLE || tag == LXB_TAG_TBODY || tag == LXB_TAG_THEAD ||
         tag == LXB_TAG_TFOOT || tag == LXB_TAG_TR;
}

bool IsTag(const lxb_html_token_t& token) {
  return token.tag_id >= LXB_TAG__BEGIN || token.tag_id == LXB_TAG__UNDEF;
}

// Elements that may start in the middle of a word.
bool StaysInWord(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_SPAN:
    case LXB_TAG_SUB:
    case LXB_TAG_SUP:
    case LXB_TAG_KBD:
    case LXB_TAG_ABBR:
    case LXB_TAG_MARK:
    case LXB_TAG_VAR:
    case LXB_TAG_SAMP:
    case LXB_TAG_DFN:
    case LXB_TAG_CITE:
    case LXB_TAG_INS:
    case LXB_TAG_DEL:
    case LXB_TAG_BDI:
    case LXB_TAG_BDO:
    case LXB_TAG_RUBY:
    case LXB_TAG_RB:
    case LXB_TAG_Q:
      return true;
    default:
      return IsFormatting(tag);
  }
}

// For the next token to use: the tokenizer would keep the records of all attributes, 80 bytes each,
// to the end of the page, beside those that the tree made of them. Their values are the tree's.
void ReleaseAttributes(const lxb_html_tokenizer_t& tokenizer, lxb_html_token_t& token) {
  while (token.attr_first != nullptr) {
    lxb_html_token_attr_t* const next = token.attr_first->next;
    lxb_html_token_attr_destroy(token.attr_first, tokenizer.dobj_token_attr);
    token.attr_first = next;
  }
  token.attr_last = nullptr;
}

// Of this thread: what others do on a busy machine is no reason to cut a page.
std::chrono::nanoseconds CpuTime() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

TokenGuard::TokenGuard(lxb_html_parser_t* parser, const ParseLimits& limits,
                       SelfClosing self_closing, std::size_t html_bytes)
    : parser_(parser),
      tree_(parser->tree),
      next_(parser->tkz->callback_token_done),
      next_context_(parser->tkz->callback_token_ctx),
      limits_(limits),
      self_closing_(self_closing),
      is_large_(html_bytes >= kLargePage),
      end_(CpuTime() + limits.most_time) {
  lxb_html_tokenizer_callback_token_done_set(parser->tkz, &TokenGuard::OnToken, this);
}

TokenGuard::~TokenGuard() {
  lxb_html_tokenizer_callback_token_done_set(parser_->tkz, next_, next_context_);
}

lxb_html_token_t* TokenGuard::OnToken(lxb_html_tokenizer_t* tokenizer, lxb_html_token_t* token,
                                      void* context) {
  lxb_html_token_t* const result = static_cast<TokenGuard*>(context)->Handle(token);
  ReleaseAttributes(*tokenizer, *token);
  return result;
}

lxb_html_token_t* TokenGuard::Handle(lxb_html_token_t* token) {
  if (!outcome_.stopped_at_deadline) CountWork(*token);
  if (outcome_.stopped_at_deadline && token->tag_id != LXB_TAG__END_OF_FILE) return token;
  if (reconstructed_ > kMostReconstructed) tree_->active_formatting->length = 0;
  if (token->tag_id == LXB_TAG__TEXT) {
    text_since_break_ = true;
    SplitLongText();
  }
  if (!IsTag(*token)) return Forward(token);
  if ((token->type & LXB_HTML_TOKEN_TYPE_CLOSE) != 0) return HandleEndTag(token);
  const bool is_self_closed = (token->type & LXB_HTML_TOKEN_TYPE_CLOSE_SELF) != 0;
  return is_self_closed && self_closing_ != SelfClosing::kIgnored ? HandleSelfClosed(token)
                                                                  : HandleTag(token);
}

// <name/> as XML has it: an element without content. The builder reads its own markup (SVG) so.
lxb_html_token_t* TokenGuard::HandleSelfClosed(lxb_html_token_t* token) {
  const lxb_tag_id_t tag = token->tag_id;
  // Nothing of theirs is text of the page, and as HTML the rest of the page would be theirs.
  if (HoldsRawText(tag)) return token;
  const lxb_dom_node_t* const open = lxb_html_tree_current_node(tree_);
  const bool is_foreign =
      (open != nullptr && open->ns != LXB_NS_HTML) || tag == LXB_TAG_SVG || tag == LXB_TAG_MATH;
  if (self_closing_ == SelfClosing::kOfRawText || is_foreign || lxb_html_tag_is_void(tag) ||
      tag == LXB_TAG_HTML || tag == LXB_TAG_BODY || tag == LXB_TAG__UNDEF) {
    return HandleTag(token);
  }
  lxb_html_token_t* const result = HandleTag(token);
  static const lxb_char_t kNothing[] = "";
  lxb_html_token_t end{};
  end.tag_id = tag;
  end.type = LXB_HTML_TOKEN_TYPE_CLOSE;
  end.begin = end.end = end.text_start = end.text_end = kNothing;
  HandleEndTag(&end);
  return result;
}

lxb_html_token_t* TokenGuard::HandleTag(lxb_html_token_t* token) {
  CountKind(token->tag_id);
  CutAttributes(token);
  CutClasses(*token);
  if (token->tag_id == LXB_TAG_HTML || token->tag_id == LXB_TAG_BODY) CutMergedAttributes(token);
  if (IsFormatting(token->tag_id)) CutLongAttributes(token);
  if (!MustDrop(*token)) return Forward(token);
  ++outcome_.dropped_tags;
  RememberDropped(token->tag_id);
  if (!text_since_break_ || StaysInWord(token->tag_id)) return token;
  // What separated words still does: a line break takes the place of the element.
  token->tag_id = LXB_TAG_BR;
  token->attr_first = nullptr;
  token->attr_last = nullptr;
  text_since_break_ = false;
  return Forward(token);
}

void TokenGuard::CountKind(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_STYLE:
    case LXB_TAG_LINK:
    case LXB_TAG_SCRIPT:
    case LXB_TAG_TEMPLATE:
    case LXB_TAG_META:
      ++outcome_.sheets_and_scripts;
      break;
    case LXB_TAG_IFRAME:
      ++outcome_.frames;
      break;
    default:
      break;
  }
}

lxb_html_token_t* TokenGuard::HandleEndTag(lxb_html_token_t* token) {
  if (dropped_.empty()) return Forward(token);
  const std::size_t counter = CounterOf(token->tag_id);
  if (dropped_of_tag_[counter] > 0) {
    // The end tag of a dropped start tag: it, and what was left open inside, is closed.
    for (bool closed = false; !closed;) {
      const std::size_t top = CounterOf(dropped_.back());
      dropped_.pop_back();
      --dropped_of_tag_[top];
      closed = top == counter;
    }
    return token;
  }
  const std::size_t depth_before = tree_->open_elements->length;
  lxb_html_token_t* result = Forward(token);
  if (tree_->open_elements->length < depth_before) ForgetDropped();
  return result;
}

// Most tags and texts look through the open elements; a formatting element is compared with the
// others like it.
void TokenGuard::CountWork(const lxb_html_token_t& token) {
  constexpr std::uint64_t kToken = 16;
  std::uint64_t attributes = 0;
  for (const auto* at = token.attr_first; at != nullptr; at = at->next) ++attributes;
  work_ += kToken + tree_->open_elements->length + attributes;
  if (IsFormatting(token.tag_id)) work_ += tree_->active_formatting->length * (1 + attributes);
  const bool is_late = (++tokens_ & 4095) == 0 && CpuTime() > end_;
  outcome_.stopped_at_deadline = work_ > limits_.most_work || is_late;
}

lxb_html_token_t* TokenGuard::Forward(lxb_html_token_t* token) {
  const std::size_t depth_before = tree_->open_elements->length;
  const lxb_tag_id_t tag = token->tag_id;
  lxb_html_token_t* result = next_(parser_->tkz, token, next_context_);
  const std::size_t depth = tree_->open_elements->length;
  if (is_large_ && depth > depth_before) ShareClasses();
  if (tree_->active_formatting->length == 0) return result;
  // The token's own element comes last.
  for (std::size_t i = depth_before; i < depth; ++i) {
    const auto& node = *static_cast<const lxb_dom_node_t*>(tree_->open_elements->list[i]);
    if (IsFormatting(node.local_name) && (i + 1 < depth || node.local_name != tag))
      CountReconstructed(node);
  }
  return result;
}

// The builder copies values when it copies an element, and nothing changes one.
void TokenGuard::ShareClasses() {
  lxb_dom_node_t* const node = lxb_html_tree_current_node(tree_);
  lxb_dom_attr_t* const attribute = reinterpret_cast<lxb_dom_element_t*>(node)->attr_class;
  if (attribute == nullptr || attribute->value == nullptr) return;
  lexbor_str_t* const own = attribute->value;
  if (own->data == nullptr || own->length == 0 || own->length > kLongestSharedClass) return;
  const auto text = [](const lexbor_str_t& value) {
    return std::string_view(reinterpret_cast<const char*>(value.data), value.length);
  };
  const std::size_t hash = own->length + 7u * own->data[0] + 31u * own->data[own->length - 1];
  lexbor_str_t*& shared = classes_[hash % classes_.size()];
  if (shared == own) return;
  if (shared == nullptr || text(*shared) != text(*own)) {
    shared = own;
    return;
  }
  attribute->value = shared;
  lxb_dom_document_destroy_text(node->owner_document, own->data);
  lxb_dom_document_destroy_struct(node->owner_document, own);
}

void TokenGuard::CountReconstructed(const lxb_dom_node_t& node) {
  ++reconstructed_;
  const auto& element = reinterpret_cast<const lxb_dom_element_t&>(node);
  for (const lxb_dom_attr_t* at = element.first_attr; at != nullptr; at = at->next) {
    ++reconstructed_;
    if (at->value != nullptr) reconstructed_ += at->value->length / kBytesOfOneReconstructed;
  }
}

// Where a text goes: behind the last child of the open element, or in front of the table that it
// may not stand in. Null where there is nothing.
const lxb_dom_node_t* TokenGuard::NodeBeforeText(TextPlace place) const {
  if (place == TextPlace::kInElement) return lxb_html_tree_current_node(tree_)->last_child;
  for (std::size_t i = tree_->open_elements->length; i-- > 0;) {
    const auto* const node = static_cast<const lxb_dom_node_t*>(tree_->open_elements->list[i]);
    if (node->local_name == LXB_TAG_TABLE && node->ns == LXB_NS_HTML) return node->prev;
  }
  return nullptr;
}

// A text that follows another without an element between them is appended to that, which copies it
// all where something has been allocated since: an ignored tag with attributes will do.
void TokenGuard::SplitLongText() {
  constexpr std::size_t kMostAppendedTo = 512;
  const lxb_dom_node_t* const open = lxb_html_tree_current_node(tree_);
  if (open == nullptr) return;
  const bool is_html = open->ns == LXB_NS_HTML;
  if (is_html && HoldsRawText(open->local_name)) return;
  const TextPlace place =
      is_html && IsTablePart(open->local_name) ? TextPlace::kBeforeTable : TextPlace::kInElement;
  const lxb_dom_node_t* const last = NodeBeforeText(place);
  if (last == nullptr || last->type != LXB_DOM_NODE_TYPE_TEXT) return;
  const auto* const text = reinterpret_cast<const lxb_dom_text_t*>(last);
  if (text->char_data.data.length < kMostAppendedTo) return;
  // Neither shows. A comment would stay in the table.
  static const lxb_char_t kNothing[] = "";
  lxb_html_token_t between{};
  between.tag_id = place == TextPlace::kBeforeTable ? LXB_TAG_WBR : LXB_TAG__EM_COMMENT;
  between.begin = between.end = between.text_start = between.text_end = kNothing;
  next_(parser_->tkz, &between, next_context_);
}

void TokenGuard::CutAttributes(lxb_html_token_t* token) {
  std::size_t count = 0;
  for (auto* attribute = token->attr_first; attribute != nullptr; attribute = attribute->next) {
    if (++count < limits_.most_attributes) continue;
    if (attribute->next != nullptr) {
      ++outcome_.elements_with_cut_attributes;
      attribute->next = nullptr;
      token->attr_last = attribute;
    }
    break;
  }
}

void TokenGuard::CutClasses(lxb_html_token_t& token) {
  for (auto* at = token.attr_first; at != nullptr; at = at->next) {
    if (at->value_size <= limits_.most_class_bytes || at->value == nullptr) continue;
    if (at->name == nullptr || at->name->attr_id != LXB_DOM_ATTR_CLASS) continue;
    std::size_t size = limits_.most_class_bytes;
    while (size > 0 && !IsHtmlSpace(static_cast<char>(at->value[size]))) --size;
    at->value_size = size;
    ++outcome_.elements_with_cut_attributes;
  }
}

// A further <html> or <body> adds its attributes to the element that is there, after a look at all
// that this one has.
void TokenGuard::CutMergedAttributes(lxb_html_token_t* token) {
  std::size_t& count = token->tag_id == LXB_TAG_HTML ? html_attributes_ : body_attributes_;
  lxb_html_token_attr_t* last = nullptr;
  for (auto* at = token->attr_first; at != nullptr; at = at->next) {
    if (count == limits_.most_attributes) {
      ++outcome_.elements_with_cut_attributes;
      (last == nullptr ? token->attr_first : last->next) = nullptr;
      token->attr_last = last;
      return;
    }
    ++count;
    last = at;
  }
}

void TokenGuard::CutLongAttributes(lxb_html_token_t* token) {
  bool is_cut = false;
  std::size_t bytes = 0;
  lxb_html_token_attr_t* last = nullptr;
  for (auto* at = token->attr_first; at != nullptr; at = at->next) {
    if (at->value_size > kMostFormattingBytes - bytes) {
      (last == nullptr ? token->attr_first : last->next) = at->next;
      is_cut = true;
      continue;
    }
    bytes += at->value_size;
    if (last != nullptr) at->prev = last;
    last = at;
  }
  token->attr_last = last;
  outcome_.elements_with_cut_attributes += is_cut ? 1 : 0;
}

bool TokenGuard::MustDrop(const lxb_html_token_t& token) const {
  if (lxb_html_tag_is_void(token.tag_id) || HoldsRawText(token.tag_id)) return false;
  if (tree_->open_elements->length >= limits_.most_depth) return true;
  return tree_->active_formatting->length >= limits_.most_active_formatting &&
         IsFormatting(token.tag_id);
}

void TokenGuard::RememberDropped(lxb_tag_id_t tag) {
  dropped_.push_back(tag);
  ++dropped_of_tag_[CounterOf(tag)];
}

void TokenGuard::ForgetDropped() {
  dropped_.clear();
  dropped_of_tag_.fill(0);
}

}  // namespace sitedoor::html::internal
