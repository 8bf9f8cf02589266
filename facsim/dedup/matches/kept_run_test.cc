// SPDX-License-Identifier: Apache-2.0
// Judging a run from memory again gives the result of a new run with these options.
#include "facsim/dedup/matches/kept_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/dedup.h"
#include "facsim/dedup/words_for_test.h"

namespace facsim {
namespace {

using for_test::words;
namespace fs = std::filesystem;

class Families final : public PageSource {
 public:
  [[nodiscard]] bool next(Page& page) override {
    if (next_ == 400) return false;
    page.id = "p" + std::to_string(next_);
    page.is_unicode = true;
    page.bytes = words(next_ % 70, 150) + words(5000 + next_ / 3, static_cast<int>(next_ % 41));
    if (next_ % 50 == 49) page.bytes.clear();
    ++next_;
    return true;
  }

 private:
  unsigned next_ = 0;
};

// The removed pages, and their representatives.
std::vector<std::string> lines_of(const DedupCollector& told) {
  std::vector<std::string> lines;
  for (const auto& row : told.removed_pages) {
    lines.push_back(row.page.name.id + " " + std::to_string(row.page.number) + " for " +
                    row.other.name.id + " " + std::to_string(row.match.resemblance));
  }
  return lines;
}

class KeptRunTest : public ::testing::Test {
 protected:
  KeptRunTest() : temp_(::testing::TempDir()), tmp_(temp_.path() + "/tmp") {
    fs::create_directory(tmp_);
    options_.limits.tmp = tmp_;
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(tmp_), fs::directory_iterator()));
  }

  TempFolder temp_;
  std::string tmp_;
  DedupOptions options_;
};

TEST_F(KeptRunTest, JudgedAgainItSaysWhatANewRunSays) {
  KeptRun kept(tmp_);
  Families pages;
  DedupCollector first;
  const Summary summary = kept.dedup(pages, first, options_);
  EXPECT_GT(summary.removed_total(), 100U);
  for (const double threshold : {0.55, 0.7, 0.8, 0.9, 1.0}) {
    DedupOptions options = options_;
    options.judge.profile.thresholds.min_resemblance = threshold;
    Families again;
    DedupCollector expected;
    const Summary whole = facsim::dedup(again, expected, options);
    ReclusterOptions given;
    given.min_resemblance = threshold;
    given.limits = options_.limits;
    DedupCollector told;
    const Summary reclustered = kept.recluster(given, told);
    EXPECT_EQ(lines_of(told), lines_of(expected)) << threshold;
    EXPECT_EQ(reclustered.removed_total(), whole.removed_total());
    EXPECT_EQ(reclustered.pages_kept, whole.pages_kept);
    EXPECT_TRUE(reclustered.reclustered);
  }
}

TEST_F(KeptRunTest, AlsoOfFiles) {
  const std::string path = temp_.path() + "/pages.jsonl";
  {
    std::ofstream out(path);
    for (unsigned i = 0; i < 60; ++i) {
      out << R"({"id":"p)" << i << R"(","text":")" << words(i % 20, 100) << words(900 + i, 4)
          << "\"}\n";
    }
  }
  KeptRun kept(tmp_);
  DedupCollector first;
  (void)kept.dedup({path}, first, options_);
  EXPECT_EQ(first.removed_pages.size(), 40U);
  ReclusterOptions given;
  given.min_resemblance = 1;
  given.limits = options_.limits;
  DedupCollector told;
  (void)kept.recluster(given, told);
  EXPECT_THAT(told.removed_pages, ::testing::IsEmpty());
}

TEST_F(KeptRunTest, DecisionsCountAsATextAndAsAFile) {
  KeptRun kept(tmp_);
  Families pages;
  DedupCollector first;
  (void)kept.dedup(pages, first, options_);
  ASSERT_FALSE(first.removed_pages.empty());
  const auto& row = first.removed_pages.front();
  ReclusterOptions as_text;
  as_text.limits = options_.limits;
  as_text.decisions_text = row.page.name.id + "\t" + row.other.name.id + "\tdifferent\t\n";
  ReclusterOptions as_file;
  as_file.limits = options_.limits;
  as_file.decisions = temp_.path() + "/decisions.tsv";
  std::ofstream(as_file.decisions) << as_text.decisions_text;
  DedupCollector of_text;
  (void)kept.recluster(as_text, of_text);
  EXPECT_NE(lines_of(of_text), lines_of(first));
  DedupCollector of_file;
  (void)kept.recluster(as_file, of_file);
  EXPECT_EQ(lines_of(of_file), lines_of(of_text));
}

TEST_F(KeptRunTest, WhatItCannotAnswerIsRefused) {
  KeptRun none(tmp_, Matches::none);
  Families pages;
  DedupCollector told;
  (void)none.dedup(pages, told, options_);
  ReclusterOptions given;
  given.limits = options_.limits;
  EXPECT_THROW((void)none.recluster(given, told), Error);
  KeptRun kept(tmp_);
  EXPECT_THROW((void)kept.recluster(given, told), Error) << "before dedup()";
  Families again;
  (void)kept.dedup(again, told, options_);
  given.min_resemblance = 0.1;
  EXPECT_THROW((void)kept.recluster(given, told), Error) << "below the floor";
}

TEST_F(KeptRunTest, ItsFolderGoesWithItAndStaysInAForkedProcess) {
  {
    KeptRun kept(tmp_);
    Families pages;
    DedupCollector told;
    (void)kept.dedup(pages, told, options_);
    EXPECT_EQ(entries(), 1U);
    const pid_t child = ::fork();
    if (child == 0) {
      kept.~KeptRun();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(entries(), 1U);
  }
  EXPECT_EQ(entries(), 0U);
}

}  // namespace
}  // namespace facsim
