// SPDX-License-Identifier: Apache-2.0
// Ways to query a store: again with the same key, with facts, for explanations; and the settings
// that it remembers.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <random>
#include <thread>

#include "facsim/seen/facts_bytes.h"
#include "facsim/seen/seen_store_for_test.h"
#include "facsim/store/answer_bytes.h"

namespace facsim {
namespace {

using for_test::code_of;
using for_test::page_of;
using for_test::some_words;

class SeenStoreAsksTest : public testing::Test {
 protected:
  SeenStoreAsksTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/store") {}

  [[nodiscard]] SeenStoreOptions options() {
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [this] { return ++now_; };
    return options;
  }
  [[nodiscard]] SeenStore open() { return SeenStore::open(folder_, options()); }
  [[nodiscard]] std::string text() { return some_words(draw_, 100); }

  TempFolder temp_;
  std::string folder_;
  std::atomic<std::int64_t> now_ = 0;  // the store's threads read it too
  std::mt19937_64 draw_{1};
};

TEST_F(SeenStoreAsksTest, WhoAsksAgainWithTheKeyGetsTheFirstAnswer) {
  const std::string words = text();
  const std::vector<Page> pages = {page_of("a", words), page_of("b", words + " more"),
                                   page_of("c", "short")};
  std::vector<std::string> first;
  std::optional<SeenStore> store = open();
  const auto said = [&] {
    return encode_answers(
        {.answers = store->check_and_add(pages, {.crawl = "may", .retry_key = "k1"})});
  };
  const std::string answers = said();
  EXPECT_EQ(said(), answers);
  store->seal();
  EXPECT_EQ(said(), answers);
  store.reset();
  store.emplace(open());
  EXPECT_EQ(said(), answers);
  store->commit_crawl("may");
  EXPECT_EQ(store->erase(std::vector<std::string>{"a"}).pages, 1U);
  EXPECT_EQ(said(), answers);  // even after the pages are erased
  ASSERT_EQ(store->find("b").size(), 1U);
  EXPECT_EQ(store->cluster(store->find("b").front().number).size(), 1U);
  // Without the key it is a new request.
  EXPECT_EQ(store->check_and_add(pages[0]).seen, SeenVerdict::yes);
}

TEST_F(SeenStoreAsksTest, AKeyBelongsToItsPages) {
  SeenStore store = open();
  const Page page = page_of("a", text());
  (void)store.check_and_add(page, {.retry_key = "k"});
  const auto refused = [&](const Page& other, const SeenAsk& how) {
    EXPECT_EQ(code_of([&] { (void)store.check_and_add(other, how); }), ErrorCode::invalid_argument);
  };
  refused(page_of("a", text()), {.retry_key = "k"});
  refused(page_of("b", page.bytes), {.retry_key = "k"});
  refused(page, {.crawl = "may", .retry_key = "k"});
  refused(page, {.retry_key = std::string(256, 'k')});
  refused(page, {.crawl = std::string(256, 'c')});
  EXPECT_FALSE(store.check_and_add(page).added);  // the store still works
}

// Details of the newest pages come from memory, those of others are read from the rows.
TEST_F(SeenStoreAsksTest, WhatAnAnswerSaysOfAPageDependsNotOnWhereThatIs) {
  SeenStore store = open();
  const std::string words = text();
  const std::vector<Page> pages = {
      page_of("a", words, "http://a.example/"), page_of("b", words + " more"),
      page_of("", words + " yet more", "http://c.example/"), page_of("", text())};
  const SeenAnswer first = store.check_and_add(pages[0]);
  EXPECT_EQ(first.cluster->id, "a");
  EXPECT_EQ(store.check_and_add(pages[1], {.crawl = "may"}).cluster->id, "a");
  store.commit_crawl("may");
  (void)store.check_and_add(pages[2]);
  EXPECT_EQ(store.check_and_add(pages[3]).cluster->id, "#4");
  const auto said = [&] {
    KeptAnswers answers;
    for (const Page& page : pages) answers.answers.push_back(store.check(page));
    answers.answers.push_back(store.check(page_of("new", words, "http://d.example/")));
    return answers;
  };
  const KeptAnswers from_memory = said();
  EXPECT_EQ(from_memory.answers[1].page->crawl, "may");
  EXPECT_EQ(from_memory.answers[2].page->url, "http://c.example/");
  EXPECT_EQ(from_memory.answers[4].page->id, "a");
  store.seal();
  EXPECT_EQ(encode_answers(said()), encode_answers(from_memory));
  // Copies in memory of a page that is not in memory, and of one that is erased.
  const Page later = page_of("z", words, "http://z.example/");
  EXPECT_EQ(store.check_and_add(later).cluster->id, "a");
  EXPECT_EQ(store.check(later).cluster->id, "a");
  EXPECT_EQ(store.check(later).page->url, "http://z.example/");
}

TEST_F(SeenStoreAsksTest, KeysAreForgottenAfterADay) {
  SeenStore store = open();
  const Page page = page_of("a", text());
  const auto first = store.check_and_add(page, {.retry_key = "k"});
  now_ += std::int64_t{25} * 60 * 60 * 1000;
  (void)store.check_and_add(page_of("b", text()));
  store.seal();
  // Old answers are removed after a segment is written, in the thread that wrote it.
  for (int i = 0; i < 500 && store.check_and_add(page, {.retry_key = "k"}).added; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(first.added);
  EXPECT_FALSE(store.check_and_add(page, {.retry_key = "k"}).added);
}

TEST_F(SeenStoreAsksTest, FactsSayWhatThePageSays) {
  SeenStore by_pages = open();
  SeenStore by_facts = SeenStore::open(folder_ + "2", options());
  std::vector<Page> pages = for_test::family_pages(300, 5);
  pages.push_back(page_of("short", "not found"));
  pages.push_back(page_of("empty", " "));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::vector<std::string> facts = {by_pages.facts(pages[i])};
    const auto same = [&](const SeenAnswer& a, const SeenAnswer& b) {
      EXPECT_EQ(a.seen, b.seen);
      EXPECT_EQ(a.added, b.added);
      EXPECT_EQ(a.number, b.number);
      EXPECT_EQ(a.page ? a.page->number : 0, b.page ? b.page->number : 0);
      EXPECT_EQ(a.match ? a.match->resemblance : 0, b.match ? b.match->resemblance : 0);
    };
    same(by_facts.check_facts(facts).front(), by_pages.check(pages[i]));
    same(by_facts.check_and_add_facts(facts).front(), by_pages.check_and_add(pages[i]));
  }
}

TEST_F(SeenStoreAsksTest, ForeignFactsAreRefused) {
  SeenStore store = open();
  const std::string good = store.facts(page_of("a", text(), "http://example.org/a"));
  const auto refused = [&](const std::string& facts) {
    return code_of([&] { (void)store.check_facts(std::vector<std::string>{facts}); }) ==
           ErrorCode::invalid_argument;
  };
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_TRUE(refused(good.substr(0, size)));
  EXPECT_TRUE(refused(good + "x"));
  // A changed byte may change the facts, but must do nothing worse.
  std::size_t taken = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string other = good;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      taken += refused(other) ? 0 : 1;
    }
  }
  EXPECT_GT(taken, 100U);
  SeenStoreOptions words = options();
  words.judge = ready_profile("balanced", "words");
  SeenStore another = SeenStore::open(folder_ + "2", words);
  EXPECT_TRUE(refused(another.facts(page_of("a", text()))));
  StoredPage page;
  page.facts.has_fingerprint = true;
  EXPECT_TRUE(refused(encode_facts(page, ready_profile().profile.recipe.id())));
  EXPECT_EQ(store.check_and_add_facts(std::vector<std::string>{good}).front().seen,
            SeenVerdict::no);
}

