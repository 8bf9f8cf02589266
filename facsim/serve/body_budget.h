// SPDX-License-Identifier: Apache-2.0
#pragma once
// What bodies and heads of all requests may take in memory: who would take more is refused, so
// that many clients with large bodies cannot take the machine's. Callable from any thread.

#include <atomic>
#include <cstddef>

namespace facsim {

class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // What one request holds. Gives all back when it goes.
  class Share {
   public:
    explicit Share(BodyBudget& budget) : budget_(&budget) {}
    ~Share() { budget_->taken_ -= bytes_; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Holds so many from now on; false, and as many as before, where there are not so many left.
    [[nodiscard]] bool resize(std::size_t bytes) noexcept {
      if (bytes > bytes_) {
        const std::size_t more = bytes - bytes_;
        if (budget_->taken_.fetch_add(more) + more > budget_->bytes_max_) {
          budget_->taken_ -= more;
          return false;
        }
      } else {
        budget_->taken_ -= bytes_ - bytes;
      }
      bytes_ = bytes;
      return true;
    }

   private:
    BodyBudget* budget_;
    std::size_t bytes_ = 0;
  };

  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }
  [[nodiscard]] std::size_t bytes_max() const noexcept { return bytes_max_; }

 private:
  std::size_t bytes_max_;
  std::atomic<std::size_t> taken_ = 0;
};

}  // namespace facsim
