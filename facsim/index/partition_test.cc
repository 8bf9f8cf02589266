// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/partition.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "facsim/index/threads_for_test.h"

namespace facsim {
namespace {

using Keys = std::vector<std::uint64_t>;

// Keys as they occur: uniform, of few bits, crowded in one place, all equal.
Keys random_keys(std::size_t count, int kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Keys keys(count);
  for (std::uint64_t& key : keys) {
    key = random();
    if (kind == 1) key &= 0x3ffU << 20;
    if (kind == 2 && key % 3 != 0) key = 0x1234567800000000U | (key >> 48);
    if (kind == 3) key = 42;
  }
  return keys;
}

// Small parts and pieces, so that a few thousand keys reach every branch.
PartitionOptions small_options(Kernel kernel, bool streams) {
  return {.kernel = kernel,
          .part_keys = 64,
          .piece_keys = 1000,
          .stream_keys = streams ? 0 : ~std::size_t{0}};
}

Keys sorted_copy(Keys keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}

RC_GTEST_PROP(SortKeys, IsStdSort, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 20'000);
  const int kind = *rc::gen::inRange(0, 4);
  const bool streams = *rc::gen::arbitrary<bool>();
  const Keys given = random_keys(count, kind, seed);
  const Keys wanted = sorted_copy(given);
  ThreadExecutor threads(3);
  SerialExecutor serial;
  for (const std::string& name : kernel_names()) {
    const PartitionOptions options = small_options(kernel_named(name), streams);
    for (Executor* executor : {static_cast<Executor*>(&threads), static_cast<Executor*>(&serial)}) {
      Keys keys = given;
      Keys room(count);
      sort_keys(keys, room, *executor, options);
      RC_ASSERT(keys == wanted);
    }
  }
}

template <class Payload>
void check_payloads(const Keys& given, const PartitionOptions& options) {
  std::vector<Payload> order(given.size());
  std::iota(order.begin(), order.end(), Payload{0});
  std::vector<Payload> wanted = order;
  std::stable_sort(wanted.begin(), wanted.end(),
                   [&](Payload a, Payload b) { return given[a] < given[b]; });
  Keys keys = given;
  Keys room(given.size());
  std::vector<Payload> payload_room(given.size());
  SerialExecutor executor;
  sort_keys(keys, std::span(order), room, std::span(payload_room), executor, options);
  RC_ASSERT(keys == sorted_copy(given));
  RC_ASSERT(order == wanted);
}

RC_GTEST_PROP(SortKeys, WithPayloadsIsStable, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 20'000);
  const Keys given = random_keys(count, *rc::gen::inRange(0, 4), seed);
  const PartitionOptions options = small_options(best_kernel(), *rc::gen::arbitrary<bool>());
  check_payloads<std::uint32_t>(given, options);
  check_payloads<std::uint64_t>(given, options);
}

TEST(SortKeys, WithWhatIsUsualOnALargeArray) {
  const Keys given = random_keys(3'000'000, 0, 1);
  Keys keys = given;
  Keys room(keys.size());
  ThreadExecutor threads(2);
  sort_keys(keys, room, threads);
  EXPECT_EQ(keys, sorted_copy(given));
}

RC_GTEST_PROP(PartitionKeys, KeepsTheOrderWithinParts, (std::uint64_t seed, std::uint64_t mask)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 10'000);
  const auto bits = *rc::gen::inRange(0U, 12U);
  const Keys given = random_keys(count, *rc::gen::inRange(0, 4), seed);
  const BitOrder order = bit_order(mask);
  const auto part_of = [&](std::uint64_t key) { return bits == 0 ? 0 : key >> (64 - bits); };
  Keys wanted;
  for (const std::uint64_t key : given) wanted.push_back(permuted(order, key));
  std::stable_sort(wanted.begin(), wanted.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return part_of(a) < part_of(b); });

  ThreadExecutor threads(2);
  for (const std::string& name : kernel_names()) {
    const PartitionOptions options = small_options(kernel_named(name), seed % 2 == 0);
    // The target does not begin at a cache line.
    Keys to(count + 3, 7);
    const auto target = std::span(to).subspan(3);
    const auto begins = partition_keys(given, order, bits, target, threads, options);
    RC_ASSERT(std::equal(wanted.begin(), wanted.end(), target.begin()));
    RC_ASSERT(to[0] == 7U && to[1] == 7U && to[2] == 7U);
    RC_ASSERT(begins.size() == (std::size_t{1} << bits) + 1);
    RC_ASSERT(begins.back() == count);
    for (std::size_t part = 0; part + 1 < begins.size(); ++part) {
      for (std::size_t i = begins[part]; i < begins[part + 1]; ++i)
        RC_ASSERT(part_of(target[i]) == part);
    }
    Keys payloads = given;
    Keys keys_to(count);
    Keys payloads_to(count);
    RC_ASSERT(partition_keys(given, payloads, order, bits, keys_to, payloads_to, threads,
                             options) == begins);
    RC_ASSERT(keys_to == wanted);
    for (std::size_t i = 0; i < count; ++i)
      RC_ASSERT(keys_to[i] == permuted(order, payloads_to[i]));
  }
}

TEST(PartBits, KeepsPartsInTheCache) {
  EXPECT_EQ(part_bits(0), 0U);
  EXPECT_EQ(part_bits(1000, {.part_keys = 1000}), 1U);
  EXPECT_EQ(part_bits(999, {.part_keys = 1000}), 0U);
  EXPECT_EQ(part_bits(std::size_t{1} << 40), 11U);
}

}  // namespace
}  // namespace facsim
