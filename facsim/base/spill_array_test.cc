// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/spill_array.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <thread>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

struct Odd {  // a size that does not divide any buffer
  std::uint64_t a = 0;
  std::uint32_t b = 0;
  std::uint8_t c = 0;
  friend bool operator==(const Odd&, const Odd&) = default;
};

Odd odd(std::uint64_t i) {
  return {mix64(i), static_cast<std::uint32_t>(i), static_cast<std::uint8_t>(i * 7)};
}

TEST(SpillArray, EmptyHoldsNothing) {
  MemoryScratch scratch;
  const SpillArray<int> array(scratch, 0);
  EXPECT_EQ(array.size(), 0U);
  EXPECT_FALSE(array.spilled());
}

TEST(SpillArray, StaysInMemoryWithinItsBudgetAndSpillsBeyond) {
  MemoryScratch scratch;
  SpillArray<std::uint64_t> array(scratch, 8 << 20);
  for (std::uint64_t i = 0; i < 900'000; ++i) array.push_back(i);
  EXPECT_FALSE(array.spilled());
  for (std::uint64_t i = 900'000; i < 2'000'000; ++i) array.push_back(i);
  EXPECT_TRUE(array.spilled());
  for (std::uint64_t i = 0; i < 2'000'000; ++i) ASSERT_EQ(array.at(i), i);
}

// Budgets smaller than, equal to and larger than the sizes of buffers and chunks.
TEST(SpillArray, GivesBackWhatWasPushedForAnyBudget) {
  for (const std::size_t budget :
       {0UL, 1UL, 100UL, 4096UL, 5000UL, 1UL << 20, (1UL << 20) + 37, 3UL << 20, 1UL << 30}) {
    MemoryScratch scratch;
    SpillArray<Odd> array(scratch, budget);
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      array.push_back(odd(i));
      if (i % 1009 == 0) {  // reading while adding, in one thread
        ASSERT_EQ(array.at(i), odd(i));
      }
    }
    ASSERT_EQ(array.size(), 200'000U);
    for (std::uint64_t i = 0; i < 200'000; ++i) ASSERT_EQ(array.at(i), odd(i)) << budget;
  }
}

// Ranges of any length, also across the boundaries between memory, file and buffer.
RC_GTEST_PROP(SpillBytes, AnyRangeIsReadBack, ()) {
  const auto budget = *rc::gen::inRange<std::size_t>(0, 40'000);
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 9'000));
  MemoryScratch scratch;
  SpillBytes bytes(scratch, budget);
  std::vector<std::byte> truth;
  for (const std::size_t length : lengths) {
    std::vector<std::byte> piece(length);
    for (std::size_t i = 0; i < length; ++i) {
      piece[i] = static_cast<std::byte>(mix64(truth.size() + i));
    }
    RC_ASSERT(bytes.append(piece) == truth.size());
    truth.insert(truth.end(), piece.begin(), piece.end());
  }
  RC_ASSERT(bytes.size() == truth.size());
  std::vector<std::byte> all(truth.size());
  bytes.read(0, all);
  RC_ASSERT(all == truth);
  const auto begin = *rc::gen::inRange<std::size_t>(0, truth.size() + 1);
  const auto end = *rc::gen::inRange<std::size_t>(begin, truth.size() + 1);
  std::vector<std::byte> part(end - begin);
  bytes.read(begin, part);
  RC_ASSERT(std::equal(part.begin(), part.end(), truth.begin() + static_cast<long>(begin)));
}

TEST(SpillArray, SeveralThreadsMayRead) {
  MemoryScratch scratch;
  SpillArray<Odd> array(scratch, 1 << 20);
  for (std::uint64_t i = 0; i < 100'000; ++i) array.push_back(odd(i));
  ASSERT_TRUE(array.spilled());
  std::vector<std::uint64_t> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = t; i < 100'000; i += 3) wrong[t] += array.at(i) == odd(i) ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t count : wrong) EXPECT_EQ(count, 0U);
}

class FullScratchFile final : public ScratchFile {
 public:
  void append(std::span<const std::byte>) override {
    throw Error{ErrorCode::no_space, "the disk is full", "scratch"};
  }
  void read(std::uint64_t, std::span<std::byte>) const override {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return 0; }
};
class FullScratch final : public Scratch {
 public:
  [[nodiscard]] std::unique_ptr<ScratchFile> create() override {
    return std::make_unique<FullScratchFile>();
  }
};

TEST(SpillArray, AFullDiskIsAnError) {
  FullScratch scratch;
  SpillArray<std::uint64_t> array(scratch, 0);
  EXPECT_THROW(
      {
        for (std::uint64_t i = 0; i < 10'000; ++i) array.push_back(i);
      },
      Error);
}

}  // namespace
}  // namespace facsim
