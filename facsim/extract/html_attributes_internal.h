// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which attributes of a tag come into the tree: the few that we read, or the HTML5 algorithm.

#include <lexbor/dom/interfaces/element.h>
#include <lexbor/html/html.h>

#include <cstdint>

namespace facsim {

// What a start tag said in attributes that lexbor has no number for, and what came of it; kept in
// lxb_dom_node::user.
enum NodeMark : std::uintptr_t {
  kMarkHidden = 1,        // the attribute hidden
  kMarkRoleMain = 2,      // role=main
  kMarkRoleAside = 4,     // role=navigation, banner, contentinfo, search, dialog ...
  kMarkRoleExtra = 8,     // role=complementary
  kMarkPopover = 16,      // the attribute popover: hidden until a button shows it
  kMarkOpen = 32,         // the attribute open: of a <dialog>, which is hidden without it
  kMarkShadow = 64,       // of a <template>: it is a shadow root, so its content is shown
  kMarkData = 128,        // of an <object>: it names what it shows
  kMarkRoleDialog = 256,  // role=dialog or alertdialog, beside kMarkRoleAside
  kMarkUnclosed = 512,    // of what hides its content: its own end tag never came
};

[[nodiscard]] inline std::uintptr_t marks_of(const lxb_dom_node_t& node) noexcept {
  return reinterpret_cast<std::uintptr_t>(node.user);
}

// Whether lexbor knows the name; it has a number then.
[[nodiscard]] inline bool has_number(const lxb_dom_attr_data_t& name) {
  return name.attr_id < LXB_DOM_ATTR__LAST_ENTRY;
}

// Drops from a token what nobody reads, and says what some of that means (NodeMark). Of an
// attribute that is written twice, the tree keeps the first. `attributes` is where the tokenizer
// has them from. Two that lexbor has no number for are in the tree by another name: an <iframe>'s
// srcdoc as content, a <meta>'s name as rel.
[[nodiscard]] std::uintptr_t reduce_attributes(lxb_html_token_t& token,
                                               lexbor_dobject_t* attributes);

}  // namespace facsim
