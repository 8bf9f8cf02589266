// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/key_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "facsim/index/key_table_for_test.h"

namespace facsim {
namespace {

using namespace for_test;

bool equal(const SectionSource& a, const SectionSource& b) {
  return std::all_of(kSections.begin(), kSections.end(),
                     [&](const auto& name) { return bytes_of(a, name) == bytes_of(b, name); });
}

// The slow twin.
std::multimap<std::uint64_t, std::uint64_t> map_of(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return {pairs.begin(), pairs.end()};
}

void expect_found(const KeyTable& table, std::uint64_t key, const Ordinals& expected,
                  std::uint64_t limit) {
  Ordinals found = {7, 7};  // earlier contents stay
  const bool more = table.find(key, limit, found);
  const std::size_t count =
      limit == 0 ? expected.size() : std::min<std::size_t>(limit, expected.size());
  Ordinals wanted = {7, 7};
  wanted.insert(wanted.end(), expected.begin(),
                expected.begin() + static_cast<std::ptrdiff_t>(count));
  EXPECT_EQ(found, wanted) << "key " << key << ", limit " << limit;
  EXPECT_EQ(more, count < expected.size()) << "key " << key << ", limit " << limit;
}

void expect_is(const MemorySections& sections, unsigned bits, const Pairs& pairs) {
  const auto map = map_of(pairs);
  const KeyTable table(sections, "keys");
  EXPECT_EQ(table.bits(), bits);
  EXPECT_EQ(table.size(), map.size());
  table.check();
  std::mt19937_64 random(1);
  std::size_t distinct = 0;
  for (auto at = map.begin(); at != map.end(); ++distinct) {
    const auto end = map.upper_bound(at->first);
    Ordinals expected;
    for (auto pair = at; pair != end; ++pair) expected.push_back(pair->second);
    for (const std::uint64_t limit :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{expected.size()} - 1,
          std::uint64_t{expected.size()}, std::uint64_t{expected.size()} + 1, ~std::uint64_t{0}}) {
      expect_found(table, at->first, expected, limit);
    }
    at = end;
  }
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key =
        (i % 2 == 0 || pairs.empty() ? random()
                                     : pairs[random() % pairs.size()].first ^ 1U << random() % 31) &
        mask_of(bits);
    if (!map.contains(key)) expect_found(table, key, {}, random() % 3);
  }
  std::multimap<std::uint64_t, std::uint64_t> stored;  // equal keys in the order of insertion
  std::size_t runs = 0;
  std::uint64_t last = 0;
  table.for_each([&](std::uint64_t key, std::uint64_t ordinal) {
    runs += stored.empty() || key != last;
    last = key;
    stored.emplace(key, ordinal);
  });
  EXPECT_EQ(stored, map);
  EXPECT_EQ(runs, distinct) << "the ordinals of one key follow one another";
}

TEST(KeyTable, FindsWhatAMapFinds) {
  for (const unsigned bits : {1U, 2U, 7U, 32U, 35U, 40U, 56U, 57U, 63U, 64U}) {
    for (const Kind kind : {Kind::random, Kind::skewed, Kind::clustered, Kind::counted}) {
      for (const std::size_t count : {2U, 3U, 100U, 3000U}) {
        SCOPED_TRACE(testing::Message() << bits << " bits, kind " << static_cast<int>(kind) << ", "
                                        << count << " pairs");
        const Pairs pairs = some_pairs(bits, kind, count, bits + count);
        expect_is(built(bits, pairs), bits, pairs);
      }
    }
  }
}

// A small world can be searched completely: at every width, all keys are returned unchanged.
TEST(KeyTable, AllKeysOfFewBits) {
  for (unsigned bits = 1; bits <= 12; ++bits) {
    Pairs pairs;
    for (std::uint64_t key = 0; key <= mask_of(bits); ++key) pairs.emplace_back(key, key * key);
    expect_is(built(bits, pairs), bits, pairs);
  }
}

TEST(KeyTable, NothingAndOne) {
  for (unsigned bits = 1; bits <= 64; ++bits) {
    const MemorySections empty = built(bits, {});
    expect_is(empty, bits, {});
    // At most five lines, of 256 buckets, if a packed column is too narrow for the keys.
    EXPECT_LE(empty.bytes(), bits > 56 ? 24 + 320 + 16 : 24 + 64 + 16) << bits;
    for (const std::uint64_t key : {std::uint64_t{0}, mask_of(bits), mask_of(bits) / 3}) {
      for (const std::uint64_t ordinal : {std::uint64_t{0}, mask_of(56)}) {
        expect_is(built(bits, {{key, ordinal}}), bits, {{key, ordinal}});
      }
    }
  }
}

