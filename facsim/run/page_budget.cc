// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/page_budget.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>

namespace facsim {
namespace {

// A thread has a parser, tables and a stack, whatever it reads.
constexpr std::uint64_t kMemoryBytesPerThread = std::uint64_t{4} << 20;
// Larger buffers are not worth holding, because filling them takes longer than allocating them.
constexpr std::uint64_t kKeptBytesMax = std::uint64_t{32} << 20;
// After a page of this size, the allocator is asked to return free memory to the system, since the
// freed blocks are scattered between others.
constexpr std::uint64_t kTrimBytesMin = std::uint64_t{64} << 20;

void give_memory_back() noexcept {
#ifdef __GLIBC__
  (void)malloc_trim(0);
#endif
}

}  // namespace

PageBudget::PageBudget(std::uint64_t memory_bytes, int threads)
    : bytes_(memory_bytes / 4), waiting_bytes_max_(memory_bytes / 16) {
  const std::uint64_t most = std::max<std::uint64_t>(1, memory_bytes / kMemoryBytesPerThread);
  threads_ = static_cast<int>(
      std::min<std::uint64_t>(most, threads < 1 ? 1U : static_cast<unsigned>(threads)));
  kept_bytes_max_ = static_cast<std::size_t>(
      std::min(kKeptBytesMax, memory_bytes / 16 / static_cast<unsigned>(threads_)));
}

void PageBudget::grow(Hold& hold, std::uint64_t bytes) {
  hold.most_ = bytes;
  if (hold.has_lane_) return;
  std::unique_lock lock(mutex_);
  const auto fits = [&] { return used_ - hold.held_ + bytes <= bytes_; };
  ++waiting_;
  changed_.wait(lock, [&] {
    const bool has_turn =
        hold.turn_ == nullptr || results_ <= waiting_bytes_max_ || hold.turn_->goes_on();
    return has_turn && (fits() || !lane_is_taken_);
  });
  --waiting_;
  used_ -= hold.held_;
  hold.held_ = 0;
  if (used_ + bytes <= bytes_) {
    used_ += bytes;
    hold.held_ = bytes;
    return;
  }
  lane_is_taken_ = true;
  hold.has_lane_ = true;
  if (waiting_ > 0) changed_.notify_all();
}

void PageBudget::add_results(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  results_ += bytes;
}

void PageBudget::take_results(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  results_ -= bytes;
  if (waiting_ > 0) changed_.notify_all();
}

void PageBudget::wake() {
  const std::lock_guard lock(mutex_);
  if (waiting_ > 0) changed_.notify_all();
}

void PageBudget::Hold::give_back() noexcept {
  if (most_ == 0) return;
  if (most_ >= kTrimBytesMin) give_memory_back();
  const std::lock_guard lock(budget_->mutex_);
  budget_->used_ -= held_;
  if (has_lane_) budget_->lane_is_taken_ = false;
  held_ = 0;
  most_ = 0;
  has_lane_ = false;
  if (budget_->waiting_ > 0) budget_->changed_.notify_all();
}

}  // namespace facsim
