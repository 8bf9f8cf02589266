// SPDX-License-Identifier: Apache-2.0
#pragma once
// Facts about one element of the tree: name, attributes, meaning, regions, visibility. Pure
// functions for the walk (tree_walk_internal.h).

#include <lexbor/html/html.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facsim/extract/blocks.h"
#include "facsim/extract/inline_style_internal.h"

namespace facsim {

[[nodiscard]] std::string_view value_of(const lxb_dom_attr_t* attribute);
// Returns nullptr if the element does not have the attribute.
[[nodiscard]] const lxb_dom_attr_t* attribute_of(const lxb_dom_element_t& element,
                                                 lxb_dom_attr_id_t id);
[[nodiscard]] std::string_view element_name(lxb_dom_element_t& element);
[[nodiscard]] std::string_view text_of(const lxb_dom_node_t& node);

// Returns bits of Meaning (tag_meanings_internal.h).
[[nodiscard]] std::uint32_t meaning_of(lxb_dom_node_t& node);

[[nodiscard]] constexpr unsigned bit(RegionKind kind) { return 1U << static_cast<unsigned>(kind); }
// Returns the regions that an element of this meaning and these marks begins, a bit each.
[[nodiscard]] unsigned regions_of(const lxb_dom_element_t& element, std::uint32_t meaning,
                                  std::uintptr_t marks);

[[nodiscard]] StyleSays inline_style_of(const lxb_dom_element_t& element);
// True for an element that a server sends late and hidden, and that a script of the page moves into
// its place: React's <div hidden id="S:1">.
[[nodiscard]] bool is_streamed_piece(const lxb_dom_element_t& element);
// True if browsers show the content of an <object>: it names nothing else to show, or something
// that today's browsers do not show (Flash, applets).
[[nodiscard]] bool shows_its_content(const lxb_dom_element_t& object, std::uintptr_t marks);

// True if a <select> shows all of its options.
[[nodiscard]] bool is_list_box(const lxb_dom_element_t& select);
// Returns the option that a <select> shows: the last selected one, else the first.
[[nodiscard]] const lxb_dom_node_t* shown_option(const lxb_dom_node_t& select);

// True if the host element of a shadow root has content of its own, which a <slot> shows.
[[nodiscard]] bool has_slotted_content(const lxb_dom_node_t& shadow_host);

// Returns the parent node; for the top nodes in a template that is the template.
[[nodiscard]] const lxb_dom_node_t* node_round(const lxb_dom_node_t& node);
// Returns the first child node; nullptr if there is none. For a shadow root that is the first node
// that it shows.
[[nodiscard]] lxb_dom_node_t* first_in(const lxb_dom_node_t& node);

// Counts the characters other than white space.
[[nodiscard]] std::size_t dense_chars(std::string_view text);

}  // namespace facsim
