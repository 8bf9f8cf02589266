// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/html_attributes_internal.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

std::string_view value_of(const lxb_html_token_attr_t& attribute) {
  if (attribute.value == nullptr) return {};
  return {reinterpret_cast<const char*>(attribute.value), attribute.value_size};
}

std::string_view name_of(const lxb_dom_attr_data_t& name) {
  return {reinterpret_cast<const char*>(lexbor_hash_entry_str(&name.entry)), name.entry.length};
}

// The attributes that somebody reads: we, or the HTML5 algorithm (type, color, face, size).
bool is_read(const lxb_dom_attr_data_t& name) {
  switch (name.attr_id) {
    case LXB_DOM_ATTR_CLASS:
    case LXB_DOM_ATTR_COLOR:
    case LXB_DOM_ATTR_CONTENT:
    case LXB_DOM_ATTR_FACE:
    case LXB_DOM_ATTR_HREF:
    case LXB_DOM_ATTR_HTTP_EQUIV:
    case LXB_DOM_ATTR_ID:
    case LXB_DOM_ATTR_LANG:
    case LXB_DOM_ATTR_REL:
    case LXB_DOM_ATTR_SIZE:
    case LXB_DOM_ATTR_STYLE:
    case LXB_DOM_ATTR_TYPE:
      return true;
    default:
      return false;
  }
}

std::uintptr_t marks_of_attribute(const lxb_html_token_attr_t& attribute) {
  const std::string_view name = name_of(*attribute.name);
  if (name == "hidden") {
    if (equals_ignoring_case(value_of(attribute), "until-found")) return 0;
    return kMarkHidden;
  }
  if (name != "role") return 0;
  const std::string_view role = trimmed(value_of(attribute));
  if (equals_ignoring_case(role, "main")) return kMarkRoleMain;
  if (equals_ignoring_case(role, "complementary")) return kMarkRoleExtra;
  constexpr std::array<std::string_view, 7> kAside = {
      "navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu"};
  const auto is_role = [&](std::string_view other) { return equals_ignoring_case(role, other); };
  if (std::ranges::any_of(kAside, is_role)) return kMarkRoleAside;
  return 0;
}

}  // namespace

std::uintptr_t reduce_attributes(lxb_html_token_t& token, lexbor_dobject_t* attributes) {
  std::uintptr_t marks = 0;
  lxb_html_token_attr_t* next = nullptr;
  for (lxb_html_token_attr_t* at = token.attr_first; at != nullptr; at = next) {
    next = at->next;
    if (at->name != nullptr) {
      if (is_read(*at->name)) continue;
      if (!has_number(*at->name)) marks |= marks_of_attribute(*at);
    }
    lxb_html_token_attr_delete(&token, at, attributes);
  }
  return marks;
}

}  // namespace facsim
