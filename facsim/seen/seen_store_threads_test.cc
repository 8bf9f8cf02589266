// SPDX-License-Identifier: Apache-2.0
// Many threads add the same pages at once, while memtables become segments.

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <random>
#include <thread>

#include "facsim/seen/seen_store_for_test.h"

namespace facsim {
namespace {

using for_test::some_words;

constexpr int kThreads = 4;

// Set FACSIM_ROUNDS for more rounds.
int rounds_of_each() {
  const char* const wish = std::getenv("FACSIM_ROUNDS");
  return wish == nullptr ? 250 : std::atoi(wish);
}

SeenStoreOptions small_memtables() {
  SeenStoreOptions options;
  options.durability = Durability::none;
  options.front_pages = 64;
  // so that merges happen during the test
  options.merge_at_rest_after = std::chrono::milliseconds(1);
  return options;
}

// The property that pages of one round have in common.
enum class Same { id, url, text, nothing };

// A family has a text of its own, long enough that one word more or less does not change any
// sketch's verdict.
Page offered(Same same, int round, int thread, const std::string& text) {
  const std::string family = std::to_string(static_cast<int>(same)) + "-" + std::to_string(round);
  const std::string own = family + "-" + std::to_string(thread);
  Page page{.id = same == Same::id ? family : own,
            .url = "http://example.org/" + (same == Same::url ? family : own),
            .bytes = text};
  if (same != Same::text) page.bytes += " word" + std::to_string(thread);
  return page;
}

class SeenStoreThreadsTest : public testing::Test {
 protected:
  SeenStoreThreadsTest() : temp_(testing::TempDir()) {}

  // Runs every thread of each round at once; counts the answers `no` and the added pages.
  void run(SeenStore& store, Same same, int rounds) {
    std::vector<std::string> texts;
    std::mt19937_64 draw(static_cast<std::uint64_t>(same) + 1);
    for (int round = 0; round < rounds; ++round) texts.push_back(some_words(draw, 400));
    std::vector<std::atomic<int>> firsts(static_cast<std::size_t>(rounds));
    std::vector<std::atomic<int>> added(static_cast<std::size_t>(rounds));
    std::barrier gate(kThreads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int round = 0; round < rounds; ++round) {
          const auto at = static_cast<std::size_t>(round);
          const Page page = offered(same, round, thread, texts[at]);
          gate.arrive_and_wait();
          const SeenAnswer answer = store.check_and_add(page);
          if (answer.seen == SeenVerdict::no) ++firsts[at];
          if (answer.added) ++added[at];
          // A page that was answered gets the same answer again.
          if (store.check(page).seen != SeenVerdict::yes) firsts[at] += 100;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    const bool has_one_name = same == Same::id || same == Same::url;
    for (std::size_t round = 0; round < firsts.size(); ++round) {
      ASSERT_EQ(firsts[round], 1) << round;
      ASSERT_EQ(added[round], has_one_name ? 1 : kThreads) << round;
    }
  }

  TempFolder temp_;
};

TEST_F(SeenStoreThreadsTest, ExactlyOneOfAllThatComeAtOnceIsNew) {
  const int rounds = rounds_of_each();
  SeenStore store = SeenStore::open(temp_.path() + "/s", small_memtables());
  for (const Same same : {Same::id, Same::url, Same::text, Same::nothing}) {
    SCOPED_TRACE(static_cast<int>(same));
    run(store, same, rounds);
  }
  EXPECT_GT(store.figures().sealed_to, 0U);
}

// The same texts again after a restart and with a rebuilt index: nothing is new.
TEST_F(SeenStoreThreadsTest, ARestartForgetsNothing) {
  const std::string folder = temp_.path() + "/s";
  std::vector<std::string> texts;
  std::mt19937_64 draw(9);
  for (int i = 0; i < 300; ++i) texts.push_back(some_words(draw, 60));
  for (int start = 0; start < 3; ++start) {
    SeenStore store = SeenStore::open(folder, small_memtables());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Page page{.id = std::to_string(i), .bytes = texts[i]};
      EXPECT_EQ(store.check_and_add(page).seen, start == 0 ? SeenVerdict::no : SeenVerdict::yes);
    }
  }
}

// Erasing during adding and checking: no crash, and the remaining clusters are whole.
TEST_F(SeenStoreThreadsTest, ErasingBesideAddingLeavesWholeClusters) {
  SeenStore store = SeenStore::open(temp_.path() + "/s", small_memtables());
  std::atomic<bool> is_done = false;
  std::vector<std::string> texts;
  std::mt19937_64 draw(4);
  for (int i = 0; i < 20; ++i) texts.push_back(some_words(draw, 300));
  std::thread eraser([&] {
    for (int i = 0; !is_done; ++i) {
      (void)store.erase(std::vector<std::string>{"p" + std::to_string(i % 200)});
    }
  });
  std::vector<std::thread> adders;
  for (int thread = 0; thread < 3; ++thread) {
    adders.emplace_back([&, thread] {
      std::mt19937_64 own(static_cast<std::uint64_t>(thread));
      for (int i = 0; i < 400; ++i) {
        (void)store.check_and_add(
            Page{.id = "p" + std::to_string(own() % 200),
                 .bytes = texts[own() % texts.size()] + " w" + std::to_string(own() % 3)});
      }
    });
  }
  for (std::thread& thread : adders) thread.join();
  is_done = true;
  eraser.join();
  std::uint64_t pages = 0;
  std::uint64_t clusters = 0;
  for (std::uint64_t number = 1; number <= store.figures().last_row; ++number) {
    const std::vector<SeenPage> cluster = store.cluster(number);
    clusters += cluster.empty() ? 0 : 1;
    pages += cluster.size();
    for (const SeenPage& page : cluster) {
      const std::vector<SeenPage> found = store.find(page.id);
      EXPECT_TRUE(std::ranges::any_of(
          found, [&](const SeenPage& each) { return each.number == page.number; }));
    }
  }
  EXPECT_EQ(clusters, std::min<std::uint64_t>(clusters, texts.size()));
  EXPECT_GT(pages, 0U);
  for (const std::string& text : texts) {
    const SeenAnswer answer = store.check(Page{.bytes = text});
    if (answer.seen != SeenVerdict::yes) continue;
    EXPECT_EQ(answer.cluster->size, store.cluster(answer.page->cluster).size());
  }
}

}  // namespace
}  // namespace facsim
