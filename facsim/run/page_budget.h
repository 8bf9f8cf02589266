// SPDX-License-Identifier: Apache-2.0
#pragma once
// One budget of bytes for all pages in flight, for all readers and threads.
//
// What is counted, and who waits if the limit is reached:
//   records that were read and wait for a worker      the reader
//   pages that are analyzed, and pairs that are
//     compared                                        the worker, before it takes more memory
//   results of pages whose turn has not come yet      the worker, before its next page
// Promise: pages that are analyzed take at most the budget, and one page in addition: the one in
// the lane. A page that does not fit into the budget takes the lane or waits for either. So the
// largest page of a run is read whatever the budget, but never two such pages at once.
// No deadlock: the holder of the lane waits for nothing; everybody else waits for the lane as well;
// the worker whose turn it is waits only for the lane. The result of a run does not depend on any
// of this.
//
// The size of a page in flight is estimated from its bytes (page_bytes_in_flight); the estimate
// grows when its tree or its units turn out to be larger. Cost: one lock a page. Callable from any
// thread.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "facsim/base/memory_room.h"

namespace facsim {

class PageBudget {
 public:
  // The owner of the page that needs memory. While too many results wait for their turn, only the
  // worker whose turn it is gets more memory; if a run fails, waiting ends.
  class Turn {
   public:
    virtual ~Turn() = default;
    [[nodiscard]] virtual bool goes_on() const = 0;
  };

  explicit PageBudget(std::uint64_t memory_bytes, int threads = 1);
  PageBudget(const PageBudget&) = delete;
  PageBudget& operator=(const PageBudget&) = delete;

  // The number of requested threads that can work at once: each has buffers of its own.
  [[nodiscard]] int threads() const noexcept { return threads_; }
  // The most bytes of buffers that a thread may hold from page to page.
  [[nodiscard]] std::size_t kept_bytes_max() const noexcept { return kept_bytes_max_; }
  // The limit of waiting records, and of waiting results.
  [[nodiscard]] std::uint64_t waiting_bytes_max() const noexcept { return waiting_bytes_max_; }
  // The bytes of the budget.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  // The memory of one page. It starts with 0 bytes and releases all at its end.
  class Hold final : public MemoryRoom {
   public:
    // `turn` must outlive this; without one, results are not limited.
    explicit Hold(PageBudget& budget, const Turn* turn = nullptr) : budget_(&budget), turn_(turn) {}
    ~Hold() override { give_back(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    void need(std::size_t bytes) override {
      if (bytes > most_) budget_->grow(*this, bytes);
    }
    void give_back() noexcept;
    [[nodiscard]] bool has_lane() const noexcept { return has_lane_; }

   private:
    friend class PageBudget;
    PageBudget* budget_;
    const Turn* turn_;
    std::uint64_t held_ = 0;
    std::uint64_t most_ = 0;  // the largest request so far
    bool has_lane_ = false;
  };

  // Adds or subtracts the bytes of results that wait for their turn.
  void add_results(std::uint64_t bytes);
  void take_results(std::uint64_t bytes);
  // A worker's turn has come, or a run failed: waiting threads check again.
  void wake();

 private:
  void grow(Hold& hold, std::uint64_t bytes);

  std::uint64_t bytes_;
  std::uint64_t waiting_bytes_max_;
  std::size_t kept_bytes_max_;
  int threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t used_ = 0;
  std::uint64_t results_ = 0;
  std::size_t waiting_ = 0;
  bool lane_is_taken_ = false;
};

// Estimates what a page or record of this size takes in memory.
[[nodiscard]] constexpr std::size_t page_bytes_in_flight(std::size_t page_bytes) noexcept {
  constexpr std::size_t kBytesPerByte = 16;
  constexpr std::size_t kLeast = std::size_t{64} << 10;
  return kLeast + kBytesPerByte * page_bytes;
}

}  // namespace facsim
