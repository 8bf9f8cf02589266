// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/renumbering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace facsim {
namespace {

using OrdinalList = std::vector<std::uint64_t>;

// The slow twin counts ordinal by ordinal.
void expect_renumbers(std::uint64_t end, const OrdinalList& left_out) {
  constexpr std::uint64_t kBase = 1000;
  const Renumbering closing = Renumbering::closing_gaps(kBase, end, left_out);
  const Renumbering keeping = Renumbering::keeping(end, left_out);
  EXPECT_EQ(closing.end(), end);
  std::uint64_t next = kBase;
  for (std::uint64_t ordinal = 0; ordinal < end; ++ordinal) {
    if (std::ranges::binary_search(left_out, ordinal)) {
      EXPECT_EQ(closing(ordinal), std::nullopt) << ordinal;
      EXPECT_EQ(keeping(ordinal), std::nullopt) << ordinal;
    } else {
      EXPECT_EQ(closing(ordinal), next++) << ordinal;
      EXPECT_EQ(keeping(ordinal), ordinal) << ordinal;
    }
  }
}

TEST(Renumbering, CountsWhatIsLeftOut) {
  expect_renumbers(0, {});
  expect_renumbers(5, {});
  expect_renumbers(5, {0, 1, 2, 3, 4});
  for (const std::uint64_t one : {0U, 1U, 63U, 64U, 65U, 511U, 512U, 699U}) {
    expect_renumbers(700, {one});
    expect_renumbers(700, {one / 2, one + 1});
  }
  std::mt19937_64 random(3);
  for (const std::uint64_t share : {2U, 10U, 300U}) {
    OrdinalList left_out;
    for (std::uint64_t ordinal = 77; ordinal < 5000; ++ordinal) {
      if (random() % share == 0) left_out.push_back(ordinal);
    }
    expect_renumbers(5200, left_out);
  }
}

TEST(Renumbering, OfLargeNumbers) {
  constexpr std::uint64_t kFar = std::uint64_t{1} << 55;
  const Renumbering closing = Renumbering::closing_gaps(0, kFar * 2, OrdinalList{kFar, kFar + 64});
  EXPECT_EQ(closing(7), 7U);
  EXPECT_EQ(closing(kFar), std::nullopt);
  EXPECT_EQ(closing(kFar + 1), kFar);
  EXPECT_EQ(closing(kFar * 2 - 1), kFar * 2 - 3);
}

}  // namespace
}  // namespace facsim
