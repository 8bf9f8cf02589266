// SPDX-License-Identifier: Apache-2.0
// Walks through tables, whole and from any place, and the two parts of HammingIndex::for_each.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_tables.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

using Values = std::vector<std::uint64_t>;

constexpr std::size_t kAll = ~std::size_t{0} >> 1;

// Distinct fingerprints in the order of a table: many buckets are empty, one has thousands.
Values in_order(std::size_t count, std::uint64_t mask) {
  std::mt19937_64 random(count + mask);
  std::set<std::uint64_t> chosen;
  while (chosen.size() < count) {
    chosen.insert(random() % 2 == 0 ? random() : (0x0123456789abcdefU & mask) | (random() & ~mask));
  }
  Values values(chosen.begin(), chosen.end());
  const BitOrder order = bit_order(mask);
  std::sort(values.begin(), values.end(), [&](std::uint64_t a, std::uint64_t b) {
    return permuted(order, a) < permuted(order, b);
  });
  return values;
}

MemorySections written(const Values& values, std::uint64_t mask) {
  MemoryScratch scratch;
  TableBuilder builder(mask, scratch, kAll);
  const BitOrder order = bit_order(mask);
  const int suffix_bits = 64 - std::popcount(mask);
  for (const std::uint64_t value : values) {
    const std::uint64_t key = permuted(order, value);
    builder.add(key >> suffix_bits, key & ((std::uint64_t{1} << suffix_bits) - 1));
  }
  MemorySections sections;
  builder.finish(sections, "t");
  return sections;
}

Values walked(TableWalk walk, std::size_t at_once) {
  Values all;
  Values some(at_once);
  for (std::size_t count = 0; (count = walk.next(some)) > 0;) {
    all.insert(all.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return all;
}

TEST(TableWalk, GivesEveryEntryFromEveryPlace) {
  for (const std::uint64_t mask : {std::uint64_t{1} << 63, std::uint64_t{0xff},
                                   std::uint64_t{0xf0f0f0}, 0x8000000000001fffU}) {
    for (const std::size_t count : {0U, 1U, 2U, 700U, 3'000U}) {
      const Values values = in_order(count, mask);
      const MemorySections sections = written(values, mask);
      const RawTable table = open_table(sections, "t", mask, count);
      for (const Kernel kernel : {Kernel::scalar, best_kernel()}) {
        for (const std::size_t at_once : {1U, 100U, 4'096U}) {
          ASSERT_EQ(walked(TableWalk(table, 0, kernel), at_once), values) << mask;
        }
        for (std::size_t place = 0; place < count; place += 1 + place / 20) {
          const Values rest(values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
          ASSERT_EQ(walked(TableWalk(table, place, kernel), 512), rest) << mask << " " << place;
        }
      }
    }
  }
}

// Whatever a line contains, a walk ends within the existing entries, or with Error{damaged}.
TEST(TableWalk, DamagedDirectoriesLeadNowhere) {
  constexpr std::uint64_t kMask = 0xff0f;
  const MemorySections sound = written(in_order(300, kMask), kMask);
  std::mt19937_64 random(3);
  int damaged = 0;
  for (int round = 0; round < 2'000; ++round) {
    MemorySections sections;
    for (const char* const name : {"t.lines", "t.wide", "t.low", "t.high"}) {
      const auto bytes = *sound.find(name);
      std::vector<std::byte> copy(bytes.begin(), bytes.end());
      if (!copy.empty() && (name == std::string("t.lines") || name == std::string("t.wide"))) {
        copy[random() % copy.size()] ^= static_cast<std::byte>(1U << random() % 8);
      }
      sections.begin(name);
      sections.write(copy);
      sections.end();
    }
    const RawTable table = open_table(sections, "t", kMask, 300);
    for (const std::uint64_t place : {std::uint64_t{0}, random() % 300}) {
      try {
        EXPECT_LE(walked(TableWalk(table, place), 64).size(), 300U - place);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::damaged);
        ++damaged;
      }
    }
  }
  EXPECT_GT(damaged, 1'000);
}

// Compares read() and ordinals_at() with for_each().
TEST(HammingIndexWalk, TheTwoHalvesSayWhatForEachSays) {
  for (const std::size_t copies : {1U, 3U}) {
    const Values values = in_order(1'000, 0xff);
    MemorySections sections;
    MemoryScratch scratch;
    HammingIndexBuilder builder({.design = design_named("blocks-0-0-0-0", 3)}, scratch);
    for (std::size_t copy = 0; copy < copies; ++copy) {
      for (const std::uint64_t value : values) builder.add(value);
      builder.skip();
    }
    SerialExecutor executor;
    builder.build(sections, executor);
    const HammingIndex index(sections);
    Values prints;
    std::vector<Values> ordinals;
    index.for_each([&](std::uint64_t print, std::span<const std::uint64_t> of) {
      prints.push_back(print);
      ordinals.emplace_back(of.begin(), of.end());
    });
    ASSERT_EQ(prints.size(), values.size());
    EXPECT_EQ(ordinals.front().size(), copies);
    for (const std::size_t first : {0U, 1U, 500U, 999U, 1'000U}) {
      for (const std::size_t count : {0U, 1U, 300U}) {
        Values some(std::min(count, prints.size() - first));
        index.read(first, some);
        ASSERT_TRUE(std::equal(some.begin(), some.end(),
                               prints.begin() + static_cast<std::ptrdiff_t>(first)));
      }
    }
    const Values places = {999, 0, 7, 7, 500};
    std::vector<Values> found(places.size());
    index.ordinals_at(places,
                      [&](std::size_t i, std::uint64_t ordinal) { found[i].push_back(ordinal); });
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(found[i], ordinals[places[i]]);
    for (const std::uint64_t place : places) {
      ASSERT_EQ(index.ordinals_count(place), copies);
      for (std::size_t n = 0; n < copies; ++n) {
        EXPECT_EQ(index.ordinal_at(place, n), ordinals[place][n]);
      }
    }
    index.ordinals_at({}, [](std::size_t, std::uint64_t) { FAIL(); });
  }
}

}  // namespace
}  // namespace facsim
