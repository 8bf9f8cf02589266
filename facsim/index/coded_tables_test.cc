// SPDX-License-Identifier: Apache-2.0
// hamming_tables_test.cc tests the contents of coded tables; this file tests damaged ones.
#include "facsim/index/coded_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"

namespace facsim {
namespace {

// 5,000 fingerprints under masks of 10 bits, with `mask` as the first mask in the header.
MemorySections with_mask(std::uint64_t mask) {
  const Design design = fitted(design_named("cover-5x18", 3), 5000);
  MemoryScratch scratch;
  HammingIndexBuilder builder({.design = design, .codec = Codec::elias_fano}, scratch);
  for (std::uint64_t i = 0; i < 5000; ++i) builder.add(mix64(i));
  MemorySections sections;
  SerialExecutor executor;
  builder.build(sections, executor);
  MemorySections damaged;
  for (const char* const name : {"index", "table0.keys"}) {
    const auto section = sections.find(name);
    std::vector<std::byte> bytes(section->begin(), section->end());
    // The first mask follows the numbers and the name.
    const std::size_t at = 44 + design.name.size();
    if (std::strcmp(name, "index") == 0) std::memcpy(bytes.data() + at, &mask, sizeof mask);
    damaged.begin(name);
    damaged.write(bytes);
    damaged.end();
  }
  return damaged;
}

// A directory for 40 bits would take a terabyte.
TEST(CodedTables, AMaskWiderThanAnyWritersIsRefused) {
  try {
    const MemorySections sections = with_mask(0xffffffffff);
    const ReadyTables ready(sections);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::damaged);
    EXPECT_THAT(error.what(), testing::HasSubstr("table0.keys"));
  }
}

// Nothing is written that readers would refuse.
TEST(CodedTables, TheWriterRefusesAMaskThatTheReaderWould) {
  MemoryScratch scratch;
  SerialExecutor executor;
  for (const bool is_coded : {true, false}) {
    HammingIndexBuilder builder(
        {.design = fitted(design_named("cover-5x18", 3), 4096),
         .codec = is_coded ? std::optional(Codec::xor_huffman) : std::nullopt},
        scratch);
    builder.add(1);
    MemorySections sections;
    try {
      builder.build(sections, executor);
      EXPECT_FALSE(is_coded);
      const ReadyTables ready(sections);
    } catch (const Error& error) {
      EXPECT_TRUE(is_coded);
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), testing::HasSubstr("1 entries"));
    }
  }
}

// The planner may use sixteen buckets an entry.
TEST(CodedTables, AWideMaskIsReadAsItIs) {
  const MemorySections sections = with_mask(0xffff);
  const ReadyTables ready(sections);
  EXPECT_TRUE(ready.find("table0.lines"));
}

}  // namespace
}  // namespace facsim
