// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>

#include "facsim/base/cpu.h"
#include "facsim/index/partition.h"

namespace facsim {
namespace {

// Moves the key bit by bit, as the header describes it.
std::uint64_t slowly_permuted(std::uint64_t mask, std::uint64_t key) {
  unsigned next_masked = 64 - static_cast<unsigned>(std::popcount(mask));
  unsigned next_rest = 0;
  std::uint64_t to = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const bool is_masked = (mask >> bit & 1U) != 0;
    to |= (key >> bit & 1U) << (is_masked ? next_masked++ : next_rest++);
  }
  return to;
}

TEST(BitOrder, OfNoBitsAndOfAllLeavesKeysAsTheyAre) {
  for (const std::uint64_t mask : {std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0} << 40}) {
    EXPECT_EQ(permuted(bit_order(mask), 0x0123456789abcdefU), 0x0123456789abcdefU);
  }
}

TEST(BitOrder, OfEverySecondBitHasManyRuns) {
  const BitOrder order = bit_order(0xaaaaaaaaaaaaaaaaU);
  EXPECT_EQ(order.runs, 64U);
  EXPECT_EQ(permuted(order, 0xaaaaaaaaaaaaaaaaU), 0xffffffff00000000U);
}

RC_GTEST_PROP(PartitionKernels, PermuteAndRestoreAsTheSlowWay,
              (std::uint64_t mask, const std::vector<std::uint64_t>& keys)) {
  const BitOrder order = bit_order(mask);
  for (const std::string& name : kernel_names()) {
    const PartitionKernels& kernels = partition_kernels(kernel_named(name));
    std::vector<std::uint64_t> there(keys.size());
    std::vector<std::uint64_t> back(keys.size());
    kernels.permute(keys.data(), keys.size(), order, there.data());
    kernels.restore(there.data(), keys.size(), order, back.data());
    RC_ASSERT(back == keys);
    for (std::size_t i = 0; i < keys.size(); ++i)
      RC_ASSERT(there[i] == slowly_permuted(mask, keys[i]));
  }
}

}  // namespace
}  // namespace facsim
