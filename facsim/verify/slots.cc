// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/slots.h"

#include <algorithm>
#include <cmath>

namespace facsim {
namespace {

constexpr std::uint64_t kSubstitutionsMin = 5;

}  // namespace

bool differs_in_slots(std::span<const std::uint64_t> first_slots,
                      std::span<const std::uint64_t> second_slots, std::uint64_t first_units,
                      std::uint64_t second_units, double agreement) noexcept {
  std::uint64_t shared = 0;
  for (std::size_t i = 0, j = 0; i < first_slots.size() && j < second_slots.size();) {
    const std::uint64_t a = first_slots[i];
    const std::uint64_t b = second_slots[j];
    shared += a == b ? 1 : 0;
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  if (std::min(first_slots.size(), second_slots.size()) < shared + kSubstitutionsMin) return false;
  const double slots = static_cast<double>(first_slots.size() + second_slots.size()) -
                       2.0 * static_cast<double>(shared);
  const double common =
      std::round(agreement * static_cast<double>(std::max(first_units, second_units)));
  const double differing =
      static_cast<double>(first_units) + static_cast<double>(second_units) - 2 * common;
  return slots > differing / 2;
}

}  // namespace facsim
