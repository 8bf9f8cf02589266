// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_gaps.h"

#include <algorithm>
#include <cassert>

namespace facsim {
namespace {

using Units = std::span<const std::uint64_t>;

constexpr std::size_t kBandWidth = 2 * kDriftMax + 1;

// Bit b is set if the unit of this row matches column row - kDriftMax + b.
std::uint64_t matched_columns(std::uint64_t unit, std::size_t row, Units columns,
                              std::size_t width) {
  if (width == kBandWidth && row >= kDriftMax && row + kDriftMax < columns.size()) {
    // The common case: a loop of a fixed length, which the compiler unrolls.
    const std::uint64_t* const window = columns.data() + (row - kDriftMax);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < kBandWidth; ++i) found |= std::uint64_t{window[i] == unit} << i;
    return found;
  }
  const std::size_t before = std::min<std::size_t>(row, kDriftMax);
  const std::uint64_t* const window = columns.data() + (row - before);
  const std::size_t count = std::min(columns.size() - (row - before), width - (kDriftMax - before));
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count; ++i) found |= std::uint64_t{window[i] == unit} << i;
  return found << (kDriftMax - before);
}

// True if the subsequence of rows up to `row` is longer with `column` than with the columns before
// it.
bool counts(std::span<const std::uint64_t> words, std::size_t row, std::size_t column) {
  const std::size_t bit = column + kDriftMax - row;
  return bit < 64 && (words[row] >> bit & 1U) == 0;
}

// Calls visit(row, column) for the matches of a longest subsequence of the first `rows` rows, the
// last one first.
template <class Band, class Visit>
void each_backwards(const Band& band, std::size_t rows, const Visit& visit) {
  std::uint32_t left = band.lengths[rows];
  if (left == 0) return;
  std::size_t row = rows - 1;
  std::size_t column = std::min(band.column_count, row + band.width - kDriftMax);
  while (true) {
    // Find the last column that counts, and the first row for which it does.
    do {
      --column;
      row = std::min(row, column + kDriftMax);
    } while (!counts(band.words, row, column));
    while (row > 0 && counts(band.words, row - 1, column)) --row;
    visit(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column));
    if (--left == 0) return;
    --row;
  }
}

}  // namespace

// A word holds the 64 columns from row - kDriftMax on: a bit is 0 if one more column makes the
// subsequence longer. Columns that slide out on the left match no later row, so they never change
// again; those that slide in have not matched before. A carry out of the word means that the
// subsequence grew.
void GapMatcher::fill(Band& band, Units rows, Units columns, std::size_t extra) {
  band.width = kBandWidth + extra;
  assert(band.width < 64);
  band.column_count = columns.size();
  band.words.resize(rows.size());
  band.lengths.resize(rows.size() + 1);
  band.lengths[0] = 0;
  std::uint64_t word = ~std::uint64_t{0};
  std::uint32_t length = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::uint64_t matched = word & matched_columns(rows[row], row, columns, band.width);
    const std::uint64_t sum = word + matched;
    length += sum < word ? 1U : 0U;
    word = sum | (word ^ matched);
    band.words[row] = word;
    band.lengths[row + 1] = length;
    word = word >> 1U | std::uint64_t{1} << 63U;
  }
}

// Returns the number of rows that match; 0 if they may match by chance.
std::uint32_t GapMatcher::measure(Units rows, Units columns) {
  const std::size_t extra = columns.size() - rows.size();
  std::uint32_t best = 0;
  if (extra <= std::size_t{2} * kDriftMax) {
    // The two diagonals are so close that one band contains both.
    fill(begin_band_, rows, columns, extra);
    split_ = rows.size();
    best = begin_band_.lengths.back();
  } else {
    // Wherever the search changes diagonals, no two columns cross: the diagonals are more than 2 *
    // kDriftMax apart.
    const std::size_t reach = std::min<std::size_t>(columns.size(), rows.size() + kDriftMax);
    fill(begin_band_, rows, columns.first(reach), 0);
    rows_back_.assign(rows.rbegin(), rows.rend());
    const Units tail = columns.last(reach);
    columns_back_.assign(tail.rbegin(), tail.rend());
    fill(end_band_, rows_back_, columns_back_, 0);
    split_ = 0;
    for (std::size_t row = 0; row <= rows.size(); ++row) {
      const std::uint32_t sum = begin_band_.lengths[row] + end_band_.lengths[rows.size() - row];
      if (sum <= best) continue;
      best = sum;
      split_ = row;
    }
  }
  return best * std::uint64_t{kCoverMin} < rows.size() ? 0 : best;
}

void GapMatcher::trace(std::size_t rows, std::size_t columns) {
  each_backwards(begin_band_, split_, [this](std::uint32_t row, std::uint32_t column) {
    pairs_.emplace_back(row, column);
  });
  std::reverse(pairs_.begin(), pairs_.end());
  if (split_ == rows) return;
  each_backwards(end_band_, rows - split_, [&](std::uint32_t row, std::uint32_t column) {
    pairs_.emplace_back(static_cast<std::uint32_t>(rows - 1 - row),
                        static_cast<std::uint32_t>(columns - 1 - column));
  });
}

std::uint32_t GapMatcher::count(Units first, Units second) {
  if (first.empty() || second.empty()) return 0;
  return first.size() > second.size() ? measure(second, first) : measure(first, second);
}

std::span<const GapMatch> GapMatcher::matches(Units first, Units second) {
  pairs_.clear();
  matches_.clear();
  if (count(first, second) == 0) return matches_;
  const bool swapped = first.size() > second.size();
  trace(std::min(first.size(), second.size()), std::max(first.size(), second.size()));
  for (auto [at_first, at_second] : pairs_) {
    if (swapped) std::swap(at_first, at_second);
    if (!matches_.empty() && matches_.back().first + matches_.back().length == at_first &&
        matches_.back().second + matches_.back().length == at_second) {
      ++matches_.back().length;
    } else {
      matches_.push_back({at_first, at_second, 1});
    }
  }
  return matches_;
}

}  // namespace facsim