TEST_F(SeenStoreAsksTest, BadFactsOfABatchRefuseThemselvesAlone) {
  SeenStore store = open();
  SeenStore::Facts facts(store);
  facts.add(store.facts(page_of("a", text())));
  EXPECT_EQ(code_of([&] { facts.add("none"); }), ErrorCode::invalid_argument);
  facts.add(store.facts(page_of("b", text())));
  EXPECT_EQ(facts.size(), 2U);
  EXPECT_EQ(store.check_and_add_facts(std::move(facts)).size(), 2U);
  EXPECT_EQ(store.find("b").size(), 1U);
  SeenStoreOptions words = options();
  words.judge = ready_profile("balanced", "words");
  const SeenStore another = SeenStore::open(folder_ + "2", words);
  SeenStore::Facts foreign(another);
  foreign.add(another.facts(page_of("c", text())));
  EXPECT_EQ(code_of([&] { (void)store.check_facts(std::move(foreign)); }),
            ErrorCode::invalid_argument);
}

TEST_F(SeenStoreAsksTest, AnExplanationNamesEveryPageThatWasLookedAt) {
  SeenStore store = open();
  const std::string words = some_words(draw_, 400);
  (void)store.check_and_add(page_of("near", words + " one two three four five six seven"));
  (void)store.check_and_add(
      page_of("half", words.substr(0, words.size() / 2) + some_words(draw_, 200)));
  for (const bool is_sealed : {false, true}) {
    if (is_sealed) store.seal();
    const SeenAnswer answer = store.check(page_of("x", words), {.explain = true});
    ASSERT_EQ(answer.seen, SeenVerdict::yes);
    ASSERT_FALSE(answer.candidates.empty());
    EXPECT_EQ(answer.candidates.front().page.id, "near");
    EXPECT_EQ(answer.candidates.front().refused, "");
    EXPECT_GE(answer.candidates.front().distance, 0);
    for (std::size_t i = 1; i < answer.candidates.size(); ++i) {
      EXPECT_EQ(answer.candidates[i].page.id, "half");
      EXPECT_EQ(answer.candidates[i].refused, "shares only a part");
    }
    EXPECT_TRUE(store.check(page_of("x", words)).candidates.empty());
  }
}

