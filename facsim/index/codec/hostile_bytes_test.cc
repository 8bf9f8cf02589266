// SPDX-License-Identifier: Apache-2.0
// Damaged bytes give an Error or wrong keys, but never a read outside (the sanitizers check that)
// or an endless loop. And the bytes that we write are pinned.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "facsim/base/error.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/codec/codec_slow_for_test.h"
#include "facsim/index/codec/encode_for_test.h"
#include "facsim/index/codec/keys_for_test.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using EncodedBytes = std::vector<std::byte>;
using Keys = std::vector<std::uint64_t>;

// A copy of exactly the given size, so that a read past its end is detected, at an odd address.
class TightBytes {
 public:
  explicit TightBytes(std::span<const std::byte> bytes)
      : size_(bytes.size()), room_(std::make_unique<std::byte[]>(size_ + 1)) {
    if (size_ > 0) std::memcpy(room_.get() + 1, bytes.data(), size_);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {room_.get() + 1, size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> room_;
};

// Calls every function on the bytes. Returns true if they can be opened.
bool try_all(std::span<const std::byte> given, std::uint64_t seed) {
  const TightBytes tight(given);
  try {
    const SortedKeys table = SortedKeys::open(tight.bytes());
    Keys keys(std::min<std::uint64_t>(table.size(), 200'000));
    keys.resize(table.decode(0, keys));
    SomeNumbers numbers(seed);
    for (int i = 0; i < 4 && !keys.empty(); ++i) {
      Keys out(numbers.below(1'000));
      EXPECT_LE(table.decode(numbers.below(table.size() + 1), out), out.size());
      for (const std::uint64_t probe : {numbers.next(), keys[numbers.below(keys.size())]}) {
        EXPECT_LE(table.lower_bound(probe), table.size());
        EXPECT_LE(table.prefix_range(probe, static_cast<int>(numbers.below(65))).end, table.size());
      }
    }
    try {
      table.verify();
      // If verify() passes, the bytes are not damaged, but the table of some other keys.
      EXPECT_EQ(encode_sorted_keys(table.codec(), keys), EncodedBytes(given.begin(), given.end()));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged) << error.what();
    }
    return true;
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ErrorCode::damaged || error.code() == ErrorCode::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("build the table anew"));
    return false;
  }
}

TEST(HostileBytes, CutOffAtEveryByte) {
  for (const Codec codec : kCodecs) {
    const EncodedBytes bytes = encode_sorted_keys(codec, some_keys(KeyShape::mixed, 600, 3));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(try_all(std::span(bytes).first(size), size)) << name_of(codec) << " " << size;
    }
    EXPECT_TRUE(try_all(bytes, 0));
  }
}

TEST(HostileBytes, EveryBitTurned) {
  for (const Codec codec : kCodecs) {
    for (const KeyShape shape : {KeyShape::uniform, KeyShape::narrow, KeyShape::all_equal}) {
      EncodedBytes bytes = encode_sorted_keys(codec, some_keys(shape, 150, 5));
      for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        const auto turned = std::byte{1} << bit % 8;
        bytes[bit / 8] ^= turned;
        try_all(bytes, bit);
        bytes[bit / 8] ^= turned;
      }
    }
  }
}

// Replaces parts of 8 bytes, mostly in the index and the tail.
RC_GTEST_PROP(HostileBytes, ManyBytesChanged, ()) {
  const auto codec = *rc::gen::elementOf(kCodecs);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  SomeNumbers numbers(seed);
  EncodedBytes bytes = encode_sorted_keys(
      codec, some_keys(kKeyShapes[numbers.below(8)], numbers.below(40'000), numbers.next()));
  for (std::uint64_t i = 1 + numbers.below(6); i > 0; --i) {
    const std::uint64_t from_end = numbers.below(numbers.below(2) == 0 ? 128 : bytes.size());
    const std::uint64_t at = bytes.size() - 1 - std::min<std::uint64_t>(from_end, bytes.size() - 1);
    const std::uint64_t value = numbers.next() >> numbers.below(64);
    std::memcpy(bytes.data() + at, &value, std::min<std::size_t>(8, bytes.size() - at));
  }
  try_all(bytes, seed);
}

// Opening never checks the insides of blocks: here they are only noise.
TEST(HostileBytes, BlocksOfNoise) {
  for (const Codec codec : kCodecs) {
    for (const KeyShape shape : kKeyShapes) {
      const EncodedBytes bytes = encode_sorted_keys(codec, some_keys(shape, 30'000, 11));
      const SlowBits tail(std::span<const std::byte>(bytes).last(32));
      for (const int noise : {0, 255, -1}) {
        EncodedBytes noisy = bytes;
        SomeNumbers numbers(13);
        for (std::size_t i = 0; i < tail.u64(16); ++i) {
          noisy[i] = static_cast<std::byte>(noise < 0 ? numbers.below(256)
                                                      : static_cast<std::uint64_t>(noise));
        }
        EXPECT_TRUE(try_all(noisy, 17));
      }
    }
  }
}

// 300 equal keys are a bitmap of 300 ones and nothing else. Here the first sample is moved 20 bits,
// and some ones are removed. Then the last keys are missing, wherever decoding begins.
TEST(HostileBytes, TooFewOnesGiveTheLastKey) {
  const Keys equal(300, 77);
  EncodedBytes bytes = encode_sorted_keys(Codec::elias_fano, equal);
  bytes[0] = std::byte{20};
  bytes[8 + 10] = std::byte{0x0f};
  const SortedKeys table = SortedKeys::open(bytes);
  Keys whole(300);
  EXPECT_EQ(table.decode(0, whole), 300U);
  for (std::size_t first = 0; first < 300; ++first) {
    Keys rest(300);
    rest.resize(table.decode(first, rest));
    EXPECT_EQ(rest, Keys(whole.begin() + static_cast<std::ptrdiff_t>(first), whole.end()));
  }
  EXPECT_EQ(whole.back(), 77U);
  EXPECT_NE(whole.front(), 77U);
}

std::string refusal_of(std::span<const std::byte> bytes) {
  try {
    SortedKeys::open(bytes).verify();
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

TEST(HostileBytes, TheReasonIsNamed) {
  const auto with = [](Codec codec, std::size_t from_end, std::uint64_t value) {
    EncodedBytes bytes = encode_sorted_keys(codec, some_keys(KeyShape::uniform, 20'000, 2));
    std::memcpy(bytes.data() + bytes.size() - from_end, &value, 8);
    return refusal_of(bytes);
  };
  const Codec elias = Codec::elias_fano;
  EXPECT_THAT(refusal_of({}), HasSubstr("shorter than their tail"));
  EXPECT_THAT(with(elias, 8, 3), HasSubstr("codec 3 is not one"));
  EXPECT_THAT(with(elias, 32, 20'001), HasSubstr("a block is not where it should be"));
  EXPECT_THAT(with(elias, 32, ~std::uint64_t{0}), HasSubstr("the number of blocks does not fit"));
  EXPECT_THAT(with(elias, 16, ~std::uint64_t{0}), HasSubstr("the blocks are longer than all"));
  EXPECT_THAT(with(elias, 32 + 24, 0), HasSubstr("do not ascend"));
  const Codec huffman = Codec::xor_huffman;
  EXPECT_THAT(with(huffman, 32, 20'001), HasSubstr("as many keys as it says"));
  EXPECT_THAT(with(huffman, 24, 1), HasSubstr("the number of blocks does not fit"));
  EXPECT_THAT(with(huffman, 32 + 72 - 40, 0), HasSubstr("make no code"));
  EXPECT_THAT(with(huffman, 32 + 72 + 8, 0), HasSubstr("cannot have so many keys"));
  EXPECT_THAT(with(huffman, 32 + 8, 0x700), HasSubstr("is not what the keys encode to"));
}

std::string hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
    if (text.size() % 17 == 16) text += ' ';
  }
  return text;
}

// The example of docs/formats/sorted-keys.md.
TEST(CodecBytes, EliasFanoIsPinned) {
  EXPECT_EQ(hex(encode_sorted_keys(Codec::elias_fano, Keys{10, 12, 12, 27, 42})),
            "0300000000000000 8710000000000000 6800000000000000 "  // the block
            "0a00000000000000 2a00000000000000 0000000000000000 "  // its entry in the index
            "0500000000000000 0100000000000000 1800000000000000 0100000000000000 ");
}

// Steps 2, equal, 4, 5: two bits each, in this order 00 for 2, 01 for 4, 10 for 5, 11 for equal.
// 10 = 1010, then 12 = 1100: 00 and the two bits 00; 12: 11; 27 = 11011: 01 and the four bits 1011,
// the lowest first 1101; 42 = 101010: 10 and the five bits 01010, the lowest first 01010. In their
// order: 0000 11 01 1101 10 01010.
TEST(CodecBytes, XorHuffmanIsPinned) {
  const EncodedBytes bytes = encode_sorted_keys(Codec::xor_huffman, Keys{10, 12, 12, 27, 42});
  ASSERT_EQ(bytes.size(), 1'024U + 8 + 8 + 8 + 72 + 32);
  const std::span<const std::byte> all(bytes);
  EXPECT_EQ(hex(all.first(24)), "0a00000000000000 b09b020000000000 0000000000000000 ");
  EXPECT_EQ(hex(all.subspan(1'024, 32)),
            "0a00000000000000 0000000000000000 0500000000000000 0000020002020000 ");
  EXPECT_EQ(hex(all.last(40)),
            "0200000000000000 "  // equal, step 64
            "0500000000000000 0100000000000000 0004000000000000 0200000000000000 ");
}

}  // namespace
}  // namespace facsim
