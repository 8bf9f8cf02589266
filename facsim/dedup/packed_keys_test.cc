// SPDX-License-Identifier: Apache-2.0
// Compares with std::sort, and with the part of every key.
#include "facsim/dedup/packed_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

using Tuple = std::tuple<KeyChannel, std::uint64_t, std::int64_t, std::uint64_t>;

Tuple tuple_of(const NodeKey& key) { return {key.channel, key.key, key.node, key.fingerprint}; }

NodeKey any_key() {
  return {
      *rc::gen::element(KeyChannel::band, KeyChannel::anchor, KeyChannel::bucket, KeyChannel::text),
      *rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange<std::uint64_t>(0, 9)),
      *rc::gen::oneOf(rc::gen::arbitrary<std::int64_t>(), rc::gen::inRange<std::int64_t>(-3, 3)),
      *rc::gen::arbitrary<std::uint64_t>()};
}

std::vector<Tuple> sorted(const std::vector<std::string>& pieces) {
  MemoryScratch scratch;
  UnpackedKeys keys(scratch, 0);  // 4096 values, then files
  for (const std::string& piece : pieces) keys.add(piece);
  keys.sort();
  std::vector<Tuple> all;
  for (NodeKey key; keys.next(key);) all.push_back(tuple_of(key));
  return all;
}

RC_GTEST_PROP(PackedKeys, EveryPartHasItsKeysWholeAndInOrder, ()) {
  const auto parts = *rc::gen::inRange<std::uint32_t>(1, 9);
  PackedKeys packed(parts);
  std::map<std::uint32_t, std::vector<std::string>> pieces;
  const auto take = [&] {
    packed.take([&](std::uint32_t part, std::string_view bytes) {
      RC_ASSERT(!bytes.empty());
      pieces[part].emplace_back(bytes);
    });
    RC_ASSERT(packed.bytes() == 0U);
  };
  std::vector<Tuple> expected;
  for (int left = *rc::gen::inRange(0, 200); left > 0; --left) {
    const NodeKey key = any_key();
    packed.add(key);
    RC_ASSERT(packed.bytes() >= kPackedKeyBytes);
    expected.push_back(tuple_of(key));
    if (left % 50 == 0) take();
  }
  take();
  std::vector<Tuple> found;
  std::map<std::uint64_t, std::uint32_t> part_of_key;
  for (const auto& [part, strings] : pieces) {
    RC_ASSERT(part < parts);
    const std::vector<Tuple> own = sorted(strings);
    RC_ASSERT(std::is_sorted(own.begin(), own.end()));
    for (const Tuple& key : own) {
      RC_ASSERT(part_of_key.emplace(std::get<1>(key), part).first->second == part);
    }
    found.insert(found.end(), own.begin(), own.end());
  }
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(found == expected);
}

TEST(PackedKeys, MoreThanMemoryHoldsIsSortedToo) {
  PackedKeys packed(1);
  std::vector<Tuple> expected;
  for (std::uint64_t i = 0; i < 30'000; ++i) {
    const NodeKey key{static_cast<KeyChannel>(i % 3), i * 0x9e3779b97f4a7c15U % 1000,
                      static_cast<std::int64_t>(i * 7919 % 5000) - 2500, i};
    packed.add(key);
    expected.push_back(tuple_of(key));
  }
  std::vector<std::string> pieces;
  packed.take([&](std::uint32_t, std::string_view bytes) { pieces.emplace_back(bytes); });
  std::sort(expected.begin(), expected.end());
  EXPECT_TRUE(sorted(pieces) == expected);
}

std::vector<Tuple> packed_keys_of(PagePacker& packer) {
  std::vector<std::string> pieces;
  packer.keys().take([&](std::uint32_t, std::string_view bytes) { pieces.emplace_back(bytes); });
  return sorted(pieces);
}

TEST(PagePacker, PacksAllKeysOfANodeAndOneAgainOfItsSecondPage) {
  PageKeys page;
  page.has_fingerprint = true;
  page.scope_key = 7;
  page.fingerprint = 0x1234'5678'9abc'def0U;
  page.bands = {3, 4};
  page.anchors = {5};
  const std::string packed = packed_page(page);
  std::vector<Tuple> expected = {{KeyChannel::band, 3, 1, page.fingerprint},
                                 {KeyChannel::band, 4, 1, page.fingerprint},
                                 {KeyChannel::anchor, 5, 1, page.fingerprint}};
  PagePacker without(2, -1, 1000);
  without.add(1, packed);
  EXPECT_EQ(packed_keys_of(without), expected);

  const auto masks = covering_masks(3, 1000);
  for (std::size_t table = 0; table < masks.size(); ++table) {
    const std::uint64_t key = bucket_key(7, table, page.fingerprint & masks[table]);
    expected.emplace_back(KeyChannel::bucket, key, 1, page.fingerprint);
  }
  std::sort(expected.begin(), expected.end());
  PagePacker packer(2, 3, 1000);
  packer.add(1, packed);
  EXPECT_EQ(packed_keys_of(packer), expected);
  packer.add(1, packed);
  EXPECT_EQ(packed_keys_of(packer), std::vector<Tuple>{expected.front()});
  packer.add(1, packed);
  EXPECT_EQ(packed_keys_of(packer), std::vector<Tuple>{});
}

TEST(PagePacker, PagesWithoutKeysMeetThoseOfTheirTextAlone) {
  EXPECT_EQ(packed_page({}), "");
  PagePacker packer(3, 3, 10);
  packer.add(-4, {});
  packer.add(9, {});
  EXPECT_EQ(packed_keys_of(packer),
            (std::vector<Tuple>{{KeyChannel::text, 9, 9, 0},
                                {KeyChannel::text, static_cast<std::uint64_t>(-4), -4, 0}}));
  packer.add(9, {});
  EXPECT_EQ(packed_keys_of(packer), (std::vector<Tuple>{{KeyChannel::text, 9, 9, 0}}));
  EXPECT_THROW(packer.add(1, std::string(15, '\0')), Error);
  EXPECT_THROW(packer.add(1, std::string(24, '\0')), Error);
}

TEST(PackedKeys, OtherBytesAreRefused) {
  EXPECT_THROW((void)sorted({std::string(kPackedKeyBytes - 1, '\0')}), Error);
  EXPECT_THROW((void)sorted({std::string(1, '\x04') + std::string(kPackedKeyBytes - 1, '\0')}),
               Error);
  EXPECT_THAT(sorted({"", std::string(kPackedKeyBytes, '\0')}), testing::SizeIs(1));
}

}  // namespace
}  // namespace facsim
