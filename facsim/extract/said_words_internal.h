// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much does the visible text of a page say? Asked of pages that hide text too: links, headings
// and buttons are there before the content comes.
//
// Cost: linear in blocks and regions.

#include <cstdint>

#include "facsim/extract/blocks.h"

namespace facsim {

// Words outside links, headings and buttons.
struct SaidWords {
  std::uint64_t outside_frames = 0;
  std::uint64_t in_all = 0;
};

// `button_chars` are the characters in buttons outside frames.
[[nodiscard]] SaidWords said_words(const BlockText& page, std::uint64_t button_chars);

// Characters outside links.
[[nodiscard]] std::uint64_t plain_chars(const BlockText& page);

}  // namespace facsim
