// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/pair_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/field_bytes.h"

namespace facsim {
namespace {

constexpr std::uint32_t kPages = 1000;

ComponentPairs random_component(std::mt19937_64& random) {
  std::set<std::uint32_t> pages;
  const std::size_t count = 1 + random() % 40;
  while (pages.size() < count) pages.insert(static_cast<std::uint32_t>(random() % kPages));
  ComponentPairs component;
  component.pages.assign(pages.begin(), pages.end());
  for (std::size_t i = 0; i < count; ++i) component.is_cut.push_back(random() % 5 == 0);
  for (std::uint32_t first = 0; first < count; ++first) {
    for (std::uint32_t second = first + 1; second < count; ++second) {
      if (random() % 3 == 0) continue;
      ListedPair pair{first,
                      second,
                      static_cast<std::uint32_t>(random() >> (32 + random() % 32)),
                      static_cast<std::uint32_t>(random() % 65),
                      random() % 9 == 0,
                      {},
                      {}};
      if (random() % 3 == 0) pair.fill_one_template = random() % 2 == 0;
      if (random() % 2 == 0) pair.agreement = static_cast<double>(random() % 1000) / 999.0;
      component.pairs.push_back(pair);
    }
  }
  return component;
}

void expect_equal(const ComponentPairs& a, const ComponentPairs& b) {
  EXPECT_EQ(a.pages, b.pages);
  EXPECT_EQ(a.is_cut, b.is_cut);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].first, b.pairs[i].first);
    EXPECT_EQ(a.pairs[i].second, b.pairs[i].second);
    EXPECT_EQ(a.pairs[i].shared, b.pairs[i].shared);
    EXPECT_EQ(a.pairs[i].equal_bins, b.pairs[i].equal_bins);
    EXPECT_EQ(a.pairs[i].same_text, b.pairs[i].same_text);
    EXPECT_EQ(a.pairs[i].agreement, b.pairs[i].agreement);
    EXPECT_EQ(a.pairs[i].fill_one_template, b.pairs[i].fill_one_template);
  }
}

TEST(PairLists, GiveBackWhatWasAdded) {
  std::mt19937_64 random(7);
  MemoryScratch scratch;
  PairLists lists(scratch, 1 << 12);  // most of it spills
  std::vector<ComponentPairs> added;
  std::uint64_t pairs = 0;
  std::uint64_t cut = 0;
  for (int i = 0; i < 300; ++i) {
    const ComponentPairs component = random_component(random);
    lists.add(component);
    const auto marks = std::count(component.is_cut.begin(), component.is_cut.end(), true);
    pairs += component.pairs.size();
    cut += static_cast<std::uint64_t>(marks);
    if (!component.pairs.empty() || marks > 0) added.push_back(component);
  }
  EXPECT_EQ(lists.pairs(), pairs);
  EXPECT_EQ(lists.pages_cut(), cut);
  PairReader reader(lists, kPages);
  ComponentPairs read;
  for (const ComponentPairs& component : added) {
    ASSERT_TRUE(reader.next(read));
    expect_equal(read, component);
  }
  EXPECT_FALSE(reader.next(read));
}

TEST(PairLists, NothingIsNoComponent) {
  MemoryScratch scratch;
  PairLists lists(scratch, 1 << 12);
  lists.add({});
  lists.add({.pages = {3, 4}, .is_cut = {false, false}, .pairs = {}});
  EXPECT_EQ(lists.size_bytes(), 0U);
  PairReader reader(lists, kPages);
  ComponentPairs read;
  EXPECT_FALSE(reader.next(read));
}

