// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ordinals of one table in another that takes its pairs over.
//
// Some are left out, the others keep their order. Cost: where any are left out, a bit for each
// ordinal from the first to the last of them and one place in memory a look-up, so that a table of
// which a third was deleted is taken over as fast as a whole one. Const: safe to share among
// threads.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace facsim {

class Renumbering {
 public:
  // Of ordinals below `end`; `left_out` ascend. What is behind one that is left out moves down, and
  // all move up by `base`.
  [[nodiscard]] static Renumbering closing_gaps(std::uint64_t base, std::uint64_t end,
                                                std::span<const std::uint64_t> left_out);
  // What is not left out stays as it is.
  [[nodiscard]] static Renumbering keeping(std::uint64_t end,
                                           std::span<const std::uint64_t> left_out);

  // All that are asked for are below this.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }
  // Nothing where it is left out.
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
  std::uint64_t first_ = ~std::uint64_t{0};  // that is left out
  std::uint64_t gaps_ = 0;                   // that are closed in all
  std::vector<std::uint64_t> bits_;          // from the first on
  std::vector<std::uint64_t> before_;        // set bits before every eighth word
};

}  // namespace facsim
