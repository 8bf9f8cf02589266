// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sorts more values than fit in memory: sorted runs in a scratch file, merged when read.
//
// Promise: next() gives every value added, in ascending order of operator<, the same order for any
// memory budget (values that compare equal must be equal in all their bytes). Cost: one sort in
// memory. Beyond the budget each value is written and read once more, and once again for each
// further pass if there are more runs than the budget has read buffers for (a budget of B bytes
// sorts about B * B / 100 KiB in one pass: 2.5 GiB with 16 MiB). Such a pass takes twice the disk
// space. A T with a sort_prefix() (prefix_sort.h) sorts twice as fast. One thread.

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
#include "facsim/base/spill_runs.h"

namespace facsim {

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
  // Passes over the scratch file: 0 in memory, 1 if all runs were merged at once.
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

// Two thirds of the budget, because growing by doubling holds the old half beside the new whole.
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
