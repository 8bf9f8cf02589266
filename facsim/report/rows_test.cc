// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::Not;

PageName named(std::string id) {
  return {.id = std::move(id), .url = {}, .file = "crawl.jsonl", .offset = 7};
}

Match match_of(Kind kind) {
  return {.kind = kind,
          .by = By::text,
          .distance = 2,
          .resemblance = 0.81234F,
          .containment = 1.0F,
          .containment_reverse = 0.0F,
          .agreement = 0.9,
          .error = 0,
          .is_template = false,
          .same_payload = {}};
}

TEST(Rows, ASkippedRecordHasPlaceLengthAndReason) {
  EXPECT_EQ(skipped_row("a \"b\".jsonl", 12, 7, Skip::bad_json),
            R"({"file":"a \"b\".jsonl","offset":12,"length":7,"reason":"bad_json"})");
  EXPECT_EQ(skipped_row("a.jsonl", 12, 0, Skip::bad_json),
            R"({"file":"a.jsonl","offset":12,"length":0,"reason":"bad_json"})");
}

TEST(Rows, ARevisitNamesTheRemovedPageAndTheKeptOne) {
  PageName kept = named("kept");
  kept.in_index = true;
  EXPECT_EQ(revisit_row(named(""), named("gone"), kept),
            R"({"id":"crawl.jsonl:7","url":null,"file":"crawl.jsonl","offset":7,"original":"gone",)"
            R"("original_url":null,"original_file":"crawl.jsonl","original_offset":7,)"
            R"("representative":"kept","representative_url":null,)"
            R"("representative_file":"crawl.jsonl","representative_offset":7,"in_index":true})");
}

TEST(Rows, LabelFallsBackToFileAndOffset) {
  EXPECT_EQ(label_of(named("a")), "a");
  EXPECT_EQ(label_of(named("")), "crawl.jsonl:7");
}

TEST(Rows, DuplicateRowHasEveryMemberInOrder) {
  const PageName page{
      .id = "b", .url = "https://example.org/b", .file = "new.jsonl", .offset = 1ULL << 40};
  EXPECT_EQ(
      duplicate_row(page, named(""), match_of(Kind::content)),
      R"({"id":"b","url":"https://example.org/b","file":"new.jsonl","offset":1099511627776,)"
      R"("representative":"crawl.jsonl:7","representative_url":null,)"
      R"("representative_file":"crawl.jsonl","representative_offset":7,"in_index":false,)"
      R"("kind":"content","distance":2,"resemblance":0.8123,)"
      R"("resemblance_error":null,"containment":[1.0,0.0],"agreement":0.9,"template":false,"judged":[1.0,1.0],)"
      R"("payload_identical":null,"cluster":"crawl.jsonl:7","by":"text","status":null,)"
      R"("representative_status":null,"revisit_of":null})");
}

