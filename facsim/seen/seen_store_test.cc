// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen.h"

#include <gtest/gtest.h>

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

class SeenStoreTest : public testing::Test {
 protected:
  SeenStoreTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/store") {}

  [[nodiscard]] SeenStoreOptions options() {
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [this] { return now_.load(); };
    options.warn = [this](const Sentence& sentence) { warnings_.push_back(sentence.plain()); };
    return options;
  }
  [[nodiscard]] SeenStore open() { return SeenStore::open(folder_, options()); }

  TempFolder temp_;
  std::string folder_;
  std::atomic<std::int64_t> now_ = 1;
  std::vector<std::string> warnings_;
  std::mt19937_64 draw_{1};
};

// Sizes of clusters come from memory or, if memory is too small for them, from the rows.
TEST_F(SeenStoreTest, AnswersAreTheSameWithLittleMemory) {
  SeenStoreOptions little = options();
  little.limits.memory_bytes = std::uint64_t{128} << 10;
  std::optional<SeenStore> plenty_store;
  std::optional<SeenStore> little_store;
  std::uint64_t copies = 0;
  for (int round = 0; round < 3; ++round) {
    plenty_store.reset();
    little_store.reset();
    plenty_store = open();
    little_store = SeenStore::open(folder_ + "2", little);
    for (const Page& page : family_pages(150, 4)) {
      ++now_;
      Page renamed = page;
      renamed.id += "-" + std::to_string(round);
      renamed.url.clear();
      if (draw_() % 10 == 0) {
        const std::vector<std::string> names = {page.id + "-0"};
        EXPECT_EQ(plenty_store->erase(names).pages, little_store->erase(names).pages);
      }
      const SeenAnswer answer = plenty_store->check_and_add(renamed);
      EXPECT_EQ(plain(*plenty_store, answer),
                plain(*little_store, little_store->check_and_add(renamed)));
      copies += answer.cluster && answer.cluster->size > 2 ? 1 : 0;
    }
  }
  EXPECT_GT(copies, 100U);
}

TEST_F(SeenStoreTest, NoPageHasTheNumberZero) {
  SeenStore store = open();
  (void)store.check_and_add(page_of("a", some_words(draw_, 100)));
  store.seal();
  EXPECT_TRUE(store.find("#0").empty());
  EXPECT_TRUE(store.cluster(0).empty());
  const std::vector<std::string> names = {"#0"};
  EXPECT_EQ(store.erase(names).missing, names);
  EXPECT_TRUE(store.check_and_add(page_of("b", some_words(draw_, 100))).added);
}

TEST_F(SeenStoreTest, TheFirstIsNewAndItsCopyIsSeen) {
  SeenStore store = open();
  const std::string text = some_words(draw_, 100);
  const SeenAnswer first = store.check_and_add(page_of("a", text, "http://example.org/a"));
  EXPECT_EQ(first.seen, SeenVerdict::no);
  EXPECT_TRUE(first.added);
  EXPECT_FALSE(first.page);
  EXPECT_EQ(first.cluster->id, "a");
  const SeenAnswer copy = store.check_and_add(page_of("b", text + "more"));
  EXPECT_EQ(copy.seen, SeenVerdict::yes);
  EXPECT_TRUE(copy.added);
  EXPECT_EQ(copy.page->id, "a");
  EXPECT_EQ(copy.page->url, "http://example.org/a");
  EXPECT_EQ(copy.page->first_seen_ms, 1);
  EXPECT_EQ(copy.match->kind, Kind::content);
  EXPECT_EQ(copy.cluster->id, "a");
  EXPECT_EQ(copy.cluster->size, 2U);
  EXPECT_EQ(copy.cluster->rank, 2U);
  const SeenAnswer again = store.check(page_of("c", text));
  EXPECT_EQ(again.seen, SeenVerdict::yes);
  EXPECT_FALSE(again.added);
  EXPECT_EQ(again.match->kind, Kind::exact);
  EXPECT_EQ(again.cluster->size, 2U);
  EXPECT_EQ(store.cluster(first.number).size(), 2U);
}

TEST_F(SeenStoreTest, AShortPageIsTooShortAndAnEmptyOneIsNotAdded) {
  SeenStore store = open();
  EXPECT_EQ(store.check_and_add(page_of("a", "not found")).seen, SeenVerdict::too_short);
  const SeenAnswer same = store.check_and_add(page_of("b", "not found"));
  EXPECT_EQ(same.seen, SeenVerdict::yes);
  EXPECT_EQ(same.match->kind, Kind::exact);
  EXPECT_EQ(store.check_and_add(page_of("c", "not here")).seen, SeenVerdict::too_short);
  const SeenAnswer empty = store.check_and_add(page_of("d", " \n"));
  EXPECT_EQ(empty.seen, SeenVerdict::too_short);
  EXPECT_FALSE(empty.added);
  EXPECT_TRUE(store.find("d").empty());
}

TEST_F(SeenStoreTest, AUrlWithAnotherTextReplacesItsPage) {
  SeenStore store = open();
  const std::string old_text = some_words(draw_, 100);
  const std::string new_text = some_words(draw_, 100);
  const std::string url = "http://example.org/news";
  for (const bool is_sealed : {false, true}) {
    (void)store.check_and_add(page_of("", old_text, url));
    if (is_sealed) store.seal();
    const SeenAnswer same = store.check_and_add(page_of("", old_text + "word", url));
    EXPECT_EQ(same.seen, SeenVerdict::yes);
    EXPECT_FALSE(same.added);
    EXPECT_EQ(store.check_and_add(page_of("", new_text, url)).seen, SeenVerdict::no);
    EXPECT_EQ(store.check(page_of("x", old_text)).seen, SeenVerdict::no);
    EXPECT_EQ(store.check(page_of("x", new_text)).seen, SeenVerdict::yes);
    EXPECT_EQ(store.find(url).size(), 1U);
    EXPECT_EQ(store.erase(std::vector<std::string>{url}).pages, 1U);
    EXPECT_EQ(store.check(page_of("x", new_text)).seen, SeenVerdict::no);
  }
}

