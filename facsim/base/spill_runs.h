// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ascending runs in a scratch file, and a merge that reads several of them as one.
//
// The basis of spill_sort.h. Cost of a merged value: one comparison for each doubling of the number
// of runs, and its share of a block read. One thread.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "facsim/base/scratch.h"

namespace facsim {

// The untyped half: runs of bytes, one after the other in one scratch file.
class SpillRuns {
 public:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  explicit SpillRuns(Scratch& scratch) : file_(scratch.create()) {}
  // Adds to the open run.
  void append(std::span<const std::byte> bytes) { file_->append(bytes); }
  // Ends the run; the next append begins another.
  void end_run();
  [[nodiscard]] const std::vector<Range>& runs() const noexcept { return runs_; }
  // Reads from range.begin as much as `into` and the range hold, moves range.begin past it and
  // returns the number of bytes read; 0 at the end.
  [[nodiscard]] std::size_t read_some(Range& range, std::span<std::byte> into) const;

 private:
  std::unique_ptr<ScratchFile> file_;
  std::vector<Range> runs_;
};

// How a budget is divided for merging.
struct MergePlan {
  std::size_t fan_in_max = 2;   // runs merged at once
  std::size_t block_bytes = 0;  // of one read or write buffer
};
[[nodiscard]] MergePlan plan_merge(std::size_t memory_bytes_max, std::size_t runs) noexcept;

// Merges several ascending runs: a tournament tree of losers (Knuth, vol. 3, section 5.4.1).
template <class T>
class RunMerger {
 public:
  // `runs` must outlive this.
  RunMerger(const SpillRuns& runs, std::span<const SpillRuns::Range> ranges,
            std::size_t block_bytes);
  [[nodiscard]] bool next(T& value);

 private:
  struct Cursor {
    const T* at = nullptr;  // at == end: exhausted
    const T* end = nullptr;
    SpillRuns::Range rest;
    std::vector<T> block;
  };

  void refill(Cursor& cursor);
  [[nodiscard]] bool less(std::size_t a, std::size_t b) const {
    const Cursor& x = cursors_[a];
    const Cursor& y = cursors_[b];
    if (x.at == x.end) return false;
    if (y.at == y.end) return true;
    return *x.at < *y.at;
  }
  std::size_t play(std::size_t node);

  const SpillRuns* runs_;
  std::vector<Cursor> cursors_;
  std::vector<std::size_t> losers_;  // of inner node i, whose children are 2i and 2i + 1
  std::size_t winner_ = 0;
};

// --- how ---

template <class T>
RunMerger<T>::RunMerger(const SpillRuns& runs, std::span<const SpillRuns::Range> ranges,
                        std::size_t block_bytes)
    : runs_(&runs), cursors_(ranges.size()), losers_(ranges.size()) {
  assert(!ranges.empty() && "nothing to merge");
  const std::size_t block_values = std::max<std::size_t>(block_bytes / sizeof(T), 16);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    cursors_[i].rest = ranges[i];
    const auto run_values = static_cast<std::size_t>(
        std::min<std::uint64_t>((ranges[i].end - ranges[i].begin) / sizeof(T), block_values));
    cursors_[i].block.resize(run_values);
    refill(cursors_[i]);
  }
  winner_ = play(1);
}

// Returns the winner below `node` and leaves the losers in the nodes. Leaf i is node size + i.
template <class T>
std::size_t RunMerger<T>::play(std::size_t node) {
  if (node >= cursors_.size()) return node - cursors_.size();
  const std::size_t left = play(2 * node);
  const std::size_t right = play(2 * node + 1);
  const bool right_wins = less(right, left);
  losers_[node] = right_wins ? left : right;
  return right_wins ? right : left;
}

template <class T>
void RunMerger<T>::refill(Cursor& cursor) {
  const std::size_t bytes =
      runs_->read_some(cursor.rest, std::as_writable_bytes(std::span(cursor.block)));
  cursor.at = cursor.block.data();
  cursor.end = cursor.at + bytes / sizeof(T);
}

template <class T>
bool RunMerger<T>::next(T& value) {
  Cursor& best = cursors_[winner_];
  if (best.at == best.end) return false;
  value = *best.at++;
  if (best.at == best.end) refill(best);
  for (std::size_t node = (winner_ + cursors_.size()) / 2; node > 0; node /= 2) {
    if (less(losers_[node], winner_)) std::swap(losers_[node], winner_);
  }
  return true;
}

}  // namespace facsim