TEST(PairReader, RefusesFiguresThatNoPairHas) {
  const auto is_read = [](std::uint32_t equal_bins, std::optional<double> agreement) {
    MemoryScratch scratch;
    PairLists lists(scratch, 1 << 12);
    ListedPair pair;
    pair.second = 1;
    pair.equal_bins = equal_bins;
    pair.agreement = agreement;
    lists.add({.pages = {3, 4}, .is_cut = {false, false}, .pairs = {pair}});
    try {
      ComponentPairs read;
      return PairReader(lists, kPages).next(read);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      return false;
    }
  };
  EXPECT_TRUE(is_read(64, 0));
  EXPECT_TRUE(is_read(0, 1));
  EXPECT_FALSE(is_read(65, {}));
  for (const double none : {-.01, 1.01, std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(is_read(1, none)) << none;
  }
}

// Any bytes give existing pages and pairs of the component's pages, or an Error.
TEST(PairReader, StaysWithinItsBounds) {
  std::mt19937_64 random(11);
  int read_whole = 0;
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    MemoryScratch scratch;
    PairLists lists(scratch, 1 << 20);
    lists.add(random_component(random));
    std::vector<std::byte> bytes(lists.size_bytes());
    lists.read(0, bytes);
    for (int i = 0; i < 3 && !bytes.empty(); ++i) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), random() % 3));
    PairReader reader(
        [&](std::uint64_t at, std::span<std::byte> into) {
          ASSERT_LE(at + into.size(), bytes.size());
          std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), into.size(), into.begin());
        },
        bytes.size(), kPages, "test");
    try {
      for (ComponentPairs read; reader.next(read);) {
        for (const std::uint32_t page : read.pages) EXPECT_LT(page, kPages);
        EXPECT_EQ(read.is_cut.size(), read.pages.size());
        for (const ListedPair& pair : read.pairs) {
          EXPECT_LT(pair.first, pair.second);
          EXPECT_LT(pair.second, read.pages.size());
        }
      }
      ++read_whole;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      ++refused;
    }
  }
  EXPECT_GT(read_whole, 100);
  EXPECT_GT(refused, 100);
}

TEST(FieldBytes, NumbersOfEverySizeComeBack) {
  FieldWriter out;
  std::vector<std::uint64_t> numbers = {0, 1, 127, 128, std::numeric_limits<std::uint64_t>::max()};
  for (int bit = 0; bit < 64; ++bit) numbers.push_back(std::uint64_t{1} << bit);
  for (const std::uint64_t number : numbers) out.number(number);
  out.word(0x0123456789abcdefU);
  out.real(-0.1);
  out.text("a\0b");
  FieldReader in(out.bytes(), "test");
  for (const std::uint64_t number : numbers) EXPECT_EQ(in.number(), number);
  EXPECT_EQ(in.word(), 0x0123456789abcdefU);
  EXPECT_EQ(in.real(), -0.1);
  EXPECT_EQ(in.text(), "a\0b");
  EXPECT_NO_THROW(in.expect_end());
}

TEST(FieldBytes, WhatIsNotThereIsDamage) {
  const auto refused = [](std::vector<std::byte> bytes, auto read) {
    FieldReader in(bytes, "test");
    try {
      read(in);
    } catch (const Error& error) {
      return error.code() == ErrorCode::damaged && error.where() == "test";
    }
    return false;
  };
  const std::byte more{0xff};
  const auto number = [](FieldReader& in) { in.number(); };
  EXPECT_TRUE(refused({}, number));
  EXPECT_TRUE(refused({more}, number));
  EXPECT_TRUE(refused(std::vector<std::byte>(11, more), number));
  EXPECT_TRUE(refused({std::byte{9}}, [](FieldReader& in) { in.text(); }));
  EXPECT_TRUE(refused({std::byte{9}}, [](FieldReader& in) { in.count(); }));
  EXPECT_TRUE(refused({std::byte{9}}, [](FieldReader& in) { in.number_to(8); }));
  EXPECT_TRUE(refused(std::vector<std::byte>(7), [](FieldReader& in) { in.word(); }));
  EXPECT_TRUE(refused({std::byte{9}}, [](FieldReader& in) { in.expect_end(); }));
}

}  // namespace
}  // namespace facsim
