// SPDX-License-Identifier: Apache-2.0
#pragma once
// A walk over the tree of a page that collects visible text in blocks, regions, layout, hidden
// text, and the facts of its head.
//
// Text is what a browser with scripts shows. Never shown: script, style, template, the content of
// iframe, audio, video and canvas, rp, annotations of formulas, texts of alt attributes. Shown, as
// in browsers:
//
//   a shadow root (<template shadowrootmode>)  in its place; a <slot> shows the host element's own
//                                              content, which is read after it; without a <slot>
//                                              that content is not shown
//   <textarea>                                 its content, as part of a form
//   <select>                                   the selected option, else the first; all options of
//                                              a list box
//   <svg>                                      <text> and the HTML of <foreignObject>, as one block
//   <object>                                   its content, if it names nothing that browsers show
//   <iframe srcdoc>                            the page in the attribute, never one in a file
//
// A link is an <a> with href, except one in a heading that leads to a place on the same page.
//
// The content of a script, style, template, audio, video, canvas, object, select or datalist
// without an end tag of its own, and of a comment without an end, is not shown either, but counts
// as hidden.
//
// Text is hidden in an element with the attribute hidden or popover, with an inline style that
// hides it (inline_style_internal.h; ignored on html and body, where scripts remove it), and in a
// <dialog> that is not open. Text that is merely folded up (details, a height of 0) is content.
// Hidden text outside links is collected separately, and is not part of the page if the visible
// text says something: 20 words outside links, headings, buttons and frames (blocks.h), or 100
// including those in frames. Otherwise the page needs scripts to be shown: then hidden elements are
// shown, all of one level, if they contain more than is shown; but not those in a frame, dialog or
// popover, or named an extra. Pieces that React streams (<div hidden id="S:1">) are always shown.
// If that is not enough, <noscript> and <noframes> of 100 words or more are the page; shorter ones
// ask the reader to enable scripts, in the same words on every page of a site. On a page that says
// something by itself, the text of such an element is hidden text.
//
// A link around several blocks and more than half of the text is not counted as a link: it was
// never closed. Such pages, and those that say nothing, are walked more than once.

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
  MemoryRoom* room = nullptr;  // grants memory for the trees of pages in attributes
};

class TreeWalk {
 public:
  void walk(lxb_html_document_t& document, const WalkOptions& options);

  // The accessors below refer to the last page.
  [[nodiscard]] BlockText& blocks() noexcept { return blocks_; }
  // Hidden text outside links, in blocks too.
  [[nodiscard]] BlockText& hidden() noexcept { return hidden_; }
  [[nodiscard]] HeadFacts& head() noexcept { return head_; }
  [[nodiscard]] LayoutBuilder& layout() noexcept { return layout_; }
  // The elements around each block, as "body/main/article/p"; empty unless requested.
  [[nodiscard]] std::vector<std::string>& paths() noexcept { return paths_; }

 private:
  struct Frame {
    std::uint32_t state = 0;
    std::uint8_t traits = 0;
    std::uint8_t revealed = 0;  // hidden elements around this that are shown nevertheless
    std::uint8_t regions = 0;   // kinds that begin here, a bit each
    bool is_block = false;
    bool begins_link = false;
    bool begins_hidden = false;
    bool begins_shown = false;  // a visible element in one that is not visible
    bool begins_drawing = false;
    bool has_shadow = false;        // the element has a shadow root
    bool has_slot = false;          // for a shadow root: it shows the element's own content
    bool hosts_content = false;     // for a shadow root: the element has such content
    std::uint32_t shadow = 0;       // the frame of the shadow root around this; 0 if there is none
    std::uint32_t block_begin = 0;  // where its regions begin
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

  // What a further pass looks through, and what the previous pass found for it.
  int reveal_ = 0;  // levels of hidden elements that are shown
  bool with_fallbacks_ = false;
  const lxb_dom_node_t* unlinked_ = nullptr;
  const lxb_dom_node_t* largest_link_ = nullptr;
  std::uint64_t revealable_chars_ = 0;  // in hidden elements of the next level
  std::uint64_t button_chars_ = 0;      // outside frames
  std::size_t fallback_bytes_ = 0;
  std::size_t largest_link_bytes_ = 0;
  // The open link; links do not nest.
  std::size_t link_text_begin_ = 0;
  std::size_t link_block_begin_ = 0;  // number of blocks that ended before it

  const lxb_dom_node_t* shown_option_ = nullptr;  // in the open <select>
  bool drawing_has_text_ = false;
  std::size_t inner_depth_ = 0;
  std::size_t inner_pages_ = 0;
};

}  // namespace facsim
