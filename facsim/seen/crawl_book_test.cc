// SPDX-License-Identifier: Apache-2.0
// The bytes that a store saves of crawls: encoding, decoding, and invalid bytes.
#include "facsim/seen/crawl_book.h"

#include <gtest/gtest.h>

#include <string>

namespace facsim {
namespace {

TEST(CrawlBytes, AreTheseForEver) {
  const Crawl crawl{.number = 7,
                    .name = "may",
                    .state = Crawl::State::committing,
                    .begun_ms = 1,
                    .first_row = 258};
  const std::string bytes = encode_crawl(crawl);
  const std::string pinned("\3\1\0\0\0\0\0\0\0\2\1\0\0\0\0\0\0\3\0\0\0may", 24);
  EXPECT_EQ(bytes, pinned);
  const auto again = decode_crawl(7, bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(encode_crawl(*again), bytes);
  EXPECT_FALSE(decode_crawl(0, bytes));
  EXPECT_FALSE(decode_crawl(7, bytes + "x"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_crawl(7, bytes.substr(0, size)));
  }
  for (const char state : {'\0', '\5'}) EXPECT_FALSE(decode_crawl(7, state + bytes.substr(1)));
}

}  // namespace
}  // namespace facsim