TEST(Rows, ARepresentativeOutOfAnIndexIsNamedWithItsUrl) {
  PageName old = named("old");
  old.url = "https://example.org/old";
  old.in_index = true;
  EXPECT_THAT(duplicate_row(named("b"), old, match_of(Kind::exact)),
              HasSubstr(R"("representative":"old","representative_url":"https://example.org/old",)"
                        R"("representative_file":"crawl.jsonl","representative_offset":7,)"
                        R"("in_index":true,)"));
  EXPECT_THAT(cluster_row(old, {}),
              HasSubstr(R"("cluster":"old","url":"https://example.org/old",)"));
}

TEST(Rows, WhatIsNotThereIsNull) {
  Match match = match_of(Kind::exact);
  match.distance = -1;
  match.by = By::sketch;
  match.error = 0.05;
  match.agreement.reset();
  match.is_template.reset();
  const std::string row = duplicate_row(named("b"), named("a"), match);
  EXPECT_THAT(row, HasSubstr(R"("url":null)"));
  EXPECT_THAT(row, HasSubstr(R"("distance":null)"));
  EXPECT_THAT(row, HasSubstr(R"("by":"sketch")"));
  EXPECT_THAT(row, HasSubstr(R"("resemblance_error":0.05,)"));
  EXPECT_THAT(row, HasSubstr(R"("agreement":null,"template":null,)"));
}

TEST(Rows, RatiosHaveAtMostFourDecimals) {
  // 0.1F is 0.100000001490116 as a double and must not be printed like that.
  Match match = match_of(Kind::partial);
  match.resemblance = 0.1F;
  match.containment = 0.99996F;
  match.containment_reverse = 0.33333F;
  const std::string row = duplicate_row(named("b"), named("a"), match);
  EXPECT_THAT(row, HasSubstr(R"("resemblance":0.1,)"));
  EXPECT_THAT(row, HasSubstr(R"("containment":[1.0,0.3333])"));
}

TEST(Rows, ForeignBytesStayOneLineOfValidJson) {
  const std::string row = duplicate_row(named("line\nbreak \"quoted\" \\ \x01 \xff \xe4\xb8\xad"),
                                        named("a"), match_of(Kind::exact));
  EXPECT_THAT(row, Not(HasSubstr("\n")));
  EXPECT_THAT(row, HasSubstr("line\\nbreak \\\"quoted\\\" \\\\ \\u0001 \xef\xbf\xbd"
                             "FF \xe4\xb8\xad"));
}

TEST(Rows, ClusterRowLeavesOutKindsThatDidNotOccur) {
  ClusterCounts counts;
  counts.size = 4;
  counts.kinds = {2, 0, 0, 1};
  counts.bytes_saved = 300;
  EXPECT_EQ(
      cluster_row(named("a"), counts),
      R"({"cluster":"a","url":null,"file":"crawl.jsonl","offset":7,"in_index":false,"size":4,)"
      R"("kinds":{"exact":2,"partial":1},"bytes_saved":300})");
}

constexpr const char* kNoOther =
    R"("kind":null,"representative":null,"representative_url":null,"representative_file":null,)"
    R"("representative_offset":null,"in_index":null,"distance":null,"resemblance":null,)"
    R"("resemblance_error":null,"containment":null,"agreement":null,"template":null,)"
    R"("judged":null,"payload_identical":null,"status":null,"representative_status":null,"kept_apart":null,"name_words":null})";
constexpr const char* kExactOfA =
    R"("kind":"exact","representative":"a","representative_url":null,)"
    R"("representative_file":"crawl.jsonl","representative_offset":7,"in_index":false,)"
    R"("distance":2,"resemblance":0.8123,"resemblance_error":null,"containment":[1.0,0.0],)"
    R"("agreement":0.9,"template":false,"judged":[1.0,1.0],"payload_identical":null,"status":404,"representative_status":null,)";

Annotation removed_for_a() {
  return {.removed = true,
          .cluster = named("a"),
          .other = named("a"),
          .match = match_of(Kind::exact),
          .status = 404};
}

TEST(Rows, AnnotationOfARemovedPageNamesItsRepresentative) {
  EXPECT_EQ(annotation(removed_for_a()), std::string(R"({"removed":true,"cluster":"a",)") +
                                             kExactOfA + R"("kept_apart":null,"name_words":null})");
}

TEST(Rows, AnnotationOfAPageThatStays) {
  EXPECT_EQ(annotation({.cluster = named("a")}),
            std::string(R"({"removed":false,"cluster":"a",)") + kNoOther);
  EXPECT_EQ(annotation({}), std::string(R"({"removed":false,"cluster":null,)") + kNoOther);
}

TEST(Rows, AnnotationOfAReportedPageHasItsWords) {
  Annotation said = removed_for_a();
  said.removed = false;
  said.cluster.reset();
  said.words = {"apple", ""};
  EXPECT_EQ(annotation(said), std::string(R"({"removed":false,"cluster":null,)") + kExactOfA +
                                  R"("kept_apart":"names","name_words":["apple",null]})");
}

TEST(Rows, AnnotationRowIsThePageAndTheAnnotation) {
  EXPECT_EQ(annotation_row(named("b"), removed_for_a()),
            std::string(R"({"id":"b","url":null,"file":"crawl.jsonl","offset":7,)"
                        R"("removed":true,"cluster":"a",)") +
                kExactOfA + R"("kept_apart":null,"name_words":null})");
}

}  // namespace
}  // namespace facsim
