// SPDX-License-Identifier: Apache-2.0
#pragma once
// The blocks of a page during the choice of the main text (main_text.h): the weight of each, the
// dropped ones, and sums over ranges.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "facsim/extract/blocks.h"

namespace facsim {

// Code never counts as a menu, however much of it is linked.
[[nodiscard]] bool is_mostly_links(const BlockSpan& block);
// True if the block has at least `words_min` words outside its links, assuming that words in links
// are as long as the others.
[[nodiscard]] bool has_plain_words(const BlockSpan& block, std::uint64_t words_min);

// Running text has at least this many words outside links.
inline constexpr std::uint64_t kRunningWordsMin = 10;
// Blocks that are dropped by their names, and captions, count as most of a page only with at least
// this many words: fewer say too little.
inline constexpr std::uint64_t kNamedWordsMin = 100;

// The weight of a block; each value implies those before it.
enum class Weight : std::uint8_t { any, plain, text, running };

[[nodiscard]] std::vector<Weight> weights_of(const BlockText& page);

enum class Dropped : std::uint8_t { no, frame, notice, extra, comments };

struct BlockRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool is_empty() const { return begin >= end; }
  [[nodiscard]] bool holds(std::size_t block) const { return begin <= block && block < end; }
  [[nodiscard]] bool holds(BlockRange other) const {
    return begin <= other.begin && other.end <= end;
  }
  [[nodiscard]] BlockRange cut_to(BlockRange other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

inline BlockRange range_of(const Region& region) { return {region.block_begin, region.block_end}; }

// True for the kinds that are named as not being the content.
[[nodiscard]] bool is_named(RegionKind kind);

// A page and the state of its blocks.
struct Judged {
  const BlockText& page;
  std::vector<Weight> weights;
  std::vector<Dropped> dropped;
};

// Sums over ranges: the words of blocks that have at least a given weight and are not dropped.
class WordSums {
 public:
  WordSums(const Judged& judged, Weight least) : WordSums(judged, least, judged.dropped) {}
  WordSums(const Judged& judged, Weight least, const std::vector<Dropped>& dropped)
      : sums_(dropped.size() + 1, 0) {
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      const bool counts = dropped[i] == Dropped::no && judged.weights[i] >= least;
      sums_[i + 1] = sums_[i] + (counts ? judged.page.blocks[i].words : 0);
    }
  }
  [[nodiscard]] std::uint64_t in(BlockRange range) const {
    return range.is_empty() ? 0 : sums_[range.end] - sums_[range.begin];
  }

 private:
  std::vector<std::uint64_t> sums_;
};

// Drops the blocks of ranges, all at once. If there are several reasons, the first counts, but
// comments are comments in a footer too.
class Drops {
 public:
  explicit Drops(std::size_t blocks) : steps_(blocks + 1, 0) {}
  void add(BlockRange range) {
    if (range.is_empty()) return;
    ++steps_[range.begin];
    --steps_[range.end];
  }
  void apply(Dropped why, std::vector<Dropped>& dropped) const {
    std::int32_t open = 0;
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      open += steps_[i];
      if (open > 0 && (dropped[i] == Dropped::no || why == Dropped::comments)) dropped[i] = why;
    }
  }

 private:
  std::vector<std::int32_t> steps_;
};

}  // namespace facsim
