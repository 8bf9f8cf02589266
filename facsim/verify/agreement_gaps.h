// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the single units that two stretches of text share when they share nothing longer.
//
// The stretches are between two passages that their pages share. So an edit of single units leaves
// the unchanged ones near one of two diagonals: the one that continues the passage before, or the
// one that leads to the passage after. Units match only within kDriftMax of a diagonal. The result
// is a longest common subsequence of such matches that changes from the first diagonal to the
// second at most once. Elsewhere units agree by chance: in two unrelated English texts of 1,000
// units a free common subsequence covers 14 % (median; Chinese 9 %), this one 5 % (3 %). If fewer
// than one in kCoverMin units of the shorter stretch match, the result is empty: 2 % (1 %).
// docs/decisions/0009 has the figures.
//
// Bit-parallel (Crochemore, Iliopoulos, Pinzon, Reid, IPL 2001; Hyyro, AWOCA 2004) in one word that
// slides along the diagonal. Cost: some 10 ns a unit of the shorter stretch and 40 bytes, whatever
// the length of the longer one. Swapping the stretches may select other units, but never another
// number of them. Pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace facsim {

// How many more units may have been inserted than deleted, or the reverse, at any place of a gap.
inline constexpr std::uint32_t kDriftMax = 4;
inline constexpr std::uint32_t kCoverMin = 8;

// Units [first, first + length) of one stretch are units [second, ...) of the other.
struct GapMatch {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t length = 0;
  friend bool operator==(const GapMatch&, const GapMatch&) = default;
};

// Reuses its buffers from gap to gap; use one for each thread.
class GapMatcher {
 public:
  // Returns matches that ascend in both, do not overlap and are not empty; valid until the next
  // call. Less than 2^31 units each.
  [[nodiscard]] std::span<const GapMatch> matches(std::span<const std::uint64_t> first,
                                                  std::span<const std::uint64_t> second);
  // Returns the number of these units, for half the cost.
  [[nodiscard]] std::uint32_t count(std::span<const std::uint64_t> first,
                                    std::span<const std::uint64_t> second);

 private:
  // A longest common subsequence of every prefix of some rows with some columns.
  struct Band {
    std::size_t width = 0;
    std::size_t column_count = 0;
    std::vector<std::uint64_t> words;    // after each row
    std::vector<std::uint32_t> lengths;  // after this many rows
  };

  // Row i matches only the columns i - kDriftMax to i + kDriftMax + extra.
  static void fill(Band& band, std::span<const std::uint64_t> rows,
                   std::span<const std::uint64_t> columns, std::size_t extra);
  [[nodiscard]] std::uint32_t measure(std::span<const std::uint64_t> rows,
                                      std::span<const std::uint64_t> columns);
  void trace(std::size_t rows, std::size_t columns);

  Band begin_band_;  // along the diagonal from the beginning: the first split_ rows
  Band end_band_;    // along the one to the end, backwards: the other rows
  std::size_t split_ = 0;
  std::vector<std::uint64_t> rows_back_;
  std::vector<std::uint64_t> columns_back_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // row and column of each match
  std::vector<GapMatch> matches_;
};

}  // namespace facsim