TEST(KeyTable, WiderKeysAreNotThere) {
  const MemorySections sections = built(32, {{5, 1}, {0, 2}});
  const KeyTable table(sections, "keys");
  const std::uint64_t wide = (std::uint64_t{1} << 32) + 5;
  expect_found(table, wide, {}, 0);
  expect_found(table, ~std::uint64_t{0}, {}, 0);
  expect_found(table, 5, {1}, 0);
}

TEST(KeyTable, TheSameBytesInAnyOrderAndMemory) {
  for (const Kind kind : {Kind::random, Kind::skewed}) {
    Pairs pairs = some_pairs(40, kind, 50'000, 3);
    const MemorySections sections = built(40, pairs);
    expect_is(sections, 40, pairs);
    std::shuffle(pairs.begin(), pairs.end(), std::mt19937_64(4));
    EXPECT_TRUE(equal(sections, built(40, pairs)));
    EXPECT_TRUE(equal(sections, built(40, pairs, 0)));
    EXPECT_TRUE(equal(sections, built(40, pairs, 200'000)));
  }
}

// Three tables with their own ordinals, and pairs besides; one ordinal in `step` is left out. The
// slow twin is a table of the same pairs, added one by one.
void expect_merged(unsigned bits, Kind kind, std::size_t count, std::uint64_t step, bool closes) {
  MemoryScratch scratch;
  KeyTableBuilder merged(bits, scratch, 0);  // pairs that are not in tables are sorted in scratch
  Pairs all = some_pairs(bits, kind, count, 99);
  for (const auto& [key, ordinal] : all) merged.add(key, ordinal);
  std::vector<MemorySections> sections;
  std::vector<KeyTable> tables;
  std::vector<Ordinals> left_out(3);
  sections.reserve(3);
  tables.reserve(3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Pairs own = some_pairs(bits, kind, i == 1 ? count / 10 : count, i);
    tables.emplace_back(sections.emplace_back(built(bits, own)), "keys");
    for (std::uint64_t ordinal = i; ordinal < 2 * count && step > 0; ordinal += step) {
      left_out[i].push_back(ordinal);
    }
    const std::uint64_t base = closes ? i * 2 * count : 0;  // else tables may have pairs in common
    merged.add_table(tables[i], closes ? Renumbering::closing_gaps(base, 3 * count, left_out[i])
                                       : Renumbering::keeping(3 * count, left_out[i]));
    for (const auto& [key, ordinal] : map_of(own)) {
      const auto below = std::ranges::lower_bound(left_out[i], ordinal);
      if (below != left_out[i].end() && *below == ordinal) continue;
      const auto gaps = static_cast<std::uint64_t>(below - left_out[i].begin());
      all.emplace_back(key, base + ordinal - (closes ? gaps : 0));
    }
  }
  MemorySections made;
  merged.finish(made, "keys");
  expect_is(made, bits, all);
  if (closes) {
    EXPECT_TRUE(equal(made, built(bits, all)));
  }
}

TEST(KeyTable, TablesAreMerged) {
  for (const unsigned bits : {1U, 7U, 35U, 40U, 57U, 64U}) {
    for (const Kind kind : {Kind::random, Kind::skewed, Kind::counted}) {
      for (const std::uint64_t step : {0U, 1U, 2U, 50U}) {
        SCOPED_TRACE(testing::Message() << bits << " bits, kind " << static_cast<int>(kind)
                                        << ", one in " << step << " left out");
        expect_merged(bits, kind, 1000, step, true);
        expect_merged(bits, kind, 30, step, false);
      }
    }
  }
}

TEST(KeyTable, AloneATableIsMergedToItself) {
  const MemorySections sections = built(40, some_pairs(40, Kind::skewed, 5000, 8));
  const KeyTable table(sections, "keys");
  MemoryScratch scratch;
  KeyTableBuilder builder(40, scratch, 0);
  builder.add_table(table, Renumbering::keeping(10'000, {}));
  MemorySections merged;
  builder.finish(merged, "keys");
  EXPECT_TRUE(equal(merged, sections));
}

TEST(KeyTable, AnOrdinalBehindTheEndIsNotTakenOver) {
  const MemorySections sections = built(32, {{1, 0}, {2, 9}, {3, 4}});
  const KeyTable table(sections, "keys");
  MemoryScratch scratch;
  KeyTableBuilder builder(32, scratch, kMemory);
  builder.add_table(table, Renumbering::keeping(10, {}));
  EXPECT_EQ(code_of([&] { builder.add_table(table, Renumbering::keeping(9, {})); }),
            ErrorCode::damaged);
}

TEST(KeyTable, AddingATableCanBeStopped) {
  const MemorySections sections = built(32, {{1, 0}});
  const KeyTable table(sections, "keys");
  MemoryScratch scratch;
  KeyTableBuilder builder(32, scratch, kMemory);
  const auto stop = [] { throw Error{ErrorCode::cancelled, "stopped"}; };
  EXPECT_EQ(code_of([&] { builder.add_table(table, Renumbering::keeping(1, {}), stop); }),
            ErrorCode::cancelled);
  EXPECT_TRUE(builder.is_empty());
}

// One key has very many ordinals, in one bucket with other keys.
TEST(KeyTable, AFrequentKeyAmongOthers) {
  Pairs pairs;
  for (std::uint64_t i = 0; i < 100'000; ++i) pairs.emplace_back(i % 10 == 0 ? i : 77, i);
  const MemorySections sections = built(20, pairs);
  EXPECT_FALSE(bytes_of(sections, "keys.wide").empty());
  expect_is(sections, 20, pairs);
  const KeyTable table(sections, "keys");
  Ordinals few;
  EXPECT_TRUE(table.find(77, 3, few));
  EXPECT_EQ(few, (Ordinals{1, 2, 3}));
}

// The header's promise: the bits that a bucket implies are free.
TEST(KeyTable, BytesAPair) {
  std::mt19937_64 random(5);
  constexpr std::uint64_t kCount = 1 << 18;
  Pairs pairs;
  for (std::uint64_t i = 0; i < kCount; ++i) pairs.emplace_back(random(), i);
  const double bits = 8.0 * static_cast<double>(built(64, pairs).bytes()) / kCount;
  // The key without the 16 bits of its bucket, the ordinal, and the directory.
  EXPECT_NEAR(bits, 48 + 18 + 9.14 / 4, .1);
}

// Whichever bits of the keys vary, the bucket of a look-up has on average at most twice as many
// pairs as for random keys, which have one more than the pairs a bucket.
TEST(KeyTable, KeysOfAPatternSpread) {
  constexpr std::uint64_t kCount = 1 << 14;
  for (const unsigned bits : {28U, 32U, 40U, 57U, 64U}) {
    const unsigned apart = (bits - 1) / 13;
    for (unsigned step = 1; step <= apart; ++step) {
      for (unsigned shift = 0; shift + 13 * step + 1 <= bits; ++shift) {
        Pairs pairs;
        for (std::uint64_t i = 0; i < kCount; ++i) {
          std::uint64_t key = 0;
          for (unsigned bit = 0; bit < 14; ++bit) key |= (i >> bit & 1) << bit * step << shift;
          pairs.emplace_back(key, 0);
        }
        const Bytes lines = bytes_of(built(bits, pairs), "keys.lines");
        std::uint64_t met = 0;
        for (std::size_t at = 0; at < lines.size(); ++at) {
          const auto count = std::to_integer<std::uint64_t>(lines[at]);
          if (at % 64 >= 8) met += count * count;
        }
        const double mean = static_cast<double>(met) / kCount;
        EXPECT_GE(mean, 4) << "all are counted";
        EXPECT_LE(mean, 2 * 5) << bits << " bits, every " << step << " from " << shift;
      }
    }
  }
}

// The bytes of docs/formats/hamming-index.md.
TEST(KeyTable, ExampleOfTheDocument) {
  const Pairs pairs = {{3, 5}, {3, 2}, {10, 0}, {0, 4}, {5, 1}, {15, 1}, {9, 3}, {3, 5}};
  const MemorySections sections = built(4, pairs);
  const auto hex = [&](const std::string& name) {
    std::string text;
    for (const std::byte byte : bytes_of(sections, name)) {
      text += "0123456789abcdef"[std::to_integer<unsigned>(byte >> 4)];
      text += "0123456789abcdef"[std::to_integer<unsigned>(byte & std::byte{15})];
    }
    return text;
  };
  EXPECT_EQ(hex("keys.head"),
            "01000000040000000100000003000000"
            "0700000000000000");
  EXPECT_EQ(hex("keys.lines"),
            "0000000000000000"
            "0601" +
                std::string(2 * 54, '0'));
  EXPECT_EQ(hex("keys.wide"), "");
  EXPECT_EQ(hex("keys.rest"), "c8d61b" + std::string(2 * 13, '0'));
  EXPECT_EQ(hex("keys.ordinals"), "9c9a" + std::string(2 * 14, '0'));
  expect_is(sections, 4, pairs);
}

}  // namespace
}  // namespace facsim
