// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/block_index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "facsim/base/refusal_for_test.h"

namespace facsim {
namespace {

using for_test::refusal;

using Bits = std::vector<std::uint64_t>;
using NamedBits = std::pair<Bits, std::string>;

int distance(const Bits& a, const Bits& b) {
  int bits = 0;
  for (std::size_t i = 0; i < a.size(); ++i) bits += std::popcount(a[i] ^ b[i]);
  return bits;
}

// The bits of a block as text of 0 and 1, with the blocks that the header defines.
std::string bits_in_block(const Bits& fingerprint, int bits, int blocks, int block) {
  const int width = bits / blocks;
  const int end = block + 1 == blocks ? bits : width * (block + 1);
  std::string found;
  for (int bit = width * block; bit < end; ++bit) {
    found += (fingerprint[static_cast<std::size_t>(bit) / 64] >> (bit % 64) & 1U) != 0 ? '1' : '0';
  }
  return found;
}

// The slow twin: a set of entries that compares all of them.
class SlowIndex {
 public:
  SlowIndex(int bits, int max_distance) : bits_(bits), max_distance_(max_distance) {}
  bool add(const Bits& fingerprint, const std::string& id) {
    return entries_.insert({fingerprint, id}).second;
  }
  bool erase(const Bits& fingerprint, const std::string& id) {
    return entries_.erase({fingerprint, id}) == 1;
  }
  [[nodiscard]] std::multiset<std::pair<std::string, int>> find(const Bits& query) const {
    std::multiset<std::pair<std::string, int>> found;
    for (const auto& [fingerprint, id] : entries_) {
      const int bits = distance(fingerprint, query);
      if (bits <= max_distance_) found.emplace(id, bits);
    }
    return found;
  }
  [[nodiscard]] std::uint64_t bucket_size(int block, const Bits& query) const {
    const auto bits = [&](const Bits& of) {
      return bits_in_block(of, bits_, max_distance_ + 1, block);
    };
    return static_cast<std::uint64_t>(std::ranges::count_if(
        entries_, [&](const NamedBits& entry) { return bits(entry.first) == bits(query); }));
  }
  [[nodiscard]] std::uint64_t buckets() const {
    std::set<std::string> keys;
    for (int block = 0; block <= max_distance_; ++block) {
      for (const NamedBits& entry : entries_) {
        keys.insert(bits_in_block(entry.first, bits_, max_distance_ + 1, block) + ":" +
                    std::to_string(block));
      }
    }
    return keys.size();
  }
  [[nodiscard]] const std::set<NamedBits>& entries() const { return entries_; }

