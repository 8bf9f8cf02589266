// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/summary_text.h"
#include "facsim/base/human_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Summary example() {
  Summary summary;
  summary.version = "0.1.0";
  summary.profile = "balanced";
  summary.recipe = "balanced";
  summary.recipe_id = "00112233445566ff";
  summary.mode = "remove";
  summary.keep = "first";
  summary.scope = "all";
  summary.remove = {"exact", "content"};
  summary.files = 2;
  summary.records_read = 1300;
  summary.pages_read = 1234;
  summary.pages_kept = 1000;
  summary.removed = {200, 34, 0, 0};
  summary.reported = {0, 0, 0, 5};
  summary.skipped[static_cast<std::size_t>(Skip::no_text)] = 60;
  summary.skipped[static_cast<std::size_t>(Skip::too_large)] = 6;
  summary.bytes_read = 4'000'000;
  summary.bytes_saved = 1'000'000;
  summary.bytes_saved_of = {900'000, 100'000, 0, 0};
  summary.hosts = {{"", {.pages = 34, .removed = 0}},
                   {"example.org", {.pages = 1200, .removed = 234, .bytes_saved = 1'000'000}}};
  summary.warnings = {"a.jsonl.gz: gzip member is cut short"};
  summary.seconds = 2;
  summary.peak_memory_bytes = std::uint64_t{300} << 20;
  summary.memory_limit_bytes = std::uint64_t{4} << 30;
  summary.threads = 2;
  summary.stages = {{.name = "read", .seconds = 0.5, .pages = 1234, .bytes = 4'000'000}};
  summary.outputs = {{"a.jsonl", "clean/a.jsonl"}, {"duplicates", "clean/duplicates.jsonl"}};
  return summary;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST(SummaryText, IsWhatAPersonReads) {
  EXPECT_THAT(lines_of(to_text(example())),
              ElementsAre("read     1,234 pages from 2 files (3.8 MiB)",  //
                          "kept     1,000 (81.0 %)",                      //
                          "removed  234 (exact 200, content 34); only reported: partial 5",
                          "skipped  66 (no_text 60, too_large 6)",  //
                          "saved    976.6 KiB of 3.8 MiB unpacked (25.0 %): exact 878.9 KiB, "
                          "content 97.7 KiB; most of example.org (976.6 KiB)",
                          "time     2.0 s with 2 threads",                  //
                          "rate     617 pages/s, 2.0 MB/s",                 //
                          "memory   300.0 MiB at the peak, limit 4.0 GiB",  //
                          "files    clean/: a.jsonl, duplicates.jsonl"));
}

TEST(SummaryText, ModesThatRemoveNothingSayWhatWouldBe) {
  for (const char* mode : {"annotate", "report"}) {
    Summary summary = example();
    summary.mode = mode;
    const std::vector<std::string> lines = lines_of(to_text(summary));
    EXPECT_EQ(lines[1], "kept     would be 1,000 (81.0 %)");
    EXPECT_EQ(lines[2], "removed  would be 234 (exact 200, content 34); only reported: partial 5");
    EXPECT_THAT(lines[4], StartsWith("saved    would be 976.6 KiB of 3.8 MiB unpacked (25.0 %): "));
  }
}

TEST(SummaryText, LinkedPagesAreCounted) {
  Summary summary = example();
  summary.linked = {"a.html"};
  EXPECT_THAT(to_text(summary), HasSubstr("duplicates.jsonl and 1 linked page\n"));
}

