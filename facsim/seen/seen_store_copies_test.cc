// SPDX-License-Identifier: Apache-2.0
// The times when pages were last met, and the copies that can stand for a lost page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/known/page_index_for_test.h"
#include "facsim/seen.h"
#include "facsim/seen/check_store.h"

namespace facsim {
namespace {

using for_test::code_of;
using for_test::some_words;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kDay = 86'400'000;

Page named_page(const std::string& name, const std::string& text) {
  return {.id = name, .url = "https://" + name + ".example.org/x", .bytes = text};
}

class SeenStoreCopiesTest : public testing::Test {
 protected:
  SeenStoreCopiesTest() { open(); }

  void open() {
    store_.reset();
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [this] { return now_.load(); };
    store_.emplace(SeenStore::open(folder_, options));
  }
  // `day` counts from the first one, 0.
  SeenAnswer add(const Page& page, std::int64_t day, const std::string& crawl = {}) {
    now_ = kDay * (1000 + day);
    return store_->check_and_add(page, {.crawl = crawl});
  }
  // In days, as above.
  [[nodiscard]] std::int64_t last_seen(const std::string& name) const {
    return store_->find(name).back().last_seen_ms / kDay - 1000;
  }
  [[nodiscard]] std::vector<std::string> copies(const std::string& name,
                                                std::uint64_t limit = 100) const {
    std::vector<std::string> ids;
    for (const SeenCopy& copy : store_->copies(name, limit).copies) ids.push_back(copy.page.id);
    return ids;
  }
  [[nodiscard]] std::string text() { return some_words(draw_, 100); }

  for_test::Folder parent_;
  const std::string folder_ = parent_.file("store");
  std::atomic<std::int64_t> now_ = 0;
  std::mt19937_64 draw_{1};
  std::optional<SeenStore> store_;
};

TEST_F(SeenStoreCopiesTest, APageThatIsMetAgainIsSeenLastThen) {
  const Page page = named_page("a", text());
  (void)add(page, 0);
  EXPECT_EQ(last_seen("a"), 0);
  for (const std::int64_t day : {3, 4, 9}) {
    EXPECT_FALSE(add(page, day).added);
    EXPECT_EQ(last_seen("a"), day);
    if (day == 4) store_->seal();
    open();
    EXPECT_EQ(last_seen("a"), day);
    EXPECT_EQ(store_->find("a").front().first_seen_ms, kDay * 1000);
  }
  (void)store_->check(page);
  now_ = kDay * 1100;
  (void)store_->check(page);
  EXPECT_EQ(last_seen("a"), 9);  // a query alone changes nothing
}

TEST_F(SeenStoreCopiesTest, ItIsNotedOnceADay) {
  const Page page = named_page("a", text());
  (void)add(page, 0);
  (void)add(page, 2);
  const std::int64_t noted = store_->find("a").front().last_seen_ms;
  now_ += kDay - 1;
  (void)store_->check_and_add(page);
  EXPECT_EQ(store_->find("a").front().last_seen_ms, noted);
  now_ += 1;
  (void)store_->check_and_add(page);
  EXPECT_EQ(store_->find("a").front().last_seen_ms, noted + kDay);
  (void)add(page, 1);  // the clock was set back
  EXPECT_EQ(store_->find("a").front().last_seen_ms, noted + kDay);
}

TEST_F(SeenStoreCopiesTest, AMemberThatIsJudgedAgainKeepsWhenItWasMet) {
  const std::string words = text();
  for (const auto* name : {"a", "b", "c"}) (void)add(named_page(name, words), 0);
  (void)add(named_page("b", words), 5);
  (void)store_->erase(std::vector<std::string>{"a"});
  EXPECT_EQ(last_seen("b"), 5);
  EXPECT_EQ(last_seen("c"), 0);
  (void)add(named_page("c", words), 7);
  (void)store_->erase(std::vector<std::string>{"b"});
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) open();
    EXPECT_EQ(last_seen("c"), 7);
  }
}

TEST_F(SeenStoreCopiesTest, WhatIsErasedOrReplacedLeavesNoTime) {
  const std::string words = text();
  for (const auto* name : {"a", "b"}) (void)add(named_page(name, words), 0);
  for (const auto* name : {"a", "b"}) (void)add(named_page(name, words), 2);
  (void)store_->erase(std::vector<std::string>{"a"});
  (void)add(named_page("b", text()), 4);
  EXPECT_EQ(last_seen("b"), 4);
  EXPECT_EQ(store_->find("b").front().first_seen_ms / kDay, 1004);
  store_.reset();
  std::vector<std::string> faults;
  (void)check_store(folder_,
                    {.tell = [&](const Sentence& fault) { faults.push_back(fault.plain()); }});
  EXPECT_THAT(faults, IsEmpty());
}

