// SPDX-License-Identifier: Apache-2.0
#pragma once
// Selects the attributes of a tag that are stored in the tree: the few that facsim or the HTML5
// algorithm reads.

#include <lexbor/dom/interfaces/element.h>
#include <lexbor/html/html.h>

#include <cstdint>

namespace facsim {

// Facts from attributes of a start tag for which lexbor has no number; stored in
// lxb_dom_node::user.
enum NodeMark : std::uintptr_t {
  kMarkHidden = 1,        // the attribute hidden
  kMarkRoleMain = 2,      // role=main
  kMarkRoleAside = 4,     // role=navigation, banner, contentinfo, search, dialog ...
  kMarkRoleExtra = 8,     // role=complementary
  kMarkPopover = 16,      // the attribute popover: hidden until a button shows it
  kMarkOpen = 32,         // the attribute open of a <dialog>, which is hidden without it
  kMarkShadow = 64,       // a <template> that is a shadow root, so its content is shown
  kMarkData = 128,        // an <object> that names a resource to show
  kMarkRoleDialog = 256,  // role=dialog or alertdialog, in addition to kMarkRoleAside
  kMarkUnclosed = 512,    // an element that hides its content and whose end tag is missing
};

[[nodiscard]] inline std::uintptr_t marks_of(const lxb_dom_node_t& node) noexcept {
  return reinterpret_cast<std::uintptr_t>(node.user);
}

// True if lexbor knows the name; then it has a number.
[[nodiscard]] inline bool has_number(const lxb_dom_attr_data_t& name) {
  return name.attr_id < LXB_DOM_ATTR__LAST_ENTRY;
}

// Removes unused attributes from a token and returns the meaning of some of them (NodeMark). If an
// attribute is written twice, the tree has the first. `attributes` is the tokenizer's allocator for
// them. Two attributes that lexbor has no number for are in the tree under another name: an
// <iframe>'s srcdoc as content, a <meta>'s name as rel.
[[nodiscard]] std::uintptr_t reduce_attributes(lxb_html_token_t& token,
                                               lexbor_dobject_t* attributes);

}  // namespace facsim
