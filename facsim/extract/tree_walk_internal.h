// SPDX-License-Identifier: Apache-2.0
#pragma once
// A walk over the tree of a page: visible text in blocks, regions, layout, hidden text, and what
// its head says.
//
// Text is what a browser with scripts shows. Never shown: script, style, template, the content of
// iframe, audio, video and canvas, rp, annotations of formulas, texts of alt attributes. Shown, as
// browsers show it:
//
//   a shadow root (<template shadowrootmode>)  where it stands; a <slot> shows the element's own
//                                              content, which is read behind; without one that is
//                                              not shown
//   <textarea>                                 its content, as what a form holds
//   <select>                                   the option that is selected, else the first; all of
//                                              a list box
//   <svg>                                      <text> and the HTML of <foreignObject>, as one block
//   <object>                                   its content, if it names nothing that browsers show
//   <iframe srcdoc>                            the page in the attribute, never one in a file
//
// A link is an <a> with href, but none in a heading that leads to a place of the page.
//
// What stands in script, style, template, audio, video, canvas, object, select or datalist that has
// no end tag of its own, and in a comment without an end, is not shown either, but counts as
// hidden.
//
// Hidden is what is in an element with the attribute hidden or popover, with an inline style that
// hides it (inline_style_internal.h; but on html and body, where scripts take it away), and in a
// <dialog> that is not open. What is merely folded up (details, a height of 0) is content. Hidden
// text outside links is collected apart, and is not the page while the visible text says something:
// 20 words outside links, headings, buttons and frames (blocks.h), or 100 with those in frames.
// Else a page was sent that scripts show: then hidden elements are shown, all of one level, if they
// hold more than is shown; but none in a frame, dialog, popover, or named an extra. What React
// streams (<div hidden id="S:1">) is always shown. If that gives nothing, <noscript> and <noframes>
// of 100 words or more are the page; shorter ones ask for scripts, in the same words on every page
// of a site. What such an element says beside a page that says something is hidden text.
//
// A link round several blocks and more than half of the text is none: it was never closed. Such
// pages, and those that say nothing, are walked more than once.

#include <lexbor/html/html.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "facsim/base/memory_room.h"
#include "facsim/extract/blocks.h"
#include "facsim/extract/head_facts_internal.h"
#include "facsim/extract/html_parser_internal.h"
#include "facsim/extract/layout.h"

namespace facsim {

struct WalkOptions {
  bool with_paths = false;
  bool with_layout_names = false;
  MemoryRoom* room = nullptr;  // asked for the trees of pages in attributes
};

class TreeWalk {
 public:
  void walk(lxb_html_document_t& document, const WalkOptions& options);

  // Of the last page.
  [[nodiscard]] BlockText& blocks() noexcept { return blocks_; }
  // What is hidden, but links; in blocks too.
  [[nodiscard]] BlockText& hidden() noexcept { return hidden_; }
  [[nodiscard]] HeadFacts& head() noexcept { return head_; }
  [[nodiscard]] LayoutBuilder& layout() noexcept { return layout_; }
  // The elements around each block, as "body/main/article/p"; empty unless asked for.
  [[nodiscard]] std::vector<std::string>& paths() noexcept { return paths_; }

 private:
  struct Frame {
    std::uint32_t state = 0;
    std::uint8_t traits = 0;
    std::uint8_t revealed = 0;  // hidden elements round this that are shown nevertheless
    std::uint8_t regions = 0;   // kinds that begin here, a bit each
    bool is_block = false;
    bool begins_link = false;
    bool begins_hidden = false;
    bool begins_shown = false;  // in an element that is not visible
    bool begins_drawing = false;
    bool has_shadow = false;        // a shadow root was met in this element
    bool has_slot = false;          // of a shadow root: it shows the element's own content
    bool hosts_content = false;     // of a shadow root: the element has some
    std::uint32_t shadow = 0;       // the frame of the shadow root round this; 0 for none
    std::uint32_t block_begin = 0;  // of the regions
  };
  struct Builders {
    BlockBuilder shown;
    BlockBuilder hidden;

    BlockBuilder& of(std::uint32_t state);
    void end_block(std::uint32_t state);
  };

  void pass(lxb_html_document_t& document);
  void walk_tree(lxb_html_document_t& document, Builders& builders);
  void walk_inner_page(const lxb_dom_element_t& element, std::uint32_t more_state,
                       Builders& builders);
  void enter(lxb_dom_element_t& element, Builders& builders);
  void leave(const lxb_dom_node_t& node, Builders& builders);
  void enter_parts(const lxb_dom_element_t& element, std::uint32_t meaning, std::uintptr_t marks,
                   Frame& frame);
  void enter_shadow(const lxb_dom_element_t& element, Frame& frame);
  void enter_select(const lxb_dom_element_t& element, Frame& frame);
  void enter_drawing(std::uint32_t meaning, Frame& frame, Builders& builders);
  void enter_hidden(const lxb_dom_element_t& element, std::uint32_t meaning, std::uintptr_t marks,
                    unsigned regions, Frame& frame) const;
  void enter_link(const lxb_dom_element_t& element, std::uint32_t meaning, Frame& frame);
  void leave_link(const lxb_dom_node_t& node);
  void add_regions(const Frame& frame, std::uint32_t block_end);
  void read_text(const lxb_dom_node_t& node, Builders& builders);
  void read_comment(const lxb_dom_node_t& node, Builders& builders) const;
  void note_paths(const lxb_dom_node_t& node, const BlockBuilder& builder);
  [[nodiscard]] bool says_something() const;

  WalkOptions options_;
  BlockText blocks_;
  BlockText hidden_;
  HeadFacts head_;
  LayoutBuilder layout_;
  std::vector<std::string> paths_;
  std::vector<Frame> frames_;
  std::vector<std::unique_ptr<HtmlParser>> inner_parsers_;  // by depth

  // What a further pass sees through, and what the pass before found for it.
  int reveal_ = 0;  // levels of hidden elements that are shown
  bool with_fallbacks_ = false;
  const lxb_dom_node_t* unlinked_ = nullptr;
  const lxb_dom_node_t* largest_link_ = nullptr;
  std::uint64_t revealable_chars_ = 0;  // of the next level
  std::uint64_t button_chars_ = 0;      // outside frames
  std::size_t fallback_bytes_ = 0;
  std::size_t largest_link_bytes_ = 0;
  // Of the open link: none stands in another.
  std::size_t link_text_begin_ = 0;
  std::size_t link_block_begin_ = 0;  // blocks that had ended before it

  const lxb_dom_node_t* shown_option_ = nullptr;  // of the open <select>
  bool drawing_has_text_ = false;
  std::size_t inner_depth_ = 0;
  std::size_t inner_pages_ = 0;
};

}  // namespace facsim