// Page A is copied on host B and lost: a user who knows A's URL finds B, also met by a later crawl.
TEST_F(SeenStoreCopiesTest, ALostPageIsReplaced) {
  const std::string words = text();
  (void)add(named_page("a", words), 0, "monday");
  (void)add(named_page("old", words), 0, "monday");
  (void)add(named_page("b", words + " and more"), 1, "monday");
  (void)add(named_page("other", text()), 1, "monday");
  store_->commit_crawl("monday");
  const std::string lost = named_page("a", {}).url;
  for (const auto* name : {"a", "b"}) {
    (void)add(named_page(name, name == std::string("a") ? words : words + " and more"), 20,
              "tuesday");
  }
  store_->commit_crawl("tuesday");
  EXPECT_THAT(copies(lost), ElementsAre("old", "b"));  // both met within 30 days: exact first
  (void)add(named_page("b", words + " and more"), 60, "wednesday");
  store_->commit_crawl("wednesday");
  store_->seal();
  open();
  const SeenCopies found = store_->copies(lost);
  EXPECT_EQ(found.page.id, "a");
  EXPECT_EQ(found.page.last_seen_ms / kDay, 1020);
  EXPECT_FALSE(found.truncated);
  ASSERT_THAT(copies(lost), ElementsAre("b", "old"));  // the other was not met for 60 days
  const SeenCopy& best = found.copies.front();
  EXPECT_EQ(best.match->kind, Kind::content);
  EXPECT_GT(best.match->resemblance, 0.9);
  EXPECT_EQ(best.page.last_seen_ms / kDay, 1060);
  EXPECT_EQ(best.page.first_seen_ms / kDay, 1001);
  EXPECT_EQ(found.copies.back().match->kind, Kind::exact);
  (void)store_->erase(std::vector<std::string>{lost});
  EXPECT_EQ(code_of([&] { (void)copies(lost); }), ErrorCode::not_found);
  EXPECT_THAT(copies("old"), ElementsAre("b"));
  EXPECT_EQ(last_seen("b"), 60);
}

TEST_F(SeenStoreCopiesTest, CopiesOfAnOpenCrawlAreNotShown) {
  const std::string words = text();
  (void)add(named_page("a", words), 0);
  (void)add(named_page("b", words), 1, "monday");
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) open();
    EXPECT_THAT(copies("a"), IsEmpty());
    EXPECT_EQ(code_of([&] { (void)copies("b"); }), ErrorCode::not_found);
  }
  store_->commit_crawl("monday");
  EXPECT_THAT(copies("a"), ElementsAre("b"));
  EXPECT_THAT(copies("b"), ElementsAre("a"));
  // Meeting existing pages again is noted even if the crawl is cancelled.
  (void)add(named_page("a", words), 3, "tuesday");
  (void)add(named_page("c", words), 3, "tuesday");
  store_->cancel_crawl("tuesday");
  EXPECT_THAT(copies("a"), ElementsAre("b"));
  EXPECT_EQ(last_seen("a"), 3);
}

TEST_F(SeenStoreCopiesTest, AtMostSoManyAndNoneOfItsOwnUrl) {
  store_.reset();
  SeenStoreOptions options;
  options.keep_history = true;
  options.clock = [this] { return ++now_; };
  store_.emplace(SeenStore::open(parent_.file("history"), options));
  const std::string words = text();
  for (int i = 0; i < 6; ++i) {
    (void)store_->check_and_add(named_page("p" + std::to_string(i), words));
  }
  EXPECT_THAT(copies("p2", 2), ElementsAre("p5", "p4"));
  EXPECT_TRUE(store_->copies("p2", 2).truncated);
  EXPECT_FALSE(store_->copies("p2", 5).truncated);
  Page alias = named_page("p2", words);
  alias.id = "alias";
  (void)store_->check_and_add(alias);  // has the URL that is looked up
  EXPECT_EQ(copies("p2").size(), 5U);
}

TEST_F(SeenStoreCopiesTest, ADumpHasBytesAndCountsCopies) {
  const std::string words = text();
  for (const auto* name : {"a", "b", "c"}) (void)add(named_page(name, words), 0);
  (void)add(named_page("open", words), 0, "monday");
  (void)add(named_page("alone", text()), 0);
  std::vector<std::uint64_t> counts;
  store_->dump([&](const SeenRow& row) {
    counts.push_back(row.copies);
    EXPECT_TRUE(row.page.bytes.has_value());
    EXPECT_EQ(row.host, row.page.id + ".example.org");
    EXPECT_TRUE(row.fingerprint.has_value());
    return true;
  });
  EXPECT_THAT(counts, ElementsAre(2, 2, 2, 0));
}

}  // namespace
}  // namespace facsim
