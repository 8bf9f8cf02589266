// SPDX-License-Identifier: Apache-2.0
#pragma once
// One budget of bytes for all pages that are in flight, whoever reads them and with how many
// threads.
//
// What is counted, and what waits:
//   records that were read and wait for a worker      the reader
//   pages that are taken apart, and pairs that are
//     compared                                        the worker, before it takes more
//   what was found in pages whose turn is not yet     the worker, before its next page
// Promise: pages that are taken apart take no more than the budget, and one page beside it: the
// lane. A page that does not fit the budget takes the lane or waits for either; so the largest page
// of a run is read whatever the budget, but no two such pages at once.
// No deadlock: who has the lane waits for nothing, everybody else waits for the lane as well, and
// the worker whose turn it is for nothing but the lane.
// The result of a run does not depend on any of this.
//
// What a page takes is an estimate from its bytes (page_bytes_in_flight), which grows when its tree
// or its units turn out to be more. Cost: one lock a page. Any thread may hold.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "facsim/base/memory_room.h"

namespace facsim {

class PageBudget {
 public:
  // Whose page it is that asks. While too many results wait for their turn, only a worker whose
  // turn it is takes more; and where a run fails, nobody waits.
  class Turn {
   public:
    virtual ~Turn() = default;
    [[nodiscard]] virtual bool goes_on() const = 0;
  };

  explicit PageBudget(std::uint64_t memory_bytes, int threads = 1);
  PageBudget(const PageBudget&) = delete;
  PageBudget& operator=(const PageBudget&) = delete;

  // So many threads of those that were asked for can work at once: each has buffers of its own.
  [[nodiscard]] int threads() const noexcept { return threads_; }
  // Of its buffers, a thread may keep so many bytes from page to page.
  [[nodiscard]] std::size_t kept_bytes_max() const noexcept { return kept_bytes_max_; }
  // Of records that wait, and of results that do.
  [[nodiscard]] std::uint64_t waiting_bytes_max() const noexcept { return waiting_bytes_max_; }
  // The bytes of the budget.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  // What one page holds. It begins with nothing and gives all back at its end.
  class Hold final : public MemoryRoom {
   public:
    // `turn` must outlive this; without one results do not count.
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
    std::uint64_t most_ = 0;  // that was asked for
    bool has_lane_ = false;
  };

  // What was found in pages and waits for its turn: more of it, and less.
  void add_results(std::uint64_t bytes);
  void take_results(std::uint64_t bytes);
  // Somebody's turn has come, or a run failed: who waits looks again.
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

// What a page or record of so many bytes takes, as far as its bytes tell.
[[nodiscard]] constexpr std::size_t page_bytes_in_flight(std::size_t page_bytes) noexcept {
  constexpr std::size_t kBytesPerByte = 16;
  constexpr std::size_t kLeast = std::size_t{64} << 10;
  return kLeast + kBytesPerByte * page_bytes;
}

}  // namespace facsim