TEST(SummaryText, ARunOfNothingHasNoDivisionByIt) {
  const std::string text = to_text(Summary{});
  EXPECT_THAT(text, HasSubstr("read     0 pages from 0 files (0 B)\n"));
  EXPECT_THAT(text, HasSubstr("removed  0\n"));
  EXPECT_THAT(text, HasSubstr("files    none\n"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(SummaryText, StaysWithinTenLinesWhateverTheFilesAreCalled) {
  Summary summary = example();
  summary.too_short = 3;
  summary.scratch_bytes = 5;
  summary.outputs.clear();
  for (int i = 0; i < 41; ++i) {
    summary.outputs.emplace_back("n", "out/odd\nname" + std::to_string(i));
  }
  const std::vector<std::string> lines = lines_of(to_text(summary));
  EXPECT_LE(lines.size(), 10U);
  EXPECT_THAT(lines.back(), HasSubstr("out/: odd?name0, "));
  EXPECT_THAT(lines.back(), HasSubstr(" and 34 more"));
}

TEST(SummaryText, OfPagesJudgedAgainHasNoRateButSaysWhatTheCopiesAre) {
  Summary summary = example();
  summary.reclustered = true;
  summary.copies_are_current = false;
  const std::vector<std::string> lines = lines_of(to_text(summary));
  EXPECT_EQ(lines[6], "memory   300.0 MiB at the peak, limit 4.0 GiB");
  EXPECT_EQ(lines.back(), "copies   as they were before; apply writes them anew");
}

TEST(SummaryJson, SpeaksOfRevisitsOnlyWhereThereAreSome) {
  Summary summary = example();
  EXPECT_THAT(to_json(summary), Not(HasSubstr("revisits")));
  summary.revisits = RevisitCounts{.records = 10,
                                   .original_kept = 4,
                                   .original_removed = 3,
                                   .original_in_index = 2,
                                   .original_elsewhere = 1};
  const auto json = nlohmann::ordered_json::parse(to_json(summary));
  EXPECT_EQ(json["revisits"].dump(),
            R"({"records":10,"original_kept":4,"original_removed":3,"original_in_index":2,)"
            R"("original_elsewhere":1})");
}

TEST(SummaryJson, WhatIfNamesTheThresholdThatDecides) {
  Summary summary = example();
  EXPECT_TRUE(nlohmann::json::parse(to_json(summary))["matches"].is_null());
  summary.listed = ListedCounts{.pairs = 7, .pages_cut = 2, .floor = 0.5};
  summary.what_if = {{.threshold = 0.85, .removed = 3}};
  auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_EQ(json["matches"].dump(), R"({"floor":0.5,"pages_cut":2,"pairs":7})");
  EXPECT_EQ(json["what_if"].dump(), R"([{"min_resemblance":0.85,"removed":3}])");
  summary.min_agreement = 0.8;
  json = nlohmann::json::parse(to_json(summary));
  EXPECT_EQ(json["what_if"].dump(), R"([{"min_agreement":0.85,"removed":3}])");
}

TEST(SummaryText, FindsTheFolderThatAllFilesShare) {
  Summary summary = example();
  summary.outputs = {{"a", "out/crawl/a.warc.gz"}, {"b", "out/crate/b.warc.gz"}};
  EXPECT_THAT(to_text(summary), HasSubstr("files    out/: crawl/a.warc.gz, crate/b.warc.gz\n"));
  summary.outputs = {{"a", "a.jsonl"}};
  EXPECT_THAT(to_text(summary), HasSubstr("files    a.jsonl\n"));
}

TEST(SummaryText, SaysWhereBytesWereSavedIfThatTells) {
  const auto saved = [](const Summary& summary) { return lines_of(to_text(summary)).at(4); };
  Summary summary = example();
  summary.bytes_saved_of = {1'000'000, 0, 0, 0};
  EXPECT_THAT(saved(summary), EndsWith("(25.0 %): most of example.org (976.6 KiB)"));
  summary.hosts_left_out = 1;  // a host that was left out may have saved more
  EXPECT_THAT(saved(summary), EndsWith("(25.0 %)"));
  summary.hosts_left_out = 0;
  summary.hosts.erase("");
  EXPECT_THAT(saved(summary), EndsWith("(25.0 %)"));
  summary.hosts = {{"", {.pages = 1, .bytes_saved = 9}}, {"a.org", {.pages = 1, .bytes_saved = 8}}};
  EXPECT_THAT(saved(summary), EndsWith("(25.0 %)"));
}

TEST(SummaryJson, HasEveryFactUnderItsName) {
  const std::string text = to_json(example());
  EXPECT_EQ(text.back(), '\n');
  const auto json = nlohmann::ordered_json::parse(text);
  EXPECT_EQ(json["version"], "0.1.0");
  EXPECT_EQ(json["recipe"]["id"], "00112233445566ff");
  EXPECT_EQ(json["pages_read"], 1234);
  EXPECT_EQ(json["pages_kept"], 1000);
  EXPECT_EQ(json["removed"].dump(),
            R"({"exact":200,"content":34,"layout":0,"partial":0,"total":234})");
  EXPECT_EQ(json["reported"]["partial"], 5);
  EXPECT_EQ(json["skipped"].dump(), R"({"no_text":60,"too_large":6,"total":66})");
  EXPECT_EQ(json["bytes_saved"], 1'000'000);
  EXPECT_EQ(json["hosts"].dump(),
            R"({"":{"pages":34,"removed":0,"bytes_saved":0},)"
            R"("example.org":{"pages":1200,"removed":234,"bytes_saved":1000000}})");
  EXPECT_EQ(json["bytes_saved_by_kind"].dump(),
            R"({"exact":900000,"content":100000,"layout":0,"partial":0,"total":1000000})");
  EXPECT_EQ(json["warnings"].size(), 1U);
  EXPECT_EQ(json["run"]["seconds"], 2.0);
  EXPECT_EQ(json["run"]["stages"][0]["megabytes_per_second"], 8.0);
  EXPECT_EQ(json["run"]["outputs"][1]["path"], "clean/duplicates.jsonl");
}

TEST(SummaryJson, NamesThatAreNoTextStayApart) {
  Summary summary = example();
  EXPECT_FALSE(nlohmann::json::parse(to_json(summary))["run"].contains("linked"));
  summary.outputs = {{"a\xff", "out/a\xff"}};
  summary.linked = {"b\xff", "b\xfe"};
  const auto run = nlohmann::json::parse(to_json(summary))["run"];
  EXPECT_EQ(run["outputs"][0]["path"],
            "out/a\xef\xbf\xbd"
            "FF");
  EXPECT_EQ(run["linked"].dump(),
            "[\"b\xef\xbf\xbd"
            "FF\",\"b\xef\xbf\xbd"
            "FE\"]");
}

TEST(SummaryJson, OnlyRunVariesBetweenRuns) {
  Summary other = example();
  other.seconds = 9;
  other.peak_memory_bytes = 1;
  other.scratch_bytes = 2;
  other.memory_limit_bytes = 3;
  other.threads = 64;
  other.stages.clear();
  other.outputs = {{"a.jsonl", "elsewhere/a.jsonl"}};
  auto a = nlohmann::ordered_json::parse(to_json(example()));
  auto b = nlohmann::ordered_json::parse(to_json(other));
  EXPECT_NE(a.dump(), b.dump());
  a.erase("run");
  b.erase("run");
  EXPECT_EQ(a.dump(), b.dump());
}

TEST(SummaryJson, ForeignBytesInHostsAndWarningsDoNotBreakIt) {
  Summary summary = example();
  summary.hosts["\xff\xfe.example.org"] = {.pages = 1, .removed = 0};
  summary.warnings.push_back("b\xff.jsonl: \x01");
  const auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_EQ(json["warnings"][1], "b\xef\xbf\xbd.jsonl: \x01");
}

TEST(Human, Bytes) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes((1U << 20) - 1), "1.0 MiB");
  EXPECT_EQ(human_bytes(~std::uint64_t{0}), "16.0 EiB");
}

TEST(Human, Counts) {
  EXPECT_EQ(human_count(0), "0");
  EXPECT_EQ(human_count(999), "999");
  EXPECT_EQ(human_count(1000), "1,000");
  EXPECT_EQ(human_count(1234567), "1,234,567");
  EXPECT_EQ(human_count(~std::uint64_t{0}), "18,446,744,073,709,551,615");
}

}  // namespace
}  // namespace facsim
