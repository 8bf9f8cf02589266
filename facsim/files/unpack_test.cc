// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "facsim/files/byte_source.h"
#include "facsim/files/packed_for_test.h"

namespace facsim {
namespace {

using for_test::brotli_stream;
using for_test::deflated;
using for_test::gzip_member;
using for_test::skippable_frame;
using for_test::some_text;
using for_test::Wrapper;
using for_test::zstd_frame;

constexpr std::size_t kMany = std::size_t{1} << 30;

struct Encoded {
  std::string encoding;
  std::string packed;
};

std::vector<Encoded> every_encoding(std::string_view text) {
  return {{"", std::string(text)},
          {"identity", std::string(text)},
          {"gzip", gzip_member(text)},
          {" X-GZip ", gzip_member(text)},
          {"deflate", deflated(text, Wrapper::zlib)},
          {"deflate", deflated(text, Wrapper::none)},
          {"zstd", zstd_frame(text)},
          {"br", brotli_stream(text)},
          {"gzip, br", brotli_stream(gzip_member(text))},
          {"deflate, gzip", gzip_member(deflated(text, Wrapper::zlib))}};
}

TEST(Unpack, EveryEncodingGivesTheText) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{300'000}}) {
    const std::string text = some_text(bytes);
    for (const Encoded& body : every_encoding(text)) {
      for (const std::size_t most : {bytes, kMany, std::numeric_limits<std::size_t>::max()}) {
        const auto unpacked = unpack(body.packed, body.encoding, most);
        ASSERT_TRUE(unpacked) << body.encoding;
        EXPECT_TRUE(unpacked->bytes == text) << body.encoding;
        EXPECT_TRUE(unpacked->complete) << body.encoding;
        EXPECT_FALSE(unpacked->too_large) << body.encoding;
      }
    }
  }
}

TEST(Unpack, NoMoreComesOutThanAllowed) {
  const std::string text = some_text(50'000);
  for (const Encoded& body : every_encoding(text)) {
    if (body.encoding.find(',') != std::string::npos) continue;
    for (const std::size_t most : {std::size_t{0}, std::size_t{1}, text.size() - 1}) {
      const auto unpacked = unpack(body.packed, body.encoding, most);
      ASSERT_TRUE(unpacked) << body.encoding;
      EXPECT_TRUE(unpacked->bytes == text.substr(0, most)) << body.encoding;
      EXPECT_FALSE(unpacked->complete);
      EXPECT_TRUE(unpacked->too_large);
    }
  }
}

TEST(Unpack, ABombStaysWithinItsBound) {
  const std::string zeros(40'000'000, '\0');
  for (const auto& body :
       {Encoded{"gzip", gzip_member(zeros, 9)}, Encoded{"zstd", zstd_frame(zeros)},
        Encoded{"br", brotli_stream(zeros)}}) {
    EXPECT_LT(body.packed.size(), 50'000U);
    const auto unpacked = unpack(body.packed, body.encoding, 1'000'000);
    ASSERT_TRUE(unpacked);
    EXPECT_EQ(unpacked->bytes.size(), 1'000'000U);
    EXPECT_TRUE(unpacked->too_large);
    EXPECT_LE(unpacked->bytes.capacity(), 4'000'000U);
  }
  const std::string twice = gzip_member(gzip_member(zeros, 9), 9);
  const auto unpacked = unpack(twice, "gzip, gzip", 1'000'000);
  ASSERT_TRUE(unpacked);
  EXPECT_EQ(unpacked->bytes.size(), 1'000'000U);
  EXPECT_TRUE(unpacked->too_large);
}

TEST(Unpack, SeveralMembersAndWhatFollowsThem) {
  const auto unpacked = unpack(gzip_member("a") + gzip_member("b") + "junk", "gzip", kMany);
  ASSERT_TRUE(unpacked);
  EXPECT_EQ(unpacked->bytes, "ab");
  EXPECT_TRUE(unpacked->complete);
  const auto frames =
      unpack(skippable_frame("x") + zstd_frame("a") + skippable_frame("y"), "zstd", kMany);
  ASSERT_TRUE(frames);
  EXPECT_EQ(frames->bytes, "a");
}

TEST(Unpack, ACutBodyGivesItsBeginning) {
  const std::string text = some_text(5000);
  for (const Encoded& body : every_encoding(text)) {
    if (body.encoding.empty() || body.encoding == "identity") continue;
    for (std::size_t cut = 1; cut < body.packed.size(); ++cut) {
      const auto unpacked = unpack(body.packed.substr(0, cut), body.encoding, kMany);
      if (!unpacked) continue;
      EXPECT_FALSE(unpacked->complete) << body.encoding << " cut at " << cut;
      EXPECT_THAT(text, testing::StartsWith(unpacked->bytes));
    }
  }
  const std::string packed = gzip_member(text);
  const auto most = unpack(packed.substr(0, packed.size() - 9), "gzip", kMany);
  ASSERT_TRUE(most);
  EXPECT_GT(most->bytes.size(), 4900U);
}

// Brotli has no checksum: nothing of an invalid stream can be trusted.
TEST(Unpack, ADamagedBrotliStreamIsNothing) {
  const std::string text = some_text(100'000);
  const std::string packed = brotli_stream(text);
  int refused = 0;
  for (std::size_t at = 0; at < packed.size(); at += 97) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    if (const auto unpacked = unpack(damaged, "br", 200'000)) {
      EXPECT_LE(unpacked->bytes.size(), 200'000U);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10);
  EXPECT_EQ(unpack(packed + "\r\n", "br", kMany).value().bytes, text);
  EXPECT_FALSE(unpack("\x3b and much more than the stream", "br", kMany));
}

// Truncated, then damaged near the cut: isa-l has counted more bytes than it was given.
RC_GTEST_PROP(Unpack, DamageBeforeACutEnds, ()) {
  std::string packed = gzip_member(some_text(600));
  packed.resize(*rc::gen::inRange<std::size_t>(20, packed.size()));
  for (std::size_t i = packed.size() - 8; i < packed.size(); ++i) {
    packed[i] = *rc::gen::arbitrary<char>();
  }
  const auto unpacked = unpack(packed, "gzip", 10'000);
  // RC_ASSERT splits an || and evaluates both sides.
  const bool complete = unpacked && unpacked->complete;
  RC_ASSERT(!complete);
}

TEST(Unpack, WhatIsNotPackedOrNotKnownIsNothing) {
  EXPECT_FALSE(unpack("<html>plain</html>", "gzip", kMany));
  EXPECT_FALSE(unpack("<html>plain</html>", "zstd", kMany));
  EXPECT_FALSE(unpack("\xff\xff\xff\xff", "deflate", kMany));
  EXPECT_FALSE(unpack("whatever", "br", kMany));
  EXPECT_FALSE(unpack("whatever", "compress", kMany));
  EXPECT_FALSE(unpack(gzip_member("a"), "gzip,gzip,gzip,gzip,gzip", kMany));
}

RC_GTEST_PROP(Unpack, AnyBytesUnderAnyNameEnd, (const std::string& bytes)) {
  const auto encoding =
      *rc::gen::element<std::string>("gzip", "deflate", "zstd", "gzip, deflate", "br", "br, gzip");
  const auto prefix =
      *rc::gen::element<std::string>("", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "\x78\x9c");
  const auto unpacked = unpack(prefix + bytes, encoding, 10'000);
  const std::size_t bytes_out = unpacked ? unpacked->bytes.size() : 0;
  RC_ASSERT(bytes_out <= 10'000U);
}

}  // namespace
}  // namespace facsim
