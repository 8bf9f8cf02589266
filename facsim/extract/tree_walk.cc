// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/tree_walk_internal.h"

#include <algorithm>

#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/head_facts_internal.h"
#include "facsim/extract/html_attributes_internal.h"
#include "facsim/extract/said_words_internal.h"
#include "facsim/extract/tag_meanings_internal.h"
#include "facsim/extract/tree_facts_internal.h"

namespace facsim {
namespace {

// States of a frame that are not meanings of a tag.
constexpr std::uint32_t kNeverRevealed = 1U << 28U;  // hidden, and never revealed
constexpr std::uint32_t kInSelect = 1U << 29U;
constexpr std::uint32_t kInUnclosed = 1U << 31U;  // in an unclosed element that hides its content
constexpr std::uint32_t kInvisible = 1U << 30U;   // hidden, but descendants may be visible

constexpr unsigned kNotContent = bit(RegionKind::frame) | bit(RegionKind::notice) |
                                 bit(RegionKind::extra) | bit(RegionKind::comments);

// A visible text of fewer words says nothing: a profile leaves out pages of less than 20 units.
constexpr std::uint64_t kSayingWordsMin = 20;
constexpr std::uint64_t kSayingWordsWithFramesMin = 100;
// Hidden elements inside hidden ones are revealed too, if the outer ones say nothing.
constexpr int kRevealMax = 3;
// Shorter ones only ask the reader to enable scripts; longer ones are content.
constexpr std::uint64_t kFallbackWordsMin = 100;
constexpr std::size_t kFallbackBytesMin = 5 * kFallbackWordsMin;
// A shorter one is not worth parsing: most contain an image that a script loads.
constexpr std::size_t kHiddenFallbackBytesMin = 100;
constexpr int kPathElementsMax = 64;

// The approximate length of a fallback's text, in bytes.
std::size_t bytes_outside_tags(std::string_view html) {
  std::size_t bytes = 0;
  while (!html.empty()) {
    const std::size_t open = std::min(html.find('<'), html.size());
    bytes += open;
    html.remove_prefix(std::min(html.find('>', open), html.size() - 1) + 1);
  }
  return bytes;
}

// True if a <noscript> that is not shown has enough text to be parsed.
bool says_much_instead(const lxb_dom_element_t& element) {
  const lxb_dom_node_t* const raw = element.node.first_child;
  return raw != nullptr && bytes_outside_tags(text_of(*raw)) >= kHiddenFallbackBytesMin;
}

// True for a heading that links to itself, as generators of manuals write it: it names the page.
bool is_place_of_heading(std::string_view href, std::uint8_t traits) {
  return (traits & kTraitHeading) != 0 && trimmed(href).starts_with('#');
}

// The traits of blocks in an element of this meaning.
std::uint8_t traits_of(std::uint32_t meaning) {
  unsigned traits = 0;
  if ((meaning & kHeading) != 0) traits |= kTraitHeading;
  if ((meaning & kCell) != 0) traits |= kTraitCell;
  if ((meaning & kItem) != 0) traits |= kTraitItem;
  if ((meaning & kCode) != 0) traits |= kTraitCode;
  if ((meaning & kDefinition) != 0) traits |= kTraitDefinition;
  if ((meaning & (kFigure | kDrawing)) != 0) traits |= kTraitFigure;
  return static_cast<std::uint8_t>(traits);
}

}  // namespace

BlockBuilder& TreeWalk::Builders::of(std::uint32_t state) {
  return (state & kHidden) != 0 ? hidden : shown;
}

void TreeWalk::Builders::end_block(std::uint32_t state) {
  shown.end_block();
  if ((state & kHidden) != 0) hidden.end_block();
}

// Handles elements with a rendering of their own: sets in `frame` whether this one is shown.
void TreeWalk::enter_parts(const lxb_dom_element_t& element, std::uint32_t meaning,
                           std::uintptr_t marks, Frame& frame) {
  const bool is_shown_option = (frame.state & kInSelect) != 0 && &element.node == shown_option_;
  if (is_shown_option && (frame.state & kInUnclosed) != 0) {
    frame.state &= ~(kHidden | kNeverRevealed | kInUnclosed);
  }
  if (is_shown_option) frame.state &= ~(kUnseen | kInSelect);
  if ((frame.state & kUnseen) != 0) return;
  if ((meaning & kTemplate) != 0 && (marks & kMarkShadow) != 0 && !frames_.back().has_shadow) {
    enter_shadow(element, frame);
    return;
  }
  frame.state |= meaning & (kUnseen | kButton);
  if ((meaning & kSlot) != 0 && frame.shadow != 0) {
    frames_[frame.shadow].has_slot = true;
    if (frames_[frame.shadow].hosts_content) frame.state |= kUnseen;
  }
  if ((meaning & kObject) != 0 && !shows_its_content(element, marks)) frame.state |= kUnseen;
  if ((meaning & kSelect) != 0) enter_select(element, frame);
  // It is not shown, but some of it may belong to the page.
  if ((marks & kMarkUnclosed) != 0 && (frame.state & (kUnseen | kHidden)) == kUnseen) {
    frame.state &= ~std::uint32_t{kUnseen};
    frame.state |= kHidden | kNeverRevealed | kInUnclosed;
    frame.begins_hidden = true;
  }
  if ((meaning & kFallback) != 0 && (frame.state & kHidden) == 0 &&
      element.node.first_child != nullptr) {
    fallback_bytes_ += bytes_outside_tags(text_of(*element.node.first_child));
  }
}

void TreeWalk::enter_shadow(const lxb_dom_element_t& element, Frame& frame) {
  frames_.back().has_shadow = true;
  const lxb_dom_node_t* host = node_round(element.node);
  frame.hosts_content = host != nullptr && has_slotted_content(*host);
  frame.shadow = static_cast<std::uint32_t>(frames_.size());
}

void TreeWalk::enter_select(const lxb_dom_element_t& element, Frame& frame) {
  frame.state |= kButton;
  if (is_list_box(element)) {
    frame.state |= kOption;  // each is a block
    return;
  }
  frame.state |= kUnseen | kInSelect;
  shown_option_ = shown_option(element.node);
}

// All text of a drawing is one block, which its first text begins. Its pieces are positioned one by
// one, so they are separated by spaces.
void TreeWalk::enter_drawing(std::uint32_t meaning, Frame& frame, Builders& builders) {
  if ((meaning & kDrawing) != 0) {
    frame.begins_drawing = (frame.state & kDrawing) == 0;
    if (frame.begins_drawing) drawing_has_text_ = false;
    frame.state |= kDrawing;
  } else if ((meaning & kDrawnPage) != 0) {
    frame.state &= ~(kDrawing | kDrawnText);
    frame.traits = static_cast<std::uint8_t>(frame.traits & ~unsigned{kTraitFigure});
  } else if ((meaning & kDrawnText) != 0 && (frame.state & kUnseen) == 0) {
    BlockBuilder& builder = builders.of(frame.state);
    if (!drawing_has_text_) builder.end_block();
    drawing_has_text_ = true;
    builder.add(" ", false, frame.traits);
    frame.state |= kDrawnText;
  }
}

void TreeWalk::enter_hidden(const lxb_dom_element_t& element, std::uint32_t meaning,
                            std::uintptr_t marks, unsigned regions, Frame& frame) const {
  if ((frame.state & kUnseen) != 0 || (meaning & kBody) != 0) return;
  const StyleSays style = inline_style_of(element);
  const bool is_closed =
      (marks & kMarkPopover) != 0 || ((meaning & kDialog) != 0 && (marks & kMarkOpen) == 0);
  const bool is_hidden = is_closed || (marks & kMarkHidden) != 0 || style == StyleSays::hidden;
  if (is_hidden && (frame.state & kHidden) != 0) {
    frame.state |= kNeverRevealed;  // revealing an outer element does not reveal it
    frame.state &= ~kInvisible;
    return;
  }
  if (style == StyleSays::visible && (frame.state & kInvisible) != 0) {
    frame.state &= ~(kHidden | kNeverRevealed | kInvisible);
    frame.begins_shown = true;
    return;
  }
  if (!is_hidden && (style != StyleSays::invisible || (frame.state & kHidden) != 0)) return;
  const bool may_show = !is_closed && (regions & kNotContent) == 0 && (frame.state & kFrame) == 0;
  if (may_show && frame.revealed < reveal_) {
    ++frame.revealed;
    return;
  }
  if (may_show && (marks & kMarkHidden) != 0 && is_streamed_piece(element)) return;
  frame.state |= kHidden | (may_show ? 0U : kNeverRevealed) | (is_hidden ? 0U : kInvisible);
  frame.begins_hidden = true;
}

void TreeWalk::enter_link(const lxb_dom_element_t& element, std::uint32_t meaning, Frame& frame) {
  if ((meaning & kLink) == 0 || (frame.state & kLink) != 0 || &element.node == unlinked_) return;
  const lxb_dom_attr_t* const href = attribute_of(element, LXB_DOM_ATTR_HREF);
  if (href == nullptr || is_place_of_heading(value_of(href), frame.traits)) return;
  frame.state |= kLink;
  if ((frame.state & (kUnseen | kHidden)) != 0 || inner_depth_ != 0) return;
  frame.begins_link = true;
  link_text_begin_ = blocks_.text.size();
  link_block_begin_ = blocks_.blocks.size();
}

// A link that contains most of a page was never closed: it is not counted as a link.
void TreeWalk::leave_link(const lxb_dom_node_t& node) {
  const std::size_t bytes = blocks_.text.size() - link_text_begin_;
  const bool is_of_one_block = blocks_.blocks.size() < link_block_begin_ + 2;
  if (is_of_one_block || bytes <= largest_link_bytes_) return;
  largest_link_bytes_ = bytes;
  largest_link_ = &node;
}

void TreeWalk::enter(lxb_dom_element_t& element, Builders& builders) {
  const std::uint32_t meaning = meaning_of(element.node);
  const std::uintptr_t marks = marks_of(element.node);
  if (inner_depth_ == 0) {
    layout_.add(element_name(element), value_of(element.attr_class));
    if ((meaning & kHead) != 0 || element.node.local_name == LXB_TAG_HTML)
      read_head(element, head_);
  }

  const Frame& outer = frames_.back();
  Frame frame{.state = outer.state,
              .traits = outer.traits,
              .revealed = outer.revealed,
              .shadow = outer.shadow};
  frame.is_block = (meaning & kBlock) != 0 || (meaning & outer.state & kOption) != 0;
  if (frame.is_block) builders.end_block(outer.state);
  if (element.node.local_name == LXB_TAG_BR) builders.of(outer.state).add_break();

  if ((meaning & kSelect) != 0) builders.of(outer.state).add(" ", false, frame.traits);
  // In code, classes mark comments of programs, not of readers.
  const bool in_code = (frame.traits & kTraitCode) != 0;
  unsigned regions = in_code ? 0 : regions_of(element, meaning, marks);
  enter_link(element, meaning, frame);
  enter_hidden(element, meaning, marks, regions, frame);
  enter_parts(element, meaning, marks, frame);
  frame.traits = static_cast<std::uint8_t>(frame.traits | traits_of(meaning));
  enter_drawing(meaning, frame, builders);

  if ((frame.state & (kUnseen | kHidden)) != 0) regions = 0;
  if ((regions & (bit(RegionKind::frame) | bit(RegionKind::notice))) != 0) frame.state |= kFrame;
  if (frame.begins_hidden) builders.hidden.end_block();
  if (frame.begins_shown) frame.is_block = true;
  if ((regions != 0 && !frame.is_block) || frame.begins_shown) {
    builders.shown.end_block();
    frame.is_block = true;
  }
  if (frame.is_block && (frame.state & (kUnseen | kHidden)) == 0) regions |= bit(RegionKind::box);
  frame.regions = static_cast<std::uint8_t>(regions);
  frame.block_begin = builders.shown.block_count();
  frames_.push_back(frame);
}

void TreeWalk::leave(const lxb_dom_node_t& node, Builders& builders) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.is_block || (frame.begins_drawing && drawing_has_text_)) {
    builders.end_block(frame.state);
  }
  if (frame.begins_hidden) builders.hidden.end_block();
  if (node.local_name == LXB_TAG_SELECT) builders.of(frames_.back().state).add(" ", false, 0);
  if (frame.begins_link) leave_link(node);
  const bool is_shadow = frame.shadow != 0 && frame.shadow == frames_.size();
  if (is_shadow && !frame.has_slot) frames_.back().state |= kUnseen;
  if (frame.regions != 0) add_regions(frame, builders.shown.block_count());
}

