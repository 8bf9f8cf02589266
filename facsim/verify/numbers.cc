// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/numbers.h"

#include <algorithm>
#include <cmath>

namespace facsim {
namespace {

constexpr std::uint64_t kSubstitutionsMin = 5;

}  // namespace

bool differs_in_numbers(std::span<const std::uint64_t> first_numbers,
                        std::span<const std::uint64_t> second_numbers, std::uint64_t first_units,
                        std::uint64_t second_units, double agreement) noexcept {
  std::uint64_t shared = 0;
  for (std::size_t i = 0, j = 0; i < first_numbers.size() && j < second_numbers.size();) {
    const std::uint64_t a = first_numbers[i];
    const std::uint64_t b = second_numbers[j];
    shared += a == b ? 1 : 0;
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  if (std::min(first_numbers.size(), second_numbers.size()) < shared + kSubstitutionsMin)
    return false;
  const double numbers = static_cast<double>(first_numbers.size() + second_numbers.size()) -
                         2.0 * static_cast<double>(shared);
  const double common =
      std::round(agreement * static_cast<double>(std::max(first_units, second_units)));
  const double differing =
      static_cast<double>(first_units) + static_cast<double>(second_units) - 2 * common;
  return numbers > differing / 2;
}

}  // namespace facsim
