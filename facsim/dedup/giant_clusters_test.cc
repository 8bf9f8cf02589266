// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/giant_clusters.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <functional>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

std::string numbered_words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "w" : " w") + std::to_string(i);
  return text;
}

TEST(OpeningOf, IsTheWholeOfAShortText) {
  EXPECT_EQ(opening_of("Page not found."), "Page not found.");
  EXPECT_EQ(opening_of(numbered_words(12)), numbered_words(12));
  EXPECT_EQ(opening_of("a"), "a");
}

TEST(OpeningOf, IsEmptyWithoutAWord) {
  EXPECT_EQ(opening_of(""), "");
  EXPECT_EQ(opening_of(" \n... --- !"), "");
}

TEST(OpeningOf, EndsAfterADozenWords) {
  EXPECT_EQ(opening_of(numbered_words(13)), numbered_words(12) + " ...");
}

TEST(OpeningOf, CountsCharactersOfScriptsWithoutSpaces) {
  std::string text;
  for (int i = 0; i < 24; ++i) text += "页";
  EXPECT_EQ(opening_of(text), text);
  EXPECT_EQ(opening_of(text + "页"), text + " ...");
  // A word costs as much as two characters.
  EXPECT_EQ(opening_of("Error 404 " + text), "Error 404 " + text.substr(0, 60) + " ...");
}

TEST(OpeningOf, IsOneLineWithoutControlsAndTurns) {
  EXPECT_EQ(opening_of("\n one\ttwo\r\n\nthree\x1b[31m four\x7f "), "one two three [31m four");
  EXPECT_EQ(opening_of("a \xe2\x80\xae b \xc2\x85 c"), "a b c");
  EXPECT_EQ(opening_of("say \"no\" twice"), "say 'no' twice");
  EXPECT_EQ(opening_of("bad \xff byte"), "bad \xef\xbf\xbd byte");
}

TEST(OpeningOf, CutsAWordThatIsTooLong) {
  EXPECT_EQ(opening_of(std::string(5000, 'x')), std::string(200, 'x') + " ...");
  EXPECT_EQ(opening_of("see " + std::string(300, 'x')), "see ...");
  std::string accents;
  for (int i = 0; i < 3000; ++i) accents += "é";
  EXPECT_EQ(opening_of("z" + accents), "z" + accents.substr(0, 198) + " ...");
}

TEST(LengthInWords, NamesWhatTheTextIsMadeOf) {
  EXPECT_EQ(length_in_words("one two", 1), "1 word");
  EXPECT_EQ(length_in_words("one two", 1020), "1,020 words");
  EXPECT_EQ(length_in_words("找不到页面 Error", 12), "12 characters");
  EXPECT_EQ(length_in_words("找 Error here", 3), "3 words");
}

// A corpus of many rows, all of one file of JSON lines that has one page.
class GiantClustersTest : public ::testing::Test {
 protected:
  GiantClustersTest() : temp_(::testing::TempDir()), corpus_(scratch_, std::uint64_t{64} << 20) {
    InputFile file;
    file.name = "a.jsonl";
    file.path = temp_.path() + "/a.jsonl";
    file.kind = FileKind::json_lines;
    const std::string line = R"({"id":"e","text":")" + numbered_words(30) + "\"}\n";
    std::ofstream(file.path, std::ios::binary) << line;
    file.bytes = line.size();
    corpus_.files.push_back(file);
  }

  void add_row(const std::function<void(PageRow&)>& change = {}) {
    PageRow row;
    row.units = 30;
    if (change) change(row);
    corpus_.rows.push_back(row);
  }

  Summary warn(std::uint64_t pages, const std::vector<std::uint64_t>& sizes,
               Kind kind = Kind::content) {
    GiantClusters clusters(pages);
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
      ClusterCounts counts;
      counts.size = sizes[i];
      counts.kinds[static_cast<std::size_t>(kind)] = sizes[i] - 1;
      clusters.note(i, i, counts);
    }
    const RunHooks hooks{.progress = {}, .cancelled = &cancelled_};
    facsim::Run run({}, hooks, scratch_);
    clusters.warn(corpus_, {}, Profile().recipe, run);
    Summary summary;
    summary.giant_clusters = clusters.count();
    summary.warnings = run.warnings();
    return summary;
  }

  std::string only_warning(Kind kind = Kind::content) {
    const Summary summary = warn(1000, {1000}, kind);
    EXPECT_EQ(summary.warnings.size(), 1U);
    return summary.warnings.empty() ? std::string() : summary.warnings[0];
  }

  TempFolder temp_;
  MemoryScratch scratch_;
  Corpus corpus_;
  std::atomic<bool> cancelled_{false};
};

