// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/huffman_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "facsim/index/codec/keys_for_test.h"

namespace facsim {
namespace {

// The number of bits that Huffman's own method takes without a limit: the sum of all joined counts.
std::uint64_t bits_without_limit(const StepCounts& counts) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> queue;
  for (const std::uint64_t count : counts) {
    if (count > 0) queue.push(count);
  }
  std::uint64_t bits = 0;
  while (queue.size() > 1) {
    const std::uint64_t rarest = queue.top();
    queue.pop();
    const std::uint64_t both = rarest + queue.top();
    queue.pop();
    bits += both;
    queue.push(both);
  }
  return bits;
}

std::uint64_t bits_with(const CodeLengths& lengths, const StepCounts& counts) {
  std::uint64_t bits = 0;
  for (std::size_t step = 0; step < kSteps; ++step) bits += counts[step] * lengths[step];
  return bits;
}

unsigned longest(const CodeLengths& lengths) {
  return *std::max_element(lengths.begin(), lengths.end());
}

StepCounts any_counts() {
  SomeNumbers numbers(*rc::gen::arbitrary<std::uint64_t>());
  const auto shift = *rc::gen::inRange<unsigned>(16, 63);
  StepCounts counts{};
  for (std::uint64_t i = numbers.below(kSteps + 1); i > 0; --i) {
    counts[numbers.below(kSteps)] = numbers.next() >> shift >> numbers.below(40);
  }
  return counts;
}

RC_GTEST_PROP(Huffman, IsACodeForJustTheStepsThatOccur, ()) {
  const StepCounts counts = any_counts();
  const CodeLengths lengths = code_lengths(counts);
  RC_ASSERT(is_code(lengths));
  for (std::size_t step = 0; step < kSteps; ++step) {
    RC_ASSERT((lengths[step] > 0) == (counts[step] > 0));
  }
}

// If Huffman's own code is short enough, none is shorter; else the limit costs little.
RC_GTEST_PROP(Huffman, TakesTheFewestBits, ()) {
  const StepCounts counts = any_counts();
  const auto used = kSteps - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0U));
  RC_PRE(used > 1);
  const CodeLengths lengths = code_lengths(counts);
  const std::uint64_t without = bits_without_limit(counts);
  RC_ASSERT(bits_with(lengths, counts) >= without);
  if (longest(lengths) < kCodeBitsMax) RC_ASSERT(bits_with(lengths, counts) == without);
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts) all += count;
  RC_ASSERT(static_cast<double>(bits_with(lengths, counts) - without) <=
            .03 * static_cast<double>(all) + 1);
}

// Without the limit their code would be 39 bits long: the worst case, which is still cheap.
TEST(Huffman, FibonacciNumbersMeetTheLimit) {
  StepCounts counts{};
  std::uint64_t before = 1;
  std::uint64_t count = 1;
  for (std::size_t step = 0; step < 40; ++step) {
    counts[step] = count;
    count += before;
    before = counts[step];
  }
  const CodeLengths lengths = code_lengths(counts);
  EXPECT_EQ(longest(lengths), kCodeBitsMax);
  EXPECT_TRUE(is_code(lengths));
  EXPECT_LT(static_cast<double>(bits_with(lengths, counts)),
            1.005 * static_cast<double>(bits_without_limit(counts)));
}

TEST(Huffman, OneStepAndNone) {
  StepCounts counts{};
  EXPECT_EQ(code_lengths(counts), CodeLengths{});
  EXPECT_TRUE(is_code(CodeLengths{}));
  counts[kStepEqual] = 9;
  CodeLengths alone{};
  alone[kStepEqual] = 1;
  EXPECT_EQ(code_lengths(counts), alone);
  EXPECT_TRUE(is_code(alone));
}

TEST(Huffman, WhatIsNoCode) {
  CodeLengths lengths{};
  lengths[3] = 2;
  EXPECT_FALSE(is_code(lengths));  // a single step with more than one bit
  lengths[4] = lengths[5] = 2;
  EXPECT_FALSE(is_code(lengths));  // a quarter of the codes is unused
  lengths[6] = 2;
  EXPECT_TRUE(is_code(lengths));
  lengths[7] = 12;
  EXPECT_FALSE(is_code(lengths));  // too many
  lengths[6] = 13;
  EXPECT_FALSE(is_code(lengths));  // too long
}

TEST(Huffman, CodesAreCanonical) {
  CodeLengths lengths{};
  lengths[10] = 2;
  lengths[20] = 1;
  lengths[30] = 3;
  lengths[64] = 3;
  const auto codes = codes_of(lengths);
  EXPECT_EQ(codes[20], 0b0U);
  EXPECT_EQ(codes[10], 0b01U);   // 10, its first bit in bit 0
  EXPECT_EQ(codes[30], 0b011U);  // 110
  EXPECT_EQ(codes[64], 0b111U);
}

RC_GTEST_PROP(Huffman, TheTableReadsEveryCode, ()) {
  const CodeLengths lengths = code_lengths(any_counts());
  const auto table = std::make_unique<StepTable>();
  fill_table(lengths, *table);
  const auto codes = codes_of(lengths);
  const auto noise = *rc::gen::arbitrary<std::uint16_t>();
  for (unsigned step = 0; step < kSteps; ++step) {
    const unsigned length = lengths[step];
    if (length == 0) continue;
    const CodedStep read = (*table)[(codes[step] | unsigned{noise} << length) % table->size()];
    RC_ASSERT(read.length == length);
    RC_ASSERT(read.below == bits_below(step));
    RC_ASSERT(read.total == length + bits_below(step));
    RC_ASSERT(read.flip == (step == kStepEqual ? 0 : 1));
  }
}

}  // namespace
}  // namespace facsim
