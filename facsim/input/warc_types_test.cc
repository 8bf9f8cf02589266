// SPDX-License-Identifier: Apache-2.0
// Records of a type unknown to WARC are counted, and are kept.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim {
namespace {

RawRecord record_of(const std::string& type_field) {
  const std::string bytes = "WARC/1.0\r\n" + type_field +
                            "WARC-Record-ID: <urn:x:1>\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
  const auto reader = warc_records(std::make_unique<MemorySource>(bytes), 1000, {});
  std::vector<RawRecord> records = for_test::all_records(*reader, bytes.size());
  EXPECT_EQ(records.size(), 1U);
  EXPECT_EQ(records.at(0).extent.end, bytes.size()) << "its bytes are copied";
  return std::move(records.at(0));
}

TEST(WarcTypes, UnknownOnesAreCounted) {
  for (const std::string field :
       {"", "WARC-Type:\r\n", "WARC-Type: \"response\"\r\n", "WARC-Type: respons\r\n",
        "WARC-Type: x-page\r\n", "WARC-Typ: response\r\n"}) {
    const RawRecord record = record_of(field);
    EXPECT_EQ(record.skip, Skip::not_a_page) << field;
    EXPECT_EQ(record.role, RecordRole::other) << field;
  }
}

TEST(WarcTypes, KnownOnesAreNot) {
  for (const std::string type : {"response", "Resource", "conversion", "request", "metadata",
                                 "warcinfo", "WARCINFO", "revisit"}) {
    EXPECT_EQ(record_of("WARC-Type: " + type + "\r\n").skip, Skip::none) << type;
  }
}

}  // namespace
}  // namespace facsim