const std::string kBare =
    "the cluster of a.jsonl:0 has 1,000 pages; is it an error page or a template?";

TEST_F(GiantClustersTest, AreThoseOfAThousandOrOfATenth) {
  for (int i = 0; i < 2; ++i) add_row();
  EXPECT_EQ(warn(100'000, {999, 2}).giant_clusters, 0U);
  EXPECT_TRUE(warn(100'000, {999, 2}).warnings.empty());
  EXPECT_EQ(warn(100'000, {1000}).giant_clusters, 1U);
  EXPECT_EQ(warn(1000, {99}).giant_clusters, 0U);
  EXPECT_EQ(warn(1000, {100}).giant_clusters, 1U);
  EXPECT_EQ(warn(1001, {100}).giant_clusters, 0U);
}

TEST_F(GiantClustersTest, TheLargestAreNamed) {
  for (std::uint64_t i = 0; i < 5; ++i) add_row([i](PageRow& row) { row.offset = 1000 + i; });
  const Summary summary = warn(1'000'000, {2000, 9000, 1500, 4000, 4000});
  EXPECT_EQ(summary.giant_clusters, 5U);
  ASSERT_EQ(summary.warnings.size(), 4U);
  // There is no page at that offset, so there is no quote.
  const std::string end = " pages; is it an error page or a template?";
  EXPECT_EQ(summary.warnings[0], "the cluster of a.jsonl:1001 has 9,000" + end);
  EXPECT_EQ(summary.warnings[1], "the cluster of a.jsonl:1003 has 4,000" + end);
  EXPECT_EQ(summary.warnings[2], "the cluster of a.jsonl:1004 has 4,000" + end);
  EXPECT_EQ(summary.warnings[3],
            "2 more clusters have 1,000 pages, or a tenth of all; see clusters.jsonl");
}

TEST_F(GiantClustersTest, TheTextIsQuoted) {
  add_row();
  const std::string end =
      "a text of 30 words, \"" + numbered_words(12) + " ...\"; is it an error page or a template?";
  EXPECT_EQ(only_warning(), "the cluster of a.jsonl:0 has 1,000 pages that share " + end);
  EXPECT_EQ(only_warning(Kind::partial),
            "the cluster of a.jsonl:0 has 1,000 pages that share parts of " + end);
}

TEST_F(GiantClustersTest, ATextOfAnotherLengthIsNotQuoted) {
  add_row([](PageRow& row) { row.units = 31; });
  EXPECT_EQ(only_warning(), kBare);
}

TEST_F(GiantClustersTest, APageFarInItsFileIsNotReadAgain) {
  add_row([](PageRow& row) { row.extent.begin = std::uint64_t{257} << 20; });
  EXPECT_EQ(only_warning(), kBare);
}

TEST_F(GiantClustersTest, AFileThatChangedIsNotReadAgain) {
  add_row();
  std::ofstream(corpus_.files[0].path, std::ios::app) << "\n";
  EXPECT_EQ(only_warning(), kBare);
}

TEST_F(GiantClustersTest, ToStopIsNoReasonToWarn) {
  add_row();
  cancelled_ = true;
  EXPECT_THROW((void)warn(1000, {1000}), Error);
}

}  // namespace
}  // namespace facsim
