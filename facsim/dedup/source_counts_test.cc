// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/source_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Pages of one host, `removed` of which were removed for representatives in turn.
struct Lost {
  std::string host = "a.example.org";
  std::uint64_t pages = 100;
  std::uint64_t removed = 100;
  std::uint64_t representatives = 100;
  std::uint64_t partial = 0;  // number of removed pages of kind partial
  std::uint32_t file = 0;
};

Summary summary_of(const std::vector<Lost>& sources, std::size_t files = 1) {
  struct Row {
    std::uint32_t representative;
    std::uint32_t host;
    std::uint32_t file;
    Kind kind;
  };
  SourceCounts counts(files);
  std::vector<Row> rows;
  for (const Lost& lost : sources) {
    for (std::uint64_t i = 0; i < lost.pages; ++i) {
      const bool is_removed = i < lost.removed;
      const std::uint32_t host =
          counts.count(lost.host, lost.file, {is_removed, is_removed ? i + 1 : 0});
      if (i >= lost.removed) continue;
      const auto representative = static_cast<std::uint32_t>(i % lost.representatives);
      rows.push_back(
          {representative, host, lost.file, i < lost.partial ? Kind::partial : Kind::exact});
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.representative < b.representative; });
  for (const Row& row : rows) {
    counts.count_removed(row.host, row.file, row.representative, row.kind);
  }
  std::vector<InputFile> names(files);
  for (std::size_t i = 0; i < files; ++i) names[i].name = "f" + std::to_string(i);
  MemoryScratch scratch;
  const RunHooks hooks;
  Run run({}, hooks, scratch);
  Summary summary;
  counts.fill(names, 0.9, summary, run);
  summary.warnings = run.warnings();
  return summary;
}

TEST(SourceCounts, BytesAreOfTheHostThatHadThem) {
  const Summary summary =
      summary_of({{.removed = 3}, {.host = "b.example.org", .pages = 5, .removed = 0}});
  EXPECT_EQ(summary.hosts.at("a.example.org").bytes_saved, 6U);
  EXPECT_EQ(summary.hosts.at("b.example.org").bytes_saved, 0U);
}

TEST(SourceCounts, AHostWhosePagesAllWentForOneIsWarnedOf) {
  const Summary summary = summary_of({{.removed = 99, .representatives = 1}});
  ASSERT_EQ(summary.losses.size(), 1U);
  EXPECT_EQ(summary.losses[0].representatives, 1U);
  EXPECT_FALSE(summary.losses[0].is_mirror);
  EXPECT_THAT(summary.warnings,
              ElementsAre("host a.example.org loses 99 % of its 100 pages; is its main text a "
                          "template?"));
}

TEST(SourceCounts, AMirrorIsListedAndNotWarnedOf) {
  const Summary summary = summary_of({{}});
  ASSERT_EQ(summary.losses.size(), 1U);
  EXPECT_EQ(summary.losses[0].representatives, 100U);
  EXPECT_TRUE(summary.losses[0].is_mirror);
  EXPECT_THAT(summary.warnings, IsEmpty());
}

TEST(SourceCounts, AMirrorHasNineOfTenRepresentativesOfItsOwn) {
  EXPECT_TRUE(summary_of({{.representatives = 90}}).losses[0].is_mirror);
  EXPECT_FALSE(summary_of({{.representatives = 89}}).losses[0].is_mirror);
  EXPECT_EQ(summary_of({{.representatives = 89}}).warnings.size(), 1U);
}

TEST(SourceCounts, AMirrorRepeatsNineOfTenPagesNotPartsOfThem) {
  EXPECT_TRUE(summary_of({{.partial = 10}}).losses[0].is_mirror);
  EXPECT_FALSE(summary_of({{.partial = 11}}).losses[0].is_mirror);
  EXPECT_EQ(summary_of({{.partial = 11}}).warnings.size(), 1U);
}

// A representative for pages of two hosts is counted for each of them.
TEST(SourceCounts, HostsAndFilesAreCountedApart) {
  const Summary summary = summary_of(
      {{.host = "a", .file = 0}, {.host = "b", .file = 0}, {.host = "c", .removed = 0, .file = 1}},
      2);
  ASSERT_EQ(summary.losses.size(), 3U);
  EXPECT_EQ(summary.losses[0].kind, "file");
  EXPECT_EQ(summary.losses[0].representatives, 100U) << "two pages for each";
  EXPECT_FALSE(summary.losses[0].is_mirror);
  EXPECT_TRUE(summary.losses[1].is_mirror && summary.losses[2].is_mirror);
  EXPECT_THAT(summary.warnings, ElementsAre("file f0 loses 100 % of its 200 pages; is its main "
                                            "text a template?"));
}

TEST(SourceCounts, MirrorsTakeNoPlaceAmongTheWarnings) {
  std::vector<Lost> sources;
  for (const char* host : {"m1", "m2", "m3", "m4"})
    sources.push_back({.host = host, .pages = 200, .removed = 200, .representatives = 200});
  for (const char* host : {"e1", "e2", "e3"})
    sources.push_back({.host = host, .representatives = 2});
  Summary summary = summary_of(sources);
  EXPECT_EQ(summary.losses.size(), 7U);
  EXPECT_EQ(summary.warnings.size(), 3U);
  sources.push_back({.host = "e4", .representatives = 3});
  summary = summary_of(sources);
  ASSERT_EQ(summary.warnings.size(), 4U);
  EXPECT_THAT(summary.warnings[3], ::testing::StartsWith("1 more hosts or files"));
}

TEST(SourceCounts, FewPagesAndSmallLossesSayNothing) {
  EXPECT_THAT(summary_of({{.pages = 49, .removed = 49, .representatives = 1}}).losses, IsEmpty());
  EXPECT_THAT(summary_of({{.removed = 90, .representatives = 1}}).losses, IsEmpty());
  EXPECT_THAT(summary_of({{.host = "", .representatives = 1}}).losses, IsEmpty());
}

}  // namespace
}  // namespace facsim