TEST_F(SeenStoreTest, WithHistoryBothTextsMatch) {
  SeenStoreOptions with_history = options();
  with_history.keep_history = true;
  SeenStore store = SeenStore::open(folder_, with_history);
  const std::string old_text = some_words(draw_, 100);
  const std::string new_text = some_words(draw_, 100);
  (void)store.check_and_add(page_of("a", old_text));
  EXPECT_EQ(store.check_and_add(page_of("a", new_text)).seen, SeenVerdict::no);
  EXPECT_EQ(store.find("a").size(), 2U);
  EXPECT_EQ(store.check(page_of("x", old_text)).seen, SeenVerdict::yes);
  EXPECT_FALSE(store.check_and_add(page_of("a", old_text)).added);
}

TEST_F(SeenStoreTest, ErasingARepresentativeLeavesAnother) {
  SeenStore store = open();
  const std::string text = some_words(draw_, 200);
  for (const char* id : {"a", "b", "c"}) {
    (void)store.check_and_add(page_of(id, text));
    ++now_;
  }
  const SeenErased erased = store.erase(std::vector<std::string>{"a", "nobody"});
  EXPECT_EQ(erased.pages, 1U);
  EXPECT_EQ(erased.missing, std::vector<std::string>{"nobody"});
  const SeenAnswer answer = store.check(page_of("d", text));
  EXPECT_EQ(answer.page->id, "b");
  EXPECT_EQ(answer.page->first_seen_ms, 2);
  EXPECT_EQ(answer.cluster->size, 2U);
}

TEST_F(SeenStoreTest, AnotherRecipeOrDistanceIsRefused) {
  {
    (void)open();
  }
  SeenStoreOptions other = options();
  other.judge = ready_profile("balanced", "words");
  EXPECT_EQ(code_of([&] { (void)SeenStore::open(folder_, other); }), ErrorCode::invalid_argument);
  other = options();
  other.max_distance = 7;
  EXPECT_EQ(code_of([&] { (void)SeenStore::open(folder_, other); }), ErrorCode::invalid_argument);
  other = options();
  other.must_exist = true;
  EXPECT_EQ(code_of([&] { (void)SeenStore::open(folder_ + "2", other); }), ErrorCode::not_found);
  const SeenStore store = open();
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::busy);
}

// Random operations: check, add, erase, seal, open again, and a lost index; checked against the
// slow twin.
class SeenStoreTwinTest : public SeenStoreTest {
 protected:
  void run(std::uint64_t seed, std::size_t steps);
  void step(const Page& page);
  void expect_equal_clusters();

  std::optional<LinearStore> twin_;
  std::optional<SeenStore> store_;
};

void SeenStoreTwinTest::step(const Page& page) {
  const std::uint64_t what = draw_() % 40;
  if (what < 8) {
    EXPECT_EQ(plain(*store_, store_->check(page)), twin_->check(page));
  } else if (what < 36) {
    ++now_;
    const SeenAnswer answer = store_->check_and_add(page);
    PlainAnswer truth = twin_->add(page, now_);
    EXPECT_EQ(plain(*store_, answer), truth);
  } else if (what < 38) {
    const std::string& name = draw_() % 2 == 0 || page.url.empty() ? page.id : page.url;
    const std::size_t truth = name.empty() ? 0 : twin_->erase(name);
    EXPECT_EQ(store_->erase(std::vector<std::string>{name}).pages, truth);
  } else if (what < 39) {
    store_->seal();
  } else {
    store_.reset();
    if (draw_() % 4 == 0) std::filesystem::remove_all(folder_ + "/pages.idx");
    store_.emplace(open());
  }
}

void SeenStoreTwinTest::expect_equal_clusters() {
  for (const auto& [came, representative] : twin_->clusters()) {
    if (came != representative) continue;
    std::set<std::int64_t> truth;
    for (const auto& [member, its] : twin_->clusters()) {
      if (its == came) truth.insert(member);
    }
    bool is_found = false;
    for (std::uint64_t number = 1; number <= store_->figures().last_row && !is_found; ++number) {
      const std::vector<SeenPage> pages = store_->cluster(number);
      if (pages.empty() || pages.front().first_seen_ms != came) continue;
      is_found = true;
      std::set<std::int64_t> found;
      for (const SeenPage& page : pages) found.insert(page.first_seen_ms);
      EXPECT_EQ(found, truth);
    }
    EXPECT_TRUE(is_found) << came;
  }
}

void SeenStoreTwinTest::run(std::uint64_t seed, std::size_t steps) {
  draw_.seed(seed);
  store_.emplace(open());
  std::vector<Page> pages = family_pages(steps, seed);
  for (Page& page : pages) {
    // Some ids and URLs are repeated, some pages have none.
    page.id = draw_() % 3 == 0 ? "" : "p" + std::to_string(draw_() % (steps / 2));
    if (draw_() % 3 == 0) page.url.clear();
    step(page);
    if (HasFailure()) break;
  }
  expect_equal_clusters();
  store_.reset();
}

TEST_F(SeenStoreTwinTest, SaysWhatEveryPageAgainstEveryOtherSays) {
  for (std::uint64_t seed = 1; seed <= 6 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    twin_.emplace(profile_named("balanced"), 3);
    std::filesystem::remove_all(folder_);
    now_ = 0;
    run(seed, 400);
  }
}

}  // namespace
}  // namespace facsim
