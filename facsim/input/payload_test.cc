// SPDX-License-Identifier: Apache-2.0
// What the payload is, when it is unknown, and the records made from it.
#include "facsim/input/payload.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/revisit_record.h"

namespace facsim {
namespace {

RawRecord stored(const std::string& fields, const std::string& block,
                 const std::string& version = "1.1", const std::string& type = "response") {
  const std::string file = "WARC/" + version + "\r\nWARC-Type: " + type + "\r\n" + fields +
                           "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
                           "\r\n\r\n";
  ArchiveFacts facts;
  facts.stream_bytes = file.size();
  const auto reader = warc_records(std::make_unique<MemorySource>(file), 10'000, facts);
  RawRecord record;
  EXPECT_TRUE(reader->next(record));
  return record;
}

const std::string kOwnFields =
    "WARC-Record-ID: <urn:example:1>\r\nWARC-Target-URI: <http://example.org/>\r\n"
    "WARC-Date: 2024-05-01T00:00:00.5Z\r\nContent-Type: application/http; msgtype=response\r\n";
const std::string kHttpHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

std::optional<Payload> payload_from(const std::string& http, const std::string& body,
                                    const std::string& fields = "") {
  return payload_of(stored(kOwnFields + fields, kHttpHead + http + "\r\n" + body));
}

TEST(Payload, IsTheBodyWithoutChunks) {
  const auto plain = payload_from("", "hello world");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->digest, sha256("hello world"));
  EXPECT_EQ(plain->name.id, "<urn:example:1>");
  EXPECT_EQ(plain->name.url, "http://example.org/");
  EXPECT_EQ(plain->name.date, "2024-05-01T00:00:00.5Z");
  EXPECT_EQ(plain->name.digest, sha1_label("hello world"));
  EXPECT_EQ(plain->nanoseconds, 500'000'000U);
  EXPECT_FALSE(plain->is_chunked);
  const std::string chunks = "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nTrailer: x\r\n\r\n";
  const auto chunked = payload_from("Transfer-Encoding: Chunked\r\n", chunks);
  ASSERT_TRUE(chunked);
  EXPECT_EQ(chunked->digest, plain->digest);
  EXPECT_TRUE(chunked->is_chunked);
  EXPECT_EQ(chunked->name.digest, sha1_label(chunks)) << "what indexes take";
  // Chunks undone by the crawler.
  const auto undone = payload_from("Transfer-Encoding: chunked\r\n", "hello world");
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->digest, plain->digest);
  EXPECT_FALSE(undone->is_chunked);
}

TEST(Payload, EncodingsAreApart) {
  const auto of = [](const std::string& encoding) {
    return payload_from("Content-Encoding: " + encoding + "\r\n", "x")->encoding;
  };
  EXPECT_EQ(of("identity"), payload_from("", "x")->encoding);
  EXPECT_EQ(of("gzip"), of(" GZip "));
  EXPECT_NE(of("gzip"), of("br"));
  EXPECT_NE(of("gzip"), of("identity"));
}

TEST(Payload, IsNotKnownWhereADoubtIsLeft) {
  EXPECT_TRUE(payload_from("Content-Length: 5\r\n", "hello"));
  EXPECT_FALSE(payload_from("Content-Length: 6\r\n", "hello"));
  EXPECT_FALSE(payload_from("Transfer-Encoding: gzip, chunked\r\n", "hello"));
  EXPECT_FALSE(payload_from("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n")) << "no last chunk";
  EXPECT_FALSE(payload_from("Transfer-Encoding: chunked\r\n", "9\r\nhello\r\n"));
  EXPECT_FALSE(payload_from("", "5\r\nhello\r\n0\r\n\r\n")) << "chunks that no field announces";
  EXPECT_FALSE(payload_from("", "hello", "WARC-Truncated: time\r\n"));
  EXPECT_FALSE(payload_from("", "hello", "WARC-Segment-Number: 1\r\n"));
  EXPECT_FALSE(payload_from("", "hello", "WARC-Date: never\r\n"));
  EXPECT_FALSE(payload_from("", "hello", "WARC-Target-URI: \r\n"));
  const std::string block = kHttpHead + "\r\nhello";
  EXPECT_FALSE(payload_of(stored(kOwnFields, block, "1.1", "resource")));
  EXPECT_FALSE(payload_of(stored(kOwnFields, "hello")));
  RawRecord longer = stored(kOwnFields, block);
  longer.stated_length = StatedLength::too_small;
  EXPECT_FALSE(payload_of(longer));
}

TEST(Payload, ABrokenDigestNamesNothing) {
  EXPECT_TRUE(payload_from("", "x", "WARC-Payload-Digest: md5:00ff\r\n")->is_nameable);
  EXPECT_EQ(payload_from("", "x", "WARC-Payload-Digest: md5:00ff\r\n")->name.digest, "md5:00ff");
  for (const std::string& broken :
       std::vector<std::string>{"", "abc", "sha1:", ":abc", "sha1:\x01\xff", "sha1:a b"}) {
    const auto found = payload_from("", "x", "WARC-Payload-Digest: " + broken + "\r\n");
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_nameable) << broken;
  }
}

