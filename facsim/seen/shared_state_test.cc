// SPDX-License-Identifier: Apache-2.0
// Everything that a change or an answer needs from the rows is read before the lock is taken.
#include "facsim/seen/shared_state.h"

#include <gtest/gtest.h>

#include <random>

#include "facsim/seen/sealed_pages_for_test.h"
#include "facsim/seen/seen_store_for_test.h"
#include "facsim/seen/store_sealer.h"

namespace facsim {
namespace {

using for_test::page_of;
using for_test::some_words;

constexpr std::int64_t kDayMs = 86'400'000;

// The parameter: true if the sizes of clusters are loaded into memory, false if each must be read.
class SharedStateTest : public testing::TestWithParam<bool> {
 protected:
  SharedStateTest()
      : temp_(testing::TempDir()),
        judge_(ready_profile()),
        rows_(RowStore::open(temp_.path() + "/rows",
                             {.durability = Durability::none, .create = true})),
        sealed_(sealed_options_for_test(temp_.path())) {
    sealed_.seal(0, 0, [](const SealedPages::Take&) {});
    open();
    asker_ =
        std::make_unique<StoreAsker>(judge_, judge_.profile.max_distance, best_kernel(), rows_);
  }

  // Opens the state of the rows; sizes that were known before are forgotten.
  void open() {
    state_ = std::make_unique<SharedState>(
        judge_,
        StateOptions{.rule = {},
                     .max_distance = judge_.profile.max_distance,
                     .sizes_bytes_max = GetParam() ? std::uint64_t{1} << 20 : 0},
        rows_, state_of(sealed_));
    if (GetParam()) state_->learn_sizes([] { return false; });
  }
  SeenAnswer add(const Page& page, const SeenAsk& how = {}) {
    std::vector<AskedPage> asked;
    asked.push_back(asker_->read(page));
    Decided decided = std::move(state_->add(asked, how, now_ms_, *asker_).front());
    write();
    return std::move(decided.answer);
  }
  SeenAnswer check(const Page& page) {
    std::vector<AskedPage> asked;
    asked.push_back(asker_->read(page));
    return std::move(state_->check(asked, {}, *asker_).front().answer);
  }
  void write() {
    if (rows_.submitted() > 0) rows_.wait(rows_.submitted());
  }
  // Does what store_sealer.h does.
  void seal() {
    const std::optional<FlushingPages> flushing = state_->begin_flush();
    ASSERT_TRUE(flushing);
    sealed_.erase(flushing->gone);
    const auto& entries = flushing->memtable->entries();
    sealed_.seal(flushing->rows_to, entries.size(), [&](const SealedPages::Take& take) {
      for (const Memtable::Entry& entry : entries) {
        if (!entry.is_erased) take(entry.row, entry.page);
      }
    });
    state_->finish_flush(*flushing, state_of(sealed_));
  }
  // Adds copies of one text, "c0" to "c9": the first five sealed, the others in memory.
  void add_copies(const SeenAsk& how = {}) {
    copied_ = text();
    for (int i = 0; i < 10; ++i) {
      if (i == 5) seal();
      (void)add(page_of("c" + std::to_string(i), copied_), how);
    }
    open();
  }
  [[nodiscard]] std::string text() { return some_words(draw_, 200); }
  [[nodiscard]] std::uint64_t size_now() {
    return check(page_of("another", copied_)).cluster->size;
  }