TEST_F(SeenStoreAsksTest, TheActionFollowsThePolicy) {
  SeenStoreOptions with_policy = options();
  with_policy.policy = SeenPolicy{.exact = SeenAction::skip_links, .follow_first = 1};
  std::optional<SeenStore> store = SeenStore::open(folder_, with_policy);
  const std::string words = some_words(draw_, 400);
  EXPECT_EQ(store->check_and_add(page_of("a", words)).action, SeenAction::store);
  EXPECT_EQ(store->check_and_add(page_of("b", words + " one")).action, SeenAction::store);
  EXPECT_EQ(store->check_and_add(page_of("c", words + " two")).action, SeenAction::skip_links);
  EXPECT_EQ(store->check_and_add(page_of("d", words)).action, SeenAction::skip_links);
  store.reset();
  store.emplace(open());
  EXPECT_EQ(store->settings().policy, *with_policy.policy);
  store.reset();
  SeenStoreOptions other = options();
  other.policy = SeenPolicy{};
  store.emplace(SeenStore::open(folder_, other));
  EXPECT_EQ(store->check(page_of("e", words)).action, SeenAction::skip);
  const SeenPolicy last{.exact = SeenAction::store, .content = SeenAction::skip};
  store->set_policy(last);
  EXPECT_EQ(store->check(page_of("e", words)).action, SeenAction::store);
  EXPECT_EQ(store->check(page_of("e", words + " three")).action, SeenAction::skip);
  EXPECT_EQ(store->settings().policy, last);
  store.reset();
  store.emplace(open());
  EXPECT_EQ(store->settings().policy, last);
}

TEST_F(SeenStoreAsksTest, AStoreKnowsHowItWasMade) {
  SeenStoreOptions made = options();
  made.judge = ready_profile("strict");
  made.max_distance = 5;
  made.keep_history = true;
  made.seen_kinds = Kinds{Kind::exact, Kind::content, Kind::partial};
  {
    (void)SeenStore::open(folder_, made);
  }
  {
    const SeenStore store = open();
    EXPECT_EQ(store.settings().profile, "strict");
    EXPECT_EQ(store.settings().recipe_id, hex(made.judge->profile.recipe.id()));
    EXPECT_EQ(store.settings().max_distance, 5);
    EXPECT_TRUE(store.settings().keep_history);
    EXPECT_TRUE(store.settings().seen_kinds.has(Kind::partial));
    EXPECT_FALSE(store.settings().seen_kinds.has(Kind::layout));
  }
  const auto refused = [&](const auto& change) {
    SeenStoreOptions other = options();
    change(other);
    EXPECT_EQ(code_of([&] { (void)SeenStore::open(folder_, other); }), ErrorCode::invalid_argument);
  };
  refused([](SeenStoreOptions& other) { other.keep_history = false; });
  refused([](SeenStoreOptions& other) { other.judge = ready_profile("compact"); });
  refused([](SeenStoreOptions& other) { other.max_distance = 3; });
  refused([](SeenStoreOptions& other) { other.seen_kinds = Kinds{Kind::exact}; });
  refused([](SeenStoreOptions& other) { other.judge = ready_profile("balanced", "words"); });
}

