// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts how much the visible text of a page says. Needed for pages that hide text too: links,
// headings and buttons are present before the content arrives.

#include <cstdint>

#include "facsim/extract/blocks.h"

namespace facsim {

// Words outside links, headings and buttons.
struct SaidWords {
  std::uint64_t outside_frames = 0;
  std::uint64_t in_all = 0;
};

// `button_chars` is the number of characters in buttons outside frames.
[[nodiscard]] SaidWords said_words(const BlockText& page, std::uint64_t button_chars);

// Returns the number of characters outside links.
[[nodiscard]] std::uint64_t plain_chars(const BlockText& page);

}  // namespace facsim
