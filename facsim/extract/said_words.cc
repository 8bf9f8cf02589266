// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "facsim/extract/said_words_internal.h"

namespace facsim {

std::uint64_t plain_chars(const BlockText& page) {
  std::uint64_t chars = 0;
  for (const BlockSpan& block : page.blocks) chars += block.chars - block.link_chars;
  return chars;
}

SaidWords said_words(const BlockText& page, std::uint64_t button_chars) {
  std::vector<std::int32_t> frames(page.blocks.size() + 1, 0);
  for (const Region& region : page.regions) {
    if (region.kind != RegionKind::frame && region.kind != RegionKind::notice) continue;
    ++frames[region.block_begin];
    --frames[region.block_end];
  }
  SaidWords words;
  std::uint64_t chars_outside = 0;
  std::int32_t open = 0;
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    open += frames[i];
    const BlockSpan& block = page.blocks[i];
    if ((block.traits & kTraitHeading) != 0 || block.chars == 0) continue;
    const std::uint64_t chars = block.chars - block.link_chars;
    const std::uint64_t plain = block.words * chars / block.chars;
    words.in_all += plain;
    if (open != 0) continue;
    words.outside_frames += plain;
    chars_outside += chars;
  }
  if (chars_outside != 0) {
    const std::uint64_t in_buttons = std::min(button_chars, chars_outside);
    words.outside_frames -= words.outside_frames * in_buttons / chars_outside;
  }
  return words;
}

}  // namespace facsim
