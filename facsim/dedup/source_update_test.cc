// SPDX-License-Identifier: Apache-2.0
// Pages of a source are added to an index: under which names, and with which places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/dedup.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/index_pages.h"
#include "facsim/known/index_rebuild.h"
#include "facsim/known/open_index.h"
#include "facsim/page_index.h"
#include "facsim/read_pages.h"
#include "facsim/store/step_hook.h"
#include "facsim/store/writer_lock.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class ListedPages final : public PageSource {
 public:
  explicit ListedPages(std::vector<Page> pages) : pages_(std::move(pages)) {}
  [[nodiscard]] bool next(Page& page) override {
    if (next_ == pages_.size()) return false;
    page = pages_[next_++];
    return true;
  }

 private:
  std::vector<Page> pages_;
  std::size_t next_ = 0;
};

class SourceUpdateTest : public testing::Test {
 protected:
  SourceUpdateTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  [[nodiscard]] std::string words(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "w" + std::to_string(draw_() % 50'000) + ' ';
    return text;
  }
  // A file of pages; every third has no id.
  [[nodiscard]] std::string write(const std::vector<std::string>& texts) const {
    const std::string path = temp_.path() + "/in.jsonl";
    std::ofstream file(path);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      file << "{";
      if (i % 3 != 0) file << "\"id\":\"r" << i << "\",";
      file << "\"text\":\"" << texts[i] << "\"}\n";
    }
    return path;
  }
  [[nodiscard]] std::vector<std::string> texts(std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(words(60));
    return all;
  }
  static std::vector<Page> all_of(PageReader& reader) {
    std::vector<Page> pages;
    for (Page page; reader.next(page);) pages.push_back(page);
    return pages;
  }
  [[nodiscard]] PageIndexOptions usual() const {
    return {.judge = ready_profile("balanced"), .max_distance = 3};
  }
  [[nodiscard]] DedupOptions updating() const {
    DedupOptions options{.judge = ready_profile("balanced")};
    options.against = {.index = folder_, .update = true};
    return options;
  }
  Summary run(PageSource& pages) const {
    DedupSink nobody;
    return dedup(pages, nobody, updating());
  }
  Rebuilt rebuild(const std::string& path) const {
    const Profile profile = ready_profile("balanced").profile;
    IndexWriter writer(folder_, IndexWriter::Start::existing);
    const OpenIndex index(folder_);
    IndexPages pages({path}, {}, {}, nullptr);
    IndexRebuild rebuild(index, pages.files(), {});
    MemoryScratch scratch;
    Corpus corpus(scratch, 1 << 22, Corpus::Units::none);
    corpus.files = rebuild.files();
    pages.read(corpus, ready_profile("balanced"), {}, scratch);
    return rebuild.commit(writer, manifest_to_rebuild(writer.manifest(), profile, {}, {}), corpus,
                          {}, scratch);
  }

  std::mt19937_64 draw_{3};
  TempFolder temp_;
  std::string folder_;
};

TEST_F(SourceUpdateTest, NamelessPagesGetTheNumbersOfTheIndexWhoeverAddsThem) {
  std::set<std::string> ids;
  std::vector<Page> all;
  for (int round = 0; round < 3; ++round) {
    std::vector<Page> pages;
    for (const std::string& text : texts(3)) pages.push_back(Page{.bytes = text});
    all.insert(all.end(), pages.begin(), pages.end());
    if (round == 1) {
      PageIndex::open(folder_, usual()).add(pages);
    } else {
      ListedPages source(pages);
      EXPECT_EQ(run(source).against->added, 3U);
    }
  }
  PageIndex index = PageIndex::open(folder_, usual());
  for (const Page& page : all) {
    const std::vector<FoundPage> seen = index.ask(page);
    ASSERT_THAT(seen, SizeIs(1));
    ids.insert(seen[0].page.id);
  }
  EXPECT_EQ(ids, (std::set<std::string>{"1", "2", "3", "4", "5", "6", "7", "8", "9"}));
  EXPECT_EQ(index.erase(std::vector<std::string>{"1"}).entries, 1U);
}

