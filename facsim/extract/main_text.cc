// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <algorithm>
#include <optional>

namespace facsim {
namespace {

constexpr std::uint64_t kRunningWordsMin = 10;
constexpr std::size_t kShortBlocksBeside = 3;
// Shares of running text, in hundredths.
constexpr std::uint64_t kMainShareMin = 25;
constexpr std::uint64_t kArticleShareMin = 50;
constexpr std::uint64_t kExtraShareMax = 50;
constexpr std::uint64_t kBoxShareMin = 80;

bool is_mostly_links(const BlockSpan& block) { return 2 * block.link_chars >= block.chars; }

bool is_running_text(const BlockSpan& block) {
  const std::uint64_t plain_chars = block.chars - block.link_chars;
  return !is_mostly_links(block) &&
         block.words * plain_chars >= kRunningWordsMin * std::uint64_t{block.chars};
}

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool holds(const Region& region) const {
    return begin <= region.block_begin && region.block_end <= end;
  }
};

// Sums of words of running text over ranges of blocks.
class RunningWords {
 public:
  RunningWords(const BlockText& page, const std::vector<std::uint8_t>& dropped) {
    sums_.reserve(page.blocks.size() + 1);
    sums_.push_back(0);
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
      const bool counts = dropped[i] == 0 && is_running_text(page.blocks[i]);
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
std::optional<Range> smallest_box(const BlockText& page, Range within, const RunningWords& words) {
  const std::uint64_t total = words.in(within);
  std::optional<Range> best;
  if (total == 0) return best;
  for (const Region& region : page.regions) {
    if (region.kind != RegionKind::box || !within.holds(region)) continue;
    const Range range{region.block_begin, region.block_end};
    const bool is_smaller = !best || range.end - range.begin < best->end - best->begin;
    if (is_smaller && 100 * words.in(range) >= kBoxShareMin * total) best = range;
  }
  return best;
}

// One flag a block: 1 where it stands in an aside or an extra that is no wrapper.
std::vector<std::uint8_t> dropped_blocks(const BlockText& page, Range within,
                                         const RunningWords& words) {
  const std::uint64_t total = words.in(within);
  std::vector<std::int32_t> steps(page.blocks.size() + 1, 0);
  for (const Region& region : page.regions) {
    if (region.kind != RegionKind::aside && region.kind != RegionKind::hint) continue;
    const std::uint32_t begin = std::max(region.block_begin, within.begin);
    const std::uint32_t end = std::min(region.block_end, within.end);
    const bool is_wrapper = begin == within.begin && end == within.end && total != 0;
    if (begin >= end || is_wrapper) continue;
    if (100 * words.in(begin, end) > kExtraShareMax * total) continue;
    ++steps[begin];
    --steps[end];
  }
  std::vector<std::uint8_t> dropped(page.blocks.size(), 0);
  std::int32_t open = 0;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    open += steps[i];
    dropped[i] = open > 0 ? 1 : 0;
  }
  return dropped;
}

// Step 5: flags what stays between and beside the running text of the range.
std::vector<std::uint8_t> fill(const BlockText& page, Range range,
                               const std::vector<std::uint8_t>& dropped) {
  const std::vector<BlockSpan>& blocks = page.blocks;
  std::vector<std::uint8_t> flags(blocks.size(), 0);
  const auto is_kept = [&](std::size_t i) { return dropped[i] == 0 && is_running_text(blocks[i]); };
  std::size_t first = range.begin;
  while (first < range.end && !is_kept(first)) ++first;
  if (first == range.end) return flags;
  std::size_t last = range.end - 1;
  while (!is_kept(last)) --last;

  const std::size_t begin = first - std::min(first - range.begin, kShortBlocksBeside);
  const std::size_t end = std::min<std::size_t>(range.end, last + kShortBlocksBeside + 1);
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_inside = i >= first && i <= last;
    const bool is_allowed = is_inside || blocks[i].words < kRunningWordsMin;
    flags[i] = is_allowed && dropped[i] == 0 && !is_mostly_links(blocks[i]) ? 1 : 0;
  }
  return flags;
}

}  // namespace

std::vector<std::uint8_t> main_blocks(const BlockText& page) {
  const std::vector<std::uint8_t> none(page.blocks.size(), 0);
  Range range{0, static_cast<std::uint32_t>(page.blocks.size())};
  const RunningWords all(page, none);
  const auto main = largest(page, RegionKind::main, range, all, kMainShareMin);
  if (main) range = *main;
  const std::vector<std::uint8_t> dropped = dropped_blocks(page, range, all);
  const RunningWords words(page, dropped);
  const auto article = largest(page, RegionKind::article, range, words, kArticleShareMin);
  if (article) range = *article;
  if (!main && !article) range = smallest_box(page, range, words).value_or(range);
  return fill(page, range, dropped);
}

std::string join_blocks(const BlockText& page, const std::vector<std::uint8_t>& flags) {
  std::string text;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == 0) continue;
    std::size_t last = i;  // blocks in a row are joined by '\n' already
    while (last + 1 < flags.size() && flags[last + 1] != 0) ++last;
    if (!text.empty()) text.push_back('\n');
    text.append(page.text, page.blocks[i].begin, page.blocks[last].end - page.blocks[i].begin);
    i = last;
  }
  return text;
}

}  // namespace facsim
