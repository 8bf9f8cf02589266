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

// True for the attributes that facsim or the HTML5 algorithm (type, color, face, size) reads.
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
    case LXB_DOM_ATTR_MULTIPLE:
    case LXB_DOM_ATTR_REL:
    case LXB_DOM_ATTR_SELECTED:
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
  constexpr std::array<std::string_view, 2> kDialog = {"dialog", "alertdialog"};
  constexpr std::array<std::string_view, 5> kAside = {"navigation", "banner", "contentinfo",
                                                      "search", "menu"};
  const auto is_role = [&](std::string_view other) { return equals_ignoring_case(role, other); };
  if (std::ranges::any_of(kDialog, is_role)) return kMarkRoleAside | kMarkRoleDialog;
  if (std::ranges::any_of(kAside, is_role)) return kMarkRoleAside;
  return 0;
}

// The attribute of a declarative shadow root has a name in the standard, and others in its drafts.
bool is_shadow_root(std::string_view name, std::string_view value) {
  if (name != "shadowrootmode" && name != "shadowroot" && name != "shadowmode") return false;
  return equals_ignoring_case(value, "open") || equals_ignoring_case(value, "closed");
}

// HTML5 uses only the first of several attributes of one name.
class Marks {
 public:
  void take(const lxb_html_token_attr_t& attribute, lxb_tag_id_t tag) {
    const std::string_view name = attribute_name(*attribute.name);
    if (name == "hidden" && !std::exchange(has_hidden_, true)) {
      marks_ |= marks_of_hidden(attribute_value(attribute));
    } else if (name == "role" && !std::exchange(has_role_, true)) {
      marks_ |= marks_of_role(attribute_value(attribute));
    } else if (name == "popover") {
      marks_ |= kMarkPopover;
    } else if (tag == LXB_TAG_DIALOG && name == "open") {
      marks_ |= kMarkOpen;
    } else if (tag == LXB_TAG_OBJECT && name == "data") {
      marks_ |= kMarkData;
    } else if (tag == LXB_TAG_TEMPLATE && is_shadow_root(name, attribute_value(attribute))) {
      marks_ |= kMarkShadow;
    }
  }
  [[nodiscard]] std::uintptr_t all() const noexcept { return marks_; }

 private:
  std::uintptr_t marks_ = 0;
  bool has_hidden_ = false;
  bool has_role_ = false;
};

// An attribute of a tag that is stored in the tree under another name, one with a number.
struct Renamed {
  std::string_view name;
  lxb_dom_attr_id_t as = LXB_DOM_ATTR__UNDEF;
};

Renamed renamed_in(lxb_tag_id_t tag) {
  if (tag == LXB_TAG_IFRAME) return {"srcdoc", LXB_DOM_ATTR_CONTENT};
  if (tag == LXB_TAG_META) return {"name", LXB_DOM_ATTR_REL};
  return {};
}

}  // namespace

std::uintptr_t reduce_attributes(lxb_html_token_t& token, lexbor_dobject_t* attributes) {
  const Renamed renamed = renamed_in(token.tag_id);
  Marks marks;
  lxb_html_token_attr_t* next = nullptr;
  for (lxb_html_token_attr_t* at = token.attr_first; at != nullptr; at = next) {
    next = at->next;
    if (at->name != nullptr) {
      const bool has_other_name =
          !renamed.name.empty() && attribute_name(*at->name) == renamed.name;
      if (has_other_name) at->name = lxb_dom_attr_data_by_id(nullptr, renamed.as);
      const bool is_in_the_way = !has_other_name && at->name->attr_id == renamed.as;
      if (is_read(*at->name) && !is_in_the_way) continue;
      if (!has_number(*at->name)) marks.take(*at, token.tag_id);
    }
    lxb_html_token_attr_delete(&token, at, attributes);
  }
  return marks.all();
}

}  // namespace facsim
