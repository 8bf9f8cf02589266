// SPDX-License-Identifier: Apache-2.0
// The cost of damage: the same bytes whatever the buffers, and only the damaged member.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/files/packed_for_test.h"

namespace facsim {
namespace {

using for_test::Folder;
using for_test::pack;
using for_test::read_all;
using for_test::ReadAll;
using for_test::some_text;

constexpr Packing kMemberPackings[] = {Packing::gzip, Packing::zstd, Packing::lz4, Packing::xz,
                                       Packing::bzip2};

// Random letters: packed to about four fifths.
std::string random_letters(std::size_t bytes, std::uint64_t seed) {
  std::string text(bytes, '\0');
  std::uint64_t state = seed * 0x9e3779b97f4a7c15U + 1;
  for (char& letter : text) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    letter = static_cast<char>('A' + (state >> 33) % 58);
  }
  return text;
}

// A member with a piece of itself inserted, or with some bytes changed.
std::string damaged(std::string packed) {
  const std::size_t at = *rc::gen::inRange<std::size_t>(packed.size() / 8, packed.size());
  if (*rc::gen::arbitrary<bool>()) {
    const std::size_t from = *rc::gen::inRange<std::size_t>(0, at);
    return packed.substr(0, at) + packed.substr(from);
  }
  for (std::size_t i = at; i < std::min(at + 3, packed.size()); ++i) {
    packed[i] = static_cast<char>(packed[i] ^ 0x5a);
  }
  return packed;
}

RC_GTEST_PROP(DamagedMembers, GiveTheSameBytesWhateverTheBuffer, ()) {
  const Folder folder;
  const auto packing = *rc::gen::element(Packing::gzip, Packing::gzip, Packing::gzip, Packing::zstd,
                                         Packing::lz4, Packing::xz, Packing::bzip2);
  std::string packed;
  for (int left = *rc::gen::inRange(1, 4); left > 0; --left) {
    const auto bytes =
        *rc::gen::element<std::size_t>(3000, 60'000, 200'000, 262'144, 300'000, 600'000);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    packed += damaged(
        pack(packing, seed % 4 == 0 ? random_letters(bytes, seed) : some_text(bytes, seed)));
    packed += pack(packing, some_text(500, seed + 1));
  }
  const std::string path = folder.put("damaged", packed);
  const ReadAll one = read_all(path, std::size_t{1} << 20);
  for (const std::size_t step : {777U, 65'536U, 300'001U}) {
    const ReadAll other = read_all(path, step);
    RC_ASSERT(one.bytes.size() == other.bytes.size());
    std::size_t apart = 0;
    for (std::size_t i = 0; i < one.bytes.size(); ++i)
      apart += one.bytes[i] != other.bytes[i] ? 1U : 0U;
    RC_ASSERT(apart == 0U);
    RC_ASSERT(one.starts == other.starts);
  }
}

// Blocks of hundreds of KB yield nothing before they are complete: this must not be a reason to
// reject the start of a member.
TEST(DamagedMembers, OneOfTenLongStreamsCostsOne) {
  const Folder folder;
  for (const Packing packing : kMemberPackings) {
    std::string packed;
    for (std::uint64_t i = 0; i < 10; ++i) {
      std::string stream =
          packing == Packing::bzip2 ? for_test::bzip2_stream(random_letters(700'000, i), 9)
          : packing == Packing::lz4 ? for_test::lz4_frame(random_letters(700'000, i), true)
                                    : pack(packing, random_letters(700'000, i));
      ASSERT_GT(stream.size(), 500'000U) << name_of(packing);
      for (const std::size_t at : {250'000U, 400'000U}) {
        if (i == 1) stream[at] = static_cast<char>(stream[at] ^ 0x10);
      }
      packed += stream;
    }
    const ReadAll read = read_all(folder.put("ten", packed));
    EXPECT_TRUE(read.damage) << name_of(packing);
    EXPECT_GE(read.bytes.size(), 9 * 700'000U) << name_of(packing);
    for (std::uint64_t i = 0; i < 10; ++i) {
      EXPECT_EQ(read.bytes.find(random_letters(700'000, i)) != std::string::npos, i != 1)
          << name_of(packing) << " stream " << i;
    }
  }
}

}  // namespace
}  // namespace facsim