void TreeWalk::add_regions(const Frame& frame, std::uint32_t block_end) {
  if (block_end == frame.block_begin) return;
  unsigned regions = frame.regions;
  if (block_end == frame.block_begin + 1) regions &= ~bit(RegionKind::box);
  for (const RegionKind kind :
       {RegionKind::box, RegionKind::main, RegionKind::article, RegionKind::frame,
        RegionKind::notice, RegionKind::popup, RegionKind::extra, RegionKind::comments}) {
    if ((regions & bit(kind)) != 0) blocks_.regions.push_back({kind, frame.block_begin, block_end});
  }
}

void TreeWalk::note_paths(const lxb_dom_node_t& node, const BlockBuilder& builder) {
  while (paths_.size() < builder.block_count()) {
    std::vector<std::string_view> names;
    for (const auto* at = node_round(node); at != nullptr; at = node_round(*at)) {
      if (at->type != LXB_DOM_NODE_TYPE_ELEMENT || at->local_name == LXB_TAG_HTML) continue;
      auto& element = *const_cast<lxb_dom_element_t*>(lxb_dom_interface_element(at));
      // Skips inline elements below the block's own element.
      if (names.empty() && (meaning_of(element.node) & kBlock) == 0) continue;
      if (names.size() == kPathElementsMax) break;
      names.push_back(element_name(element));
    }
    std::string path;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      if (!path.empty()) path.push_back('/');
      path.append(*name);
    }
    paths_.push_back(std::move(path));
  }
}

