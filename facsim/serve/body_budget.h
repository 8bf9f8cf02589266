// SPDX-License-Identifier: Apache-2.0
#pragma once
// What bodies and heads of all requests may take in memory. A request that would take more is
// refused, so that many clients with large bodies cannot take the machine's.
//
// A share grows as its body comes and unpacks, since nobody knows before how much that will be. It
// never waits: a share that cannot grow is given back whole, and its client asks again later. So
// there is no deadlock. Nor can bodies keep each other from ever being answered: three quarters are
// for all, and the last quarter is for one, the senior, the first that needed more than these while
// nobody else did. It is senior until it grows no more. So whoever is refused was refused for a
// senior, which still has room and comes to its end, or for bodies that are whole and being
// answered. A body of up to a quarter is never refused as the senior; a larger one can be while
// others hold what it needs, and they too are refused or answered. Of any bodies that grow at once
// the last one has the room of all others.
//
// Callable from any thread; one share belongs to one request.

#include <atomic>
#include <cstddef>

namespace facsim {

class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes_max)
      : bytes_max_(bytes_max), common_max_(bytes_max - bytes_max / kSeniorShare) {}

  // What one request holds. Gives all back when it goes.
  class Share {
   public:
    explicit Share(BodyBudget& budget) : budget_(&budget) {}
    ~Share() { give_back(); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Holds so many from now on; false, and as many as before, if there is not so much left.
    [[nodiscard]] bool resize(std::size_t bytes) noexcept {
      if (bytes > bytes_ && !budget_->take(bytes - bytes_, this)) return false;
      if (bytes < bytes_) budget_->taken_ -= bytes_ - bytes;
      bytes_ = bytes;
      return true;
    }
    // Grows no more: another may be the senior.
    void settle() noexcept {
      const Share* self = this;
      budget_->senior_.compare_exchange_strong(self, nullptr);
    }
    void give_back() noexcept {
      settle();
      budget_->taken_ -= bytes_;
      bytes_ = 0;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

   private:
    BodyBudget* budget_;
    std::size_t bytes_ = 0;
  };

  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }
  [[nodiscard]] std::size_t bytes_max() const noexcept { return bytes_max_; }

 private:
  static constexpr std::size_t kSeniorShare = 4;

  // Exact also while others try: a refusal that is not needed could be the last one's.
  [[nodiscard]] bool take(std::size_t more, const Share* share) noexcept {
    std::size_t taken = taken_;
    do {
      if (more > bytes_max_ || taken > bytes_max_ - more) return false;
      if (taken + more > common_max_ && !is_senior(share)) return false;
    } while (!taken_.compare_exchange_weak(taken, taken + more));
    return true;
  }
  [[nodiscard]] bool is_senior(const Share* share) noexcept {
    const Share* senior = nullptr;
    return senior_.compare_exchange_strong(senior, share) || senior == share;
  }

  const std::size_t bytes_max_;
  const std::size_t common_max_;  // with what those hold that are not the senior
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<const Share*> senior_ = nullptr;
};

}  // namespace facsim
