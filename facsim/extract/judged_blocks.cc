// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/judged_blocks_internal.h"

namespace facsim {
namespace {

// Longer headings are paragraphs in large type.
constexpr std::uint32_t kHeadingWordsMax = 30;

bool is_caption(const BlockSpan& block) {
  return (block.traits & (kTraitFigure | kTraitCell | kTraitCode)) == kTraitFigure;
}

// Headings announce text: they do not mark where it begins or ends.
bool may_be_text(const BlockSpan& block) {
  const bool is_heading = (block.traits & kTraitHeading) != 0 && block.words <= kHeadingWordsMax;
  return !is_heading && !is_mostly_links(block);
}

// Captions are beside the text, unless the page has more of them than of other text.
bool are_captions_text(const BlockText& page) {
  std::uint64_t captions = 0;
  std::uint64_t others = 0;
  for (const BlockSpan& block : page.blocks) {
    if (may_be_text(block)) (is_caption(block) ? captions : others) += block.words;
  }
  return captions >= kNamedWordsMin && captions > others;
}

}  // namespace

bool is_mostly_links(const BlockSpan& block) {
  return (block.traits & kTraitCode) == 0 && 2 * block.link_chars >= block.chars;
}

bool has_plain_words(const BlockSpan& block, std::uint64_t words_min) {
  const std::uint64_t plain_chars = block.chars - block.link_chars;
  return block.words * plain_chars >= words_min * std::uint64_t{block.chars};
}

std::vector<Weight> weights_of(const BlockText& page) {
  const bool with_captions = are_captions_text(page);
  std::vector<Weight> weights;
  weights.reserve(page.blocks.size());
  for (const BlockSpan& block : page.blocks) {
    const bool is_text = may_be_text(block) && (with_captions || !is_caption(block));
    const bool is_running = is_text && has_plain_words(block, kRunningWordsMin);
    weights.push_back(is_running                ? Weight::running
                      : is_text                 ? Weight::text
                      : !is_mostly_links(block) ? Weight::plain
                                                : Weight::any);
  }
  return weights;
}

bool is_named(RegionKind kind) {
  return kind == RegionKind::frame || kind == RegionKind::notice || kind == RegionKind::extra ||
         kind == RegionKind::comments;
}

}  // namespace facsim
