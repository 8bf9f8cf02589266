// SPDX-License-Identifier: Apache-2.0
#pragma once
// The meaning of each HTML tag for the text.

#include <lexbor/tag/const.h>

#include <array>
#include <cstdint>
#include <initializer_list>

namespace facsim {

// The meaning of a tag for the text.
enum Meaning : std::uint32_t {
  kBlock = 1,   // begins and ends a block
  kUnseen = 2,  // its text is not shown
  kLink = 4,
  kFrame = 8,  // a region around the content
  kMain = 16,
  kArticle = 32,
  kHead = 64,  // title, meta, link, base
  kHeading = 128,
  kCell = 256,
  kItem = 512,
  kCode = 1024,
  kBody = 2048,  // html and body
  kFigure = 4096,
  kExtra = 8192,    // a region beside the content
  kHidden = 16384,  // not shown, though a script might show it
  kButton = 1U << 15U,
  kSelect = 1U << 16U,  // shows one of its options
  kOption = 1U << 17U,
  kObject = 1U << 18U,    // shows its content if it has nothing else to show
  kDialog = 1U << 19U,    // hidden unless it is open
  kIframe = 1U << 20U,    // may hold a page in an attribute
  kTemplate = 1U << 21U,  // not shown, unless it is a shadow root
  kSlot = 1U << 22U,      // shows the content of the shadow root's host element
  kFallback = 1U << 23U,  // shown instead by browsers of another kind or setting
  kDrawing = 1U << 24U,   // <svg>: only the drawn part of its text counts
  kDrawnText = 1U << 25U,
  kDrawnPage = 1U << 26U,  // <foreignObject>: HTML in a drawing
  kDefinition = 1U << 27U,
};

inline constexpr auto kMeanings = [] {
  std::array<std::uint32_t, LXB_TAG__LAST_ENTRY> meanings{};
  const auto mark = [&meanings](std::initializer_list<lxb_tag_id_enum_t> tags, unsigned meaning) {
    for (const auto tag : tags) {
      meanings[tag] |= meaning;
    }
  };
  mark(
      {LXB_TAG_ADDRESS,    LXB_TAG_ARTICLE, LXB_TAG_ASIDE,     LXB_TAG_BLOCKQUOTE, LXB_TAG_BODY,
       LXB_TAG_CAPTION,    LXB_TAG_CENTER,  LXB_TAG_DD,        LXB_TAG_DETAILS,    LXB_TAG_DIALOG,
       LXB_TAG_DIR,        LXB_TAG_DIV,     LXB_TAG_DL,        LXB_TAG_DT,         LXB_TAG_FIELDSET,
       LXB_TAG_FIGCAPTION, LXB_TAG_FIGURE,  LXB_TAG_FOOTER,    LXB_TAG_FORM,       LXB_TAG_H1,
       LXB_TAG_H2,         LXB_TAG_H3,      LXB_TAG_H4,        LXB_TAG_H5,         LXB_TAG_H6,
       LXB_TAG_HEADER,     LXB_TAG_HGROUP,  LXB_TAG_HR,        LXB_TAG_HTML,       LXB_TAG_LEGEND,
       LXB_TAG_LI,         LXB_TAG_LISTING, LXB_TAG_MAIN,      LXB_TAG_MENU,       LXB_TAG_NAV,
       LXB_TAG_OL,         LXB_TAG_P,       LXB_TAG_PLAINTEXT, LXB_TAG_PRE,        LXB_TAG_SEARCH,
       LXB_TAG_SECTION,    LXB_TAG_SUMMARY, LXB_TAG_TABLE,     LXB_TAG_TBODY,      LXB_TAG_TD,
       LXB_TAG_TEXTAREA,   LXB_TAG_TFOOT,   LXB_TAG_TH,        LXB_TAG_THEAD,      LXB_TAG_TR,
       LXB_TAG_UL,         LXB_TAG_XMP},
      kBlock);
  // Today's browsers show audio, video and canvas, never the content of these elements.
  mark({LXB_TAG_SCRIPT, LXB_TAG_STYLE, LXB_TAG_NOSCRIPT, LXB_TAG_TEMPLATE, LXB_TAG_HEAD,
        LXB_TAG_IFRAME, LXB_TAG_EMBED, LXB_TAG_AUDIO, LXB_TAG_VIDEO, LXB_TAG_CANVAS,
        LXB_TAG_ANNOTATION_XML, LXB_TAG_DATALIST, LXB_TAG_RP, LXB_TAG_NOFRAMES, LXB_TAG_NOEMBED,
        LXB_TAG_TITLE},
       kUnseen);
  mark({LXB_TAG_A}, kLink);
  mark({LXB_TAG_NAV, LXB_TAG_HEADER, LXB_TAG_FOOTER, LXB_TAG_DIALOG, LXB_TAG_SEARCH}, kFrame);
  mark({LXB_TAG_ASIDE, LXB_TAG_FORM, LXB_TAG_TEXTAREA}, kExtra);
  mark({LXB_TAG_MAIN}, kMain);
  mark({LXB_TAG_ARTICLE}, kArticle);
  mark({LXB_TAG_TITLE, LXB_TAG_META, LXB_TAG_LINK, LXB_TAG_BASE}, kHead);
  mark({LXB_TAG_H1, LXB_TAG_H2, LXB_TAG_H3, LXB_TAG_H4, LXB_TAG_H5, LXB_TAG_H6}, kHeading);
  mark({LXB_TAG_TD, LXB_TAG_TH}, kCell);
  mark({LXB_TAG_LI, LXB_TAG_DD, LXB_TAG_DT}, kItem);
  mark({LXB_TAG_PRE, LXB_TAG_LISTING, LXB_TAG_XMP, LXB_TAG_PLAINTEXT}, kCode);
  mark({LXB_TAG_HTML, LXB_TAG_BODY}, kBody);
  mark({LXB_TAG_FIGURE, LXB_TAG_FIGCAPTION}, kFigure);
  mark({LXB_TAG_DT, LXB_TAG_DD}, kDefinition);
  mark({LXB_TAG_BUTTON}, kButton);
  mark({LXB_TAG_SELECT}, kSelect);
  mark({LXB_TAG_OPTION}, kOption);
  mark({LXB_TAG_OBJECT}, kObject);
  mark({LXB_TAG_DIALOG}, kDialog);
  mark({LXB_TAG_IFRAME}, kIframe);
  mark({LXB_TAG_TEMPLATE}, kTemplate);
  mark({LXB_TAG_SLOT}, kSlot);
  mark({LXB_TAG_NOSCRIPT, LXB_TAG_NOFRAMES}, kFallback);
  return meanings;
}();

}  // namespace facsim
