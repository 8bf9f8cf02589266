// SPDX-License-Identifier: Apache-2.0
// The bytes of stored answers: encoded and decoded again, and damaged ones.
#include "facsim/store/answer_bytes.h"

#include <gtest/gtest.h>

#include <string>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

KeptAnswers some_answers() {
  SeenAnswer yes{.seen = SeenVerdict::yes, .added = true, .number = 7};
  yes.page = SeenPage{.number = 3,
                      .id = "a",
                      .url = "http://example.org/a",
                      .first_seen_ms = 1'795'334'400'000,
                      .cluster = 2,
                      .rank = 1,
                      .crawl = "may"};
  yes.match = Match{};
  yes.match->kind = Kind::partial;
  yes.match->by = By::sketch;
  yes.match->distance = 3;
  yes.match->resemblance = .75;
  yes.match->containment = .5;
  yes.match->containment_reverse = 1;
  yes.match->error = .25;
  yes.layout = .125;
  yes.cluster = SeenCluster{"#2", 9, 9};
  yes.truncated = true;
  yes.action = SeenAction::skip_links;
  return {.given_ms = 5, .question = 6, .answers = {yes, SeenAnswer{}}};
}

// A change of the format is a change of existing stores: docs/formats/store.md.
TEST(AnswerBytes, AreTheseForEver) {
  const std::string bytes = encode_answers(some_answers());
  EXPECT_EQ(hash64(bytes), 11155798758526549097U) << bytes.size();
}

TEST(AnswerBytes, GoThereAndBack) {
  const KeptAnswers kept = some_answers();
  const auto again = decode_answers(encode_answers(kept));
  ASSERT_TRUE(again);
  EXPECT_EQ(encode_answers(*again), encode_answers(kept));
  ASSERT_EQ(again->answers.size(), 2U);
  EXPECT_EQ(again->answers[0].page->crawl, "may");
  EXPECT_EQ(again->answers[0].match->kind, Kind::partial);
  EXPECT_EQ(again->answers[0].action, SeenAction::skip_links);
  EXPECT_FALSE(again->answers[1].page);
}

TEST(AnswerBytes, OtherBytesAreNoneOrSound) {
  const std::string good = encode_answers(some_answers());
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto cut = decode_answers(good.substr(0, size));
    EXPECT_TRUE(!cut || cut->answers.size() < 2U);
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = good;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      const auto read = decode_answers(other);
      EXPECT_TRUE(!read || encode_answers(*read) == other) << at;
    }
  }
}

}  // namespace
}  // namespace facsim
