// SPDX-License-Identifier: Apache-2.0
#pragma once
// A walk over the tree of a page: visible text in blocks, regions, layout, and what its head
// says.
//
// Not seen by a reader, so not in the text: script, style, noscript, template, iframe, object, svg,
// select, textarea, rp, annotations of formulas, and what is in an element with the attribute
// hidden or an inline display:none (but on html and body, where scripts take it away). What is
// merely folded up (visibility:hidden, details) is content. Texts of alt attributes are not
// included. A link is an <a> with href, but none in a heading that leads to a place of the page.
//
// Two things are not what they say. A hidden element with more text than all that is shown (outside
// links) is shown: pages that are sent in pieces are moved into place by a script. A link round
// several blocks and more than half of the text is none: it was never closed. Such pages are walked
// twice.

#include <lexbor/html/html.h>

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/extract/blocks.h"
#include "facsim/extract/layout.h"

namespace facsim {

struct HeadFacts {
  std::string title;
  std::string base_href;
  std::string canonical_href;
  std::string language;
};

struct WalkOptions {
  bool with_paths = false;
  bool with_layout_names = false;
};

class TreeWalk {
 public:
  void walk(lxb_html_document_t& document, const WalkOptions& options);

  // Of the last page.
  [[nodiscard]] BlockText& blocks() noexcept { return blocks_; }
  [[nodiscard]] HeadFacts& head() noexcept { return head_; }
  [[nodiscard]] LayoutBuilder& layout() noexcept { return layout_; }
  // The elements around each block, as "body/main/article/p"; empty unless asked for.
  [[nodiscard]] std::vector<std::string>& paths() noexcept { return paths_; }

 private:
  struct Frame {
    std::uint16_t state = 0;
    std::uint8_t traits = 0;
    bool is_block = false;
    bool is_odd = false;            // begins a link, or a hidden element that might be shown
    std::uint8_t regions = 0;       // kinds that begin here, a bit each
    std::uint32_t block_begin = 0;  // of these
  };

  void pass(lxb_html_document_t& document);
  void enter(lxb_dom_element_t& element, BlockBuilder& builder);
  void leave(const lxb_dom_node_t& node, BlockBuilder& builder);
  void enter_odd(const lxb_dom_element_t& element, unsigned meaning, std::uintptr_t marks,
                 unsigned regions, Frame& frame);
  void leave_odd(const lxb_dom_node_t& node, const Frame& frame);
  void read_text(const lxb_dom_node_t& node, BlockBuilder& builder);
  void read_head(lxb_dom_element_t& element);
  void note_paths(const lxb_dom_node_t& node, const BlockBuilder& builder);

  WalkOptions options_;
  BlockText blocks_;
  HeadFacts head_;
  LayoutBuilder layout_;
  std::vector<std::string> paths_;
  std::vector<Frame> frames_;
  // What the second pass sees through, and what the first found for it.
  const lxb_dom_node_t* shown_ = nullptr;
  const lxb_dom_node_t* unlinked_ = nullptr;
  const lxb_dom_node_t* most_hidden_ = nullptr;
  const lxb_dom_node_t* largest_link_ = nullptr;
  // Of the open link, and of the open hidden element: neither stands in another of its kind.
  std::size_t link_text_begin_ = 0;
  std::size_t link_block_begin_ = 0;  // blocks that had ended before it
  std::size_t hidden_chars_ = 0;
  std::size_t most_hidden_chars_ = 0;
  std::size_t largest_link_bytes_ = 0;
};

}  // namespace facsim
