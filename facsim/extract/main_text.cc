// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <algorithm>
#include <optional>

namespace facsim {
namespace {

constexpr std::uint64_t kRunningWordsMin = 10;
// Longer ones are paragraphs that somebody wanted large.
constexpr std::uint32_t kHeadingWordsMax = 30;
// A block of mostly links stays between running text if it says so many words itself, and less than
// so many hundredths of its characters are in links.
constexpr std::uint64_t kSentenceWordsMin = 5;
constexpr std::uint64_t kSentenceLinksMax = 80;
constexpr std::size_t kShortBlocksBeside = 3;
// Shares of running text, in hundredths.
constexpr std::uint64_t kMainShareMin = 25;
constexpr std::uint64_t kArticleShareMin = 50;
constexpr std::uint64_t kExtraShareMax = 50;
constexpr std::uint64_t kBoxShareMin = 80;
constexpr std::uint64_t kInnerBoxShareMin = 90;  // of <main> or <article>

bool is_mostly_links(const BlockSpan& block) { return 2 * block.link_chars >= block.chars; }

// Whether the block has so many words outside its links, if these have words of the same length.
bool has_plain_words(const BlockSpan& block, std::uint64_t words_min) {
  const std::uint64_t plain_chars = block.chars - block.link_chars;
  return block.words * plain_chars >= words_min * std::uint64_t{block.chars};
}

// Headings announce text and captions stand beside it: neither says where it begins or ends.
bool is_running_text(const BlockSpan& block) {
  const bool is_heading = (block.traits & kTraitHeading) != 0 && block.words <= kHeadingWordsMax;
  const bool is_caption = (block.traits & (kTraitFigure | kTraitCell | kTraitCode)) == kTraitFigure;
  return !is_heading && !is_caption && !is_mostly_links(block) &&
         has_plain_words(block, kRunningWordsMin);
}

bool is_linked_sentence(const BlockSpan& block) {
  return 100 * std::uint64_t{block.link_chars} < kSentenceLinksMax * block.chars &&
         has_plain_words(block, kSentenceWordsMin);
}

enum class Dropped : std::uint8_t { no, aside, extra };

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool holds(std::size_t block) const { return begin <= block && block < end; }
  [[nodiscard]] bool holds(const Region& region) const {
    return begin <= region.block_begin && region.block_end <= end;
  }
};

// Sums of words of running text over ranges of blocks.
class RunningWords {
 public:
  RunningWords(const BlockText& page, const std::vector<Dropped>& dropped) {
    sums_.reserve(page.blocks.size() + 1);
    sums_.push_back(0);
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
      const bool counts = dropped[i] == Dropped::no && is_running_text(page.blocks[i]);
      sums_.push_back(sums_.back() + (counts ? page.blocks[i].words : 0));
    }
  }
  [[nodiscard]] std::uint64_t in(std::uint32_t begin, std::uint32_t end) const {
    return begin < end ? sums_[end] - sums_[begin] : 0;
  }
  [[nodiscard]] std::uint64_t in(Range range) const { return in(range.begin, range.end); }

 private:
  std::vector<std::uint64_t> sums_;
};

// The region of a kind with the most running text, of equals the smallest, if it has the share.
std::optional<Range> largest(const BlockText& page, RegionKind kind, Range within,
                             const RunningWords& words, std::uint64_t share_min) {
  std::optional<Range> best;
  std::uint64_t best_words = 0;
  for (const Region& region : page.regions) {
    if (region.kind != kind || !within.holds(region)) continue;
    const Range range{region.block_begin, region.block_end};
    const std::uint64_t count = words.in(range);
    const bool is_smaller = best && range.end - range.begin < best->end - best->begin;
    if (count > best_words || (count == best_words && is_smaller)) {
      best = range;
      best_words = count;
    }
  }
  if (best_words == 0 || 100 * best_words < share_min * words.in(within)) return std::nullopt;
  return best;
}

// The smallest element that holds the share of the running text.
std::optional<Range> smallest_box(const BlockText& page, Range within, const RunningWords& words,
                                  std::uint64_t share_min) {
  const std::uint64_t total = words.in(within);
  std::optional<Range> best;
  if (total == 0) return best;
  for (const Region& region : page.regions) {
    if (region.kind != RegionKind::box || !within.holds(region)) continue;
    const Range range{region.block_begin, region.block_end};
    const bool is_smaller = !best || range.end - range.begin < best->end - best->begin;
    if (is_smaller && 100 * words.in(range) >= share_min * total) best = range;
  }
  return best;
}