TEST_F(SeenStoreAsksTest, PagesAreErasedByHostCrawlAndTime) {
  SeenStore store = open();
  const std::string words = text();
  for (int i = 0; i < 600; ++i) {  // more than are erased at a time
    const std::string host = i % 2 == 0 ? "http://one.example.org/" : "http://two.example.org/";
    (void)store.check_and_add(page_of("", words, host + std::to_string(i)));
  }
  const std::int64_t noon = now_;
  (void)store.check_and_add(page_of("late", text(), "http://one.example.org/late"));
  (void)store.check_and_add(page_of("own", text(), "http://one.example.org/own"), {.crawl = "may"});
  EXPECT_EQ(store.erase(SeenFilter{.host = "one.example.org", .before_ms = noon + 1}), 300U);
  const SeenAnswer answer = store.check(page_of("x", words));
  EXPECT_EQ(answer.cluster->size, 300U);
  EXPECT_EQ(answer.page->url, "http://two.example.org/1");
  EXPECT_EQ(store.erase(SeenFilter{.crawl = "may"}), 1U);
  EXPECT_EQ(store.erase(SeenFilter{.host = "one.example.org"}), 1U);
  EXPECT_EQ(store.erase(SeenFilter{.before_ms = noon + 1}), 300U);
  EXPECT_EQ(store.check(page_of("x", words)).seen, SeenVerdict::no);
  EXPECT_EQ(code_of([&] { (void)store.erase(SeenFilter{}); }), ErrorCode::invalid_argument);
}

TEST_F(SeenStoreAsksTest, ADryRunCountsWhatWouldBeErased) {
  SeenStore store = open();
  for (int i = 0; i < 300; ++i) {
    const std::string name = std::to_string(i);
    (void)store.check_and_add(page_of(name, text(), "http://one.example.org/" + name),
                              {.crawl = i % 3 == 0 ? "may" : ""});
  }
  for (const SeenFilter& filter :
       {SeenFilter{.crawl = "may"}, SeenFilter{.host = "one.example.org"}}) {
    const std::uint64_t counted = store.erase(filter, {.dry_run = true});
    EXPECT_EQ(counted, filter.crawl.empty() ? 200U : 100U);  // the crawl's pages are erased by then
    EXPECT_EQ(store.erase(filter), counted);
  }
}

TEST_F(SeenStoreAsksTest, WhatComesMeanwhileIsNotErased) {
  SeenStoreOptions of_system = options();
  of_system.clock = {};
  SeenStore store = SeenStore::open(folder_, of_system);
  const std::string words = text();
  (void)store.check_and_add(page_of("old", words, "http://one.example.org/old"));
  std::atomic<bool> is_over = false;
  std::thread adder([&] {
    for (int i = 0; !is_over; ++i) {
      const std::string name = std::to_string(i);
      (void)store.check_and_add(page_of(name, words, "http://two.example.org/" + name));
    }
  });
  EXPECT_EQ(store.erase(SeenFilter{.host = "one.example.org"}), 1U);
  is_over = true;
  adder.join();
}

TEST_F(SeenStoreAsksTest, ErasedPagesLeaveSegmentsThoughNoneCome) {
  SeenStoreOptions small = options();
  small.front_pages = 50;
  SeenStore store = SeenStore::open(folder_, small);
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) {
    names.push_back(std::to_string(i));
    (void)store.check_and_add(page_of(names.back(), text()));
  }
  store.seal();
  EXPECT_EQ(store.figures().sealed, 200U);
  EXPECT_EQ(store.erase(std::span(names).first(120)).pages, 120U);
  for (int i = 0; i < 600 && store.figures().sealed > 80; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  // The last few erasures wait for more changes.
  EXPECT_LE(store.figures().sealed, 80U + small.front_pages);
}

TEST_F(SeenStoreAsksTest, WhereNothingComesThereIsOneSegment) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) texts.push_back(text());
  SeenStoreOptions never = options();
  never.merge_at_rest_after = std::chrono::milliseconds(0);
  {
    SeenStore store = SeenStore::open(folder_, never);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      (void)store.check_and_add(page_of(std::to_string(i), texts[i]));
      if (i == 899) store.seal();
    }
    store.seal();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(store.figures().segments, 2U);
  }
  SeenStoreOptions soon = options();
  soon.merge_at_rest_after = std::chrono::milliseconds(20);
  SeenStore store = SeenStore::open(folder_, soon);
  for (int i = 0; i < 6000 && store.figures().segments > 1; ++i) {
    (void)store.check_and_add(page_of("late " + std::to_string(i), text()));  // too few to matter
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(store.figures().segments, 1U);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(store.check(page_of("x", texts[i])).page->id, std::to_string(i));
  }
}

TEST_F(SeenStoreAsksTest, ABackupIsAStore) {
  SeenStore store = open();
  const std::string words = text();
  (void)store.check_and_add(page_of("a", words));
  store.backup(folder_ + "-copy");
  (void)store.check_and_add(page_of("b", text()));
  const SeenStore copy = SeenStore::open(folder_ + "-copy", options());
  EXPECT_EQ(copy.check(page_of("x", words)).page->id, "a");
  EXPECT_EQ(copy.figures().last_row, 1U);
  EXPECT_EQ(code_of([&] { store.backup(folder_ + "-copy"); }), ErrorCode::already_exists);
}

}  // namespace
}  // namespace facsim