TEST_F(SourceUpdateTest, AnIndexKeepsWherePagesStand) {
  const std::string path = write(texts(30));
  PageReader reader({path});
  const std::vector<Page> pages = all_of(reader);
  PageIndex::begin(folder_, usual()).add(std::span(pages).first(15));
  ListedPages rest({pages.begin() + 15, pages.end()});
  EXPECT_EQ(run(rest).against->added, 15U);
  const PageIndex index = PageIndex::open(folder_, usual());
  for (const Page& page : pages) {
    const std::vector<FoundPage> seen = index.ask(page);
    ASSERT_THAT(seen, SizeIs(1));
    EXPECT_EQ(seen[0].page.file, page.place.file);
    EXPECT_EQ(seen[0].page.offset, page.place.offset);
    const PageName nameless{
        .id = {}, .url = {}, .file = page.place.file, .offset = page.place.offset};
    EXPECT_EQ(seen[0].page.id, page.id.empty() ? label_of(nameless) : page.id);
  }
  const OpenIndex files(folder_);
  for (const auto& part : files.parts()) EXPECT_EQ(part->pages->path(0), path);
  // So the index can be rebuilt from its files: all pages, each once.
  const Rebuilt rebuilt = rebuild(path);
  EXPECT_EQ(rebuilt.entries, pages.size());
  EXPECT_EQ(rebuilt.missing, 0U);
  EXPECT_EQ(rebuilt.twice, 0U);
}

TEST_F(SourceUpdateTest, PagesWithoutAPlaceCannotBeReadAgainAndTheMessageSaysSo) {
  const std::string path = write(texts(6));
  PageReader reader({path});
  std::vector<Page> pages = all_of(reader);
  for (Page& page : pages) page.place = {};
  PageIndex::begin(folder_, usual()).add(pages);
  EXPECT_THAT([&] { (void)rebuild(path); },
              testing::ThrowsMessage<Error>(
                  HasSubstr("none of its 6 pages can be found in files: they came from memory")));
  // If some pages have a place, the message names it.
  pages.push_back(Page{.id = "x", .bytes = words(60)});
  pages.back().place = {.file = "old.jsonl", .path = "/nowhere/old.jsonl"};
  PageIndex::open(folder_, usual()).add(pages);
  EXPECT_THAT([&] { (void)rebuild(path); },
              testing::ThrowsMessage<Error>(HasSubstr("stood in /nowhere/old.jsonl)")));
}

// If sketches leave a doubt, the old text decides, if it can be read again.
TEST_F(SourceUpdateTest, OldTextsAreReadAgainWhereverTheirPagesCameFrom) {
  const std::vector<std::string> old = texts(60);
  const std::string path = write(old);
  PageReader reader({path});
  const std::vector<Page> pages = all_of(reader);
  std::vector<Page> fresh;
  for (const std::string& text : old) fresh.push_back(Page{.bytes = text + words(8)});
  const auto texts_read = [&](bool with_places) {
    std::filesystem::remove_all(folder_);
    std::vector<Page> added = pages;
    for (Page& page : added) {
      if (!with_places) page.place = {};
    }
    PageIndex::begin(folder_, usual()).add(added);
    ListedPages source(fresh);
    const Summary summary = run(source);
    EXPECT_EQ(with_places ? summary.against->texts_missing : summary.against->texts_read, 0U);
    return summary.against->texts_read;
  };
  EXPECT_GT(texts_read(true), 10U);
  EXPECT_EQ(texts_read(false), 0U);
}

TEST_F(SourceUpdateTest, ARunThatIsStoppedStopsWaiting) {
  (void)PageIndex::begin(folder_, usual());
  const WriterLock lock(folder_);
  std::atomic<bool> stop = false;
  DedupOptions options = updating();
  options.against.wait = std::chrono::milliseconds::max();
  std::thread user([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  ListedPages source({});
  DedupSink nobody;
  try {
    (void)dedup(source, nobody, options, {.cancelled = &stop});
    ADD_FAILURE() << "another writer has the index";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  user.join();
}

TEST_F(SourceUpdateTest, WhatFailsBehindTheCommitSaysThatTheIndexHasThePages) {
  ListedPages source({Page{.bytes = words(60)}});
  std::optional<ErrorCode> code;
  try {
    bool is_committed = false;
    const StepHookScope hook([&](std::string_view step) {
      if (is_committed) throw Error{ErrorCode::io, "the disk is gone"};
      is_committed = step == "rename MANIFEST";
    });
    (void)run(source);
  } catch (const Error& error) {
    code = error.code();
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("run again")));
  }
  EXPECT_EQ(code, ErrorCode::committed);
  EXPECT_EQ(PageIndex::open(folder_, usual()).entries(), 1U);
}

}  // namespace
}  // namespace facsim