// What the blocks of the range are dropped for: where one stands in an aside or an extra that is no
// wrapper.
std::vector<Dropped> dropped_blocks(const BlockText& page, Range within,
                                    const RunningWords& words) {
  const std::uint64_t total = words.in(within);
  std::vector<std::int32_t> asides(page.blocks.size() + 1, 0);
  std::vector<std::int32_t> extras(page.blocks.size() + 1, 0);
  for (const Region& region : page.regions) {
    if (region.kind != RegionKind::aside && region.kind != RegionKind::hint) continue;
    const std::uint32_t begin = std::max(region.block_begin, within.begin);
    const std::uint32_t end = std::min(region.block_end, within.end);
    const bool is_wrapper = begin == within.begin && end == within.end && total != 0;
    if (begin >= end || is_wrapper) continue;
    if (100 * words.in(begin, end) > kExtraShareMax * total) continue;
    std::vector<std::int32_t>& steps = region.kind == RegionKind::aside ? asides : extras;
    ++steps[begin];
    --steps[end];
  }
  std::vector<Dropped> dropped(page.blocks.size(), Dropped::no);
  std::int32_t open_asides = 0;
  std::int32_t open_extras = 0;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    open_asides += asides[i];
    open_extras += extras[i];
    if (open_extras > 0) dropped[i] = Dropped::extra;
    if (open_asides > 0) dropped[i] = Dropped::aside;
  }
  return dropped;
}

// Step 5 for one page: `box` holds the running text and stands in `outer`.
class Filling {
 public:
  Filling(const BlockText& page, Range outer, Range box, const std::vector<Dropped>& dropped)
      : blocks_(&page.blocks), dropped_(&dropped), outer_(outer), box_(box) {
    first_ = box.begin;
    while (first_ < box.end && !is_kept_text(first_)) ++first_;
    last_ = box.end;
    while (last_ > first_ && !is_kept_text(last_ - 1)) --last_;  // one past it
    begin_ = first_ - std::min<std::size_t>(first_ - outer.begin, kShortBlocksBeside);
    end_ = std::min<std::size_t>(box.end, last_ + kShortBlocksBeside);
  }

  [[nodiscard]] BlockReason reason_of(std::size_t i) const {
    const BlockSpan& block = (*blocks_)[i];
    if ((*dropped_)[i] == Dropped::aside) return BlockReason::aside;
    if ((*dropped_)[i] == Dropped::extra) return BlockReason::extra;
    if (!outer_.holds(i)) return BlockReason::outside;
    const bool is_inside = first_ <= i && i < last_;
    if (is_mostly_links(block) && !(is_inside && is_linked_sentence(block))) {
      return BlockReason::links;
    }
    if (is_inside) return is_running_text(block) ? BlockReason::running : BlockReason::between;
    const bool is_beside = first_ != last_ && begin_ <= i && i < end_;
    if (is_beside && block.words < kRunningWordsMin && (box_.holds(i) || is_titling(block))) {
      return BlockReason::beside;
    }
    return box_.holds(i) ? BlockReason::apart : BlockReason::outside;
  }

 private:
  [[nodiscard]] bool is_kept_text(std::size_t i) const {
    return (*dropped_)[i] == Dropped::no && is_running_text((*blocks_)[i]);
  }
  static bool is_titling(const BlockSpan& block) {
    return (block.traits & (kTraitHeading | kTraitItem | kTraitCell | kTraitCode)) != 0;
  }

  const std::vector<BlockSpan>* blocks_;
  const std::vector<Dropped>* dropped_;
  Range outer_;
  Range box_;
  std::size_t first_;  // of the running text; first_ == last_ where there is none
  std::size_t last_;   // one past its last
  std::size_t begin_;  // of what stands beside it
  std::size_t end_;
};

}  // namespace

std::vector<BlockReason> judge_blocks(const BlockText& page) {
  const std::vector<Dropped> none(page.blocks.size(), Dropped::no);
  Range outer{0, static_cast<std::uint32_t>(page.blocks.size())};
  const RunningWords all(page, none);
  const auto main = largest(page, RegionKind::main, outer, all, kMainShareMin);
  if (main) outer = *main;
  const std::vector<Dropped> dropped = dropped_blocks(page, outer, all);
  const RunningWords words(page, dropped);
  const auto article = largest(page, RegionKind::article, outer, words, kArticleShareMin);
  if (article) outer = *article;
  const std::uint64_t share_min = main || article ? kInnerBoxShareMin : kBoxShareMin;
  const Range box = smallest_box(page, outer, words, share_min).value_or(outer);

  const Filling filling(page, outer, box, dropped);
  std::vector<BlockReason> reasons(page.blocks.size());
  for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = filling.reason_of(i);
  return reasons;
}

std::string join_main(const BlockText& page, std::span<const BlockReason> reasons) {
  std::string text;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!is_main(reasons[i])) continue;
    std::size_t last = i;  // blocks in a row are joined by '\n' already
    while (last + 1 < reasons.size() && is_main(reasons[last + 1])) ++last;
    if (!text.empty()) text.push_back('\n');
    text.append(page.text, page.blocks[i].begin, page.blocks[last].end - page.blocks[i].begin);
    i = last;
  }
  return text;
}

}  // namespace facsim
