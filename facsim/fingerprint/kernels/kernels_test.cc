// SPDX-License-Identifier: Apache-2.0
// Compares every kernel with obvious code: sums bit by bit, windows packed by hand, OpenSSL's MD5.
#include "facsim/fingerprint/kernels/kernels.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "facsim/fingerprint/kernels/avx512_emulated_for_test.h"
#include "facsim/fingerprint/simhash.h"

namespace facsim {
namespace {

constexpr std::int32_t kMostWeight = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kLeastWeight = std::numeric_limits<std::int32_t>::min();

VoteSums slow_weighted(std::span<const Feature> features) {
  VoteSums sums{};
  for (const Feature& feature : features) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((feature.hash >> bit & 1U) != 0) sums[bit] += feature.weight;
    }
  }
  return sums;
}

VoteSums slow_hashes(std::span<const std::uint64_t> hashes) {
  std::vector<Feature> features;
  for (const std::uint64_t hash : hashes) features.push_back({hash, 1});
  return slow_weighted(features);
}

// Windows of units of `unit_bits`, each unit a number.
VoteSums slow_windows(std::span<const std::uint64_t> units, unsigned unit_bits, unsigned size,
                      std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t begin = 0; begin + size <= units.size(); ++begin) {
    std::uint64_t packed = 0;
    for (unsigned i = size; i-- > 0;) packed = packed << unit_bits % 64 | units[begin + i];
    hashes.push_back(mix64(packed ^ mix64(seed ^ kWindowSalt)));
  }
  return slow_hashes(hashes);
}

Hash128 md5_of_openssl(std::string_view message) {
  std::array<unsigned char, 16> digest{};
  EXPECT_EQ(EVP_Digest(message.data(), message.size(), digest.data(), nullptr, EVP_md5(), nullptr),
            1);
  Hash128 words;
  for (std::size_t i = 0; i < 8; ++i) {
    words.high = words.high << 8 | digest[i];
    words.low = words.low << 8 | digest[8 + i];
  }
  return words;
}

// The bytes after the message must not matter.
Md5Message message_of(std::string_view bytes, unsigned char behind = 0xee) {
  Md5Message message;
  message.bytes.fill(behind);
  std::memcpy(message.bytes.data(), bytes.data(), bytes.size());
  message.size = static_cast<std::uint32_t>(bytes.size());
  return message;
}

std::uint64_t number(std::uint64_t seed, std::uint64_t i) { return mix64(seed * 1'000'003 + i); }

// The block size of every kernel divides 128.
constexpr std::array<std::size_t, 24> kCounts = {0,   1,   2,   3,    4,    7,    8,     9,
                                                 31,  32,  63,  64,   65,   66,   127,   128,
                                                 129, 191, 192, 1000, 4095, 4100, 10000, 40001};

class Kernels : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "emulated") {
      const RawKernels* emulated = emulated_avx512_kernels();
      if (emulated == nullptr) GTEST_SKIP() << "skipped: compiled without SIMDe (libsimde-dev)";
      kernels_.emplace(Kernel::avx512, *emulated);
      return;
    }
    for (const Kernel kernel : {Kernel::scalar, Kernel::avx2, Kernel::avx512}) {
      if (name_of(kernel) == GetParam() && can_run(kernel)) {
        kernels_.emplace(fingerprint_kernels(kernel));
      }
    }
    if (!kernels_) GTEST_SKIP() << "skipped: this machine cannot run " << GetParam();
  }

  [[nodiscard]] VoteSums weighted(std::span<const Feature> features) const {
    VoteSums sums{};
    std::int64_t total = 0;
    for (const Feature& feature : features) total += feature.weight;
    EXPECT_EQ(kernels_->add_weighted(features, sums), total);
    return sums;
  }
  [[nodiscard]] VoteSums hashes(std::span<const std::uint64_t> all) const {
    VoteSums sums{};
    kernels_->add_hashes(all, sums);
    return sums;
  }
  [[nodiscard]] VoteSums byte_windows(std::string_view bytes, unsigned size,
                                      std::uint64_t seed) const {
    VoteSums sums{};
    const std::size_t windows = kernels_->add_byte_windows(bytes, size, seed, sums);
    EXPECT_EQ(windows, bytes.size() < size ? 0 : bytes.size() - size + 1);
    return sums;
  }
  [[nodiscard]] VoteSums utf16_windows(std::u16string_view units, unsigned size,
                                       std::uint64_t seed) const {
    VoteSums sums{};
    const std::size_t windows = kernels_->add_utf16_windows(units, size, seed, sums);
    EXPECT_EQ(windows, units.size() < size ? 0 : units.size() - size + 1);
    return sums;
  }

  std::optional<FingerprintKernels> kernels_;
};

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::Values("scalar", "avx2", "avx512", "emulated"),
                         [](const auto& kernel) { return kernel.param; });

