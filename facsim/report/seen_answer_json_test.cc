// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/seen_answer_json.h"

#include <gtest/gtest.h>

#include <array>

namespace facsim {
namespace {

constexpr SeenAnswerFrame kFrame = {.recipe = "r", .recipe_id = "0f"};

SeenAnswer a_copy() {
  SeenAnswer answer;
  answer.seen = SeenVerdict::yes;
  answer.page.emplace().number = 7;
  answer.page->url = "u\n";
  answer.match.emplace().kind = Kind::content;
  answer.match->distance = 3;
  answer.match->resemblance = 0.93;
  answer.cluster = SeenCluster{.id = "#7", .size = 4, .rank = 2};
  answer.action = SeenAction::skip_links;
  answer.truncated = true;
  return answer;
}

TEST(SeenAnswerJson, OfANewPage) {
  EXPECT_EQ(seen_answer_json({}, kFrame),
            R"({"seen":"no","added":false,"kind":null,"match":null,"cluster":null,)"
            R"("action":"store","recipe":"r","recipe_id":"0f","truncated":false})");
}

TEST(SeenAnswerJson, EveryMemberIsThere) {
  SeenAnswerFrame frame = kFrame;
  frame.status = 200;
  EXPECT_EQ(seen_answer_json(a_copy(), frame),
            R"({"status":200,"seen":"yes","added":false,"kind":"content","match":{"number":7,)"
            R"("id":"#7","url":"u\n","first_seen":"1970-01-01T00:00:00Z","distance":3,)"
            R"("resemblance":0.93,"resemblance_error":0.0,"containment":[0.0,0.0],"layout":null},)"
            R"("cluster":{"id":"#7","size":4,"rank":2},"action":"skip_links","recipe":"r",)"
            R"("recipe_id":"0f","truncated":true})");
}

TEST(SeenAnswerJson, APageThatIsKnownByItsNameAlone) {
  SeenAnswer answer = a_copy();
  answer.match.reset();
  answer.page->id = "a";
  answer.page->url.clear();
  answer.page->first_seen_ms = 1'795'334'399'999;
  SeenAnswerFrame frame = kFrame;
  frame.query = "é\"";
  EXPECT_EQ(seen_answer_json(answer, frame),
            R"({"query":"é\"","seen":"yes","added":false,"kind":null,"match":{"number":7,"id":"a",)"
            R"("url":null,"first_seen":"2026-11-22T07:59:59.999Z","distance":null,)"
            R"("resemblance":null,"resemblance_error":null,"containment":null,"layout":null},)"
            R"("cluster":{"id":"#7","size":4,"rank":2},"action":"skip_links","recipe":"r",)"
            R"("recipe_id":"0f","truncated":true})");
}

TEST(SeenAnswerJson, CandidatesOnlyWhereTheyWereAskedFor) {
  SeenAnswer answer;
  SeenCandidate& chosen = answer.candidates.emplace_back();
  chosen.page = {.number = 3, .id = "c", .url = "u"};
  chosen.distance = 2;
  chosen.resemblance = 0.875;
  chosen.match.emplace().kind = Kind::partial;
  SeenCandidate& other = answer.candidates.emplace_back();
  other.page.number = 9;
  other.refused = "too little in common";
  EXPECT_EQ(seen_answer_json(answer, kFrame).find("candidates"), std::string::npos);
  SeenAnswerFrame frame = kFrame;
  frame.is_explained = true;
  const std::string json = seen_answer_json(answer, frame);
  EXPECT_EQ(json.substr(json.find(",\"candidates\"")),
            R"(,"candidates":[{"number":3,"id":"c","url":"u","distance":2,"resemblance":0.875,)"
            R"("kind":"partial","refused":null},{"number":9,"id":"#9","url":null,"distance":null,)"
            R"("resemblance":null,"kind":null,"refused":"too little in common"}]})");
  EXPECT_TRUE(seen_answer_json({}, frame).ends_with(R"("candidates":[]})"));
}

TEST(SeenPageJson, OneAndMany) {
  const SeenPage page{.number = 4,
                      .id = "a",
                      .url = "u",
                      .first_seen_ms = 1,
                      .last_seen_ms = 2,
                      .cluster = 2,
                      .rank = 3,
                      .crawl = "monday"};
  EXPECT_EQ(seen_page_json(page),
            R"({"id":"a","url":"u","number":4,"first_seen":"1970-01-01T00:00:00.001Z",)"
            R"("last_seen":"1970-01-01T00:00:00.002Z","cluster":2,"rank":3,"crawl":"monday",)"
            R"("bytes":null,"status":null})");
  const std::array<SeenPage, 2> pages = {SeenPage{.number = 1, .bytes = 7}, SeenPage{.number = 2}};
  EXPECT_EQ(
      seen_pages_json(pages),
      R"([{"id":"#1","url":null,"number":1,"first_seen":"1970-01-01T00:00:00Z",)"
      R"("last_seen":"1970-01-01T00:00:00Z","cluster":0,"rank":1,"crawl":null,"bytes":7,"status":null},)"
      R"({"id":"#2","url":null,"number":2,"first_seen":"1970-01-01T00:00:00Z",)"
      R"("last_seen":"1970-01-01T00:00:00Z","cluster":0,"rank":1,"crawl":null,"bytes":null,"status":null}])");
  EXPECT_EQ(seen_pages_json({}), "[]");
}

}  // namespace
}  // namespace facsim
