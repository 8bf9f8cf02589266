// SPDX-License-Identifier: Apache-2.0
// Parses the bytes of a connection; tests/service sends the same over sockets.
#include "facsim/serve/request_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace facsim {
namespace {

constexpr std::string_view kPost =
    "POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nA: B\r\n\r\nabc";
constexpr std::string_view kChunked =
    "PUT /c HTTP/1.1\r\nhost: x\r\nTransfer-Encoding: Chunked\r\n\r\n2;e=f\r\nde\r\n1\r\nf\r\n0\r\n"
    "Late: x\r\n\r\n";
constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

struct Got {
  std::vector<HttpRequest> requests;
  int refused = 0;
};

Got read_in_pieces(std::string_view bytes, std::size_t piece, const RequestLimits& limits = {}) {
  RequestReader reader(limits);
  Got got;
  while (!bytes.empty() || reader.is_done()) {
    reader.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (reader.is_done()) got.requests.push_back(reader.take());
  }
  got.refused = reader.refusal() ? reader.refusal()->status : 0;
  return got;
}

TEST(RequestReader, PiecesMakeNoDifference) {
  const std::string bytes = std::string(kPost) + std::string(kChunked) + "\r\n" + std::string(kGet);
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    const Got got = read_in_pieces(bytes, piece);
    ASSERT_EQ(got.refused, 0) << piece;
    ASSERT_EQ(got.requests.size(), 3U) << piece;
    EXPECT_EQ(got.requests[0].method, "POST");
    EXPECT_EQ(got.requests[0].target, "/a?b");
    EXPECT_EQ(got.requests[0].field("a"), "B");
    EXPECT_EQ(got.requests[0].body, "abc");
    EXPECT_EQ(got.requests[1].body, "def");
    EXPECT_EQ(got.requests[1].field("late"), "");
    EXPECT_EQ(got.requests[2].body, "");
  }
}

TEST(RequestReader, SaysWhatItHas) {
  RequestReader reader({});
  EXPECT_TRUE(reader.is_idle());
  reader.feed(kPost.substr(0, 10));
  EXPECT_FALSE(reader.is_idle() || reader.has_head());
  reader.feed(kPost.substr(10, kPost.size() - 11));
  EXPECT_TRUE(reader.has_head());
  EXPECT_FALSE(reader.is_done());
  EXPECT_TRUE(reader.keeps_alive());
  reader.feed("c");
  EXPECT_TRUE(reader.is_done());
  (void)reader.take();
  EXPECT_TRUE(reader.is_idle());
  reader.feed(kGet);
  EXPECT_TRUE(reader.is_done());
  EXPECT_FALSE(reader.keeps_alive());
}

TEST(RequestReader, LimitsAreMetWhateverTheSplit) {
  const RequestLimits limits{.head_bytes_max = 100, .body_bytes_max = 4};
  const std::string head(kPost.substr(0, kPost.find("\r\n\r\n")));
  const std::string fits =
      head + "\r\nP: " + std::string(100 - head.size() - 9, 'p') + "\r\n\r\nabc";
  for (std::size_t piece = 1; piece <= fits.size(); ++piece) {
    EXPECT_EQ(read_in_pieces(fits, piece, limits).requests.size(), 1U) << piece;
    std::string longer = fits;
    longer.insert(longer.find("ppp"), "p");
    EXPECT_EQ(read_in_pieces(longer, piece, limits).refused, 431) << piece;
  }
  for (const std::string body :
       {"Content-Length: 5\r\n\r\nabcde",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"}) {
    const std::string bytes = "POST / HTTP/1.1\r\nHost: x\r\n" + body;
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
      EXPECT_EQ(read_in_pieces(bytes, piece, limits).refused, 413) << body << piece;
    }
  }
}

TEST(RequestReader, ChunksWithMoreAroundThemThanInThemAreRefused) {
  const std::string head = "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const auto refused = [&](const std::string& chunk, int count) {
    std::string bytes = head;
    for (int i = 0; i < count; ++i) bytes += chunk;
    return read_in_pieces(bytes + "0\r\n\r\n", 1000).refused;
  };
  EXPECT_EQ(refused("1\r\nx\r\n", 100'000), 0);  // some clients send one byte per chunk
  EXPECT_EQ(refused("1;a=" + std::string(1000, 'b') + "\r\nx\r\n", 60), 0);
  EXPECT_EQ(refused("1;a=" + std::string(1000, 'b') + "\r\nx\r\n", 70), 400);
  EXPECT_EQ(refused("400;a=b\r\n" + std::string(1024, 'x') + "\r\n", 10'000), 0);
}

TEST(RequestReader, NothingIsReadBehindARefusal) {
  const std::string bad =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na";
  for (std::size_t piece = 1; piece <= bad.size(); ++piece) {
    const Got got = read_in_pieces(bad + std::string(kGet), piece);
    EXPECT_EQ(got.refused, 400);
    EXPECT_TRUE(got.requests.empty());
  }
}

TEST(RequestReader, MemoryFollowsWhatCameNotWhatWasClaimed) {
  RequestReader reader({.body_bytes_max = std::size_t{1} << 40});
  reader.feed("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\nabc");
  EXPECT_TRUE(reader.has_head());
  EXPECT_LT(reader.bytes(), 1000U);
}

TEST(RequestReader, AHeadCountsUntilItsRequestIsTaken) {
  const std::string end = "Content-Length: 1\r\n\r\n";
  std::string fields;
  for (int i = 0; i < 1000; ++i) fields += "A:b\r\n";
  for (const auto& [more, least] : {std::pair{"A: " + std::string(20'000, 'a') + "\r\n", 20'000U},
                                    std::pair{fields, 100'000U}}) {
    RequestReader reader({});
    reader.feed("POST / HTTP/1.1\r\nHost: x\r\n" + more + end);
    EXPECT_TRUE(reader.has_head());
    EXPECT_GE(reader.bytes(), least);
    reader.feed("a");
    EXPECT_GE(reader.bytes(), least);
    (void)reader.take();
    EXPECT_EQ(reader.bytes(), 0U);
  }
}

}  // namespace
}  // namespace facsim
