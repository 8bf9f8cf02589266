// SPDX-License-Identifier: Apache-2.0
// Pages from memory are judged like the same pages from a file: the file is the slow twin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/dedup.h"
#include "facsim/dedup/words_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/read_pages.h"

namespace facsim {
namespace {

using for_test::words;
namespace fs = std::filesystem;

// 300 pages of 60 families, every third with markup; some lack a text, an id or a URL.
std::vector<Page> family_pages() {
  std::vector<Page> pages;
  for (unsigned i = 0; i < 300; ++i) {
    Page page;
    page.is_unicode = true;
    if (i % 7 != 0) page.id = "p" + std::to_string(i);
    if (i % 5 != 0) page.url = "https://h" + std::to_string(i % 4) + ".example.org/" + page.id;
    page.unix_time = 1'700'000'000 + static_cast<std::int64_t>(i * 7919 % 1000);
    page.bytes = words(i % 60, 150) + words(5000 + i / 3, static_cast<int>(i % 23));
    if (i % 50 == 49) page.bytes.clear();
    if (i % 3 == 0) {
      page.format = PageFormat::html;
      page.bytes = "<html><body><p class='a'>" + page.bytes + "</p></body></html>";
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

class FailingSource final : public PageSource {
 public:
  explicit FailingSource(std::vector<Page> pages) : pages_(std::move(pages)) {}
  [[nodiscard]] bool next(Page& page) override {
    EXPECT_TRUE(page.id.empty() && page.url.empty() && page.bytes.empty()) << "of the last page";
    EXPECT_FALSE(has_ended_) << "asked again behind the end";
    if (fails_at == next_) throw Error(ErrorCode::io, "the queue is gone");
    has_ended_ = next_ == pages_.size();
    if (has_ended_) return false;
    page = pages_[next_++];
    return true;
  }
  std::size_t fails_at = ~std::size_t{0};

 private:
  std::vector<Page> pages_;
  std::size_t next_ = 0;
  bool has_ended_ = false;
};

// Records calls of a sink as lines; pages by their number, since names differ.
class Lines final : public DedupSink {
 public:
  void begin() override { lines.emplace_back("begin"); }
  void kept(const SinkPage& page) override {
    lines.push_back("kept " + std::to_string(page.number));
  }
  void removed(const SinkPage& page, const SinkPage& other, const Match& match) override {
    lines.push_back("removed " + pair(page, other, match));
  }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    lines.push_back("reported " + pair(page, other, match));
  }
  void cluster(const SinkPage& page, const ClusterCounts& counts) override {
    lines.push_back("cluster " + std::to_string(page.number) + " " + std::to_string(counts.size));
  }
  void skipped(const std::string& /*file*/, std::uint64_t /*offset*/, std::uint64_t bytes,
               Skip reason) override {
    lines.push_back("skipped " + std::to_string(bytes) + " " + std::string(name_of(reason)));
  }
  void finish(Summary& summary) override {
    lines.push_back("finish " + std::to_string(summary.pages_kept));
  }
  std::vector<std::string> lines;

 private:
  static std::string pair(const SinkPage& page, const SinkPage& other, const Match& match) {
    return std::to_string(page.number) + " " + page.name.url + " " + std::to_string(other.number) +
           " " + std::string(name_of(match.kind)) + " " + std::to_string(match.resemblance) + " " +
           std::to_string(match.agreement.value_or(-1));
  }
};

class SourceTest : public ::testing::Test {
 protected:
  SourceTest() : temp_(::testing::TempDir()) {
    options_.limits.tmp = temp_.path() + "/tmp";
    fs::create_directory(options_.limits.tmp);
  }

  // The same pages as JSON lines.
  std::string file_of(const std::vector<Page>& pages) const {
    const std::string path = temp_.path() + "/pages.jsonl";
    std::ofstream out(path, std::ios::binary);
    for (const Page& page : pages) {
      out << R"({"id":")" << page.id << R"(","url":")" << page.url << R"(","time":)"
          << *page.unix_time << (page.format == PageFormat::html ? R"(,"html":")" : R"(,"text":")")
          << page.bytes << "\"}\n";
    }
    return path;
  }
  [[nodiscard]] std::vector<std::string> told(std::vector<Page> pages) const {
    FailingSource source(std::move(pages));
    Lines sink;
    (void)dedup(source, sink, options_);
    return sink.lines;
  }

  TempFolder temp_;
  DedupOptions options_;
};

TEST_F(SourceTest, PagesFromMemoryAreJudgedAsThoseOfAFile) {
  const std::vector<Page> pages = family_pages();
  const std::string file = file_of(pages);
  options_.read.time_field = "time";
  for (const Keep keep : {Keep::first, Keep::newest, Keep::longest}) {
    options_.policy.keep = {keep};
    for (const char* profile : {"balanced", "thorough"}) {
      options_.judge.profile = profile_named(profile);
      Lines expected;
      (void)dedup({file}, expected, options_);
      EXPECT_GT(expected.lines.size(), 310U);
      EXPECT_EQ(told(pages), expected.lines) << profile;
    }
  }
}

TEST_F(SourceTest, PagesThatAReaderGivesAreJudgedAsTheirFile) {
  const std::string file = file_of(family_pages());
  std::ofstream(file, std::ios::binary | std::ios::app) << "no object\n";
  options_.read.time_field = "time";
  DedupCollector of_file;
  const Summary expected = dedup({file}, of_file, options_);
  PageReader reader({file}, {.read = options_.read});
  DedupCollector of_reader;
  const Summary summary = dedup(reader, of_reader, options_);
  EXPECT_GT(expected.removed_total(), 100U);
  EXPECT_EQ(summary.removed, expected.removed);
  EXPECT_EQ(reader.counts().records_read, expected.records_read);
  ASSERT_EQ(of_reader.removed_pages.size(), of_file.removed_pages.size());
  for (std::size_t i = 0; i < of_file.removed_pages.size(); ++i) {
    // Numbers differ: a reader returns no page for a record without a text.
    const DedupCollector::Row& row = of_reader.removed_pages[i];
    const DedupCollector::Row& same = of_file.removed_pages[i];
    EXPECT_EQ(row.page.name.id, same.page.name.id);
    EXPECT_EQ(row.page.name.url, same.page.name.url);
    EXPECT_EQ(row.other.name.id, same.other.name.id);
    EXPECT_EQ(row.match.kind, same.match.kind);
    EXPECT_EQ(row.match.resemblance, same.match.resemblance);
  }
}

TEST_F(SourceTest, MemoryThreadsAndAMissingDiskDoNotChangeWhatIsTold) {
  const std::vector<Page> pages = family_pages();
  const std::vector<std::string> expected = told(pages);
  for (const std::uint64_t memory : {std::uint64_t{1} << 14, std::uint64_t{1} << 20}) {
    for (const int threads : {1, 3}) {
      options_.limits = {.threads = threads, .memory_bytes = memory, .tmp = temp_.path()};
      EXPECT_EQ(told(pages), expected) << memory << " bytes, " << threads << " threads";
      options_.limits.tmp.clear();
      EXPECT_EQ(told(pages), expected) << "without a folder";
    }
  }
}

TEST_F(SourceTest, ALargePageIsSkippedAndTheOthersKeepTheirNumbers) {
  std::vector<Page> pages = family_pages();
  pages.resize(20);
  const std::vector<std::string> before = told(pages);
  pages[2].bytes.assign(std::size_t{1} << 20, 'x');
  options_.read.page_bytes_max = std::size_t{1} << 16;
  std::vector<std::string> expected = before;
  std::erase(expected, "kept 2");
  const std::vector<std::string> now = told(pages);
  EXPECT_THAT(now, ::testing::Contains("skipped 1048576 too_large"));
  EXPECT_THAT(now, ::testing::Not(::testing::Contains("kept 2")));
  EXPECT_THAT(now, ::testing::Contains("kept 3"));
}

TEST_F(SourceTest, ALargePageIsNamedInTheWarning) {
  std::vector<Page> pages = family_pages();
  pages.resize(5);
  options_.read.page_bytes_max = std::size_t{1} << 16;
  const auto warnings = [&](const std::string& id) {
    pages[2].id = id;
    pages[2].bytes.assign(std::size_t{1} << 20, 'x');
    FailingSource source(pages);
    Lines sink;
    return dedup(source, sink, options_).warnings;
  };
  using ::testing::Contains;
  using ::testing::HasSubstr;
  EXPECT_THAT(warnings("p7"), Contains(HasSubstr("too_large 1 (page 'p7', see page_max)")));
  EXPECT_THAT(warnings(""), Contains(HasSubstr("too_large 1 (page number 2, from 0, see ")));
}

TEST_F(SourceTest, NoPagesAreNoFault) {
  EXPECT_EQ(told({}), (std::vector<std::string>{"begin", "finish 0"}));
}

TEST_F(SourceTest, WhatASourceOrASinkThrowsEndsTheRunAndLeavesNothing) {
  FailingSource source(family_pages());
  source.fails_at = 250;
  Lines sink;
  EXPECT_THROW((void)dedup(source, sink, options_), Error);
  EXPECT_TRUE(sink.lines.empty());

  struct Full final : DedupSink {
    void removed(const SinkPage&, const SinkPage&, const Match&) override {
      throw Error(ErrorCode::no_space, "full");
    }
    void finish(Summary&) override { ADD_FAILURE() << "finish() after an Error"; }
  } full;
  FailingSource again(family_pages());
  EXPECT_THROW((void)dedup(again, full, options_), Error);
  EXPECT_TRUE(fs::is_empty(options_.limits.tmp)) << "litter";
}

// A run stops at its first page, and in every stage that reports progress.
TEST_F(SourceTest, ACancelledRunStops) {
  std::set<std::string> stages;
  const RunHooks watched{.progress = [&](const ProgressState& at) { stages.emplace(at.stage); }};
  FailingSource whole(family_pages());
  Lines all;
  (void)dedup(whole, all, options_, watched);
  ASSERT_GT(stages.size(), 1U);
  stages.emplace("");  // before any
  for (const std::string& stage : stages) {
    std::atomic<bool> cancelled = stage.empty();
    const RunHooks hooks{
        .progress = [&](const ProgressState& at) { cancelled = cancelled || stage == at.stage; },
        .cancelled = &cancelled};
    FailingSource source(family_pages());
    Lines sink;
    try {
      (void)dedup(source, sink, options_, hooks);
      ADD_FAILURE() << "cancelled in " << stage << ", it went on";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled) << stage << ": " << error.what();
    }
  }
}

TEST_F(SourceTest, AnIndexRemembersPagesFromMemory) {
  std::vector<Page> pages = family_pages();
  const std::vector<Page> first(pages.begin(), pages.begin() + 150);
  const std::vector<Page> second(pages.begin() + 150, pages.end());
  options_.against = {.index = temp_.path() + "/pages.idx", .update = true};
  const std::vector<std::string> day1 = told(first);
  FailingSource source(second);
  DedupCollector collected;
  const Summary summary = dedup(source, collected, options_);
  ASSERT_TRUE(summary.against);
  EXPECT_GT(summary.against->removed, 20U);
  std::uint64_t by_index = 0;
  for (const DedupCollector::Row& row : collected.removed_pages) {
    if (!row.other.name.in_index) continue;
    ++by_index;
    EXPECT_GE(row.other.number, second.size()) << "pages of an index stand behind the inputs";
  }
  EXPECT_EQ(by_index, summary.against->removed);
}

}  // namespace
}  // namespace facsim
