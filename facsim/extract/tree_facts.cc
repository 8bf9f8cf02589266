// SPDX-License-Identifier: Apache-2.0
#include <lexbor/dom/interfaces/character_data.h>

#include <algorithm>
#include <array>

#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/hints.h"
#include "facsim/extract/html_attributes_internal.h"
#include "facsim/extract/tag_meanings_internal.h"
#include "facsim/extract/tree_facts_internal.h"

namespace facsim {
namespace {

// Elements that contain the whole page are not judged by their classes.
constexpr std::uint32_t kNeverExtra = kBody | kMain | kArticle;

std::string_view view(const lxb_char_t* data, std::size_t size) {
  return data == nullptr ? std::string_view()
                         : std::string_view(reinterpret_cast<const char*>(data), size);
}

// Text and HTML in <foreignObject> are drawn; names, styles and parts for later use are not.
std::uint32_t meaning_in_drawing(lxb_dom_node_t& node) {
  if (node.local_name == LXB_TAG_SVG) return kDrawing;
  if (node.local_name == LXB_TAG_FOREIGNOBJECT) return kDrawnPage | kBlock;
  if (node.local_name == LXB_TAG_A) return kLink;
  const std::string_view name = element_name(*lxb_dom_interface_element(&node));
  if (name == "text" || name == "tspan" || name == "textpath") return kDrawnText;
  constexpr std::array<std::string_view, 10> kNotDrawn = {"title", "desc",   "style",    "script",
                                                          "defs",  "symbol", "metadata", "clippath",
                                                          "mask",  "pattern"};
  return std::ranges::find(kNotDrawn, name) != kNotDrawn.end() ? std::uint32_t{kUnseen} : 0;
}

// Ids of <dt> are ignored, since they name the defined term, and so are inline elements called
// comment, which mark comments of programs.
unsigned hinted_region(const lxb_dom_element_t& element) {
  Hint hint = hint_of_class(value_of(element.attr_class));
  if (element.node.local_name != LXB_TAG_DT) {
    hint = std::max(hint, hint_of_id(value_of(element.attr_id)));
  }
  switch (hint) {
    case Hint::none:
      return 0;
    case Hint::extra:
      return bit(RegionKind::extra);
    case Hint::popup:
      return bit(RegionKind::extra) | bit(RegionKind::popup);
    case Hint::comments:
      return element.node.local_name == LXB_TAG_SPAN ? 0 : bit(RegionKind::comments);
    case Hint::frame:
      return bit(RegionKind::frame);
    case Hint::notice:
      return bit(RegionKind::notice);
  }
  return 0;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

// The node after this one in document order that is still within `root`.
const lxb_dom_node_t* next_within(const lxb_dom_node_t* node, const lxb_dom_node_t& root) {
  if (node->first_child != nullptr) return node->first_child;
  while (node != &root && node->next == nullptr) node = node->parent;
  return node == &root ? nullptr : node->next;
}

}  // namespace

std::string_view value_of(const lxb_dom_attr_t* attribute) {
  if (attribute == nullptr || attribute->value == nullptr) return {};
  return view(attribute->value->data, attribute->value->length);
}

const lxb_dom_attr_t* attribute_of(const lxb_dom_element_t& element, lxb_dom_attr_id_t id) {
  const lxb_dom_attr_t* at = element.first_attr;
  while (at != nullptr && at->node.local_name != id) at = at->next;
  return at;
}

std::string_view element_name(lxb_dom_element_t& element) {
  std::size_t size = 0;
  const lxb_char_t* data = lxb_dom_element_local_name(&element, &size);
  return view(data, size);
}

std::string_view text_of(const lxb_dom_node_t& node) {
  const auto& data = reinterpret_cast<const lxb_dom_character_data_t&>(node).data;
  return view(data.data, data.length);
}

std::uint32_t meaning_of(lxb_dom_node_t& node) {
  if (node.ns == LXB_NS_HTML) {
    return node.local_name < LXB_TAG__LAST_ENTRY ? kMeanings[node.local_name] : 0;
  }
  if (node.ns == LXB_NS_SVG) return meaning_in_drawing(node);
  // Formulas are text, but their annotations repeat them as source code.
  return element_name(*lxb_dom_interface_element(&node)).starts_with("annotation")
             ? std::uint32_t{kUnseen}
             : 0;
}

unsigned regions_of(const lxb_dom_element_t& element, std::uint32_t meaning, std::uintptr_t marks) {
  unsigned regions = 0;
  if ((meaning & kMain) != 0 || (marks & kMarkRoleMain) != 0) regions |= bit(RegionKind::main);
  if ((meaning & kArticle) != 0) regions |= bit(RegionKind::article);
  if ((meaning & kFrame) != 0 || (marks & kMarkRoleAside) != 0) regions |= bit(RegionKind::frame);
  if ((meaning & kDialog) != 0 || (marks & kMarkRoleDialog) != 0) regions |= bit(RegionKind::popup);
  if ((meaning & kExtra) != 0 || (marks & kMarkRoleExtra) != 0) regions |= bit(RegionKind::extra);
  if ((meaning & kNeverExtra) == 0) regions |= hinted_region(element);
  return regions;
}

StyleSays inline_style_of(const lxb_dom_element_t& element) {
  const std::string_view style = value_of(attribute_of(element, LXB_DOM_ATTR_STYLE));
  return style.empty() ? StyleSays::nothing : style_says(style);
}

bool is_streamed_piece(const lxb_dom_element_t& element) {
  const std::string_view id = value_of(element.attr_id);
  const std::size_t at = id.rfind("S:");
  if (at == std::string_view::npos || at + 2 == id.size()) return false;
  return std::ranges::all_of(
      id.substr(at + 2), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool shows_its_content(const lxb_dom_element_t& object, std::uintptr_t marks) {
  if ((marks & kMarkData) == 0) return true;
  const std::string_view type = trimmed(value_of(attribute_of(object, LXB_DOM_ATTR_TYPE)));
  return starts_with_ignoring_case(type, "application/x-") ||
         starts_with_ignoring_case(type, "application/java") ||
         starts_with_ignoring_case(type, "application/futuresplash");
}

bool is_list_box(const lxb_dom_element_t& select) {
  if (attribute_of(select, LXB_DOM_ATTR_MULTIPLE) != nullptr) return true;
  std::string_view size = trimmed(value_of(attribute_of(select, LXB_DOM_ATTR_SIZE)));
  while (size.starts_with('0')) size.remove_prefix(1);
  return !size.empty() && size.front() >= '1' && size.front() <= '9' && size != "1";
}

const lxb_dom_node_t* shown_option(const lxb_dom_node_t& select) {
  const lxb_dom_node_t* first = nullptr;
  const lxb_dom_node_t* selected = nullptr;
  for (const auto* at = next_within(&select, select); at != nullptr; at = next_within(at, select)) {
    if (at->type != LXB_DOM_NODE_TYPE_ELEMENT || at->local_name != LXB_TAG_OPTION) continue;
    if (first == nullptr) first = at;
    const auto& option = *lxb_dom_interface_element(at);
    if (attribute_of(option, LXB_DOM_ATTR_SELECTED) != nullptr) selected = at;
  }
  return selected != nullptr ? selected : first;
}

bool has_slotted_content(const lxb_dom_node_t& shadow_host) {
  for (const lxb_dom_node_t* at = shadow_host.first_child; at != nullptr; at = at->next) {
    if (at->type == LXB_DOM_NODE_TYPE_ELEMENT && at->local_name != LXB_TAG_TEMPLATE) return true;
    if (at->type == LXB_DOM_NODE_TYPE_TEXT && !trimmed(text_of(*at)).empty()) return true;
  }
  return false;
}

const lxb_dom_node_t* node_round(const lxb_dom_node_t& node) {
  const lxb_dom_node_t* round = node.parent;
  if (round == nullptr || round->type != LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT) return round;
  const auto* host = reinterpret_cast<const lxb_dom_document_fragment_t*>(round)->host;
  return host == nullptr ? nullptr : &host->node;
}

lxb_dom_node_t* first_in(const lxb_dom_node_t& node) {
  const bool has_content = node.local_name == LXB_TAG_TEMPLATE && node.ns == LXB_NS_HTML &&
                           (marks_of(node) & (kMarkShadow | kMarkUnclosed)) != 0;
  if (!has_content) return node.first_child;
  const auto& element = reinterpret_cast<const lxb_html_template_element_t&>(node);
  return element.content == nullptr ? nullptr : element.content->node.first_child;
}

std::size_t dense_chars(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > ' ' && (byte & 0xc0U) != 0x80;
  }));
}

}  // namespace facsim
