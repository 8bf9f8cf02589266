// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/tree_walk_internal.h"

#include <lexbor/dom/interfaces/character_data.h>

#include <algorithm>

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/hints.h"
#include "facsim/extract/html_attributes_internal.h"
#include "facsim/extract/tag_meanings_internal.h"

namespace facsim {
namespace {

// Elements that hold the whole page are not judged by their classes.
constexpr std::uint16_t kNeverExtra = kBody | kMain | kArticle;

std::string_view view(const lxb_char_t* data, std::size_t size) {
  return data == nullptr ? std::string_view()
                         : std::string_view(reinterpret_cast<const char*>(data), size);
}

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

std::uint16_t meaning_of(lxb_dom_node_t& node) {
  if (node.ns == LXB_NS_HTML) {
    return node.local_name < LXB_TAG__LAST_ENTRY ? kMeanings[node.local_name] : std::uint16_t{0};
  }
  // Drawings are not text. Formulas are, but their annotations repeat them as source.
  if (node.ns == LXB_NS_SVG) return kUnseen;
  return element_name(*lxb_dom_interface_element(&node)).starts_with("annotation") ? kUnseen : 0;
}

std::string_view text_of(const lxb_dom_node_t& node) {
  const auto& data = reinterpret_cast<const lxb_dom_character_data_t&>(node).data;
  return view(data.data, data.length);
}

// Whether an inline style hides the element.
bool hides(std::string_view style) {
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = trimmed(declaration.substr(0, colon));
    std::string_view value = declaration.substr(colon + 1);
    value = value.substr(0, value.find('!'));
    value = trimmed(value);
    if (equals_ignoring_case(name, "display") && equals_ignoring_case(value, "none")) return true;
  }
  return false;
}

bool has_word(std::string_view list, std::string_view wanted) {
  for (std::string_view word = take_word(list); !word.empty(); word = take_word(list)) {
    if (equals_ignoring_case(word, wanted)) return true;
  }
  return false;
}

void set_once(std::string& fact, std::string_view value) {
  value = trimmed(value);
  if (fact.empty() && value.size() <= limits::kLabelBytesMax) fact = value;
}

constexpr unsigned bit(RegionKind kind) { return 1U << static_cast<unsigned>(kind); }

unsigned hinted_region(const lxb_dom_element_t& element) {
  const Hint hint =
      std::max(hint_of_class(value_of(element.attr_class)), hint_of_id(value_of(element.attr_id)));
  switch (hint) {
    case Hint::none:
      return 0;
    case Hint::extra:
      return bit(RegionKind::extra);
    case Hint::comments:
      return bit(RegionKind::comments);
    case Hint::frame:
      return bit(RegionKind::frame);
  }
  return 0;
}

// The regions that an element of this meaning and these marks begins, a bit each.
unsigned regions_of(const lxb_dom_element_t& element, std::uint16_t meaning, std::uintptr_t marks) {
  unsigned regions = 0;
  if ((meaning & kMain) != 0 || (marks & kMarkRoleMain) != 0) regions |= bit(RegionKind::main);
  if ((meaning & kArticle) != 0) regions |= bit(RegionKind::article);
  if ((meaning & kFrame) != 0 || (marks & kMarkRoleAside) != 0) regions |= bit(RegionKind::frame);
  if ((meaning & kExtra) != 0 || (marks & kMarkRoleExtra) != 0) regions |= bit(RegionKind::extra);
  if ((meaning & kNeverExtra) == 0) regions |= hinted_region(element);
  return regions;
}

constexpr unsigned kNotContent =
    bit(RegionKind::frame) | bit(RegionKind::extra) | bit(RegionKind::comments);

// Characters other than white space.
std::size_t dense_chars(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > ' ' && (byte & 0xc0U) != 0x80;
  }));
}

constexpr int kPathElementsMax = 64;

// A heading that is a link to itself, as generators of manuals write it, says what the page is.
bool is_place_of_heading(std::string_view href, std::uint8_t traits) {
  return (traits & kTraitHeading) != 0 && trimmed(href).starts_with('#');
}

}  // namespace

