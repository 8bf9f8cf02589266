// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/low_bits_sort.h"

#include <gtest/gtest.h>

#include <random>

namespace facsim {
namespace {

TEST(LowBitsSort, IsStdSort) {
  std::mt19937_64 chance(7);
  std::vector<std::uint64_t> room;
  for (const unsigned bits : {0U, 1U, 7U, 8U, 9U, 24U, 56U, 63U, 64U}) {
    for (const std::size_t count : {0U, 1U, 96U, 97U, 1000U, 5000U}) {
      std::vector<std::uint64_t> numbers(count);
      for (std::uint64_t& number : numbers) number = bits == 0 ? 0 : chance() >> (64 - bits);
      std::vector<std::uint64_t> expected = numbers;
      std::sort(expected.begin(), expected.end());
      sort_low_bits(numbers, bits, room);
      EXPECT_EQ(numbers, expected) << bits << " bits, " << count;
    }
  }
}

}  // namespace
}  // namespace facsim
