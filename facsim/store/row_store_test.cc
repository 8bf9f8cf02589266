// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/row_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;
constexpr RowStoreOptions kBeginStore = {.create = true};

class RowStoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return temp_.path() + "/rows"; }
  [[nodiscard]] RowStore open(const RowStoreOptions& options = kBeginStore) const {
    return RowStore::open(folder(), options);
  }

 private:
  TempFolder temp_{testing::TempDir()};
};

RowChange row_change(std::uint64_t number, const std::string& bytes) {
  RowChange change;
  change.rows.push_back({number, bytes});
  return change;
}

RowChange set(const std::string& key, std::optional<std::string> value) {
  RowChange change;
  change.keys.push_back({key, std::move(value)});
  return change;
}

std::map<std::uint64_t, std::string> all_rows(const RowStore& store, std::uint64_t first = 0) {
  std::map<std::uint64_t, std::string> all;
  store.for_each_row(first, [&](std::uint64_t number, std::string_view bytes) {
    all.emplace(number, bytes);
    return true;
  });
  return all;
}

std::vector<std::string> keys_of(const RowStore& store, std::string_view prefix,
                                 std::string_view from = {}) {
  std::vector<std::string> all;
  store.for_each_key(prefix, from, [&](std::string_view key, std::string_view value) {
    all.push_back(std::string(key) + "=" + std::string(value));
    return true;
  });
  return all;
}

TEST_F(RowStoreTest, AnEmptyOneAnswers) {
  RowStore store = open();
  EXPECT_EQ(store.last_row(), 0U);
  EXPECT_FALSE(store.row(0));
  EXPECT_FALSE(store.row(1));
  EXPECT_FALSE(store.value(""));
  EXPECT_TRUE(all_rows(store).empty());
  EXPECT_TRUE(keys_of(store, "").empty());
  EXPECT_EQ(store.submitted(), 0U);
  EXPECT_EQ(store.committed(), 0U);
  EXPECT_FALSE(store.failure());
  EXPECT_THROW(store.wait(1), Error);
  store.verify();
  store.wait(store.submit({}));  // an empty change is one, too
  EXPECT_EQ(store.committed(), 1U);
}

TEST_F(RowStoreTest, RowsAreReplacedErasedAndStay) {
  const std::uint64_t last = ~std::uint64_t{0};
  {
    RowStore store = open();
    RowChange change;
    change.rows = {{1, "one"}, {256, "two"}, {last, ""}, {7, "seven"}};
    change.erased = {7, 8};  // applied after the rows
    EXPECT_EQ(store.submit(change), 1U);
    EXPECT_EQ(store.submit(row_change(1, "other")), 2U);
    store.wait(2);
    EXPECT_EQ(store.row(1), "other");
  }
  const RowStore store = open({});
  EXPECT_EQ(store.row(1), "other");
  EXPECT_EQ(store.row(last), "");
  EXPECT_FALSE(store.row(7));
  EXPECT_EQ(store.last_row(), last);
  EXPECT_EQ(store.row(256), "two");
  EXPECT_THAT(all_rows(store, 2), ElementsAre(testing::Key(256), testing::Key(last)));
  std::size_t seen = 0;
  store.for_each_row(0, [&](std::uint64_t, std::string_view) { return ++seen < 2; });
  EXPECT_EQ(seen, 2U);
  EXPECT_EQ(store.figures().changes_in_all, 2U);
}

TEST_F(RowStoreTest, KeysAreFoundByPrefix) {
  RowStore store = open();
  for (const std::string key : {"a", "b/1", "b/2", "b/3", "c", "b\xff"})
    store.submit(set(key, key));
  store.wait(store.submit(set("b/2", std::nullopt)));
  EXPECT_THAT(keys_of(store, "b/"), ElementsAre("b/1=b/1", "b/3=b/3"));
  EXPECT_THAT(keys_of(store, "b/", "b/11"), ElementsAre("b/3=b/3"));
  EXPECT_THAT(keys_of(store, "b/", "a"), ElementsAre("b/1=b/1", "b/3=b/3"));
  EXPECT_TRUE(keys_of(store, "b/", "c").empty());
  EXPECT_EQ(keys_of(store, "").size(), 5U);
  EXPECT_EQ(store.value("c"), "c");
  EXPECT_FALSE(store.value("b/2"));
}

