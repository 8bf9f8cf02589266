// SPDX-License-Identifier: Apache-2.0
// A reader reuses only the buffer of the previous record.
#include <gtest/gtest.h>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"

namespace facsim {
namespace {

RawRecord used_record() {
  RawRecord record;
  record.role = RecordRole::damaged;
  record.extent = {5, 7};
  record.offset = 5;
  record.skip = Skip::damaged_record;
  record.stated_length = StatedLength::too_small;
  record.bytes = "bytes of the record before";
  record.header_bytes = record.record_key = record.concurrent_key = 3;
  record.is_revisit = true;
  return record;
}

TEST(BeginRecord, NothingOfARecordBeforeStaysInAnyReader) {
  const auto source = [](const char* bytes) { return std::make_unique<MemorySource>(bytes); };
  std::vector<std::unique_ptr<RecordReader>> readers;
  readers.push_back(line_records(source("{\"text\":\"a\"}\n{\"text\":\"b\"}\n"), 100));
  readers.push_back(csv_records(source("id,text\n1,a\n2,b\n"), 100, false));
  readers.push_back(bulk_records(source("{\"index\":{}}\n{\"text\":\"a\"}\n"), 100));
  readers.push_back(whole_file_record(source("a text"), 100));
  readers.push_back(warc_records(
      source("WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 1\r\n\r\na\r\n\r\n"), 100, {}));
  readers.push_back(
      arc_records(source("http://a/ 1.1.1.1 20091121004501 text/html 1\na\n"), 100, {}));
  for (const auto& reader : readers) {
    for (RawRecord record = used_record(); reader->next(record); record = used_record()) {
      EXPECT_NE(record.role, RecordRole::damaged);
      EXPECT_EQ(record.offset, record.extent.begin);
      EXPECT_EQ(record.skip, Skip::none);
      EXPECT_EQ(record.stated_length, StatedLength::right);
      EXPECT_EQ(record.record_key, 0U);
      EXPECT_EQ(record.concurrent_key, 0U);
      EXPECT_FALSE(record.is_revisit);
      EXPECT_NE(record.header_bytes, 3U);
    }
  }
}

}  // namespace
}  // namespace facsim
