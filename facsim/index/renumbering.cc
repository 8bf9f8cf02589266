// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/renumbering.h"

#include <bit>

namespace facsim {
namespace {

constexpr std::uint64_t kWordsCounted = 8;

}  // namespace

Renumbering::Renumbering(std::uint64_t base, std::uint64_t end,
                         std::span<const std::uint64_t> left_out)
    : base_(base), end_(end) {
  if (left_out.empty()) return;
  first_ = left_out.front();
  bits_.resize((left_out.back() - first_) / 64 + 1);
  for (const std::uint64_t ordinal : left_out) {
    bits_[(ordinal - first_) / 64] |= std::uint64_t{1} << (ordinal - first_) % 64;
  }
}

Renumbering Renumbering::keeping(std::uint64_t end, std::span<const std::uint64_t> left_out) {
  return {0, end, left_out};
}

Renumbering Renumbering::closing_gaps(std::uint64_t base, std::uint64_t end,
                                      std::span<const std::uint64_t> left_out) {
  Renumbering closing(base, end, left_out);
  for (std::size_t word = 0; word < closing.bits_.size(); ++word) {
    if (word % kWordsCounted == 0) closing.before_.push_back(closing.gaps_);
    closing.gaps_ += static_cast<std::uint64_t>(std::popcount(closing.bits_[word]));
  }
  return closing;
}

std::uint64_t Renumbering::left_out_below(std::uint64_t at) const noexcept {
  const std::uint64_t last = at / 64;
  std::uint64_t below = before_[last / kWordsCounted];
  for (std::uint64_t word = last / kWordsCounted * kWordsCounted; word < last; ++word) {
    below += static_cast<std::uint64_t>(std::popcount(bits_[word]));
  }
  const std::uint64_t lower = (std::uint64_t{1} << at % 64) - 1;
  return below + static_cast<std::uint64_t>(std::popcount(bits_[last] & lower));
}

}  // namespace facsim
