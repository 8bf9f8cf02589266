// SPDX-License-Identifier: Apache-2.0
// Key tables with damaged bytes give an error or an answer, but nothing worse.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "facsim/base/error.h"
#include "facsim/index/key_table_for_test.h"

namespace facsim {
namespace {

using namespace for_test;

void expect_refused(const MemorySections& sections) {
  EXPECT_EQ(code_of([&] { const KeyTable table(sections, "keys"); }), ErrorCode::damaged);
}

TEST(KeyTable, SectionsOfOtherSizesAreRefused) {
  const MemorySections sections = built(64, some_pairs(64, Kind::skewed, 2000, 6));
  for (const auto& name : kSections) {
    SCOPED_TRACE(name);
    expect_refused(with(sections, name, std::nullopt));
    Bytes bytes = bytes_of(sections, name);
    ASSERT_FALSE(bytes.empty());
    bytes.push_back({});
    expect_refused(with(sections, name, bytes));
    bytes.resize(bytes.size() - 2);
    expect_refused(with(sections, name, bytes));
    if (name == "keys.wide") continue;  // its size is checked only when it is used
    expect_refused(with(sections, name, Bytes()));
    bytes.resize(bytes.size() - 7);
    expect_refused(with(sections, name, bytes));
  }
  // Without the begins of its line the frequent key cannot be read, and check() detects that.
  const MemorySections cut = with(sections, "keys.wide", Bytes());
  const KeyTable table(cut, "keys");
  EXPECT_EQ(code_of([&] { table.check(); }), ErrorCode::damaged);
}

TEST(KeyTable, ImpossibleHeadsAreRefused) {
  const MemorySections sections = built(40, some_pairs(40, Kind::random, 2000, 7));
  const auto with_number = [&](std::size_t offset, auto number) {
    Bytes head = bytes_of(sections, "keys.head");
    std::memcpy(head.data() + offset, &number, sizeof number);
    return with(sections, "keys.head", head);
  };
  for (const std::uint32_t version : {0U, 2U, ~0U}) {
    EXPECT_EQ(code_of([&] { const KeyTable table(with_number(0, version), "keys"); }),
              ErrorCode::unsupported);
  }
  const KeyTable same(with_number(4, std::uint32_t{40}), "keys");
  for (const std::uint32_t bits : {0U, 1U, 39U, 41U, 64U, 65U, ~0U}) {
    expect_refused(with_number(4, bits));
  }
  for (const std::uint32_t bits : {0U, 7U, 10U, 40U, 41U, 49U, 64U, ~0U}) {
    expect_refused(with_number(8, bits));
  }
  for (const std::uint32_t bits : {0U, 1U, 57U, 64U, ~0U}) expect_refused(with_number(12, bits));
  for (const std::uint64_t pairs : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 48,
                                    std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    expect_refused(with_number(16, pairs));
  }
}

// Without pairs, the sizes of columns do not reveal their numbers of bits.
TEST(KeyTable, ImpossibleHeadsOfNothingAreRefused) {
  const MemorySections sections = built(40, {});
  const auto with_bits = [&](std::uint32_t bits, std::uint32_t bucket_bits, std::uint32_t others) {
    Bytes head = bytes_of(sections, "keys.head");
    std::memcpy(head.data() + 4, &bits, sizeof bits);
    std::memcpy(head.data() + 8, &bucket_bits, sizeof bucket_bits);
    std::memcpy(head.data() + 12, &others, sizeof others);
    return with(sections, "keys.head", head);
  };
  const KeyTable possible(with_bits(56, 0, 56), "keys");
  expect_refused(with_bits(57, 0, 56));
  expect_refused(with_bits(64, 0, 56));
  expect_refused(with_bits(56, 0, 57));
  expect_refused(with_bits(4, 5, 0));
  expect_refused(with_bits(0, 0, 0));
}

// Calls every function of a table whose bytes may be damaged. Returns true if check() found no
// damage.
bool ask_all(const MemorySections& sections, const Pairs& pairs) {
  bool sound = false;
  try {
    const KeyTable table(sections, "keys");
    for (std::size_t i = 0; i < pairs.size(); i += 1 + pairs.size() / 64) {
      try {
        Ordinals ordinals;
        (void)table.find(pairs[i].first, i % 3, ordinals);
        EXPECT_LE(ordinals.size(), table.size());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::damaged);
      }
    }
    try {
      std::uint64_t count = 0;
      table.for_each([&](std::uint64_t key, std::uint64_t) {
        EXPECT_LE(key, mask_of(table.bits()));
        ++count;
      });
      EXPECT_EQ(count, table.size());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
    }
    try {
      MemoryScratch scratch;
      KeyTableBuilder builder(table.bits(), scratch, kMemory);
      builder.add_table(table, Renumbering::closing_gaps(5, mask_of(40), Ordinals{0, 1, 2, 9}));
      MemorySections merged;
      builder.finish(merged, "keys");
      KeyTable(merged, "keys").check();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
    }
    table.check();
    sound = true;
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ErrorCode::damaged || error.code() == ErrorCode::unsupported);
  }
  return sound;
}

TEST(KeyTable, AnyBytesAreAnErrorOrAnAnswer) {
  std::mt19937_64 random(8);
  for (const unsigned bits : {2U, 32U, 64U}) {
    const Pairs pairs = some_pairs(bits, Kind::skewed, 1500, bits);
    const MemorySections sections = built(bits, pairs);
    ASSERT_TRUE(ask_all(sections, pairs));
    for (const auto& name : kSections) {
      for (int i = 0; i < 300; ++i) {
        Bytes bytes = bytes_of(sections, name);
        if (bytes.empty()) continue;
        for (std::uint64_t flips = i < 200 ? 1 : 1 + random() % 50; flips > 0; --flips) {
          bytes[random() % bytes.size()] = static_cast<std::byte>(random() & 255U);
        }
        (void)ask_all(with(sections, name, bytes), pairs);
      }
    }
  }
}

TEST(KeyTable, CheckSeesADirectoryThatMiscountsAndPairsOutOfOrder) {
  const Pairs pairs = some_pairs(32, Kind::random, 1000, 9);
  const MemorySections sections = built(32, pairs);
  const auto refuses = [&](const std::string& name, std::size_t offset, unsigned char flip) {
    Bytes bytes = bytes_of(sections, name);
    bytes.at(offset) ^= static_cast<std::byte>(flip);
    const MemorySections changed = with(sections, name, bytes);
    const KeyTable table(changed, "keys");
    return code_of([&] { table.check(); }) == ErrorCode::damaged;
  };
  for (std::size_t line = 0; line < 2; ++line) {
    EXPECT_TRUE(refuses("keys.lines", 64 * line, 1)) << "where a line begins";
    for (std::size_t slot = 0; slot < 56; ++slot) {
      EXPECT_TRUE(refuses("keys.lines", 64 * line + 8 + slot, 1)) << "the size of a bucket";
    }
  }
  // One pair twice in the columns: the ordinals of one key do not ascend strictly.
  const MemorySections equal_keys = built(8, {{9, 1}, {9, 2}, {9, 3}});
  Bytes ordinals = bytes_of(equal_keys, "keys.ordinals");
  EXPECT_EQ(ordinals.at(0), std::byte{0b111001});
  ordinals[0] = std::byte{0b111101};
  const MemorySections changed = with(equal_keys, "keys.ordinals", ordinals);
  const KeyTable table(changed, "keys");
  EXPECT_EQ(code_of([&] { table.check(); }), ErrorCode::damaged) << "1 3 3";
}

}  // namespace
}  // namespace facsim