void TreeWalk::read_text(const lxb_dom_node_t& node, Builders& builders) {
  const Frame& frame = frames_.back();
  if ((frame.state & kUnseen) != 0) return;
  if ((frame.state & (kDrawing | kDrawnText)) == kDrawing) return;
  const std::string_view text = text_of(node);
  const bool in_link = (frame.state & kLink) != 0;
  if ((frame.state & kHidden) != 0) {
    if (in_link) return;
    builders.hidden.add(text, false, 0);
    if ((frame.state & kNeverRevealed) == 0) revealable_chars_ += dense_chars(text);
    return;
  }
  builders.shown.add(text, in_link, frame.traits);
  if ((frame.state & (kButton | kLink | kFrame)) == kButton) button_chars_ += dense_chars(text);
  if (options_.with_paths) note_paths(node, builders.shown);
}

// The comment was never closed, or is an empty one that the parser inserted.
void TreeWalk::read_comment(const lxb_dom_node_t& node, Builders& builders) const {
  const auto& data = reinterpret_cast<const lxb_dom_character_data_t&>(node).data;
  if (data.length == 0 || (frames_.back().state & kUnseen) != 0) return;
  builders.hidden.end_block();
  builders.hidden.add({reinterpret_cast<const char*>(data.data), data.length}, false, 0);
  builders.hidden.end_block();
}

