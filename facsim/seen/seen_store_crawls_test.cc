// SPDX-License-Identifier: Apache-2.0
// The visibility of pages of an open crawl, also checked against the slow twin.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <random>

#include "facsim/seen/seen_store_for_test.h"

namespace facsim {
namespace {

using for_test::code_of;
using for_test::family_pages;
using for_test::LinearStore;
using for_test::page_of;
using for_test::plain;
using for_test::PlainAnswer;
using for_test::some_words;

class SeenStoreCrawlsTest : public testing::Test {
 protected:
  SeenStoreCrawlsTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/store") { open(); }

  void open() {
    store_.reset();
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [this] { return now_.load(); };
    store_.emplace(SeenStore::open(folder_, options));
  }
  [[nodiscard]] std::string text() { return some_words(draw_, 100); }
  [[nodiscard]] std::string seen(const Page& page, const std::string& crawl = {}) {
    return std::string(name_of(store_->check(page, {.crawl = crawl}).seen));
  }
  SeenAnswer add(const Page& page, const std::string& crawl = {}) {
    ++now_;
    return store_->check_and_add(page, {.crawl = crawl});
  }

  TempFolder temp_;
  std::string folder_;
  std::atomic<std::int64_t> now_ = 0;
  std::mt19937_64 draw_{1};
  std::optional<SeenStore> store_;
};

TEST_F(SeenStoreCrawlsTest, APageIsSeenByItsCrawlUntilItIsCommitted) {
  const std::string words = text();
  EXPECT_EQ(add(page_of("a", words), "may").seen, SeenVerdict::no);
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) {
      store_->seal();
      open();
    }
    EXPECT_EQ(seen(page_of("x", words)), "no");
    EXPECT_EQ(seen(page_of("x", words), "june"), "no");
    EXPECT_EQ(seen(page_of("x", words), "may"), "yes");
    EXPECT_TRUE(store_->find("a").empty());
  }
  store_->commit_crawl("may");
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) open();
    EXPECT_EQ(seen(page_of("x", words)), "yes");
    ASSERT_EQ(store_->find("a").size(), 1U);
    EXPECT_EQ(store_->find("a").front().crawl, "may");
    ASSERT_EQ(store_->crawls().size(), 1U);
    EXPECT_FALSE(store_->crawls().front().is_open);
  }
  EXPECT_EQ(code_of([&] { store_->commit_crawl("may"); }), ErrorCode::not_found);
}

TEST_F(SeenStoreCrawlsTest, ACancelledCrawlLeavesNoTrace) {
  const std::string words = text();
  const std::string other = text();
  const std::uint64_t first = add(page_of("a", words, "http://example.org/a")).number;
  EXPECT_EQ(add(page_of("b", words), "may").cluster->size, 2U);
  EXPECT_EQ(add(page_of("", text(), "http://example.org/a"), "may").seen, SeenVerdict::no);
  EXPECT_EQ(add(page_of("c", other), "may").seen, SeenVerdict::no);
  EXPECT_EQ(store_->check(page_of("x", words)).cluster->size, 1U);
  store_->cancel_crawl("may");
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) open();
    EXPECT_TRUE(store_->crawls().empty());
    EXPECT_EQ(store_->cluster(first).size(), 1U);
    EXPECT_EQ(store_->check(page_of("x", words)).cluster->size, 1U);
    EXPECT_EQ(seen(page_of("x", other)), "no");
    EXPECT_EQ(seen(page_of("x", other), "may"), "no");
    EXPECT_EQ(store_->find("http://example.org/a").size(), 1U);
  }
  std::uint64_t pages = 0;
  store_->visit([&](const SeenPage&) { return ++pages > 0; });
  EXPECT_EQ(pages, 1U);
}

TEST_F(SeenStoreCrawlsTest, WhatACrawlReplacesIsThereForOthersUntilThen) {
  const std::string old_text = text();
  const std::string new_text = text();
  const std::string url = "http://example.org/news";
  (void)add(page_of("a", old_text, url));
  (void)add(page_of("copy", old_text));
  store_->seal();
  EXPECT_EQ(add(page_of("b", new_text, url), "may").seen, SeenVerdict::no);
  for (const bool is_reopened : {false, true}) {
    if (is_reopened) open();
    EXPECT_EQ(seen(page_of("x", old_text)), "yes");
    EXPECT_EQ(seen(page_of("x", new_text)), "no");
    EXPECT_EQ(seen(page_of("x", new_text), "may"), "yes");
  }
  store_->commit_crawl("may");
  EXPECT_EQ(seen(page_of("x", new_text)), "yes");
  const SeenAnswer answer = store_->check(page_of("x", old_text));
  EXPECT_EQ(answer.page->id, "copy");  // a representative now
  EXPECT_EQ(answer.cluster->size, 1U);
  ASSERT_EQ(store_->find(url).size(), 1U);
  EXPECT_EQ(store_->find(url).front().id, "b");
}

