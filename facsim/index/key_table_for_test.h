// SPDX-License-Identifier: Apache-2.0
#pragma once
// Key tables of pairs with various patterns, and copies of them with other bytes in one section.

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/index/key_table.h"

namespace facsim::for_test {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
using Ordinals = std::vector<std::uint64_t>;
using Bytes = std::vector<std::byte>;

inline constexpr std::size_t kMemory = std::size_t{1} << 24;
const std::vector<std::string> kSections = {"keys.head", "keys.lines", "keys.wide", "keys.rest",
                                            "keys.ordinals"};

inline MemorySections built(unsigned bits, const Pairs& pairs, std::size_t memory = kMemory) {
  MemoryScratch scratch;
  KeyTableBuilder builder(bits, scratch, memory);
  for (const auto& [key, ordinal] : pairs) builder.add(key, ordinal);
  MemorySections sections;
  builder.finish(sections, "keys");
  return sections;
}

inline Bytes bytes_of(const SectionSource& source, const std::string& name) {
  const auto section = source.find(name);
  EXPECT_TRUE(section) << name;
  return section ? Bytes(section->begin(), section->end()) : Bytes();
}

// Copies the sections, with other bytes in `changed`; without that section if `bytes` is nullopt.
inline MemorySections with(const SectionSource& source, const std::string& changed,
                           const std::optional<Bytes>& bytes) {
  MemorySections sections;
  for (const auto& name : kSections) {
    if (name == changed && !bytes) continue;
    sections.begin(name);
    sections.write(name == changed ? *bytes : bytes_of(source, name));
    sections.end();
  }
  return sections;
}

inline std::uint64_t mask_of(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }

enum class Kind { random, skewed, clustered, counted };

inline Pairs some_pairs(unsigned bits, Kind kind, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::uint64_t frequent = random() & mask_of(bits);
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t key = random();
    if (kind == Kind::skewed && random() % 2 == 0) key = frequent;
    if (kind == Kind::clustered)
      key = frequent + random() % 8 * 0x01000001U + (random() % 64 << 40);
    if (kind == Kind::counted) key = i / 3;
    pairs.emplace_back(key & mask_of(bits), random() % (2 * count));
    if (random() % 10 == 0) pairs.push_back(pairs[random() % pairs.size()]);
  }
  return pairs;
}

}  // namespace facsim::for_test