  TempFolder temp_;
  ReadyProfile judge_;
  RowStore rows_;
  SealedPages sealed_;
  std::unique_ptr<SharedState> state_;
  std::unique_ptr<StoreAsker> asker_;
  std::mt19937_64 draw_{1};
  std::int64_t now_ms_ = 1000;
  std::string copied_;
};

TEST_P(SharedStateTest, ReadsNoRowLateWhenPagesAreReplaced) {
  add_copies();
  // A new copy, the representative, twice in one batch, then a copy, then a page without copies.
  std::vector<AskedPage> asked;
  asked.push_back(asker_->read(page_of("c10", copied_)));
  for (const char* id : {"c0", "c1", "c5", "c0"}) {
    asked.push_back(asker_->read(page_of(id, text())));
  }
  (void)state_->add(asked, {}, now_ms_, *asker_);
  write();
  EXPECT_EQ(size_now(), 8U);
  EXPECT_EQ(check(page_of("another", copied_)).page->cluster,
            state_->named("c2", *asker_).front().row);
  EXPECT_EQ(state_->late_reads(), 0U);
}

TEST_P(SharedStateTest, ReadsNoRowLateWhenPagesAreErased) {
  add_copies();
  const std::vector<std::string> names = {"c0", "c7", "#2", "nothing"};
  const auto [erased, ticket] = state_->erase(names, *asker_);
  rows_.wait(ticket);
  EXPECT_EQ(erased.pages, 2U);  // row 2 has another number after its cluster was judged again
  EXPECT_EQ(erased.missing, (std::vector<std::string>{"#2", "nothing"}));
  seal();
  // Erases the copy first: after its cluster is judged again it has another number.
  const std::vector<std::uint64_t> rows = {state_->named("c9", *asker_).front().row,
                                           state_->named("c1", *asker_).front().row};
  EXPECT_EQ(state_->erase(rows, *asker_).first, 2U);
  write();
  EXPECT_EQ(size_now(), 6U);
  EXPECT_EQ(state_->late_reads(), 0U);
}

TEST_P(SharedStateTest, ReadsNoRowLateWhenACrawlIsCommitted) {
  add_copies();
  (void)add(page_of("c0", text()), {.crawl = "k"});
  (void)add(page_of("c8", text()), {.crawl = "k"});
  (void)add(page_of("c10", copied_), {.crawl = "k"});
  EXPECT_EQ(size_now(), 10U);
  open();
  rows_.wait(state_->end_crawl("k", true));
  (void)state_->tidy_crawls(*asker_);
  write();
  EXPECT_EQ(size_now(), 9U);
  EXPECT_EQ(state_->late_reads(), 0U);
}

TEST_P(SharedStateTest, ReadsNoRowLateWhenPagesAreMetAgain) {
  add_copies();
  seal();
  now_ms_ += 2 * kDayMs;
  (void)add(page_of("c0", copied_));
  (void)add(page_of("c3", copied_));
  EXPECT_EQ(state_->last_seen(state_->named("c3", *asker_).front().row), now_ms_);
  // A page that is judged again keeps the time when it was met.
  (void)add(page_of("c0", text()));
  EXPECT_EQ(state_->last_seen(state_->named("c3", *asker_).front().row), now_ms_);
  EXPECT_EQ(state_->late_reads(), 0U);
}

TEST_P(SharedStateTest, ReadsNoRowLateForRetriedRequests) {
  add_copies();
  seal();
  const SeenAsk how{.retry_key = "key"};
  const SeenAnswer first = add(page_of("c10", copied_), how);
  EXPECT_EQ(first.page->id, "c0");
  EXPECT_EQ(first.cluster->id, "c0");
  const SeenAnswer again = add(page_of("c10", copied_), how);
  EXPECT_EQ(again.number, first.number);
  EXPECT_EQ(size_now(), 11U);
  EXPECT_EQ(state_->late_reads(), 0U);
}

// The first copy of a page in memory: no size of that page is in memory yet.
TEST_P(SharedStateTest, ReadsNoRowLateForTheFirstCopy) {
  const std::string of_one = text();
  (void)add(page_of("a", of_one));
  EXPECT_EQ(check(page_of("b", of_one)).cluster->size, 1U);
  EXPECT_EQ(add(page_of("b", of_one)).cluster->size, 2U);
  EXPECT_EQ(state_->late_reads(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SharedStateTest, testing::Bool());

}  // namespace
}  // namespace facsim
