// SPDX-License-Identifier: Apache-2.0
#pragma once
// Limits the memory that bodies and heads of all requests take together.
//
// A share grows as its body arrives and is decompressed, because its final size is unknown before.
// It never waits: a share that cannot grow is released whole, and its client tries again later. So
// no two bodies can wait for each other.
//
// The bytes are divided so that no body can keep all others out:
//
//    8/16  for every share.
//    7/16  for one more share, the senior: the first that needs more than the part above while
//          there is no other senior. It is the senior until it stops growing. So a large body
//          makes progress among many that fill the part above again and again.
//    1/16  for small shares that do not fit into the parts above. A usual page is accepted while
//          large bodies hold everything else. A large share never gets this part, even if it is
//          alone.
//
// A share is refused only while others hold the memory it needs: bodies that are being answered,
// which ends, or bodies that still grow. If several of these are refused, the last one gets the
// memory of the others. A body whose client sends slowly could hold its memory for long; its
// connection notices that others were refused meanwhile, and ends it.
//
// Callable from any thread; one share belongs to one request.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace facsim {

class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes_max)
      : reserve_max_(bytes_max / kParts),
        body_max_(bytes_max - reserve_max_),
        common_max_(body_max_ - kSeniorParts * reserve_max_),
        small_max_(std::min(kSmallBytes, reserve_max_)) {}

  // The number of refused shares so far.
  struct Refusals {
    std::uint64_t all = 0;
    std::uint64_t small = 0;  // small shares among them
  };

  // The memory of one request. Releases all of it when it is destroyed.
  class Share {
   public:
    explicit Share(BodyBudget& budget) : budget_(&budget) {}
    ~Share() { give_back(); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Resizes the share to `bytes`; returns false, without a change, if the budget does not allow
    // it.
    [[nodiscard]] bool resize(std::size_t bytes) noexcept {
      if (bytes <= bytes_) {
        pool() -= bytes_ - bytes;
        bytes_ = bytes;
        return true;
      }
      const std::size_t held = is_in_reserve_ ? 0 : bytes_;
      if (budget_->take(bytes - held, budget_->is_small(bytes) ? nullptr : this)) {
        if (is_in_reserve_) budget_->reserve_taken_ -= bytes_;
        is_in_reserve_ = false;
      } else {
        if (!budget_->is_small(bytes)) return false;
        if (!budget_->take_reserve(bytes - (bytes_ - held))) return false;
        budget_->taken_ -= held;
        is_in_reserve_ = true;
      }
      bytes_ = bytes;
      return true;
    }
    // The share will not grow any more: another one may become the senior.
    void settle() noexcept {
      const Share* self = this;
      budget_->senior_.compare_exchange_strong(self, nullptr);
    }
    void give_back() noexcept {
      settle();
      pool() -= bytes_;
      bytes_ = 0;
    }
    // Releases everything after a failed resize(bytes), and counts that as a refusal.
    void give_up(std::size_t bytes) noexcept {
      ++budget_->refusals_;
      if (budget_->is_small(bytes)) ++budget_->small_refusals_;
      give_back();
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    // True if others were refused since `before` and this share holds memory of the kind they
    // needed: a small share does not block large ones.
    [[nodiscard]] bool keeps_others_out(const Refusals& before) const noexcept {
      const Refusals now = budget_->refusals();
      if (bytes_ == 0) return false;
      return budget_->is_small(bytes_) ? now.small != before.small : now.all != before.all;
    }

   private:
    [[nodiscard]] std::atomic<std::size_t>& pool() const noexcept {
      return is_in_reserve_ ? budget_->reserve_taken_ : budget_->taken_;
    }

    BodyBudget* budget_;
    std::size_t bytes_ = 0;
    bool is_in_reserve_ = false;
  };

  [[nodiscard]] std::size_t taken() const noexcept { return taken_ + reserve_taken_; }
  [[nodiscard]] Refusals refusals() const noexcept {
    return {.all = refusals_, .small = small_refusals_};
  }
  // The most that one share can have if there are no others.
  [[nodiscard]] std::size_t body_bytes_max() const noexcept { return body_max_; }

 private:
  static constexpr std::size_t kParts = 16;
  static constexpr std::size_t kSeniorParts = 7;
  static constexpr std::size_t kSmallBytes = std::size_t{64} << 10;

  [[nodiscard]] bool is_small(std::size_t bytes) const noexcept { return bytes <= small_max_; }

  // Exact even under concurrent attempts: the last of several growing bodies must not be refused
  // without need. A null `share` is never the senior.
  [[nodiscard]] bool take(std::size_t more, const Share* share) noexcept {
    std::size_t taken = taken_;
    do {
      if (more > body_max_ || taken > body_max_ - more) return false;
      if (taken + more > common_max_ && (share == nullptr || !is_senior(share))) return false;
    } while (!taken_.compare_exchange_weak(taken, taken + more));
    return true;
  }
  [[nodiscard]] bool take_reserve(std::size_t more) noexcept {
    std::size_t taken = reserve_taken_;
    do {
      if (taken > reserve_max_ - more) return false;  // `more` is a small share at most
    } while (!reserve_taken_.compare_exchange_weak(taken, taken + more));
    return true;
  }
  [[nodiscard]] bool is_senior(const Share* share) noexcept {
    const Share* senior = nullptr;
    return senior_.compare_exchange_strong(senior, share) || senior == share;
  }

  const std::size_t reserve_max_;  // only for small shares
  const std::size_t body_max_;     // for all shares outside the reserve, including the senior
  const std::size_t common_max_;   // limit for shares other than the senior
  const std::size_t small_max_;
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<std::size_t> reserve_taken_ = 0;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<std::uint64_t> small_refusals_ = 0;
  std::atomic<const Share*> senior_ = nullptr;
};

}  // namespace facsim