// Walks a page in an attribute or in raw text that is shown, or might be.
void TreeWalk::walk_inner_page(const lxb_dom_element_t& element, std::uint32_t more_state,
                               Builders& builders) {
  const bool is_frame = element.node.local_name == LXB_TAG_IFRAME;
  const lxb_dom_node_t* const raw = element.node.first_child;
  const std::string_view html = is_frame ? value_of(attribute_of(element, LXB_DOM_ATTR_CONTENT))
                                : raw != nullptr ? text_of(*raw)
                                                 : std::string_view();
  if (html.empty() || inner_depth_ >= limits::kInnerPageDepthMax) return;
  if (inner_pages_ >= limits::kInnerPagesMax) return;
  ++inner_pages_;
  if (inner_parsers_.size() <= inner_depth_)
    inner_parsers_.push_back(std::make_unique<HtmlParser>());
  HtmlParser& parser = *inner_parsers_[inner_depth_];
  lxb_html_document_t& page = parser.parse(html, options_.room);
  const Frame& outer = frames_.back();
  const Frame frame{.state = (outer.state & ~std::uint32_t{kUnseen}) | more_state,
                    .traits = outer.traits,
                    .revealed = outer.revealed};
  frames_.push_back(frame);
  builders.end_block(frame.state);
  ++inner_depth_;
  walk_tree(page, builders);
  --inner_depth_;
  builders.end_block(frame.state);
  frames_.pop_back();
  parser.release();
}

