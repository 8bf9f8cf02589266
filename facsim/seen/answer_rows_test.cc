// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/answer_rows.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

// Row 1 is "old", row 2 is "new".
AnswerRows two_rows() {
  return {.page = [](std::uint64_t row) -> std::optional<StoredPage> {
            if (row != 1 && row != 2) return std::nullopt;
            StoredPage page;
            page.id = row == 1 ? "old" : "new";
            return page;
          },
          .crawl_name = [](std::uint32_t) { return std::string(); }};
}

// The answer for the page of row 2, which was compared with row 1.
SeenAnswer answer_of(SeenVerdict seen, std::uint64_t cluster) {
  SeenAnswer answer;
  answer.seen = seen;
  answer.number = 2;
  answer.page.emplace().number = 1;
  answer.page->cluster = cluster;
  answer.cluster.emplace();
  return answer;
}

TEST(AnswerRows, AClusterIsThatOfTheMatchOnlyWhereThePageWasSeen) {
  SeenAnswer seen = answer_of(SeenVerdict::yes, 1);
  complete(seen, two_rows());
  EXPECT_EQ(seen.cluster->id, "old");
  EXPECT_EQ(seen.page->id, "old");
  SeenAnswer fresh = answer_of(SeenVerdict::no, 1);
  complete(fresh, two_rows());
  EXPECT_EQ(fresh.cluster->id, "new");
  EXPECT_EQ(fresh.page->id, "old");
}

TEST(AnswerRows, ARowThatWasErasedIsANumber) {
  SeenAnswer answer = answer_of(SeenVerdict::yes, 9);
  complete(answer, two_rows());
  EXPECT_EQ(answer.cluster->id, "#9");
}

}  // namespace
}  // namespace facsim
