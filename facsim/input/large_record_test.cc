// SPDX-License-Identifier: Apache-2.0
// The rest of records that are too large does not depend on how their bytes arrive, and shows the
// place of each text.
#include "facsim/input/large_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/stored_body.h"

namespace facsim {
namespace {

constexpr std::uint64_t kMost = 1U << 20;

struct Left {
  std::string bytes;
  std::vector<LargeBytes> large;
};

template <class Large>
Left left_of(Large large, const std::string& record, std::size_t step) {
  Left left;
  for (std::size_t at = 0; at < record.size(); at += step) {
    large.add(std::string_view(record).substr(at, step));
  }
  large.finish(left.bytes, left.large);
  return left;
}

std::string long_text(char letter) { return std::string(kHeldTextBytes + 1, letter); }

TEST(LargeRecord, ALineLeavesStandInsHoweverItComes) {
  const std::string escaped = long_text('a') + R"(\"\\\\\"\u00e9)";
  const std::string ended = long_text('b') + "\\\\";
  const std::string line =
      R"({"id": "x\"y", "text": ")" + escaped + R"(", "n": [1, "z"], "html":")" + ended + R"("})";
  const Left whole = left_of(LargeLine(kMost), line, line.size());
  ASSERT_EQ(whole.large.size(), 2U);
  EXPECT_EQ(whole.large[0].digest, sha256(escaped));
  EXPECT_EQ(whole.large[1].digest, sha256(ended));
  EXPECT_EQ(whole.bytes, R"({"id": "x\"y", "text": ")" + std::string(kStandInBytes, 'x') +
                             R"(", "n": [1, "z"], "html":")" + std::string(kStandInBytes + 1, 'x') +
                             R"("})");
  for (const std::size_t step : {1U, 2U, 3U, 7U, 100U, 2048U, 2049U}) {
    const Left parts = left_of(LargeLine(kMost), line, step);
    EXPECT_EQ(parts.bytes, whole.bytes) << step;
    ASSERT_EQ(parts.large.size(), 2U) << step;
    EXPECT_EQ(parts.large[0].digest, whole.large[0].digest) << step;
    EXPECT_EQ(parts.large[1].digest, whole.large[1].digest) << step;
  }
  // Offsets after, between and before the texts.
  EXPECT_EQ(original_place(whole.bytes.size() - 1, whole.large), line.size() - 1);
  EXPECT_EQ(original_place(whole.bytes.find("\"n\""), whole.large), line.find("\"n\""));
  EXPECT_EQ(original_place(3, whole.large), 3U);
}

TEST(LargeRecord, ARowLeavesStandInsHoweverItComes) {
  const std::string quoted = "\"" + long_text('q') + "\"\"\r\n;,\"";
  const std::string plain = long_text('p') + "\"\r.";
  for (const std::string line_break : {"", "\n", "\r\n"}) {
    const std::string row = "1," + quoted + ",\"a\"\"b\"," + plain + line_break;
    const std::string left = "1," + std::string(kStandInBytes, 'x') + ",\"a\"\"b\"," +
                             std::string(kStandInBytes + 1, 'x');
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{99}, row.size()}) {
      const Left found = left_of(LargeRow(',', kMost), row, step);
      EXPECT_EQ(found.bytes, left) << step;
      ASSERT_EQ(found.large.size(), 2U) << step;
      EXPECT_EQ(found.large[0].digest, sha256(quoted)) << step;
      EXPECT_EQ(found.large[1].digest, sha256(plain)) << step;
    }
  }
}

TEST(LargeRecord, WithTooMuchItHasNothing) {
  const std::string text = "\"" + long_text('a') + "\"";
  EXPECT_EQ(left_of(LargeLine(text.size()), text, 10).large.size(), 1U);
  EXPECT_TRUE(left_of(LargeLine(text.size() - 1), text, 10).large.empty());
  EXPECT_TRUE(left_of(LargeLine(0), text, 10).large.empty());
  const auto texts = [&text](int count) {
    std::string line;
    for (int i = 0; i < count; ++i) line += text + ",";
    return line;
  };
  EXPECT_EQ(left_of(LargeLine(kMost), texts(16), 1000).large.size(), 16U);
  EXPECT_TRUE(left_of(LargeLine(kMost), texts(17), 1000).bytes.empty());
  const std::string numbers(std::size_t{256} << 10, '1');
  EXPECT_TRUE(left_of(LargeLine(kMost), text + numbers, 1000).large.empty());
  EXPECT_TRUE(left_of(LargeLine(kMost), "\"short\"", 3).large.empty());
}

