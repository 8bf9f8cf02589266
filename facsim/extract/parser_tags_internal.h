// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the parser needs to know about tags beyond lexbor's own knowledge.

#include <lexbor/tag/const.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace facsim {

// Raw-text elements that pages leave open by mistake: by HTML5 they would contain the rest of the
// page.
inline constexpr std::size_t kSwallowers = 4;
inline constexpr std::array<lxb_tag_id_t, kSwallowers> kSwallowerTags = {
    LXB_TAG_TITLE, LXB_TAG_NOSCRIPT, LXB_TAG_IFRAME, LXB_TAG_TEXTAREA};
inline constexpr std::array<std::string_view, kSwallowers> kSwallowerNames = {"title", "noscript",
                                                                              "iframe", "textarea"};

// Called for every tag.
inline bool may_swallow(lxb_tag_id_t tag) {
  for (const lxb_tag_id_t swallower : kSwallowerTags) {
    if (tag == swallower) return true;
  }
  return false;
}

// The content of these is not shown, so one that is never closed loses all that follows. Called for
// every tag.
inline bool hides_content(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_AUDIO:
    case LXB_TAG_CANVAS:
    case LXB_TAG_DATALIST:
    case LXB_TAG_OBJECT:
    case LXB_TAG_SCRIPT:
    case LXB_TAG_SELECT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEMPLATE:
    case LXB_TAG_VIDEO:
      return true;
    default:
      return false;
  }
}

inline bool is_formatting(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_A:
    case LXB_TAG_B:
    case LXB_TAG_BIG:
    case LXB_TAG_CODE:
    case LXB_TAG_EM:
    case LXB_TAG_FONT:
    case LXB_TAG_I:
    case LXB_TAG_NOBR:
    case LXB_TAG_S:
    case LXB_TAG_SMALL:
    case LXB_TAG_STRIKE:
    case LXB_TAG_STRONG:
    case LXB_TAG_TT:
    case LXB_TAG_U:
      return true;
    default:
      return false;
  }
}

// In HTML these contain only text: they cannot nest, and the tokenizer must see their start tags.
inline bool holds_raw_text(lxb_tag_id_t tag) {
  switch (tag) {
    case LXB_TAG_IFRAME:
    case LXB_TAG_NOEMBED:
    case LXB_TAG_NOFRAMES:
    case LXB_TAG_NOSCRIPT:
    case LXB_TAG_PLAINTEXT:
    case LXB_TAG_SCRIPT:
    case LXB_TAG_STYLE:
    case LXB_TAG_TEXTAREA:
    case LXB_TAG_TITLE:
    case LXB_TAG_XMP:
      return true;
    default:
      return false;
  }
}

}  // namespace facsim