 private:
  int bits_;
  int max_distance_;
  std::set<NamedBits> entries_;
};

std::multiset<std::pair<std::string, int>> found_by(const BlockIndex& index, const Bits& query) {
  std::multiset<std::pair<std::string, int>> found;
  for (const NearEntry& near : index.find(query).found) {
    found.emplace(index.id(near.number), near.distance);
  }
  return found;
}

// Fingerprints near a few centres, so that every distance occurs, and most occur more than once.
Bits near_a_centre(std::mt19937_64& random, int bits, std::size_t words) {
  Bits made(words);
  const std::uint64_t centre = random() % 3;
  for (int bit = 0; bit < bits; ++bit) {
    const std::uint64_t is_set = (centre * 0x9e3779b97f4a7c15U) >> (bit % 61) & 1U;
    made[static_cast<std::size_t>(bit) / 64] |= is_set << (bit % 64);
  }
  for (auto flips = random() % 6; flips > 0 && bits > 0; --flips) {
    const auto bit = static_cast<std::size_t>(random() % static_cast<std::uint64_t>(bits));
    made[bit / 64] ^= std::uint64_t{1} << (bit % 64);
  }
  return made;
}

RC_GTEST_PROP(BlockIndex, AnswersAsItsSlowTwinWhateverComesAndGoes, (std::uint64_t seed)) {
  const int bits = *rc::gen::element(0, 1, 8, 32, 63, 64, 65, 96, 128, 200, 256);
  const int max_distance = *rc::gen::element(-1, 0, 1, 2, 3, 5, 7, 16, 63, 64, 70);
  const int steps = *rc::gen::inRange(0, 700);
  BlockIndex index(bits, max_distance);
  SlowIndex slow(bits, max_distance);
  std::mt19937_64 random(seed);
  // Long phases of adding and of erasing, so that graves are cleared and reused.
  std::uint64_t adds_of_ten = 7;
  for (int i = 0; i < steps; ++i) {
    if (random() % 150 == 0) adds_of_ten = random() % 10;
    const Bits fingerprint = near_a_centre(random, bits, index.words());
    const std::string id = std::to_string(random() % 3) + std::string(random() % 3, '\0');
    if (random() % 10 < adds_of_ten) {
      RC_ASSERT(index.add(fingerprint, id) == slow.add(fingerprint, id));
    } else {
      RC_ASSERT(index.erase(fingerprint, id) == slow.erase(fingerprint, id));
    }
    RC_ASSERT(index.size() == slow.entries().size());
    if (i % 7 != 0) continue;
    const Bits query = near_a_centre(random, bits, index.words());
    RC_ASSERT(found_by(index, query) == slow.find(query));
    std::uint64_t largest = 0;
    for (int block = 0; block <= max_distance; ++block) {
      const std::uint64_t size = index.bucket_size(static_cast<std::size_t>(block), query);
      if (i % 49 == 0) RC_ASSERT(size == slow.bucket_size(block, query));
      largest = std::max(largest, size);
    }
    RC_ASSERT(index.find(query).largest_bucket == largest);
  }
  RC_ASSERT(index.buckets() == slow.buckets());
  std::set<NamedBits> entries;
  index.for_each([&](std::span<const std::uint64_t> fingerprint, std::string_view id) {
    RC_ASSERT(entries.emplace(Bits(fingerprint.begin(), fingerprint.end()), id).second);
  });
  RC_ASSERT(entries == slow.entries());
}

// A small world searched completely: queries for all fingerprints of nine bits, at every distance,
// also with more blocks than bits.
TEST(BlockIndex, FindsAllOfASmallWorld) {
  constexpr int kBits = 9;
  for (int max_distance = -1; max_distance <= kBits + 1; ++max_distance) {
    BlockIndex index(kBits, max_distance);
    for (std::uint64_t value = 0; value < 1U << kBits; ++value) {
      ASSERT_TRUE(index.add({&value, 1}, std::to_string(value)));
    }
    for (std::uint64_t query = 0; query < 1U << kBits; ++query) {
      const std::vector<NearEntry> found = index.find({&query, 1}).found;
      std::vector<NearEntry> expected;
      for (std::uint64_t value = 0; value < 1U << kBits; ++value) {
        const int bits = std::popcount(value ^ query);
        if (bits <= max_distance) expected.push_back({value, bits});
      }
      ASSERT_EQ(found, expected) << max_distance << " " << query;
    }
  }
}

TEST(BlockIndex, AnswersInTheOrderOfAdding) {
  BlockIndex index(64, 3);
  const Bits value{5};
  for (int i = 1000; i-- > 0;) index.add(value, std::to_string(i));
  const std::vector<NearEntry> found = index.find(value).found;
  ASSERT_EQ(found.size(), 1000U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(index.id(found[i].number), std::to_string(999 - i));
  }
}

// With 300,000 equal fingerprints, a table that walked to the end of a bucket at each change would
// take minutes.
TEST(BlockIndex, EqualFingerprintsCostNoMoreThanOthers) {
  constexpr int kEntries = 300'000;
  BlockIndex index(64, 2);
  const Bits value{~std::uint64_t{0}};
  for (int i = 0; i < kEntries; ++i) ASSERT_TRUE(index.add(value, std::to_string(i)));
  EXPECT_EQ(index.find(value).largest_bucket, std::uint64_t{kEntries});
  for (int i = 0; i < kEntries; ++i) ASSERT_TRUE(index.erase(value, std::to_string(i)));
  EXPECT_EQ(index.size(), 0U);
  EXPECT_TRUE(index.find(value).found.empty());
  EXPECT_EQ(index.buckets(), 0U);
}

// An index that entries pass through does not grow; entry numbers include graves.
TEST(BlockIndex, GravesAreCleared) {
  BlockIndex index(64, 3);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(index.add({&i, 1}, "passing"));
    if (i < 100) continue;
    const std::uint64_t old = i - 100;
    ASSERT_TRUE(index.erase({&old, 1}, "passing"));
    ASSERT_LE(index.find({&i, 1}).found.back().number, 300U);
  }
  EXPECT_EQ(index.size(), 100U);
}

TEST(BlockIndex, AnEntryMayComeAndGoForEver) {
  BlockIndex index(64, 3);
  const Bits value{7};
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(index.add(value, "same"));
    ASSERT_EQ(index.find(value).found.size(), 1U);
    ASSERT_TRUE(index.erase(value, "same"));
    ASSERT_FALSE(index.erase(value, "same"));
  }
  EXPECT_EQ(index.size(), 0U);
}

TEST(BlockIndex, RefusesWhatCannotBe) {
  EXPECT_EQ(refusal([] { return BlockIndex(-8, 3); }),
            "fingerprints of -8 bits; an index has 0 to 65536");
  EXPECT_EQ(refusal([] { return BlockIndex(65'537, 3); }),
            "fingerprints of 65537 bits; an index has 0 to 65536");
  EXPECT_EQ(refusal([] { return BlockIndex(64, 65'536); }),
            "a distance of 65536 bits; the most is 65535");
  BlockIndex index(64, 3);
  EXPECT_EQ(refusal([&] { return index.reserve(std::uint64_t{1} << 33), 0; }),
            "this index holds 4,294,967,295 entries at most");
  EXPECT_TRUE(index.add(Bits{1}, "a"));  // the index has not changed
  EXPECT_EQ(index.find(Bits{1}).found.size(), 1U);
}

}  // namespace
}  // namespace facsim