TEST(LargeRecord, NoTextIsTakenForAStandIn) {
  const std::vector<LargeBytes> two(2);
  EXPECT_EQ(stands_for(std::string(kStandInBytes - 1, 'x'), two), nullptr);
  EXPECT_EQ(stands_for(std::string(kStandInBytes, 'x'), two), &two[0]);
  EXPECT_EQ(stands_for(std::string(kStandInBytes + 1, 'x'), two), &two[1]);
  EXPECT_EQ(stands_for(std::string(kStandInBytes + 2, 'x'), two), nullptr);
  // The longest text that is not replaced, of bytes that a repair triples.
  const std::string held(kHeldTextBytes, '\xff');
  const std::string line =
      R"({"id":"a","text":")" + held + R"(","other":")" + long_text('a') + "\"}";
  ReadOptions read;
  read.page_bytes_max = 1024;
  read.digests_large = true;
  const auto reader = line_records(std::make_unique<MemorySource>(line), read.page_bytes_max,
                                   large_bytes_max_of(read));
  RawRecord record;
  ASSERT_TRUE(reader->next(record));
  ASSERT_EQ(record.skip, Skip::too_large);
  ASSERT_EQ(record.large.size(), 1U);
  record.skip = Skip::none;
  InputFile file;
  file.kind = FileKind::json_lines;
  const Decoded decoded = PageDecoder(read).decode(file, record);
  EXPECT_EQ(decoded.page.id, "a");
  EXPECT_FALSE(is_stand_in(decoded.page.bytes));
}

TEST(LargeDigest, OfPiecesIsThatOfTheWhole) {
  std::mt19937 random(1);
  std::string bytes(5000, '\0');
  std::ranges::generate(bytes, [&random] { return static_cast<char>(random()); });
  for (const std::size_t step : {1U, 64U, 999U, 5000U}) {
    LargeDigest digest(bytes.size() - 100, 100);
    LargeDigest too_small(bytes.size() - 101, 100);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      digest.add(std::string_view(bytes).substr(at, step));
      too_small.add(std::string_view(bytes).substr(at, step));
    }
    const auto made = digest.finish();
    ASSERT_TRUE(made);
    EXPECT_EQ(made->digest, sha256(bytes.substr(100)));
    EXPECT_EQ(made->bytes, bytes.size() - 100);
    EXPECT_TRUE(digest.tail() == std::string_view(bytes).substr(bytes.size() - 8));
    EXPECT_FALSE(too_small.finish());
  }
}

TEST(StoredBody, SaysHowABodyIsRead) {
  const auto body_of = [](const std::string& http, const std::string& fields = "") {
    const std::string head =
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n" + fields + "\r\n";
    return stored_body_of(head + "HTTP/1.1 200 OK\r\n" + http + "\r\nbody", head.size(), false);
  };
  const StoredBody plain = body_of("Content-Type: text/html\r\nDate: 1\r\n");
  EXPECT_EQ(plain.read_as, body_of("Date: 2\r\ncontent-type: Text/HTML\r\n").read_as);
  EXPECT_NE(plain.read_as,
            body_of("Content-Type: text/html\r\nContent-Encoding: gzip\r\n").read_as);
  EXPECT_NE(plain.read_as, body_of("Content-Type: text/html; charset=big5\r\n").read_as);
  EXPECT_NE(plain.read_as, body_of("Content-Type: application/xhtml+xml\r\n").read_as);
  EXPECT_TRUE(plain.is_whole(4, "body"));
  EXPECT_FALSE(body_of("Content-Length: 5\r\n").is_whole(4, "body"));
  EXPECT_FALSE(body_of("", "WARC-Truncated: length\r\n").is_whole(4, "body"));
}

}  // namespace
}  // namespace facsim
