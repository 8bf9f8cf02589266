// SPDX-License-Identifier: Apache-2.0
#pragma once
// Maps the ordinals of one table to those of another that takes its pairs over.
//
// Some ordinals are left out, the others keep their order. Cost: if any are left out, a bit for
// each ordinal from the first to the last of them, and one memory access a look-up, so that a table
// with a third of its entries deleted is taken over as fast as a whole one. Const: safe to share
// among threads.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace facsim {

class Renumbering {
 public:
  // For ordinals below `end`; `left_out` ascends. Ordinals after a left-out one move down to close
  // the gap, and all move up by `base`.
  [[nodiscard]] static Renumbering closing_gaps(std::uint64_t base, std::uint64_t end,
                                                std::span<const std::uint64_t> left_out);
  // Ordinals that are not left out do not change.
  [[nodiscard]] static Renumbering keeping(std::uint64_t end,
                                           std::span<const std::uint64_t> left_out);

  // operator() may only be called with ordinals below this.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }
  // Returns the new ordinal, or nothing if it is left out.
  [[nodiscard]] std::optional<std::uint64_t> operator()(std::uint64_t ordinal) const noexcept {
    if (ordinal < first_) return base_ + ordinal;
    const std::uint64_t at = ordinal - first_;
    if (at / 64 >= bits_.size()) return base_ + ordinal - gaps_;
    if ((bits_[at / 64] >> at % 64 & 1) != 0) return std::nullopt;
    return base_ + ordinal - (gaps_ == 0 ? 0 : left_out_below(at));
  }

 private:
  Renumbering(std::uint64_t base, std::uint64_t end, std::span<const std::uint64_t> left_out);
  [[nodiscard]] std::uint64_t left_out_below(std::uint64_t at) const noexcept;

  std::uint64_t base_;
  std::uint64_t end_;
  std::uint64_t first_ = ~std::uint64_t{0};  // the first that is left out
  std::uint64_t gaps_ = 0;                   // the number of closed gaps
  std::vector<std::uint64_t> bits_;          // from the first on
  std::vector<std::uint64_t> before_;        // set bits before every eighth word
};

}  // namespace facsim
