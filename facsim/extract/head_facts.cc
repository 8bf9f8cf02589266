// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facsim/base/limits.h"
#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/blocks.h"
#include "facsim/extract/head_facts_internal.h"
#include "facsim/extract/tree_facts_internal.h"

namespace facsim {
namespace {

bool has_word(std::string_view list, std::string_view wanted) {
  for (std::string_view word = take_word(list); !word.empty(); word = take_word(list)) {
    if (equals_ignoring_case(word, wanted)) return true;
  }
  return false;
}

void set_once(std::string& fact, std::string_view value) {
  value = trimmed(value);
  if (fact.empty() && value.size() <= limits::kLabelBytesMax) fact = value;
}

// True for generators of reference manuals, by their own names.
bool makes_manuals(std::string_view generator) {
  constexpr std::array<std::string_view, 14> kGenerators = {
      "doxygen", "javadoc", "gtk-doc", "gi-docgen", "docbook", "docutils", "sphinx",
      "rustdoc", "typedoc", "jsdoc",   "pdoc",      "yard",    "ddoc",     "scaladoc"};
  return std::ranges::any_of(kGenerators, [&](std::string_view name) {
    return equals_ignoring_case(generator.substr(0, name.size()), name);
  });
}

}  // namespace

void read_head(lxb_dom_element_t& element, HeadFacts& head) {
  const auto value = [&element](lxb_dom_attr_id_t id) {
    return value_of(attribute_of(element, id));
  };
  switch (element.node.local_name) {
    case LXB_TAG_TITLE: {
      if (!head.title.empty()) break;
      BlockText text;
      BlockBuilder builder(text);
      for (const lxb_dom_node_t* at = element.node.first_child; at != nullptr; at = at->next) {
        if (at->type == LXB_DOM_NODE_TYPE_TEXT) builder.add(text_of(*at), false, 0);
      }
      builder.end_block();
      head.title = std::move(text.text);
      break;
    }
    case LXB_TAG_BASE:
      set_once(head.base_href, value(LXB_DOM_ATTR_HREF));
      break;
    case LXB_TAG_LINK:
      if (has_word(value(LXB_DOM_ATTR_REL), "canonical")) {
        set_once(head.canonical_href, value(LXB_DOM_ATTR_HREF));
      }
      break;
    case LXB_TAG_META:
      // Its name attribute is stored as rel in the tree (html_attributes_internal.h).
      if (equals_ignoring_case(trimmed(value(LXB_DOM_ATTR_REL)), "generator")) {
        head.is_manual |= makes_manuals(trimmed(value(LXB_DOM_ATTR_CONTENT)));
      }
      if (equals_ignoring_case(trimmed(value(LXB_DOM_ATTR_HTTP_EQUIV)), "content-language")) {
        const std::string_view languages = value(LXB_DOM_ATTR_CONTENT);
        set_once(head.language, languages.substr(0, languages.find(',')));
      }
      break;
    case LXB_TAG_HTML:
      if (!trimmed(value(LXB_DOM_ATTR_LANG)).empty()) head.language.clear();
      set_once(head.language, value(LXB_DOM_ATTR_LANG));
      break;
    default:
      break;
  }
}

}  // namespace facsim
