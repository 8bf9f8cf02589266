// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sorts more values than fit in memory: sorted runs in a scratch file, merged when read.
//
// Promise: next() gives every value added, in ascending order of operator<, the same order for any
// memory budget (values that compare equal must be equal in all their bytes). Cost: one sort in
// memory; beyond the budget each value is written and read once more, and once again for each
// further pass where there are more runs than the budget has read buffers for (a budget of B bytes
// sorts about B * B / 100 KiB in one pass: 2.5 GiB with 16 MiB). Twice the disk during such a pass.
// A T with a sort_prefix() (prefix_sort.h) sorts twice as fast. One thread.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "facsim/base/prefix_sort.h"
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
  // Adds to the run that is open.
  void append(std::span<const std::byte> bytes) { file_->append(bytes); }
  // Ends the run; what is appended next belongs to another.
  void end_run();
  [[nodiscard]] const std::vector<Range>& runs() const noexcept { return runs_; }
  // Reads from range.begin as much as `into` and the range hold, moves range.begin past it and
  // returns how many bytes that was; 0 at the end.
  [[nodiscard]] std::size_t read_some(Range& range, std::span<std::byte> into) const;

 private:
  std::unique_ptr<ScratchFile> file_;
  std::vector<Range> runs_;
};

// How a budget is shared out while merging.
struct MergePlan {
  std::size_t fan_in_max = 2;   // runs merged at once
  std::size_t block_bytes = 0;  // of one read or write buffer
};
[[nodiscard]] MergePlan plan_merge(std::size_t memory_bytes_max, std::size_t runs) noexcept;

// Several ascending runs as one: a tournament tree of losers (Knuth, vol. 3, section 5.4.1).
template <class T>
class RunMerger {
 public:
  // `runs` must outlive this.
  RunMerger(const SpillRuns& runs, std::span<const SpillRuns::Range> ranges,
            std::size_t block_bytes);
  [[nodiscard]] bool next(T& value);

 private:
  struct Cursor {
    const T* at = nullptr;  // at == end: nothing left
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

template <class T>
class SpillSorter {
  static_assert(std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T>);

 public:
  // Uses about `memory_bytes_max` while adding and while merging (but at least 4096 values);
  // `scratch` must outlive this.
  SpillSorter(Scratch& scratch, std::size_t memory_bytes_max);
  void add(const T& value) {
    assert(!sorted_ && "adding ends with sort()");
    if (values_.size() == values_max_) write_run();
    values_.push_back(value);
    ++size_;
  }
  // Ends adding; must come before the first next().
  void sort();
  [[nodiscard]] bool next(T& value) {
    assert(sorted_ && "sort() comes before next()");
    if (merger_ != nullptr) return merger_->next(value);
    if (next_ == values_.size()) return false;
    value = values_[next_++];
    return true;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Passes over the scratch file: 0 in memory, 1 where all runs were merged at once.
  [[nodiscard]] int passes() const noexcept { return passes_; }

 private:
  void write_run();
  void merge_pass(const MergePlan& plan);

  Scratch* scratch_;
  std::size_t memory_bytes_max_;
  std::size_t values_max_;
  std::uint64_t size_ = 0;
  std::size_t next_ = 0;
  int passes_ = 0;
  bool sorted_ = false;
  std::vector<T> values_;
  std::unique_ptr<SpillRuns> runs_;
  std::unique_ptr<RunMerger<T>> merger_;
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

// Two thirds of the budget: growing by doubling holds the old half beside the new whole.
template <class T>
SpillSorter<T>::SpillSorter(Scratch& scratch, std::size_t memory_bytes_max)
    : scratch_(&scratch),
      memory_bytes_max_(memory_bytes_max),
      values_max_(std::max<std::size_t>(memory_bytes_max / 3 * 2 / sizeof(T), 4096)) {}

template <class T>
void SpillSorter<T>::write_run() {
  sort_values(std::span(values_));
  if (runs_ == nullptr) runs_ = std::make_unique<SpillRuns>(*scratch_);
  runs_->append(std::as_bytes(std::span(values_)));
  runs_->end_run();
  values_.clear();
}

template <class T>
void SpillSorter<T>::sort() {
  if (sorted_) return;
  sorted_ = true;
  if (runs_ == nullptr) {
    sort_values(std::span(values_));
    return;
  }
  if (!values_.empty()) write_run();
  std::vector<T>().swap(values_);
  MergePlan plan = plan_merge(memory_bytes_max_, runs_->runs().size());
  for (; runs_->runs().size() > plan.fan_in_max; ++passes_) {
    merge_pass(plan);
    plan = plan_merge(memory_bytes_max_, runs_->runs().size());
  }
  ++passes_;
  merger_ = std::make_unique<RunMerger<T>>(*runs_, runs_->runs(), plan.block_bytes);
}

// Merges every plan.fan_in_max runs into one, in another file.
template <class T>
void SpillSorter<T>::merge_pass(const MergePlan& plan) {
  auto merged = std::make_unique<SpillRuns>(*scratch_);
  std::vector<T> block(std::max<std::size_t>(plan.block_bytes / sizeof(T), 16));
  const std::span<const SpillRuns::Range> all(runs_->runs());
  for (std::size_t begin = 0; begin < all.size(); begin += plan.fan_in_max) {
    const std::size_t count = std::min(plan.fan_in_max, all.size() - begin);
    RunMerger<T> merger(*runs_, all.subspan(begin, count), plan.block_bytes);
    std::size_t filled = 0;
    while (merger.next(block[filled])) {
      if (++filled < block.size()) continue;
      merged->append(std::as_bytes(std::span(block)));
      filled = 0;
    }
    merged->append(std::as_bytes(std::span(block).first(filled)));
    merged->end_run();
  }
  runs_ = std::move(merged);
}

}  // namespace facsim
