// SPDX-License-Identifier: Apache-2.0
// These values are stored in segments and rows permanently: a failure here means that the bits
// changed.
#include "facsim/base/hash64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace facsim {
namespace {

TEST(Hash64, IsXxh3) {
  // The values for the empty input are those of the XXH3 specification.
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2U);
  EXPECT_EQ(hash128("").low, 0x6001c324468d497fU);
  EXPECT_EQ(hash128("").high, 0x99aa06d3014798d8U);
  EXPECT_EQ(hash64("a"), 0xe6c632b61e964e1fU);
  EXPECT_EQ(hash64("abc"), 0x78af5f94892f3950U);
  EXPECT_EQ(hash128("abc").low, 0x78af5f94892f3950U);
  EXPECT_EQ(hash128("abc").high, 0x06b05ab6733a6185U);
  // Our own values: with a seed, and longer than the 240 bytes after which XXH3 uses its wide path.
  EXPECT_EQ(hash64("facsim", 7), 0x17fc0ac27e076c24U);
  EXPECT_EQ(hash64(std::string(1000, 'x')), 0xc0a4877b962cba82U);
}

TEST(Hash64, DependsOnSeedAndEveryByte) {
  const std::string text = "a page walks in at one end and leaves as an answer at the other";
  std::set<std::uint64_t> seen = {hash64(text), hash64(text, 1), hash64(text + '\0')};
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    seen.insert(hash64(changed));
  }
  EXPECT_EQ(seen.size(), text.size() + 3);
}

TEST(Mix64, IsTheFinaliserOfSplitMix64) {
  // SplitMix64 with state 0 first gives mix64(0x9e3779b97f4a7c15).
  EXPECT_EQ(mix64(0x9e3779b97f4a7c15U), 0xe220a8397b1dcdafU);
  EXPECT_EQ(mix64(0), 0U);
}

// Inverts mix64, which is possible only if it is a bijection.
std::uint64_t unmix64(std::uint64_t x) {
  const auto unshift = [](std::uint64_t y, int by) {
    std::uint64_t value = y;
    for (int done = by; done < 64; done += by) value = y ^ (value >> by);
    return value;
  };
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t value = odd;
    for (int i = 0; i < 6; ++i) value *= 2 - odd * value;
    return value;
  };
  x = unshift(x, 31) * inverse(0x94d049bb133111ebU);
  x = unshift(x, 27) * inverse(0xbf58476d1ce4e5b9U);
  return unshift(x, 30);
}

RC_GTEST_PROP(Mix64, CanBeUndone, (std::uint64_t x)) { RC_ASSERT(unmix64(mix64(x)) == x); }

TEST(Mix64, EveryInputBitMovesAboutHalfOfTheOutputBits) {
  for (int bit = 0; bit < 64; ++bit) {
    int moved = 0;
    for (std::uint64_t i = 1; i <= 256; ++i) {
      const std::uint64_t x = i * 0x9e3779b97f4a7c15U;
      moved += std::popcount(mix64(x) ^ mix64(x ^ (std::uint64_t{1} << bit)));
    }
    EXPECT_NEAR(moved / 256.0, 32.0, 2.0) << "input bit " << bit;
  }
}

TEST(Combine, IsPinned) {
  EXPECT_EQ(combine(0, 0), 0U);
  EXPECT_EQ(combine(1, 2), 0x975835de1c9756ceU);
  EXPECT_EQ(combine(2, 1), 0xbeeb8da1658eec67U);
  EXPECT_EQ(combine(0xfedcba9876543210U, 0x0123456789abcdefU), 0x04087193413e50ebU);
}

RC_GTEST_PROP(Combine, KnowsTheOrder, (std::uint64_t a, std::uint64_t b)) {
  RC_PRE(a != b);
  RC_ASSERT(combine(a, b) != combine(b, a));
}

}  // namespace
}  // namespace facsim