void TreeWalk::read_head(lxb_dom_element_t& element) {
  const auto value = [&element](lxb_dom_attr_id_t id) {
    return value_of(attribute_of(element, id));
  };
  switch (element.node.local_name) {
    case LXB_TAG_TITLE: {
      if (!head_.title.empty()) break;
      BlockText text;
      BlockBuilder builder(text);
      for (const lxb_dom_node_t* at = element.node.first_child; at != nullptr; at = at->next) {
        if (at->type == LXB_DOM_NODE_TYPE_TEXT) builder.add(text_of(*at), false, 0);
      }
      builder.end_block();
      head_.title = std::move(text.text);
      break;
    }
    case LXB_TAG_BASE:
      set_once(head_.base_href, value(LXB_DOM_ATTR_HREF));
      break;
    case LXB_TAG_LINK:
      if (has_word(value(LXB_DOM_ATTR_REL), "canonical")) {
        set_once(head_.canonical_href, value(LXB_DOM_ATTR_HREF));
      }
      break;
    case LXB_TAG_META:
      if (equals_ignoring_case(trimmed(value(LXB_DOM_ATTR_HTTP_EQUIV)), "content-language")) {
        const std::string_view languages = value(LXB_DOM_ATTR_CONTENT);
        set_once(head_.language, languages.substr(0, languages.find(',')));
      }
      break;
    default:
      break;
  }
}

// Links, and what is hidden: begins to measure it, unless this is what the second pass sees
// through.
void TreeWalk::enter_odd(const lxb_dom_element_t& element, unsigned meaning, std::uintptr_t marks,
                         unsigned regions, Frame& frame) {
  frame.is_odd = false;
  const bool may_link =
      (meaning & kLink) != 0 && (frame.state & kLink) == 0 && &element.node != unlinked_;
  const lxb_dom_attr_t* const href = may_link ? attribute_of(element, LXB_DOM_ATTR_HREF) : nullptr;
  const bool is_link = href != nullptr && !is_place_of_heading(value_of(href), frame.traits);
  if (is_link) frame.state |= kLink;
  if ((frame.state & (kUnseen | kHidden)) != 0) return;
  const bool is_hidden =
      (meaning & kBody) == 0 && &element.node != shown_ &&
      ((marks & kMarkHidden) != 0 || hides(value_of(attribute_of(element, LXB_DOM_ATTR_STYLE))));
  if (is_hidden) {
    frame.state |= kHidden;
    frame.is_odd = (regions & kNotContent) == 0;
    hidden_chars_ = 0;
  } else if (is_link) {
    frame.is_odd = true;
    link_text_begin_ = blocks_.text.size();
    link_block_begin_ = blocks_.blocks.size();
  }
}

// Whatever else is odd of a page, one link or one hidden element that holds most of it is not what
// it says: the link was never closed, and a script moves the hidden text into its place.
void TreeWalk::leave_odd(const lxb_dom_node_t& node, const Frame& frame) {
  if ((frame.state & kHidden) != 0) {
    if (hidden_chars_ <= most_hidden_chars_) return;
    most_hidden_chars_ = hidden_chars_;
    most_hidden_ = &node;
    return;
  }
  const std::size_t bytes = blocks_.text.size() - link_text_begin_;
  const bool is_of_one_block = blocks_.blocks.size() < link_block_begin_ + 2;
  if (is_of_one_block || bytes <= largest_link_bytes_) return;
  largest_link_bytes_ = bytes;
  largest_link_ = &node;
}

void TreeWalk::enter(lxb_dom_element_t& element, BlockBuilder& builder) {
  const std::uint16_t meaning = meaning_of(element.node);
  const std::uintptr_t marks = marks_of(element.node);
  layout_.add(element_name(element), value_of(element.attr_class));

  Frame frame = frames_.back();
  frame.regions = 0;
  frame.is_block = (meaning & kBlock) != 0;
  if (frame.is_block) builder.end_block();
  if (element.node.local_name == LXB_TAG_BR) builder.add_break();
  if ((meaning & kHead) != 0) read_head(element);
  if (element.node.local_name == LXB_TAG_HTML) {
    const std::string_view language = value_of(attribute_of(element, LXB_DOM_ATTR_LANG));
    if (!trimmed(language).empty()) head_.language.clear();
    set_once(head_.language, language);
  }

  frame.state = static_cast<std::uint16_t>(frame.state | (meaning & kUnseen));
  // Of code the classes say what is a comment, not what is a reader's.
  const bool in_code = (frame.traits & kTraitCode) != 0;
  unsigned regions = in_code ? 0 : regions_of(element, meaning, marks);
  enter_odd(element, meaning, marks, regions, frame);
  const auto trait = [&](std::uint16_t when, BlockTrait what) {
    if ((meaning & when) != 0) frame.traits = static_cast<std::uint8_t>(frame.traits | what);
  };
  trait(kHeading, kTraitHeading);
  trait(kCell, kTraitCell);
  trait(kItem, kTraitItem);
  trait(kCode, kTraitCode);
  trait(kFigure, kTraitFigure);

  if ((frame.state & (kUnseen | kHidden)) != 0) regions = 0;
  if (regions != 0 && !frame.is_block) {
    builder.end_block();
    frame.is_block = true;
  }
  if (frame.is_block && (frame.state & (kUnseen | kHidden)) == 0) regions |= bit(RegionKind::box);
  frame.regions = static_cast<std::uint8_t>(regions);
  frame.block_begin = builder.block_count();
  frames_.push_back(frame);
}

