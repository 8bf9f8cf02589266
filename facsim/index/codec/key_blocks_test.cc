// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/key_blocks_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "facsim/index/codec/bits_internal.h"
#include "facsim/index/codec/codec_slow_for_test.h"
#include "facsim/index/codec/keys_for_test.h"

namespace facsim {
namespace {

std::vector<std::byte> bytes_with_stride(const std::vector<std::uint64_t>& keys,
                                         std::size_t stride) {
  std::vector<std::byte> bytes(keys.size() * stride + 8);
  for (std::size_t i = 0; i < keys.size(); ++i) store_as(bytes.data() + i * stride, keys[i]);
  return bytes;
}

RC_GTEST_PROP(InterpolationSearch, CountsWhatIsLess, ()) {
  const auto shape = *rc::gen::elementOf(kKeyShapes);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  SomeNumbers numbers(seed);
  const auto keys = some_keys(shape, numbers.below(2'000), seed);
  const std::size_t stride = *rc::gen::elementOf(std::array<std::size_t, 2>{8, 24});
  const auto bytes = bytes_with_stride(keys, stride);
  for (int i = 0; i < 100; ++i) {
    std::uint64_t key = numbers.next();
    if (!keys.empty() && i % 3 != 0) key = keys[key % keys.size()] + numbers.below(3) - 1;
    const auto less = std::lower_bound(keys.begin(), keys.end(), key) - keys.begin();
    RC_ASSERT(count_less(bytes.data(), stride, keys.size(), key) ==
              static_cast<std::uint64_t>(less));
  }
}

// Doubling keys are as uneven as possible; and for keys in no order the search still terminates.
TEST(InterpolationSearch, UnevenAndDisorderedKeys) {
  std::vector<std::uint64_t> doubling;
  for (int i = 0; i < 64; ++i) doubling.insert(doubling.end(), 50, std::uint64_t{1} << i);
  const auto bytes = bytes_with_stride(doubling, 8);
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(count_less(bytes.data(), 8, doubling.size(), std::uint64_t{1} << i), 50U * i);
    EXPECT_EQ(count_less(bytes.data(), 8, doubling.size(), (std::uint64_t{1} << i) + 1),
              50U * (i + 1));
  }
  SomeNumbers numbers(1);
  std::vector<std::uint64_t> disordered(999);
  for (std::uint64_t& key : disordered) key = numbers.next();
  const auto noise = bytes_with_stride(disordered, 8);
  for (int i = 0; i < 1'000; ++i) EXPECT_LE(count_less(noise.data(), 8, 999, numbers.next()), 999U);
}

RC_GTEST_PROP(Bits, OnesAreCountedAndFound, (std::uint64_t any)) {
  const auto shift = *rc::gen::inRange(0, 64);
  for (const std::uint64_t word :
       {any, any >> shift, any & (any >> shift), ~any, ~(any >> shift)}) {
    RC_ASSERT(count_ones(word) == static_cast<unsigned>(std::popcount(word)));
    unsigned before = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((word >> bit & 1U) == 0) continue;
      RC_ASSERT(place_of_one(word, before) == bit);
      ++before;
    }
  }
}

TEST(Bits, AFullWord) {
  EXPECT_EQ(count_ones(~std::uint64_t{0}), 64U);
  EXPECT_EQ(count_ones(0), 0U);
  for (unsigned bit = 0; bit < 64; ++bit) EXPECT_EQ(place_of_one(~std::uint64_t{0}, bit), bit);
}

RC_GTEST_PROP(Bits, AWriterPutsNumbersOneBehindTheOther, ()) {
  SomeNumbers numbers(*rc::gen::arbitrary<std::uint64_t>());
  std::vector<std::pair<std::uint64_t, unsigned>> put(numbers.below(200));
  std::uint64_t size = 0;
  for (auto& [value, bits] : put) {
    bits = static_cast<unsigned>(numbers.below(64));
    value = numbers.next() & low_ones(bits);
    size += bits;
  }
  std::vector<std::byte> bytes(ceil_div(size, 8) + 8);
  BitWriter writer(bytes.data());
  for (const auto& [value, bits] : put) writer.put(value, bits);
  writer.finish();
  const SlowBits read(bytes);
  std::uint64_t at = 0;
  for (const auto& [value, bits] : put) {
    RC_ASSERT(read.number(at, bits) == value);
    at += bits;
  }
}

}  // namespace
}  // namespace facsim
