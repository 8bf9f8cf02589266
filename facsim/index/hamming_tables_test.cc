// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/coded_tables.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/linear_scan.h"

namespace facsim {
namespace {

using Values = std::vector<std::uint64_t>;

struct Built {
  MemorySections sections;
  explicit Built(const Values& values, const Design& design, std::uint64_t memory = 1 << 24,
                 std::optional<Codec> codec = {}) {
    MemoryScratch scratch;
    HammingIndexBuilder builder({.design = design, .codec = codec, .memory_bytes = memory},
                                scratch);
    for (const std::uint64_t value : values) builder.add(value);
    SerialExecutor executor;
    builder.build(sections, executor);
  }
};

// The slow twin, in the promised order.
std::vector<Neighbour> linear_neighbours(const Values& values, std::uint64_t query,
                                         int max_distance) {
  std::vector<Neighbour> found;
  for (const NearEntry& entry : linear_scan(values, query, max_distance)) {
    found.push_back({entry.number, static_cast<std::uint32_t>(entry.distance)});
  }
  std::sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.ordinal < b.ordinal;
  });
  return found;
}

std::vector<Kernel> kernels() {
  std::vector<Kernel> all;
  for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
    if (can_run(kernel)) all.push_back(kernel);
  }
  return all;
}

void expect_as_scan(const Values& values, const Design& design, const Values& queries,
                    const std::string& what) {
  const Built built(values, design);
  std::vector<std::vector<Neighbour>> all;
  for (const std::uint64_t query : queries)
    all.push_back(linear_neighbours(values, query, design.max_distance));
  for (const Kernel kernel : kernels()) {
    const HammingIndex index(built.sections, kernel);
    ASSERT_EQ(index.size(), values.size());
    ASSERT_NO_THROW(index.check());
    for (int distance = 0; distance <= design.max_distance; ++distance) {
      std::size_t expected_query = 0;
      HammingSearch(index).find(
          queries, {.max_distance = distance, .limit = 0},
          [&](std::size_t query, std::span<const Neighbour> found, bool truncated) {
            ASSERT_EQ(query, expected_query++);
            ASSERT_FALSE(truncated);
            const auto end = std::ranges::upper_bound(
                all[query], distance, std::less{},
                [](const Neighbour& neighbour) { return int(neighbour.distance); });
            ASSERT_TRUE(std::ranges::equal(found, std::span(all[query].begin(), end)))
                << what << ", " << design.name << ", kernel " << name_of(kernel) << ", distance "
                << distance;
          });
      ASSERT_EQ(expected_query, queries.size());
    }
  }
}

// Fingerprints like real ones: some equal, some in clusters, some bits correlated.
Values skewed(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values values;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t dice = random() % 10;
    if (dice == 0 && !values.empty()) {
      values.push_back(values[random() % values.size()]);
    } else if (dice < 5 && !values.empty()) {
      std::uint64_t near = values[random() % values.size()];
      for (std::uint64_t flips = random() % 8; flips > 0; --flips) {
        near ^= std::uint64_t{1} << random() % 64;
      }
      values.push_back(near);
    } else if (dice < 7) {
      values.push_back((random() & 0xffffU) * 0x0001000100010001U);
    } else {
      values.push_back(random());
    }
  }
  return values;
}

Values queries_for(const Values& values, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values queries = {0, ~std::uint64_t{0}};
  for (int i = 0; i < 70; ++i) {
    std::uint64_t query =
        values.empty() || i % 7 == 0 ? random() : values[random() % values.size()];
    for (std::uint64_t flips = random() % 10; flips > 0; --flips) {
      query ^= std::uint64_t{1} << random() % 64;
    }
    queries.push_back(query);
  }
  return queries;
}

TEST(HammingIndex, EveryDesignFindsWhatAScanFinds) {
  for (int k = 0; k <= kMaxMaskDistance; ++k) {
    const Values values = skewed(700, static_cast<std::uint64_t>(k));
    const Values queries = queries_for(values, 7);
    for (const Design& design : designs_for(k)) {
      expect_as_scan(values, narrowed(design, 10), queries, "skewed");
    }
  }
}