const CaptureName kKept = {"<urn:example:0>", "http://example.org/0", "2024-01-01T00:00:00Z",
                           "sha1:KEPT"};

TEST(RevisitRecord, HasAllButTheBody) {
  const RawRecord record =
      stored(kOwnFields + "warc-payload-digest: sha1:OLD\r\nX-Own: a\r\n b\r\n",
             kHttpHead + "\r\nhello", "1.0");
  EXPECT_EQ(revisit_in_place_of(record, kKept),
            "WARC/1.0\r\nWARC-Type: revisit\r\n" + kOwnFields +
                "WARC-Payload-Digest: sha1:KEPT\r\nX-Own: a\r\n b\r\nContent-Length: 44\r\n"
                "WARC-Profile: "
                "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n"
                "WARC-Refers-To: <urn:example:0>\r\n"
                "WARC-Refers-To-Target-URI: http://example.org/0\r\n"
                "WARC-Refers-To-Date: 2024-01-01T00:00:00Z\r\nWARC-Truncated: length\r\n\r\n" +
                kHttpHead + "\r\n\r\n\r\n");
}

TEST(RevisitRecord, TakesTheProfileOfItsVersion) {
  for (const std::string& version : std::vector<std::string>{"0.17", "0.18", "1.0", "1.1"}) {
    const std::string made =
        revisit_in_place_of(stored(kOwnFields, kHttpHead + "\r\nhello", version), kKept);
    EXPECT_NE(made.find("/warc/" + version + "/revisit/"), std::string::npos) << made;
  }
}

TEST(RevisitRecord, ARenamedOneKeepsAllElse) {
  const std::string fields =
      kOwnFields +
      "WARC-Refers-To: <urn:example:9>\r\nwarc-refers-to-date: 2024-03-01T00:00:00Z\r\n";
  EXPECT_EQ(head_of_renamed(stored(fields, kHttpHead + "\r\n", "1.1", "revisit"), kKept),
            "WARC/1.1\r\nWARC-Type: revisit\r\n" + kOwnFields +
                "WARC-Refers-To: <urn:example:0>\r\nWARC-Refers-To-Date: 2024-01-01T00:00:00Z\r\n"
                "Content-Length: 44\r\nWARC-Refers-To-Target-URI: http://example.org/0\r\n\r\n");
}

RC_GTEST_PROP(RevisitRecord, IsOneRecordWhateverTheFieldsAre, (const std::string& value)) {
  std::string line;
  for (const char c : value) line += c == '\r' || c == '\n' ? ' ' : c;
  const RawRecord record = stored(kOwnFields + "X-Own: " + line + "\r\n", kHttpHead + "\r\nhello");
  if (!payload_of(record)) return;
  const std::string made = revisit_in_place_of(record, kKept);
  ArchiveFacts facts;
  facts.stream_bytes = made.size();
  const auto reader = warc_records(std::make_unique<MemorySource>(made), 10'000, facts);
  RawRecord again;
  RC_ASSERT(reader->next(again));
  RC_ASSERT(again.is_revisit && again.extent.end == made.size());
  RC_ASSERT(again.record_key == record.record_key);
}

}  // namespace
}  // namespace facsim