TEST_F(SeenStoreCrawlsTest, ACopyThatWasReplacedGoesThoughItsRepresentativeWentBefore) {
  const std::string words = text();
  (void)add(page_of("a", words));
  (void)add(page_of("b", words));
  (void)add(page_of("b", text()), "may");
  EXPECT_EQ(store_->erase(std::vector<std::string>{"a"}).pages, 1U);
  EXPECT_EQ(seen(page_of("x", words), "may"), "no");
  EXPECT_EQ(seen(page_of("x", words)), "yes");
  store_->commit_crawl("may");
  EXPECT_EQ(seen(page_of("x", words)), "no");
  EXPECT_EQ(store_->find("b").size(), 1U);
}

TEST_F(SeenStoreCrawlsTest, CrawlsOfOneNameComeOneAfterTheOther) {
  (void)add(page_of("a", text()), "daily");
  store_->commit_crawl("daily");
  (void)add(page_of("b", text()), "daily");
  ASSERT_EQ(store_->crawls().size(), 2U);
  EXPECT_EQ(store_->crawls().back().pages, 1U);
  store_->cancel_crawl("daily");
  EXPECT_EQ(store_->find("a").size(), 1U);
  EXPECT_TRUE(store_->find("b").empty());
}

TEST_F(SeenStoreCrawlsTest, ThereAreNoMoreThanAThousandOpenOnes) {
  const std::string words = text();
  for (int i = 0; i < 1000; ++i) {
    (void)add(page_of(std::to_string(i), words), "crawl " + std::to_string(i));
  }
  EXPECT_EQ(code_of([&] { (void)add(page_of("x", words), "one more"); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(seen(page_of("x", words)), "no");
  EXPECT_EQ(add(page_of("x", words)).seen, SeenVerdict::no);  // the store still works
}

// Random operations in three crawls and outside of them.
TEST_F(SeenStoreCrawlsTest, SaysWhatEveryPageAgainstEveryOtherSays) {
  const std::array<std::string, 4> crawls = {"", "", "may", "june"};
  const char* const wish = std::getenv("FACSIM_SEEDS");
  const std::uint64_t seeds = wish == nullptr ? 8 : std::strtoull(wish, nullptr, 10);
  for (std::uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    store_.reset();
    std::filesystem::remove_all(folder_);
    open();
    draw_.seed(seed);
    LinearStore twin(profile_named("balanced"), 3);
    std::set<std::string> open_ones;
    const auto alike = [&](const SeenAnswer& answer, PlainAnswer truth) {
      PlainAnswer said = plain(*store_, answer);
      said.cluster = truth.cluster = 0;  // cluster() shows only what is visible outside crawls
      EXPECT_EQ(said, truth);
    };
    const std::size_t steps = 400;
    for (Page& page : family_pages(steps, seed)) {
      page.id = draw_() % 3 == 0 ? "" : "p" + std::to_string(draw_() % (steps / 8));
      if (draw_() % 3 == 0) page.url.clear();
      const std::string& crawl = crawls[draw_() % crawls.size()];
      const std::uint64_t what = draw_() % 60;
      if (what < 10) {
        const std::string seer = open_ones.contains(crawl) ? crawl : std::string();
        alike(store_->check(page, {.crawl = crawl}), twin.check(page, seer));
      } else if (what < 52) {
        const SeenAnswer answer = add(page, crawl);
        if (!crawl.empty()) open_ones.insert(crawl);
        alike(answer, twin.add(page, now_, crawl));
      } else if (what < 54) {
        const std::string& name = page.id;
        const std::size_t truth = name.empty() ? 0 : twin.erase(name);
        EXPECT_EQ(store_->erase(std::vector<std::string>{name}).pages, truth);
      } else if (what < 56) {
        store_->seal();
      } else if (what < 58) {
        open();
      } else if (open_ones.erase(crawl) != 0) {
        what == 58 ? store_->commit_crawl(crawl) : store_->cancel_crawl(crawl);
        what == 58 ? twin.commit(crawl) : twin.cancel(crawl);
      }
      if (HasFailure()) break;
    }
  }
}

}  // namespace
}  // namespace facsim
