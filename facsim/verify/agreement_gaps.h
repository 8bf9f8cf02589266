// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which single units do two stretches of text share, where nothing longer is left of them?
//
// The stretches stand between two passages that their pages share, so an edit of single units
// leaves what it does not change near one of two diagonals: the one that goes on from the passage
// before, the one that leads to the passage after. Units match only within kDriftMax of them; what
// counts is a longest common subsequence of such matches that goes over from the first diagonal to
// the second at most once. Elsewhere units agree by chance: of two unrelated English texts of 1,000
// units a free common subsequence covers 14 % (median; Chinese 9 %), this one 5 % (3 %). And where
// fewer than one in kCoverMin units of the shorter stretch match, none does: 2 % (1 %).
// docs/decisions/0009 has the figures.
//
// Bit-parallel (Crochemore, Iliopoulos, Pinzon, Reid, IPL 2001; Hyyro, AWOCA 2004) in one word that
// slides along the diagonal. Cost: some 10 ns a unit of the shorter stretch and 40 bytes, whatever
// the longer one. Swapping the stretches may choose other units, never another number of them.
// Pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace facsim {

// How many units more may have been put in than taken out, or reverse, at any place of a gap.
inline constexpr std::uint32_t kDriftMax = 4;
inline constexpr std::uint32_t kCoverMin = 8;

// Units [first, first + length) of one stretch are units [second, ...) of the other.
struct GapMatch {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t length = 0;
  friend bool operator==(const GapMatch&, const GapMatch&) = default;
};

// Keeps its buffers from gap to gap: one for each thread.
class GapMatcher {
 public:
  // Ascending in both, not overlapping, not empty; valid until the next call. Less than 2^31 units
  // each.
  [[nodiscard]] std::span<const GapMatch> matches(std::span<const std::uint64_t> first,
                                                  std::span<const std::uint64_t> second);
  // How many units these are, for half the cost.
  [[nodiscard]] std::uint32_t count(std::span<const std::uint64_t> first,
                                    std::span<const std::uint64_t> second);

 private:
  // A longest common subsequence of every beginning of some rows with some columns.
  struct Band {
    std::size_t width = 0;
    std::size_t column_count = 0;
    std::vector<std::uint64_t> words;    // after each row
    std::vector<std::uint32_t> lengths;  // after so many rows
  };

  // Row i matches the columns i - kDriftMax to i + kDriftMax + extra only.
  static void fill(Band& band, std::span<const std::uint64_t> rows,
                   std::span<const std::uint64_t> columns, std::size_t extra);
  [[nodiscard]] std::uint32_t measure(std::span<const std::uint64_t> rows,
                                      std::span<const std::uint64_t> columns);
  void trace(std::size_t rows, std::size_t columns);

  Band begin_band_;  // along the diagonal from the beginning: the first split_ rows
  Band end_band_;    // along the one to the end, backwards: the others
  std::size_t split_ = 0;
  std::vector<std::uint64_t> rows_back_;
  std::vector<std::uint64_t> columns_back_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // row and column of each match
  std::vector<GapMatch> matches_;
};

}  // namespace facsim
