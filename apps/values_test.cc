// SPDX-License-Identifier: Apache-2.0
#include "apps/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using testing::ElementsAre;

constexpr Range<std::uint64_t> kAny{0, std::numeric_limits<std::uint64_t>::max()};

// The message of the Error; empty if none is thrown.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return {};
}

TEST(ByteSize, KnowsTheUnits) {
  EXPECT_EQ(byte_size("--memory", "0", kAny), 0U);
  EXPECT_EQ(byte_size("--memory", "1000", kAny), 1000U);
  EXPECT_EQ(byte_size("--memory", "12B", kAny), 12U);
  EXPECT_EQ(byte_size("--memory", "64M", kAny), 64U << 20);
  EXPECT_EQ(byte_size("--memory", "64m", kAny), 64U << 20);
  EXPECT_EQ(byte_size("--memory", "1.5G", kAny), 3ULL << 29);
  EXPECT_EQ(byte_size("--memory", "4GiB", kAny), 4ULL << 30);
  EXPECT_EQ(byte_size("--memory", "4GB", kAny), 4'000'000'000U);
  EXPECT_EQ(byte_size("--memory", ".5K", kAny), 512U);
}

TEST(ByteSize, RefusesWhatIsNone) {
  for (const char* word : {"", "M", "-1M", "1,5G", "64X", "64Mi B", "0x10", "inf", "nan", "1e9",
                           "1..5G", "64 M", "99999999999999999999999999T"}) {
    EXPECT_NE(refusal([&] { (void)byte_size("--memory", word, {0, 1ULL << 50}); }), "") << word;
  }
}

TEST(ByteSize, NamesTheLimitAndTheFlag) {
  const Range<std::uint64_t> range{64U << 20, 1ULL << 40};
  EXPECT_EQ(refusal([&] { (void)byte_size("--memory", "63M", range); }),
            "--memory: '63M' is too little; the least is 64M");
  EXPECT_EQ(refusal([&] { (void)byte_size("--memory", "2T", range); }),
            "--memory: '2T' is too much; the most is 1T");
  EXPECT_EQ(byte_size("--memory", "64M", range), 64U << 20);
  EXPECT_EQ(byte_size("--memory", "1T", range), 1ULL << 40);
}

TEST(WholeNumber, IsExactAtItsEdges) {
  EXPECT_EQ(whole_number("--threads", "1", {1, 4}), 1U);
  EXPECT_EQ(whole_number("--threads", "4", {1, 4}), 4U);
  for (const char* word : {"0", "5", "", "+1", "-1", "1.0", " 1", "1 ", "99999999999999999999"}) {
    EXPECT_EQ(refusal([&] { (void)whole_number("--threads", word, {1, 4}); }),
              std::string("--threads: '") + word + "' is not a whole number from 1 to 4");
  }
}

TEST(Ratio, ExcludesItsLeastAndIncludesItsMost) {
  EXPECT_EQ(ratio("--r", "1", {0, 1}), 1.0);
  EXPECT_EQ(ratio("--r", "0.001", {0, 1}), 0.001);
  for (const char* word : {"0", "1.0001", "nan", "inf", "", "80%", "-0.5"}) {
    EXPECT_NE(refusal([&] { (void)ratio("--r", word, {0, 1}); }), "") << word;
  }
}

TEST(CommaList, HasNoEmptyParts) {
  EXPECT_THAT(comma_list("--remove", "a"), ElementsAre("a"));
  EXPECT_THAT(comma_list("--remove", "a,b,c"), ElementsAre("a", "b", "c"));
  for (const char* word : {"", ",", "a,", ",a", "a,,b"}) {
    EXPECT_NE(refusal([&] { (void)comma_list("--remove", word); }), "") << word;
  }
}

TEST(Choices, AreListedWithTheNearest) {
  EXPECT_EQ(refusal([] { throw_not_one_of("--scope", "hots", {"all", "host", "file"}); }),
            "--scope: 'hots' is not one of: all, host, file; did you mean 'host'?");
}

}  // namespace
}  // namespace facsim
