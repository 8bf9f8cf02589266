// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: reads all records and checks the promises that every reader makes.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "facsim/input/record_reader.h"

namespace facsim::for_test {

// Checks that each of the `bytes` bytes is in one extent, and that the end is final.
inline std::vector<RawRecord> all_records(RecordReader& reader, std::uint64_t bytes) {
  std::vector<RawRecord> records;
  RawRecord record;
  std::uint64_t at = 0;
  while (reader.next(record)) {
    EXPECT_EQ(record.extent.begin, at);
    EXPECT_GT(record.extent.end, at);
    at = record.extent.end;
    records.push_back(record);
  }
  EXPECT_EQ(at, bytes) << "every byte is in one extent";
  EXPECT_FALSE(reader.next(record)) << "the end stays the end";
  return records;
}

}  // namespace facsim::for_test
