// SPDX-License-Identifier: Apache-2.0
// The keys by which a revisit names its original are the original's keys.
#include "facsim/input/reference_keys.h"

#include <gtest/gtest.h>

#include <string>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/record_labels.h"

namespace facsim {
namespace {

RawRecord record_of(const std::string& type, const std::string& fields) {
  const std::string file =
      "WARC/1.1\r\nWARC-Type: " + type + "\r\n" + fields + "Content-Length: 2\r\n\r\nhi\r\n\r\n";
  ArchiveFacts facts;
  facts.stream_bytes = file.size();
  const auto reader = warc_records(std::make_unique<MemorySource>(file), 1000, facts);
  RawRecord record;
  record.is_revisit = true;  // a reused buffer
  record.references = {1, 2, 3, 4};
  EXPECT_TRUE(reader->next(record));
  return record;
}

ReferenceKeys original(const std::string& fields) {
  return record_of("response", fields).references;
}
ReferenceKeys revisit(const std::string& fields) { return record_of("revisit", fields).references; }

const std::string kOriginal =
    "WARC-Record-ID: <urn:example:1>\r\nWARC-Target-URI: http://example.org/\r\n"
    "WARC-Date: 2024-05-01T00:00:00Z\r\nWARC-Payload-Digest: sha1:ABC\r\n";

TEST(ReferenceKeys, ARevisitIsMarkedAndHasNoPage) {
  const RawRecord record = record_of("Revisit", "WARC-Refers-To: <urn:example:1>\r\n");
  EXPECT_TRUE(record.is_revisit);
  EXPECT_EQ(record.role, RecordRole::other);
  EXPECT_FALSE(record_of("response", "").is_revisit);
}

TEST(ReferenceKeys, EveryWayToReferMeetsTheOriginal) {
  const ReferenceKeys there = original(kOriginal);
  for (const std::uint64_t key : there.all()) EXPECT_NE(key, 0U);
  EXPECT_EQ(revisit("WARC-Refers-To: urn:example:1\r\n").id, there.id);
  EXPECT_EQ(revisit("WARC-Refers-To:\r\n <urn:example:1>\r\n").id, there.id);
  const std::string place = "WARC-Refers-To-Target-URI: http://example.org/\r\n";
  for (const std::string date : {"2024-05-01T00:00:00Z", "2024-05-01T00:00:00.999999Z",
                                 "20240501000000", "2024-05-01T01:00:00+01:00"}) {
    EXPECT_EQ(revisit(place + "WARC-Refers-To-Date: " + date + "\r\n").place, there.place) << date;
  }
  EXPECT_NE(revisit(place + "WARC-Refers-To-Date: 2024-05-01T00:00:01Z\r\n").place, there.place);
  EXPECT_EQ(revisit(place + "warc-payload-digest: SHA1:abc\r\n").url_payload, there.url_payload);
  EXPECT_EQ(revisit("WARC-Payload-Digest: sha1:ABC\r\n").payload, there.payload);
}

TEST(ReferenceKeys, ARevisitThatNamesNoUrlIsOfItsOwn) {
  const ReferenceKeys there = original(kOriginal);
  const std::string own = "WARC-Target-URI: <http://example.org/>\r\n";
  EXPECT_EQ(revisit(own + "WARC-Refers-To-Date: 2024-05-01T00:00:00Z\r\n").place, there.place);
  EXPECT_EQ(revisit(own + "WARC-Payload-Digest: sha1:ABC\r\n").url_payload, there.url_payload);
  // Its own date is not that of its original.
  EXPECT_EQ(revisit(own + "WARC-Date: 2024-05-01T00:00:00Z\r\n").place, 0U);
}

TEST(ReferenceKeys, TheDigestAloneCountsOnlyWhereNoCaptureIsNamed) {
  const std::string digest = "WARC-Payload-Digest: sha1:ABC\r\n";
  EXPECT_NE(revisit(digest).payload, 0U);
  EXPECT_EQ(revisit(digest + "WARC-Refers-To: <urn:example:9>\r\n").payload, 0U);
  EXPECT_EQ(revisit(digest + "WARC-Refers-To-Target-URI: http://example.org/\r\n").payload, 0U);
  EXPECT_NE(revisit(digest + "WARC-Refers-To: <>\r\n").payload, 0U);
}

TEST(ReferenceKeys, WhatIsNotSaidIsZero) {
  for (const std::uint64_t key : original("").all()) EXPECT_EQ(key, 0U);
  for (const std::uint64_t key : revisit("").all()) EXPECT_EQ(key, 0U);
  const ReferenceKeys broken = revisit(
      "WARC-Refers-To: < >\r\nWARC-Refers-To-Date: yesterday\r\nWARC-Payload-Digest:\r\n"
      "WARC-Refers-To-Target-URI: http://example.org/\r\n");
  for (const std::uint64_t key : broken.all()) EXPECT_EQ(key, 0U);
}

TEST(ReferenceKeys, OnlyResponsesAndResourcesAreOriginals) {
  EXPECT_NE(record_of("resource", kOriginal).references.id, 0U);
  for (const char* type : {"conversion", "request", "metadata", "warcinfo", "continuation"}) {
    for (const std::uint64_t key : record_of(type, kOriginal).references.all()) EXPECT_EQ(key, 0U);
  }
}

TEST(RecordLabels, AreThoseOfThePage) {
  const RecordLabels labels = labels_of(record_of(
      "revisit", "WARC-Record-ID: <urn:example:2>\r\nwarc-target-uri: http://a/\xff\r\n"));
  EXPECT_EQ(labels.id, "urn:example:2");
  EXPECT_EQ(labels.url, "http://a/\xEF\xBF\xBD");
  EXPECT_EQ(labels_of(RawRecord{}).id, "");
}

}  // namespace
}  // namespace facsim
