#include "html/streamed_parts.h"

#include <string_view>
#include <unordered_map>
#include <vector>

#include <lexbor/dom/dom.h>

namespace sitedoor::html {
namespace {

constexpr std::size_t kMostParts = 4096;
constexpr std::size_t kMostChildrenSeen = 20'000;  // of <body>
// A place deeper than that takes no part: parts inside parts must not nest without bound.
constexpr int kMostDepth = 512;
// Siblings gone through for the ends of fallbacks that have none; those that have one go, so that
// each is gone through once.
constexpr std::size_t kMostSeenInVain = 200'000;

// "3" of the id "S:3", by the kind 'S'; "" of any other.
std::string_view PartNumber(std::string_view id, char kind) {
  constexpr std::size_t kMostDigits = 8;
  if (id.size() < 3 || id.size() > 2 + kMostDigits || id[0] != kind || id[1] != ':') return {};
  return id.substr(2);
}

// React writes <div hidden id="S:3"> at the end of <body>, and nests none in another element.
std::unordered_map<std::string_view, Node> FindParts(Node body) {
  std::unordered_map<std::string_view, Node> parts;
  std::size_t seen = 0;
  for (Node at = body.LastChild(); at && seen < kMostChildrenSeen; at = at.PreviousSibling()) {
    ++seen;
    if (!at.IsElement(LXB_TAG_DIV) || !at.HasAttribute("hidden")) continue;
    const std::string_view number = PartNumber(at.Attribute(LXB_DOM_ATTR_ID), 'S');
    if (!number.empty() && parts.size() < kMostParts) parts.emplace(number, at);
  }
  return parts;
}

int Depth(Node node) {
  int depth = 0;
  for (Node at = node; at && depth <= kMostDepth; at = at.Parent()) ++depth;
  return depth;
}

}  // namespace

// Knows the nodes behind Node, to move them.
class StreamedParts {
 public:
  explicit StreamedParts(Node body) : body_(body), parts_(FindParts(body)) {}

  std::size_t Place() {
    if (parts_.empty()) return 0;
    CollectPlaces(body_);
    std::size_t placed = 0;
    while (!places_.empty()) {
      const Node place = places_.back();
      places_.pop_back();
      placed += Fill(place) ? 1 : 0;
    }
    return placed;
  }

 private:
  // The places at and below `root`; what is inside a part is for when that one is placed.
  void CollectPlaces(Node root) {
    for (Node at = root; at;) {
      const std::string_view id = at.Attribute(LXB_DOM_ATTR_ID);
      const bool is_part = at != root && !PartNumber(id, 'S').empty() && at.HasAttribute("hidden");
      if (at.IsElement(LXB_TAG_TEMPLATE) &&
          (!PartNumber(id, 'B').empty() || !PartNumber(id, 'P').empty())) {
        places_.push_back(at);
      }
      at = at.Next(root, is_part ? Node::Descend::kNo : Node::Descend::kYes);
    }
  }

  bool Fill(Node place) {
    const std::string_view id = place.Attribute(LXB_DOM_ATTR_ID);
    const auto found = parts_.find(id.substr(2));
    if (found == parts_.end() || Depth(place) > kMostDepth) return false;
    const Node part = found->second;
    parts_.erase(found);
    if (id.front() == 'B') RemoveFallback(place);
    while (const Node child = part.FirstChild()) {
      lxb_dom_node_remove_wo_events(child.node_);
      lxb_dom_node_insert_before_wo_events(place.node_, child.node_);
      CollectPlaces(child);
    }
    lxb_dom_node_remove_wo_events(place.node_);
    return true;
  }

  // What stands between the place and <!--/$-->; nothing when a saved page has lost that.
  void RemoveFallback(Node place) {
    if (seen_in_vain_ >= kMostSeenInVain) return;
    lxb_dom_node* end = place.node_->next;
    int open = 0;
    std::size_t seen = 0;
    for (; end != nullptr; end = end->next, ++seen) {
      const std::string_view comment = CommentText(end);
      if (comment == "$" || comment == "$?" || comment == "$!" || comment == "$~") ++open;
      if (comment == "/$" && open-- == 0) break;
    }
    if (end == nullptr) {
      seen_in_vain_ += seen;
      return;
    }
    while (place.node_->next != end) lxb_dom_node_remove_wo_events(place.node_->next);
  }

  static std::string_view CommentText(const lxb_dom_node* node) {
    if (node->type != LXB_DOM_NODE_TYPE_COMMENT) return {};
    const lexbor_str_t& text = reinterpret_cast<const lxb_dom_character_data_t*>(node)->data;
    return {reinterpret_cast<const char*>(text.data), text.length};
  }

  const Node body_;
  std::unordered_map<std::string_view, Node> parts_;
  std::vector<Node> places_;
  std::size_t seen_in_vain_ = 0;
};

std::size_t PlaceStreamedParts(Tree& tree) {
  const Node body = tree.Body();
  return body ? StreamedParts(body).Place() : 0;
}

}  // namespace sitedoor::html