void TreeWalk::walk_tree(lxb_html_document_t& document, Builders& builders) {
  const lxb_dom_node_t* const root = lxb_dom_interface_node(&document);
  lxb_dom_node_t* node = root->first_child;
  while (node != nullptr) {
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      auto& element = *lxb_dom_interface_element(node);
      const bool is_seen = (frames_.back().state & kUnseen) == 0;
      enter(element, builders);
      const std::uint32_t meaning = is_seen ? meaning_of(*node) : 0;
      const bool is_fallback =
          (meaning & kFallback) != 0 && (with_fallbacks_ || says_much_instead(element));
      if ((meaning & kIframe) != 0 || is_fallback) {
        const bool is_shown = with_fallbacks_ || !is_fallback;
        walk_inner_page(element, is_shown ? 0U : unsigned{kHidden | kNeverRevealed}, builders);
      }
      if (lxb_dom_node_t* const first = first_in(*node); first != nullptr) {
        node = first;
        continue;
      }
      leave(*node, builders);
    } else if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
      read_text(*node, builders);
    } else if (node->type == LXB_DOM_NODE_TYPE_COMMENT) {
      read_comment(*node, builders);
    }
    while (node->next == nullptr) {
      const lxb_dom_node_t* const round = node_round(*node);
      // After the content of a shadow root nothing else of its <template> follows.
      node = const_cast<lxb_dom_node_t*>(round);
      if (node == nullptr || node == root) return;
      leave(*node, builders);
    }
    node = node->next;
  }
}

void TreeWalk::pass(lxb_html_document_t& document) {
  blocks_.clear();
  hidden_.clear();
  head_ = {};
  layout_.begin(options_.with_layout_names);
  paths_.clear();
  frames_.assign(1, Frame{});
  revealable_chars_ = 0;
  button_chars_ = 0;
  fallback_bytes_ = 0;
  largest_link_bytes_ = 0;
  inner_pages_ = 0;
  Builders builders{BlockBuilder(blocks_), BlockBuilder(hidden_)};
  walk_tree(document, builders);
  builders.shown.end_block();
  builders.hidden.end_block();
}

bool TreeWalk::says_something() const {
  const SaidWords words = said_words(blocks_, button_chars_);
  return words.outside_frames >= kSayingWordsMin || words.in_all >= kSayingWordsWithFramesMin;
}

void TreeWalk::walk(lxb_html_document_t& document, const WalkOptions& options) {
  options_ = options;
  reveal_ = 0;
  with_fallbacks_ = false;
  unlinked_ = nullptr;
  pass(document);
  if (2 * largest_link_bytes_ > blocks_.text.size()) {
    unlinked_ = largest_link_;
    pass(document);
  }
  while (reveal_ < kRevealMax && revealable_chars_ > plain_chars(blocks_) && !says_something()) {
    ++reveal_;
    pass(document);
  }
  if (fallback_bytes_ < kFallbackBytesMin || says_something()) return;
  with_fallbacks_ = true;
  pass(document);
  if (said_words(blocks_, button_chars_).outside_frames >= kFallbackWordsMin) return;
  with_fallbacks_ = false;
  pass(document);
}

}  // namespace facsim
