// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which attributes of a tag come into the tree: the few that we read, or the HTML5 algorithm.

#include <lexbor/html/html.h>

#include <cstdint>

namespace facsim {

// Whether lexbor knows the name; it has a number then.
[[nodiscard]] inline bool has_number(const lxb_dom_attr_data_t& name) {
  return name.attr_id < LXB_DOM_ATTR__LAST_ENTRY;
}

// Drops from a token what nobody reads, and says what some of that means (NodeMark). Of an
// attribute that is written twice, the tree keeps the first. `attributes` is where the tokenizer
// has them from.
[[nodiscard]] std::uintptr_t reduce_attributes(lxb_html_token_t& token,
                                               lexbor_dobject_t* attributes);

}  // namespace facsim