TEST_P(Kernels, WeightsAsTextHasThem) {
  for (const std::size_t count : kCounts) {
    for (const std::uint64_t common_of_16 : {0U, 8U, 13U, 16U}) {
      std::vector<Feature> features;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t random = number(count, i);
        const auto weight = random % 16 < common_of_16 ? 64 : 64 + random / 16 % 540;
        features.push_back({mix64(random), static_cast<std::int32_t>(weight)});
      }
      ASSERT_EQ(weighted(features), slow_weighted(features)) << count << ' ' << common_of_16;
    }
  }
}

TEST_P(Kernels, WeightsOfAnySize) {
  const std::vector<std::int32_t> weights = {0,     1,     -1,          1023,        1024,
                                             65535, 65536, kMostWeight, kLeastWeight};
  for (const std::int32_t common : weights) {
    for (const std::size_t count : kCounts) {
      std::vector<Feature> features;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t random = number(count, i);
        const bool is_common = random % 4 != 0;
        features.push_back(
            {mix64(random), is_common ? common : weights[random / 4 % weights.size()]});
      }
      ASSERT_EQ(weighted(features), slow_weighted(features)) << count << ' ' << common;
    }
  }
}

// All bits set is the largest load for narrow counters.
TEST_P(Kernels, CountersDoNotOverflow) {
  for (const std::size_t count : kCounts) {
    for (const std::uint64_t hash : {~std::uint64_t{0}, std::uint64_t{0xffffffff00000000}}) {
      const std::vector<std::uint64_t> all(count, hash);
      ASSERT_EQ(hashes(all), slow_hashes(all)) << count;
      std::vector<Feature> features(count, Feature{hash, 1023});
      ASSERT_EQ(weighted(features), slow_weighted(features)) << count;
      // No common weight: the first features alternate between two weights.
      for (std::size_t i = 0; i < count; i += 2) features[i].weight = 1022;
      ASSERT_EQ(weighted(features), slow_weighted(features)) << count;
    }
  }
}

TEST_P(Kernels, SumsAreAddedTo) {
  VoteSums sums{};
  sums.fill(-5);
  const std::vector<std::uint64_t> all(100, ~std::uint64_t{0});
  kernels_->add_hashes(all, sums);
  kernels_->add_byte_windows("abcdefgh", 9 - 1, 0, sums);
  for (unsigned bit = 0; bit < 64; ++bit) {
    EXPECT_EQ(sums[bit],
              95 + slow_windows(std::vector<std::uint64_t>{0x6867666564636261}, 64, 1, 0)[bit]);
  }
}

TEST_P(Kernels, Hashes) {
  for (const std::size_t count : kCounts) {
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(number(7, i));
    ASSERT_EQ(hashes(all), slow_hashes(all)) << count;
  }
}

// Each bit is counted at its own position.
TEST_P(Kernels, OneHashOfOneBit) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (unsigned at = 0; at < 20; ++at) {
      std::vector<std::uint64_t> all(20, 0);
      all[at] = std::uint64_t{1} << bit;
      VoteSums expected{};
      expected[bit] = 1;
      ASSERT_EQ(hashes(all), expected) << bit << ' ' << at;
    }
  }
}

