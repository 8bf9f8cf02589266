// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "facsim/base/error.h"
#include "facsim/index/codec/codec_slow_for_test.h"
#include "facsim/index/codec/encode_for_test.h"
#include "facsim/index/codec/keys_for_test.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using Keys = std::vector<std::uint64_t>;

constexpr std::uint64_t kMost = ~std::uint64_t{0};

Keys decoded(const SortedKeys& keys, std::uint64_t first, std::size_t count) {
  Keys out(count);
  out.resize(keys.decode(first, out));
  return out;
}

// Sizes at the ends of blocks are as likely as others.
Keys any_keys() {
  const auto shape = *rc::gen::elementOf(kKeyShapes);
  const auto count = *rc::gen::oneOf(
      rc::gen::inRange<std::size_t>(0, 10), rc::gen::inRange<std::size_t>(0, 3'000),
      rc::gen::inRange<std::size_t>(16'380, 16'390), rc::gen::inRange<std::size_t>(0, 70'000));
  return some_keys(shape, count, *rc::gen::arbitrary<std::uint64_t>());
}

std::uint64_t any_probe(const Keys& keys) {
  const auto number = *rc::gen::arbitrary<std::uint64_t>();
  if (keys.empty()) return number;
  const std::uint64_t near = keys[number % keys.size()];
  return *rc::gen::elementOf(std::array{number, near, near + 1, near - 1, near ^ 0x100U,
                                        std::uint64_t{0}, kMost, keys.front() + number % 4096});
}

KeyRange slow_range(const Keys& keys, std::uint64_t low, std::uint64_t high) {
  const auto position = [&keys](Keys::const_iterator at) {
    return static_cast<std::uint64_t>(at - keys.begin());
  };
  return {position(std::lower_bound(keys.begin(), keys.end(), low)),
          position(std::upper_bound(keys.begin(), keys.end(), high))};
}

TEST(Codec, HasAName) {
  for (const Codec codec : kCodecs) EXPECT_EQ(codec_named(name_of(codec)), codec);
  EXPECT_EQ(name_of(Codec::elias_fano), "elias-fano");
  EXPECT_EQ(name_of(Codec::xor_huffman), "xor-huffman");
  try {
    static_cast<void>(codec_named("rice"));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("`rice`"));
  }
}

RC_GTEST_PROP(Codec, GivesBackWhatItWasGiven, ()) {
  const Keys keys = any_keys();
  for (const Codec codec : kCodecs) {
    const auto bytes = encode_sorted_keys(codec, keys);
    const SortedKeys table = SortedKeys::open(bytes);
    RC_ASSERT(table.codec() == codec);
    RC_ASSERT(table.size() == keys.size());
    RC_ASSERT(decoded(table, 0, keys.size() + 1) == keys);
    RC_ASSERT(decode_slowly(bytes) == keys);
    table.verify();
    for (int i = 0; i < 5; ++i) {
      const auto first = *rc::gen::inRange<std::size_t>(0, keys.size() + 2);
      const auto count = *rc::gen::inRange<std::size_t>(0, keys.size() + 2);
      const auto from = keys.begin() + static_cast<std::ptrdiff_t>(std::min(first, keys.size()));
      const auto there = static_cast<std::size_t>(keys.end() - from);
      RC_ASSERT(decoded(table, first, count) ==
                Keys(from, from + static_cast<std::ptrdiff_t>(std::min(count, there))));
    }
  }
}

RC_GTEST_PROP(Codec, FindsWhatTheStandardLibraryFinds, ()) {
  const Keys keys = any_keys();
  for (const Codec codec : kCodecs) {
    const auto bytes = encode_sorted_keys(codec, keys);
    const SortedKeys table = SortedKeys::open(bytes);
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t probe = any_probe(keys);
      RC_ASSERT(table.lower_bound(probe) == slow_range(keys, probe, probe).begin);
      RC_ASSERT(table.equal_range(probe) == slow_range(keys, probe, probe));
      const auto bits = *rc::gen::inRange(0, 65);
      const std::uint64_t rest = bits == 64 ? 0 : kMost >> bits;
      RC_ASSERT(table.prefix_range(probe, bits) == slow_range(keys, probe & ~rest, probe | rest));
    }
  }
}

// Looks up every key and both its neighbours.
TEST(Codec, FindsEveryKeyOfEveryShape) {
  for (const KeyShape shape : kKeyShapes) {
    const Keys keys = some_keys(shape, 20'000, 7);
    for (const Codec codec : kCodecs) {
      const auto bytes = encode_sorted_keys(codec, keys);
      const SortedKeys table = SortedKeys::open(bytes);
      std::uint64_t wrong = 0;
      for (std::size_t i = 0; i < keys.size(); i += codec == Codec::elias_fano ? 1 : 7) {
        for (const std::uint64_t probe : {keys[i] - 1, keys[i], keys[i] + 1}) {
          wrong += table.lower_bound(probe) == slow_range(keys, probe, probe).begin ? 0 : 1;
        }
      }
      EXPECT_EQ(wrong, 0U) << name_of(codec) << ", shape " << static_cast<int>(shape);
    }
  }
}

RC_GTEST_PROP(Codec, PiecesMakeNoDifference, ()) {
  const Keys keys = any_keys();
  SomeNumbers numbers(*rc::gen::arbitrary<std::uint64_t>());
  for (const Codec codec : kCodecs) {
    std::vector<std::byte> bytes;
    SortedKeysBuilder builder(codec, [&bytes](std::span<const std::byte> piece) {
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    });
    const auto feed = [&](const auto& take) {
      for (std::span<const std::uint64_t> rest = keys; !rest.empty();) {
        const std::uint64_t most =
            std::array<std::uint64_t, 3>{1'000, 20'000, 100'000}[numbers.below(3)];
        const std::size_t size = std::min<std::size_t>(rest.size(), numbers.below(most));
        take(rest.first(size));
        rest = rest.subspan(size);
      }
    };
    RC_ASSERT(builder.needs_scan() == (codec == Codec::xor_huffman));
    if (builder.needs_scan()) feed([&](auto piece) { builder.scan(piece); });
    feed([&](auto piece) { builder.add(piece); });
    RC_ASSERT(builder.build() == keys.size());
    RC_ASSERT(bytes == encode_sorted_keys(codec, keys));
  }
}

RC_GTEST_PROP(Codec, ACursorWalksThroughAll, ()) {
  const Keys keys = any_keys();
  const auto first = *rc::gen::inRange<std::size_t>(0, keys.size() + 2);
  Keys room(*rc::gen::inRange<std::size_t>(1'000, 20'000));
  for (const Codec codec : kCodecs) {
    const auto bytes = encode_sorted_keys(codec, keys);
    KeyCursor cursor(SortedKeys::open(bytes), first);
    Keys walked(keys.begin(),
                keys.begin() + static_cast<std::ptrdiff_t>(std::min(first, keys.size())));
    while (const std::size_t count = cursor.read(room)) {
      walked.insert(walked.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
      RC_ASSERT(cursor.position() == walked.size());
    }
    RC_ASSERT(walked == keys);
  }
}

TEST(Codec, NoKeysAtAll) {
  for (const Codec codec : kCodecs) {
    const auto bytes = encode_sorted_keys(codec, {});
    const SortedKeys table = SortedKeys::open(bytes);
    EXPECT_EQ(table.size(), 0U);
    EXPECT_EQ(table.lower_bound(0), 0U);
    EXPECT_EQ(table.lower_bound(kMost), 0U);
    EXPECT_EQ(table.prefix_range(5, 0), (KeyRange{0, 0}));
    EXPECT_TRUE(decoded(table, 0, 3).empty());
    table.verify();
  }
}

TEST(Codec, TheEdgesOfTheNumbers) {
  for (const Keys& keys : {Keys{0}, Keys{kMost}, Keys{0, kMost}, Keys{0, 0, kMost, kMost},
                           Keys{kMost, kMost}, Keys{0, 1, kMost - 1, kMost}}) {
    for (const Codec codec : kCodecs) {
      const auto bytes = encode_sorted_keys(codec, keys);
      const SortedKeys table = SortedKeys::open(bytes);
      EXPECT_EQ(decoded(table, 0, 9), keys);
      for (const std::uint64_t probe : {std::uint64_t{0}, std::uint64_t{1}, kMost - 1, kMost}) {
        EXPECT_EQ(table.equal_range(probe), slow_range(keys, probe, probe));
      }
      EXPECT_EQ(table.prefix_range(kMost, 0), (KeyRange{0, keys.size()}));
      table.verify();
    }
  }
}

TEST(Codec, RefusesKeysThatDoNotAscend) {
  for (const Codec codec : kCodecs) {
    EXPECT_THROW(static_cast<void>(encode_sorted_keys(codec, Keys{3, 2})), Error);
    SortedKeysBuilder builder(codec, [](std::span<const std::byte>) {});
    if (builder.needs_scan()) builder.scan(Keys{1, 5});
    builder.add(Keys{5});
    try {
      builder.add(Keys{1});
      FAIL() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("ascend"));
    }
  }
}

TEST(Codec, RefusesKeysThatWereNotScanned) {
  SortedKeysBuilder builder(Codec::xor_huffman, [](std::span<const std::byte>) {});
  builder.scan(Keys{1, 2, 3});
  try {
    builder.add(Keys{1, 1u << 20});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("not those of the scan"));
  }
}

double bits_a_key(Codec codec, const Keys& keys) {
  return 8.0 * static_cast<double>(encode_sorted_keys(codec, keys).size()) /
         static_cast<double>(keys.size());
}

// The worst numbers of keys are those just below and just above a power of two.
TEST(CodecSize, UniformKeysComeNearTheLimit) {
  for (const std::size_t count : {std::size_t{262'144}, std::size_t{370'000}, std::size_t{520'000},
                                  std::size_t{524'288}, std::size_t{1'000'000}}) {
    const Keys keys = some_keys(KeyShape::uniform, count, count);
    const double limit = 64 - std::log2(static_cast<double>(count)) + 1.4427;
    const double over = bits_a_key(Codec::elias_fano, keys) - limit;
    EXPECT_LT(over, .75) << count;
    EXPECT_GT(over, .45) << count;
    EXPECT_LT(bits_a_key(Codec::xor_huffman, keys) - limit, 2.9) << count;
  }
}

TEST(CodecSize, NarrowAndRepeatedKeysTakeLess) {
  EXPECT_LT(bits_a_key(Codec::elias_fano, some_keys(KeyShape::all_equal, 200'000, 1)), 1.1);
  EXPECT_LT(bits_a_key(Codec::xor_huffman, some_keys(KeyShape::all_equal, 200'000, 1)), 1.1);
  EXPECT_LT(bits_a_key(Codec::elias_fano, some_keys(KeyShape::dense, 200'000, 1)), 2.3);
  // 200,000 keys among a thousand numbers; and seven clusters of 16,384 numbers each.
  EXPECT_LT(bits_a_key(Codec::elias_fano, some_keys(KeyShape::narrow, 200'000, 1)), 1.1);
  EXPECT_LT(bits_a_key(Codec::elias_fano, some_keys(KeyShape::clustered, 2'000'000, 1)), 3.0);
}

}  // namespace
}  // namespace facsim
