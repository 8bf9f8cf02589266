// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/html_attributes_internal.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

std::string_view attribute_value(const lxb_html_token_attr_t& attribute) {
  if (attribute.value == nullptr) return {};
  return {reinterpret_cast<const char*>(attribute.value), attribute.value_size};
}

std::string_view attribute_name(const lxb_dom_attr_data_t& name) {
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

std::uintptr_t marks_of_hidden(std::string_view value) {
  if (equals_ignoring_case(value, "until-found")) return 0;
  return kMarkHidden;
}

std::uintptr_t marks_of_role(std::string_view value) {
  const std::string_view role = trimmed(value);
  if (equals_ignoring_case(role, "main")) return kMarkRoleMain;
  if (equals_ignoring_case(role, "complementary")) return kMarkRoleExtra;
  constexpr std::array<std::string_view, 7> kAside = {
      "navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu"};
  const auto is_role = [&](std::string_view other) { return equals_ignoring_case(role, other); };
  if (std::ranges::any_of(kAside, is_role)) return kMarkRoleAside;
  return 0;
}

// Of several attributes of one name HTML5 knows the first alone.
class Marks {
 public:
  void take(const lxb_html_token_attr_t& attribute) {
    const std::string_view name = attribute_name(*attribute.name);
    if (name == "hidden" && !std::exchange(has_hidden_, true)) {
      marks_ |= marks_of_hidden(attribute_value(attribute));
    } else if (name == "role" && !std::exchange(has_role_, true)) {
      marks_ |= marks_of_role(attribute_value(attribute));
    }
  }
  [[nodiscard]] std::uintptr_t all() const noexcept { return marks_; }

 private:
  std::uintptr_t marks_ = 0;
  bool has_hidden_ = false;
  bool has_role_ = false;
};

}  // namespace

std::uintptr_t reduce_attributes(lxb_html_token_t& token, lexbor_dobject_t* attributes) {
  Marks marks;
  lxb_html_token_attr_t* next = nullptr;
  for (lxb_html_token_attr_t* at = token.attr_first; at != nullptr; at = next) {
    next = at->next;
    if (at->name != nullptr) {
      if (is_read(*at->name)) continue;
      if (!has_number(*at->name)) marks.take(*at);
    }
    lxb_html_token_attr_delete(&token, at, attributes);
  }
  return marks.all();
}

}  // namespace facsim
