// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sorts more values than fit in memory: sorted runs in scratch files, merged when read.
//
// Promise: next() gives every value added, in ascending order of operator<, the same order for any
// memory budget (values that compare equal must be equal in all their bytes). Cost: one sort in
// memory; beyond the budget each value is written and read once more. One thread.

#include <memory>
#include <type_traits>
#include <vector>

#include "facsim/base/scratch.h"

namespace facsim {

template <class T>
class SpillSorter {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Uses about `memory_bytes_max` while adding and while merging; `scratch` must outlive this.
  SpillSorter(Scratch& scratch, std::size_t memory_bytes_max);
  void add(const T& value);
  // Ends adding; must come before the first next().
  void sort();
  [[nodiscard]] bool next(T& value);
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  Scratch* scratch_;
  std::size_t memory_bytes_max_;
  std::uint64_t size_ = 0;
  std::vector<T> values_;
};

}  // namespace facsim