TEST_P(Kernels, ByteWindows) {
  std::string text;
  for (std::size_t i = 0; i < 40'010; ++i) text += static_cast<char>(number(8, i));
  for (const std::size_t count : kCounts) {
    for (unsigned size = 1; size <= 8; ++size) {
      // A separate copy, so that the sanitizers detect a read past the end.
      const std::vector<char> bytes(text.begin(), text.begin() + static_cast<long>(count));
      const std::vector<std::uint64_t> units(
          reinterpret_cast<const unsigned char*>(bytes.data()),
          reinterpret_cast<const unsigned char*>(bytes.data()) + bytes.size());
      ASSERT_EQ(byte_windows({bytes.data(), bytes.size()}, size, count),
                slow_windows(units, 8, size, count))
          << count << ' ' << size;
    }
  }
}

TEST_P(Kernels, Utf16Windows) {
  for (const std::size_t count : kCounts) {
    for (unsigned size = 1; size <= 4; ++size) {
      std::vector<char16_t> text;
      for (std::size_t i = 0; i < count; ++i) text.push_back(static_cast<char16_t>(number(9, i)));
      const std::vector<std::uint64_t> units(text.begin(), text.end());
      ASSERT_EQ(utf16_windows({text.data(), text.size()}, size, count),
                slow_windows(units, 16, size, count))
          << count << ' ' << size;
    }
  }
}

// Every number of windows around the size of a block, where the last windows are handled
// separately.
TEST_P(Kernels, WindowsOfEveryCount) {
  const std::string text(700, 'x');
  for (std::size_t count = 0; count <= text.size(); ++count) {
    std::string bytes = text.substr(0, count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<char>('a' + number(1, i) % 26);
    const std::vector<std::uint64_t> units(bytes.begin(), bytes.end());
    ASSERT_EQ(byte_windows(bytes, 4, 1), slow_windows(units, 8, 4, 1)) << count;
    const std::u16string wide(bytes.begin(), bytes.end());
    ASSERT_EQ(utf16_windows(wide, 4, 1), slow_windows(units, 16, 4, 1)) << count;
  }
}

TEST_P(Kernels, Md5OfTheStandardsExamples) {
  const std::vector<Md5Message> messages = {message_of(""), message_of("a"), message_of("abc"),
                                            message_of("message digest")};
  std::vector<Hash128> digests(messages.size());
  kernels_->md5_words(messages, digests);
  EXPECT_EQ(digests[0], (Hash128{.low = 0xe9800998ecf8427e, .high = 0xd41d8cd98f00b204}));
  EXPECT_EQ(digests[1], (Hash128{.low = 0x31c399e269772661, .high = 0x0cc175b9c0f1b6a8}));
  EXPECT_EQ(digests[2], (Hash128{.low = 0xd6963f7d28e17f72, .high = 0x900150983cd24fb0}));
  EXPECT_EQ(digests[3], (Hash128{.low = 0x525a2f31aaf161d0, .high = 0xf96b697d7cb7938d}));
}

TEST_P(Kernels, Md5EqualsOpenSsl) {
  for (const std::size_t count : kCounts) {
    std::vector<Md5Message> messages;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
      std::string text;
      for (std::size_t k = 0; k < number(count, i) % 17; ++k) {
        text += static_cast<char>(number(i, k));
      }
      messages.push_back(message_of(text, static_cast<unsigned char>(i)));
      texts.push_back(text);
    }
    std::vector<Hash128> digests(count);
    kernels_->md5_words(messages, digests);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(digests[i], md5_of_openssl(texts[i])) << count << ' ' << i;
    }
  }
}

TEST_P(Kernels, Property) {
  EXPECT_TRUE(rc::check([this](const std::vector<std::pair<std::uint64_t, std::int32_t>>& pairs) {
    std::vector<Feature> features;
    // Three times as many, so that they exceed a block, and some weights are common.
    for (std::size_t i = 0; i < 3 * pairs.size(); ++i) {
      const auto& [hash, weight] = pairs[i % pairs.size()];
      features.push_back({hash + i, i % 2 == 0 ? weight : pairs[0].second % 2000});
    }
    RC_ASSERT(weighted(features) == slow_weighted(features));
  }));
  EXPECT_TRUE(rc::check([this](const std::vector<std::uint64_t>& all) {
    RC_ASSERT(hashes(all) == slow_hashes(all));
  }));
  EXPECT_TRUE(rc::check([this](const std::string& part, std::uint64_t seed) {
    const std::string text = part + part + part;
    std::vector<std::uint64_t> units;
    for (const char c : text) units.push_back(static_cast<unsigned char>(c));
    const unsigned size = 1 + static_cast<unsigned>(seed % 8);
    RC_ASSERT(byte_windows(text, size, seed) == slow_windows(units, 8, size, seed));
  }));
}

// If these bits change, existing indexes become unusable. Computed by another program.
TEST_P(Kernels, PinnedWindows) {
  const std::string_view text = "It is a truth universally acknowledged, that a single man";
  EXPECT_EQ(signs_of(byte_windows(text, 4, 0), 54), 0x064969a28969b002U);
  EXPECT_EQ(signs_of(byte_windows(text, 4, 1), 54), 0x3ff17060131d1a6aU);
  const std::u16string_view chinese = u"\u5929\u4e0b\u4e3a\u516c\u6c42\u540c\u5b58\u5f02";
  EXPECT_EQ(signs_of(utf16_windows(chinese, 4, 0), 5), 0x2f8f78f475d830b2U);
}

}  // namespace
}  // namespace facsim
