// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/tree_walk_internal.h"

#include <algorithm>
#include <array>

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/hints.h"
#include "facsim/extract/html_parser_internal.h"

namespace facsim {
namespace {

// What a tag means for the text.
enum Meaning : std::uint16_t {
  kBlock = 1,   // begins and ends a block
  kUnseen = 2,  // its text is not shown
  kLink = 4,
  kAside = 8,  // a region beside the content
  kMain = 16,
  kArticle = 32,
  kHead = 64,  // title, meta, link, base
  kHeading = 128,
  kCell = 256,
  kItem = 512,
  kCode = 1024,
  kBody = 2048,  // html and body
  kFigure = 4096,
};

constexpr auto kMeanings = [] {
  std::array<std::uint16_t, LXB_TAG__LAST_ENTRY> meanings{};
  const auto mark = [&meanings](std::initializer_list<lxb_tag_id_enum_t> tags, unsigned meaning) {
    for (const auto tag : tags) {
      meanings[tag] = static_cast<std::uint16_t>(meanings[tag] | meaning);
    }
  };
  mark(
      {LXB_TAG_ADDRESS,    LXB_TAG_ARTICLE, LXB_TAG_ASIDE,     LXB_TAG_BLOCKQUOTE, LXB_TAG_BODY,
       LXB_TAG_CAPTION,    LXB_TAG_CENTER,  LXB_TAG_DD,        LXB_TAG_DETAILS,    LXB_TAG_DIALOG,
       LXB_TAG_DIR,        LXB_TAG_DIV,     LXB_TAG_DL,        LXB_TAG_DT,         LXB_TAG_FIELDSET,
       LXB_TAG_FIGCAPTION, LXB_TAG_FIGURE,  LXB_TAG_FOOTER,    LXB_TAG_FORM,       LXB_TAG_H1,
       LXB_TAG_H2,         LXB_TAG_H3,      LXB_TAG_H4,        LXB_TAG_H5,         LXB_TAG_H6,
       LXB_TAG_HEADER,     LXB_TAG_HGROUP,  LXB_TAG_HR,        LXB_TAG_HTML,       LXB_TAG_LEGEND,
       LXB_TAG_LI,         LXB_TAG_LISTING, LXB_TAG_MAIN,      LXB_TAG_MENU,       LXB_TAG_NAV,
       LXB_TAG_OL,         LXB_TAG_P,       LXB_TAG_PLAINTEXT, LXB_TAG_PRE,        LXB_TAG_SEARCH,
       LXB_TAG_SECTION,    LXB_TAG_SUMMARY, LXB_TAG_TABLE,     LXB_TAG_TBODY,      LXB_TAG_TD,
       LXB_TAG_TFOOT,      LXB_TAG_TH,      LXB_TAG_THEAD,     LXB_TAG_TR,         LXB_TAG_UL,
       LXB_TAG_XMP},
      kBlock);
  mark(
      {LXB_TAG_SCRIPT,   LXB_TAG_STYLE,  LXB_TAG_NOSCRIPT,       LXB_TAG_TEMPLATE, LXB_TAG_HEAD,
       LXB_TAG_IFRAME,   LXB_TAG_OBJECT, LXB_TAG_EMBED,          LXB_TAG_AUDIO,    LXB_TAG_VIDEO,
       LXB_TAG_CANVAS,   LXB_TAG_SVG,    LXB_TAG_ANNOTATION_XML, LXB_TAG_SELECT,   LXB_TAG_DATALIST,
       LXB_TAG_TEXTAREA, LXB_TAG_RP,     LXB_TAG_NOFRAMES,       LXB_TAG_NOEMBED,  LXB_TAG_TITLE},
      kUnseen);
  mark({LXB_TAG_A}, kLink);
  mark({LXB_TAG_NAV, LXB_TAG_HEADER, LXB_TAG_FOOTER, LXB_TAG_ASIDE, LXB_TAG_FORM, LXB_TAG_DIALOG,
        LXB_TAG_SEARCH},
       kAside);
  mark({LXB_TAG_MAIN}, kMain);
  mark({LXB_TAG_ARTICLE}, kArticle);
  mark({LXB_TAG_TITLE, LXB_TAG_META, LXB_TAG_LINK, LXB_TAG_BASE}, kHead);
  mark({LXB_TAG_H1, LXB_TAG_H2, LXB_TAG_H3, LXB_TAG_H4, LXB_TAG_H5, LXB_TAG_H6}, kHeading);
  mark({LXB_TAG_TD, LXB_TAG_TH}, kCell);
  mark({LXB_TAG_LI, LXB_TAG_DD, LXB_TAG_DT}, kItem);
  mark({LXB_TAG_PRE, LXB_TAG_LISTING, LXB_TAG_XMP, LXB_TAG_PLAINTEXT}, kCode);
  mark({LXB_TAG_HTML, LXB_TAG_BODY}, kBody);
  mark({LXB_TAG_FIGURE, LXB_TAG_FIGCAPTION}, kFigure);
  return meanings;
}();

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

std::string_view name_of(lxb_dom_element_t& element) {
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
  return name_of(*lxb_dom_interface_element(&node)).starts_with("annotation") ? kUnseen : 0;
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

bool hints_extra(const lxb_dom_element_t& element) {
  return class_names_extra(value_of(element.attr_class)) ||
         id_names_extra(value_of(element.attr_id));
}

constexpr unsigned bit(RegionKind kind) { return 1U << static_cast<unsigned>(kind); }

constexpr int kPathElementsMax = 64;

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

void TreeWalk::enter(lxb_dom_element_t& element, BlockBuilder& builder) {
  const std::uint16_t meaning = meaning_of(element.node);
  const std::uintptr_t marks = marks_of(element.node);
  layout_.add(name_of(element), value_of(element.attr_class));

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

  frame.state = static_cast<std::uint16_t>(frame.state | (meaning & (kUnseen | kLink)));
  if ((meaning & kBody) == 0) {
    const bool is_hidden =
        (marks & kMarkHidden) != 0 || hides(value_of(attribute_of(element, LXB_DOM_ATTR_STYLE)));
    if (is_hidden) frame.state |= kUnseen;
  }
  const auto trait = [&](std::uint16_t when, BlockTrait what) {
    if ((meaning & when) != 0) frame.traits = static_cast<std::uint8_t>(frame.traits | what);
  };
  trait(kHeading, kTraitHeading);
  trait(kCell, kTraitCell);
  trait(kItem, kTraitItem);
  trait(kCode, kTraitCode);
  trait(kFigure, kTraitFigure);

  unsigned regions = 0;
  if ((meaning & kMain) != 0 || (marks & kMarkRoleMain) != 0) regions |= bit(RegionKind::main);
  if ((meaning & kArticle) != 0) regions |= bit(RegionKind::article);
  if ((meaning & kAside) != 0 || (marks & kMarkRoleAside) != 0) regions |= bit(RegionKind::aside);
  if ((meaning & kNeverExtra) == 0 && hints_extra(element)) regions |= bit(RegionKind::hint);
  if ((frame.state & kUnseen) != 0) regions = 0;
  if (regions != 0 && !frame.is_block) {
    builder.end_block();
    frame.is_block = true;
  }
  if (frame.is_block && (frame.state & kUnseen) == 0) regions |= bit(RegionKind::box);
  frame.regions = static_cast<std::uint8_t>(regions);
  frame.block_begin = builder.block_count();
  frames_.push_back(frame);
}

void TreeWalk::leave(BlockBuilder& builder) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.is_block) builder.end_block();
  if (frame.regions == 0) return;
  const std::uint32_t block_end = builder.block_count();
  if (block_end == frame.block_begin) return;
  unsigned regions = frame.regions;
  if (block_end == frame.block_begin + 1) regions &= ~bit(RegionKind::box);
  for (const RegionKind kind : {RegionKind::box, RegionKind::main, RegionKind::article,
                                RegionKind::aside, RegionKind::hint}) {
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
      names.push_back(name_of(*lxb_dom_interface_element(at)));
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
  builder.add(text_of(node), (frame.state & kLink) != 0, frame.traits);
  if (options_.with_paths) note_paths(node, builder);
}

void TreeWalk::walk(lxb_html_document_t& document, const WalkOptions& options) {
  options_ = options;
  blocks_.clear();
  head_ = {};
  layout_.begin(options.with_layout_names);
  paths_.clear();
  frames_.assign(1, Frame{});
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
      leave(builder);
    } else if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      read_text(*node, builder);
    }
    while (node->next == nullptr) {
      node = node->parent;
      if (node == root) break;
      leave(builder);
    }
    if (node == root) break;
    node = node->next;
  }
  builder.end_block();
}

}  // namespace facsim