void TreeWalk::leave(const lxb_dom_node_t& node, BlockBuilder& builder) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.is_block) builder.end_block();
  if (frame.is_odd) leave_odd(node, frame);
  if (frame.regions == 0) return;
  const std::uint32_t block_end = builder.block_count();
  if (block_end == frame.block_begin) return;
  unsigned regions = frame.regions;
  if (block_end == frame.block_begin + 1) regions &= ~bit(RegionKind::box);
  for (const RegionKind kind : {RegionKind::box, RegionKind::main, RegionKind::article,
                                RegionKind::frame, RegionKind::extra, RegionKind::comments}) {
    if ((regions & bit(kind)) != 0) blocks_.regions.push_back({kind, frame.block_begin, block_end});
  }
}

void TreeWalk::note_paths(const lxb_dom_node_t& node, const BlockBuilder& builder) {
  while (paths_.size() < builder.block_count()) {
    std::vector<std::string_view> names;
    for (lxb_dom_node_t* at = node.parent; at != nullptr; at = at->parent) {
      if (at->type != LXB_DOM_NODE_TYPE_ELEMENT || at->local_name == LXB_TAG_HTML) continue;
      if (names.empty() && (meaning_of(*at) & kBlock) == 0) continue;  // the block's own element
      if (names.size() == kPathElementsMax) break;
      names.push_back(element_name(*lxb_dom_interface_element(at)));
    }
    std::string path;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      if (!path.empty()) path.push_back('/');
      path.append(*name);
    }
    paths_.push_back(std::move(path));
  }
}

void TreeWalk::read_text(const lxb_dom_node_t& node, BlockBuilder& builder) {
  const Frame& frame = frames_.back();
  if ((frame.state & kUnseen) != 0) return;
  if ((frame.state & kHidden) != 0) {
    if ((frame.state & kLink) == 0) hidden_chars_ += dense_chars(text_of(node));
    return;
  }
  builder.add(text_of(node), (frame.state & kLink) != 0, frame.traits);
  if (options_.with_paths) note_paths(node, builder);
}

void TreeWalk::walk(lxb_html_document_t& document, const WalkOptions& options) {
  options_ = options;
  shown_ = nullptr;
  unlinked_ = nullptr;
  pass(document);
  std::size_t chars = 0;
  for (const BlockSpan& block : blocks_.blocks) chars += block.chars - block.link_chars;
  if (most_hidden_chars_ > chars) shown_ = most_hidden_;
  if (2 * largest_link_bytes_ > blocks_.text.size()) unlinked_ = largest_link_;
  if (shown_ != nullptr || unlinked_ != nullptr) pass(document);
}

void TreeWalk::pass(lxb_html_document_t& document) {
  blocks_.clear();
  head_ = {};
  layout_.begin(options_.with_layout_names);
  paths_.clear();
  frames_.assign(1, Frame{});
  most_hidden_chars_ = 0;
  largest_link_bytes_ = 0;
  BlockBuilder builder(blocks_);

  lxb_dom_node_t* const root = lxb_dom_interface_node(&document);
  lxb_dom_node_t* node = root->first_child;
  while (node != nullptr) {
    const bool is_element = node->type == LXB_DOM_NODE_TYPE_ELEMENT;
    if (is_element) {
      enter(*lxb_dom_interface_element(node), builder);
      if (node->first_child != nullptr) {
        node = node->first_child;
        continue;
      }
      leave(*node, builder);
    } else if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      read_text(*node, builder);
    }
    while (node->next == nullptr) {
      node = node->parent;
      if (node == root) break;
      leave(*node, builder);
    }
    if (node == root) break;
    node = node->next;
  }
  builder.end_block();
}

}  // namespace facsim
