// SPDX-License-Identifier: Apache-2.0
// A store saves what crawlers left out, and counts a repeated report once.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "facsim/seen/check_store.h"
#include "facsim/seen/seen_store_for_test.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"

namespace facsim {
namespace {

using for_test::code_of;

class SeenStoreUncrawledTest : public testing::Test {
 protected:
  SeenStoreUncrawledTest() { open(folder_); }

  void open(const std::string& folder) {
    store_.reset();
    store_.emplace(SeenStore::open(folder, {.durability = Durability::none}));
  }
  void tell(const std::string& place, std::uint64_t links, const std::string& key = {}) {
    const std::vector<Uncrawled> report = {{.place = place, .links = links}};
    store_->count_uncrawled(report, key);
  }
  [[nodiscard]] std::uint64_t links() const { return store_->uncrawled().all.links; }

  TempFolder temp_{testing::TempDir()};
  const std::string folder_ = temp_.path() + "/store";
  std::optional<SeenStore> store_;
};

TEST_F(SeenStoreUncrawledTest, IsThereAgainWhenItIsOpenedAndInABackup) {
  tell("a.example.org", 3);
  tell("a.example.org", 4);
  tell("b.example.org", 1);
  store_->count_uncrawled({});
  EXPECT_EQ(links(), 8U);
  store_->backup(temp_.path() + "/backup");
  store_.reset();
  EXPECT_EQ(check_store(folder_).faults, 0U);
  for (const char* folder : {"/store", "/backup"}) {
    open(temp_.path() + folder);
    EXPECT_EQ(links(), 8U);
    ASSERT_EQ(store_->uncrawled(1).top.size(), 1U);
    EXPECT_EQ(store_->uncrawled(1).top[0], (Uncrawled{.place = "a.example.org", .links = 7}));
  }
  tell("a.example.org", 1);
  EXPECT_EQ(links(), 9U);
}

TEST_F(SeenStoreUncrawledTest, CountsAReportThatIsToldAgainOnce) {
  tell("a", 3, "key");
  tell("a", 3, "key");
  open(folder_);
  tell("a", 3, "key");
  EXPECT_EQ(links(), 3U);
  tell("a", 3, "other key");
  EXPECT_EQ(links(), 6U);
  EXPECT_THROW(tell("a", 4, "key"), RetryKeyTaken);
  EXPECT_THROW(tell("b", 3, "key"), RetryKeyTaken);
  // The key is not valid for pages either, not even for an empty list.
  EXPECT_THROW((void)store_->check_and_add(std::span<const Page>(), {.retry_key = "key"}),
               RetryKeyTaken);
  (void)store_->check_and_add({.id = "a", .bytes = "some text"}, {.retry_key = "of a page"});
  EXPECT_THROW(tell("a", 3, "of a page"), RetryKeyTaken);
  EXPECT_EQ(links(), 6U);
}

TEST_F(SeenStoreUncrawledTest, RefusesWhatNoReportIs) {
  EXPECT_EQ(code_of([&] { tell("a", kUncrawledCountMax + 1); }), ErrorCode::invalid_argument);
  const std::vector<Uncrawled> report(kUncrawledReportMax + 1);
  EXPECT_EQ(code_of([&] { store_->count_uncrawled(report); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { tell("a", 1, std::string(kRetryKeyBytesMax + 1, 'k')); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(links(), 0U);
  tell("a", 1);  // the store still works
  EXPECT_EQ(links(), 1U);
}

TEST_F(SeenStoreUncrawledTest, StaysWhenPagesGoAndCrawlsAreCancelled) {
  (void)store_->check_and_add({.id = "a", .bytes = "some text"}, {.crawl = "may"});
  tell("a", 2);
  store_->cancel_crawl("may");
  EXPECT_EQ(links(), 2U);
}

TEST_F(SeenStoreUncrawledTest, CountsFromManyThreads) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) tell(i % 2 == 0 ? "a" : "b", 1);
      // All reports with one key count once.
      for (int i = 0; i < 50; ++i) tell("c", 1, "key" + std::to_string(i));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(links(), 250U);
}

TEST_F(SeenStoreUncrawledTest, SaysWhatIsDamaged) {
  store_.reset();
  {
    RowStore rows = RowStore::open(rows_folder(folder_));
    RowChange change;
    change.keys.push_back({uncrawled_key("a"), "short"});
    rows.wait(rows.submit(std::move(change)));
  }
  EXPECT_EQ(check_store(folder_).faults, 1U);
  EXPECT_EQ(code_of([&] { open(folder_); }), ErrorCode::damaged);
}

}  // namespace
}  // namespace facsim
