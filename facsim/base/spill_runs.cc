// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/spill_runs.h"

namespace facsim {
namespace {
// A smaller block costs too many system calls; a larger one gains nothing with a page cache.
constexpr std::size_t kBlockBytesMin = std::size_t{64} << 10;
constexpr std::size_t kBlockBytesMax = std::size_t{4} << 20;
}  // namespace

void SpillRuns::end_run() {
  const std::uint64_t begin = runs_.empty() ? 0 : runs_.back().end;
  runs_.push_back({begin, file_->size()});
}

std::size_t SpillRuns::read_some(Range& range, std::span<std::byte> into) const {
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), range.end - range.begin));
  if (count != 0) file_->read(range.begin, into.first(count));
  range.begin += count;
  return count;
}

MergePlan plan_merge(std::size_t memory_bytes_max, std::size_t runs) noexcept {
  MergePlan plan;
  // One buffer more than runs, because a pass that is not the last one writes through it.
  const std::size_t buffers = memory_bytes_max / kBlockBytesMin;
  plan.fan_in_max = buffers < 3 ? 2 : buffers - 1;
  const std::size_t used = std::min(plan.fan_in_max, std::max<std::size_t>(runs, 1)) + 1;
  plan.block_bytes = std::min(memory_bytes_max / used, kBlockBytesMax);
  return plan;
}

}  // namespace facsim