TEST(HammingIndex, NamedDesigns) {
  const Values values = skewed(2'000, 3);
  const Values queries = queries_for(values, 8);
  for (const char* const name :
       {"paper-4", "paper-10", "paper-16", "paper-20", "course-10", "cover-6x21", "blocks-1-1"}) {
    expect_as_scan(values, narrowed(design_named(name, 3), 17), queries, "named");
  }
  expect_as_scan(values, narrowed(design_named("cover-5x18", 3), 20), queries, "wide");
}

// A small world can be searched completely. There are 1024 ten-bit fingerprints; query each for its
// neighbours at every distance and design that fit, and compare with the scan. Mistakes in the
// choice of masks show here; 64 bits only make them rarer and harder to see.
TEST(HammingIndex, SmallWorld) {
  Values all(1024);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = mix64(i) & 1023U;
  for (std::size_t i = 0; i < 1024; i += 2) all[i] = i;
  Values queries(1024);
  for (std::size_t i = 0; i < queries.size(); ++i) queries[i] = i;
  for (int k = 0; k <= 4; ++k) {
    for (const Design& design : designs_for(k, 10)) {
      expect_as_scan(all, design, queries, "small world");
    }
  }
}

TEST(HammingIndex, NothingAndLittle) {
  const Design design = fitted(design_named("cover-6x21", 3), 1);
  expect_as_scan({}, design, {0, 1, ~std::uint64_t{0}}, "empty");
  expect_as_scan({5}, design, {5, 4, 0xff05}, "one");
  expect_as_scan({0, 0, 0}, design, {0, 7, 15}, "three equal");
  expect_as_scan({~std::uint64_t{0}, 0}, design, {~std::uint64_t{0}}, "edges");
}

TEST(HammingIndex, CrowdedBuckets) {
  // 3,000 entries in one bucket of every table, 2,000 of them equal: wide lines, and groups.
  Values values(2'000, 0x1234567890abcdefU);
  for (std::uint64_t i = 0; i < 1'000; ++i) values.push_back(0x1234567890abcdefU ^ mix64(i) << 40);
  for (std::uint64_t i = 0; i < 500; ++i) values.push_back(mix64(i));
  const Values queries = {0x1234567890abcdefU, 0x1234567890abcdeeU, mix64(3)};
  for (const char* const name : {"cover-6x21", "blocks-1-1", "blocks-3"}) {
    expect_as_scan(values, fitted(design_named(name, 3), values.size()), queries, "crowded");
  }
}

TEST(HammingIndex, LimitKeepsTheNearestAndSaysSo) {
  const Values values = skewed(3'000, 11);
  const Values queries = queries_for(values, 12);
  const Built built(values, fitted(design_named("blocks-1-1-1-0", 6), values.size()));
  const HammingIndex index(built.sections);
  for (const std::uint64_t limit : {1U, 2U, 5U, 100U}) {
    HammingSearch(index).find(
        queries, {.max_distance = 6, .limit = limit},
        [&](std::size_t query, std::span<const Neighbour> found, bool truncated) {
          std::vector<Neighbour> all = linear_neighbours(values, queries[query], 6);
          EXPECT_EQ(truncated, all.size() > limit);
          all.resize(std::min<std::size_t>(all.size(), limit));
          EXPECT_EQ(std::vector<Neighbour>(found.begin(), found.end()), all);
        });
  }
}

TEST(HammingIndex, MemoryChangesNothing) {
  const Values values = skewed(60'000, 5);
  const Design design = fitted(design_named("cover-5x18", 3), values.size());
  const Built rich(values, design, std::uint64_t{1} << 30);
  const Built poor(values, design, 1);
  for (const char* const name : {"index", "table0.low", "table3.high", "table4.lines", "ordinals",
                                 "groups.lines", "groups.wide"}) {
    const auto a = rich.sections.find(name);
    const auto b = poor.sections.find(name);
    ASSERT_TRUE(a && b) << name;
    EXPECT_TRUE(std::ranges::equal(*a, *b)) << name;
  }
}

TEST(HammingIndex, CodedTablesAreTheSameTables) {
  const Values values = skewed(30'000, 15);
  const Design design = fitted(design_named("cover-5x18", 3), values.size());
  const Built plain(values, design);
  for (const Codec codec : {Codec::elias_fano, Codec::xor_huffman}) {
    for (const std::uint64_t memory : {std::uint64_t{1} << 24, std::uint64_t{1}}) {
      const Built coded(values, design, memory, codec);
      EXPECT_FALSE(coded.sections.find("table2.low").has_value());
      EXPECT_LT(coded.sections.bytes(), plain.sections.bytes());
      const ReadyTables ready(coded.sections);
      for (const char* const name : {"index", "table0.low", "table0.wide", "table3.high",
                                     "table4.lines", "ordinals", "groups.lines"}) {
        const auto a = plain.sections.find(name);
        const auto b = ready.find(name);
        ASSERT_TRUE(a && b) << name;
        EXPECT_TRUE(std::ranges::equal(*a, *b)) << name;
      }
      EXPECT_NO_THROW(HammingIndex(ready).check());
    }
  }
}

TEST(HammingIndex, GivesOutWhatWentIn) {
  const Values values = skewed(5'000, 21);
  const Built built(values, fitted(design_named("cover-5x18", 3), values.size()));
  Values back(values.size(), 1);
  const HammingIndex index(built.sections);
  std::set<std::uint64_t> different;
  index.for_each([&](std::uint64_t fingerprint, std::span<const std::uint64_t> ordinals) {
    EXPECT_TRUE(different.insert(fingerprint).second);
    EXPECT_TRUE(std::is_sorted(ordinals.begin(), ordinals.end()));
    for (const std::uint64_t ordinal : ordinals) back[ordinal] = fingerprint;
  });
  EXPECT_EQ(back, values);
  EXPECT_EQ(different.size(), index.distinct());
}

TEST(HammingIndex, SkippedOrdinalsAreNotFound) {
  MemoryScratch scratch;
  MemorySections sections;
  HammingIndexBuilder builder({.design = fitted(design_named("paper-4", 3), 8)}, scratch);
  builder.skip();
  builder.add(9);
  builder.skip();
  builder.add(9);
  builder.add(8);
  builder.skip();
  SerialExecutor executor;
  builder.build(sections, executor);
  const HammingIndex index(sections);
  EXPECT_EQ(index.size(), 6U);
  EXPECT_EQ(index.listed(), 3U);
  EXPECT_EQ(index.distinct(), 2U);
  EXPECT_NO_THROW(index.check());
  HammingSearch(index).find(Values{9}, {}, [](std::size_t, std::span<const Neighbour> found, bool) {
    EXPECT_THAT(found, testing::ElementsAre(Neighbour{1, 0}, Neighbour{3, 0}, Neighbour{4, 1}));
  });
}

// Fingerprints of 128 bits within k have a half within k / 2: two indexes over halves find all of
// them.
TEST(HammingIndex, HalvesOfWiderFingerprints) {
  const Values low = skewed(3'000, 41);
  Values high(low.size());
  std::mt19937_64 random(42);
  for (std::size_t i = 0; i < high.size(); ++i) {
    high[i] = i % 2 == 0 ? random() : high[i - 1] ^ std::uint64_t{1} << random() % 64;
  }
  for (const int k : {0, 3, 6, 12}) {
    const Design design = fitted(designs_for(k / 2).back(), low.size());
    const Built low_built(low, design);
    const Built high_built(high, design);
    const HammingIndex low_index(low_built.sections);
    const HammingIndex high_index(high_built.sections);
    for (std::size_t query = 0; query < 200; ++query) {
      const std::uint64_t low_query = low[query * 7] ^ (query % 3);
      const std::uint64_t high_query = high[query * 7] ^ (query % 5);
      const auto is_near = [&](std::uint64_t i) {
        return std::popcount(low[i] ^ low_query) + std::popcount(high[i] ^ high_query) <= k;
      };
      std::set<std::uint64_t> found;
      const auto take = [&](std::size_t, std::span<const Neighbour> near, bool) {
        for (const Neighbour& neighbour : near) {
          if (is_near(neighbour.ordinal)) found.insert(neighbour.ordinal);
        }
      };
      HammingSearch(low_index).find(Values{low_query}, {.max_distance = k / 2, .limit = 0}, take);
      HammingSearch(high_index).find(Values{high_query}, {.max_distance = k / 2, .limit = 0}, take);
      std::set<std::uint64_t> expected;
      for (std::uint64_t i = 0; i < low.size(); ++i) {
        if (is_near(i)) expected.insert(i);
      }
      ASSERT_EQ(found, expected) << "distance " << k;
    }
  }
}

TEST(HammingIndex, RefusesWhatItCannotServe) {
  const Built built({1, 2, 3}, fitted(design_named("paper-4", 3), 3));
  const HammingIndex index(built.sections);
  const Values query = {1};
  const auto ask = [&](int distance) {
    HammingSearch(index).find(query, {.max_distance = distance, .limit = 0},
                              [](std::size_t, std::span<const Neighbour>, bool) {});
  };
  EXPECT_THROW(ask(4), Error);
  EXPECT_THROW(ask(-1), Error);
  MemoryScratch scratch;
  EXPECT_THROW(HammingIndexBuilder({.design = design_named("blocks-0", 0)}, scratch),
               Error);  // 64 bits
}

// Sections with changed bytes: wrong answers at worst, or an error, but never a read outside of
// them (run under sanitizers).
class Changed final : public SectionSource {
 public:
  explicit Changed(const MemorySections& from) : from_(from) {}
  void change(const std::string& name, std::size_t at, unsigned char by) {
    copies_.clear();
    const auto original = from_.find(name);
    ASSERT_TRUE(original && at < original->size());
    auto& copy = copies_[name];
    copy.resize((original->size() + 7) / 8);
    std::memcpy(copy.data(), original->data(), original->size());
    reinterpret_cast<unsigned char*>(copy.data())[at] ^= by;
    bytes_ = original->size();
  }
  [[nodiscard]] std::optional<std::span<const std::byte>> find(
      std::string_view name) const override {
    const auto copy = copies_.find(std::string(name));
    if (copy == copies_.end()) return from_.find(name);
    return std::span(reinterpret_cast<const std::byte*>(copy->second.data()), bytes_);
  }
  [[nodiscard]] std::string name() const override { return "changed"; }

 private:
  const MemorySections& from_;
  std::map<std::string, std::vector<std::uint64_t>> copies_;
  std::size_t bytes_ = 0;
};

TEST(HammingIndex, ChangedBytesLeadNowhereElse) {
  Values values = skewed(400, 31);
  values.insert(values.end(), 300, 77);
  const Built built(values, fitted(design_named("cover-5x18", 3), values.size()));
  const Values queries = queries_for(values, 32);
  Changed changed(built.sections);
  int refused = 0;
  int noticed = 0;
  for (const char* const name : {"index", "table0.lines", "table0.wide", "table1.low",
                                 "table2.high", "groups.lines", "groups.wide", "ordinals"}) {
    const std::size_t bytes = built.sections.find(name)->size();
    for (std::size_t at = 0; at < bytes; at += 1 + bytes / 300) {
      for (const unsigned by : {1U, 128U}) {
        changed.change(name, at, static_cast<unsigned char>(by));
        try {
          const HammingIndex index(changed);
          try {
            index.check();
          } catch (const Error&) {
            ++noticed;
          }
          HammingSearch(index).find(queries, {},
                                    [](std::size_t, std::span<const Neighbour>, bool) {});
        } catch (const Error&) {
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(noticed, 300);
}

}  // namespace
}  // namespace facsim