TEST_F(RowStoreTest, ManyThreadsGatherInGroups) {
  constexpr std::uint64_t kThreads = 8;
  constexpr std::uint64_t kEach = 200;
  {
    RowStore store = open();
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&store, t] {
        for (std::uint64_t i = 1; i <= kEach; ++i) {
          const std::uint64_t number = t * kEach + i;
          const std::uint64_t ticket = store.submit(row_change(number, std::to_string(number)));
          if (i % 20 == 0) {
            store.wait(ticket);
            EXPECT_EQ(store.row(number), std::to_string(number));
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    store.wait(store.submitted());
    const RowStoreFigures figures = store.figures();
    EXPECT_EQ(figures.changes, kThreads * kEach);
    EXPECT_EQ(figures.queued, 0U);
    EXPECT_LT(figures.syncs, figures.changes / 2);
    EXPECT_EQ(figures.syncs, figures.groups);
    EXPECT_GT(figures.largest_group, 2U);
    EXPECT_GT(figures.disk_bytes, 1000U);
  }
  const auto all = all_rows(open({}));
  EXPECT_EQ(all.size(), kThreads * kEach);
  for (const auto& [number, bytes] : all) EXPECT_EQ(bytes, std::to_string(number));
}

TEST_F(RowStoreTest, ClosingCommitsWhatWasSubmitted) {
  {
    RowStore store = open();
    for (std::uint64_t i = 1; i <= 500; ++i) (void)store.submit(row_change(i, "x"));
  }
  RowStore store = open();
  EXPECT_EQ(all_rows(store).size(), 500U);
  const std::uint64_t ticket = store.submit(row_change(1, "y"));
  store.wait(ticket);
  EXPECT_EQ(store.committed(), ticket);
  store.wait(ticket);  // again, for an acknowledged ticket
  EXPECT_THROW(store.wait(99), Error);
}

TEST_F(RowStoreTest, LessDurableIsFasterAndClosesSynced) {
  for (const Durability durability : {Durability::second, Durability::none}) {
    RowStore store = open({.durability = durability, .create = true});
    for (std::uint64_t i = 1; i <= 100; ++i) store.wait(store.submit(row_change(i, "row")));
    EXPECT_LT(store.figures().syncs, 50U);
    EXPECT_EQ(store.row(100), "row");
    if (durability == Durability::second) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1100));
      EXPECT_GE(store.figures().syncs, 1U);
    }
  }
  EXPECT_EQ(all_rows(open({})).size(), 100U);
}

TEST_F(RowStoreTest, AGroupIsBounded) {
  RowStore store = open({.durability = Durability::none, .create = true});
  const std::string large(1'500'000, 'x');
  for (std::uint64_t i = 1; i <= 20; ++i) store.submit(row_change(i, large));
  store.wait(store.submit(row_change(21, std::string(6'000'000, 'y'))));
  EXPECT_LE(store.figures().largest_group, 2U);
  EXPECT_EQ(store.row(21)->size(), 6'000'000U);
  EXPECT_EQ(store.row(1), large);
}

TEST_F(RowStoreTest, MovesWithItsTickets) {
  RowStore first = open();
  const std::uint64_t ticket = first.submit(row_change(3, "three"));
  RowStore second = std::move(first);
  second.wait(ticket);
  EXPECT_EQ(second.row(3), "three");
}

// The slow twin is a map with the same changes; now and then the store is closed and opened.
TEST_F(RowStoreTest, EqualsAMap) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    fs::remove_all(folder());
    std::mt19937 random(seed);
    std::map<std::uint64_t, std::string> rows;
    std::map<std::string, std::string> keys;
    std::optional<RowStore> store;
    for (int step = 0; step < 400; ++step) {
      if (!store || random() % 50 == 0) {
        store.reset();
        store.emplace(open({.durability = static_cast<Durability>(random() % 3), .create = true}));
      }
      RowChange change;
      for (auto i = random() % 4; i > 0; --i) {
        change.rows.push_back({1 + random() % 60, std::string(random() % 3000, 'a')});
        change.rows.back().bytes += std::to_string(step);
      }
      for (auto i = random() % 3; i > 0; --i) change.erased.push_back(1 + random() % 60);
      if (random() % 2 == 0) {
        const bool removed = random() % 3 == 0;
        change.keys.push_back({"k" + std::to_string(random() % 20),
                               removed ? std::nullopt : std::optional(std::to_string(step))});
      }
      for (const auto& row : change.rows) rows[row.number] = row.bytes;
      for (const std::uint64_t number : change.erased) rows.erase(number);
      for (const auto& key : change.keys) {
        keys.erase(key.key);
        if (key.value) keys[key.key] = *key.value;
      }
      const std::uint64_t ticket = store->submit(std::move(change));
      if (step % 20 != 0) continue;
      store->wait(ticket);
      ASSERT_EQ(all_rows(*store), rows) << seed << " " << step;
      ASSERT_EQ(store->last_row(), rows.empty() ? 0 : rows.rbegin()->first);
      ASSERT_EQ(keys_of(*store, "k").size(), keys.size());
      for (const auto& [key, value] : keys) ASSERT_EQ(store->value(key), value);
    }
    store->verify();
  }
}

}  // namespace
}  // namespace facsim
