// SPDX-License-Identifier: Apache-2.0
// An index of pages held open while others write it: what readers see, and who waits for whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/known/page_index_for_test.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(PageIndexTest, AReaderSeesWhatWasCommittedOnceItRefreshes) {
  std::mt19937_64 draw(6);
  const Page page{.id = "a", .bytes = some_words(draw, 60)};
  PageIndex writer = begin();
  writer.add({&page, 1});
  PageIndex reader = open();
  EXPECT_FALSE(reader.refresh());
  writer.add({&page, 1});
  EXPECT_THAT(reader.ask(page), SizeIs(1));
  EXPECT_TRUE(reader.refresh());
  EXPECT_THAT(reader.ask(page), SizeIs(2));
  EXPECT_FALSE(reader.refresh());
  EXPECT_EQ(reader.generation(), writer.generation());
  writer.erase(std::vector<std::string>{"a"});
  EXPECT_THAT(reader.ask(page), SizeIs(2));
  EXPECT_TRUE(reader.refresh());
  EXPECT_THAT(reader.ask(page), IsEmpty());
}

// Opening is expensive: only new segments are opened, and of deletions only their list.
TEST_F(PageIndexTest, WhatDidNotChangeIsNotOpenedAgain) {
  const std::vector<Page> pages = family_pages(900, 3);
  PageIndex writer = begin();
  writer.add(pages);
  PageIndex reader = open();
  const auto opened_by_refresh = [&reader] {
    std::vector<std::string> opened;
    const StepHookScope hook([&opened](std::string_view step) {
      if (step.starts_with("open ")) opened.emplace_back(step.substr(5));
    });
    (void)reader.refresh();
    return opened;
  };
  EXPECT_THAT(opened_by_refresh(), IsEmpty());
  writer.add(some(pages, 0, 2));
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000002.seg"));
  writer.erase(std::vector<std::string>{"p700"});
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000001-4.del"));
  writer.add(some(pages, 2, 1));
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000003.seg"));
  EXPECT_THAT(opened_by_refresh(), IsEmpty());
}

// The promise about threads: every answer is of one state, and states never go back.
TEST_F(PageIndexTest, ThreadsAskWhileTheIndexGrowsShrinksAndIsCompacted) {
  std::mt19937_64 draw(7);
  const Page page{.id = "a", .bytes = some_words(draw, 60)};
  constexpr std::size_t kAtOnce = 5;
  const std::vector<Page> batch(kAtOnce, page);
  PageIndex writer = begin();
  PageIndex reader = open();
  std::atomic<bool> is_over = false;
  std::atomic<std::size_t> answers = 0;
  std::vector<std::thread> threads;
  for (PageIndex* const index : {&writer, &reader}) {
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&, index] {
        std::size_t before = 0;
        while (!is_over) {
          const std::size_t seen = index->ask(page).size();
          EXPECT_EQ(seen % kAtOnce, 0U);
          EXPECT_GE(seen, before);
          before = seen;
          ++answers;
        }
      });
    }
  }
  threads.emplace_back([&] {
    while (!is_over) {
      (void)reader.refresh();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::size_t added = 0;
  // Two writers of one index, in turns and at once.
  for (int round = 0; round < 12; ++round) {
    std::thread other([&] { EXPECT_EQ(reader.add(batch), kAtOnce); });
    EXPECT_EQ(writer.add(batch), kAtOnce);
    other.join();
    added += 2 * kAtOnce;
    if (round % 4 == 3) writer.compact();
  }
  while (answers < 50) std::this_thread::yield();
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  (void)writer.refresh();
  EXPECT_THAT(writer.ask(page), SizeIs(added));
  EXPECT_EQ(open().entries(), added);
}

TEST_F(PageIndexTest, AWriterWaitsForAnotherAsLongAsItIsTold) {
  const std::vector<Page> pages = family_pages(3, 12);
  (void)begin();
  std::vector<std::string> told;
  PageIndexOptions options = usual_options();
  options.on_wait = [&told](const std::string& sentence) { told.push_back(sentence); };
  options.wait = std::chrono::milliseconds(0);
  PageIndex hasty = open(options);
  options.wait = std::chrono::seconds(60);
  PageIndex patient = open(options);
  std::optional<WriterLock> lock(std::in_place, folder_, WriterLockOptions{.command = "the other"});
  EXPECT_EQ(code_of([&] { hasty.add(pages); }), ErrorCode::busy);
  EXPECT_THAT(told, IsEmpty());
  std::thread other([&lock] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1300));
    lock.reset();
  });
  EXPECT_EQ(patient.add(pages), 3U);
  other.join();
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told[0], HasSubstr("waiting up to 60 s for process "));
  EXPECT_THAT(told[0], HasSubstr("(the other)"));
}

}  // namespace
}  // namespace facsim
