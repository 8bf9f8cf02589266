// SPDX-License-Identifier: Apache-2.0
// The clusters with the most pages: which they are, their sizes, and the limit of the counting.
#include "facsim/seen/largest_clusters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "facsim/files/folder_for_test.h"
#include "facsim/known/page_index_for_test.h"

namespace facsim {
namespace {

using for_test::some_words;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class LargestClustersTest : public testing::Test {
 protected:
  LargestClustersTest()
      : store_(SeenStore::open(temp_.file("store"), {.durability = Durability::none})) {}

  // Adds a page and `copies` copies of it.
  void add(const std::string& id, int copies) {
    const std::string text = some_words(draw_, 100);
    for (int i = 0; i <= copies; ++i) {
      const std::string name = i == 0 ? id : id + "-" + std::to_string(i);
      static_cast<void>(store_.check_and_add(
          Page{.id = name, .url = "https://" + name + ".example.org/", .bytes = text}));
    }
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> largest(
      const LargestClustersOptions& options = {}) const {
    std::vector<std::pair<std::string, std::uint64_t>> named;
    for (const SizedCluster& each : largest_clusters(store_, options).clusters) {
      named.emplace_back(each.first.id, each.size);
    }
    return named;
  }

  for_test::Folder temp_;
  std::mt19937_64 draw_{7};
  SeenStore store_;
};

TEST_F(LargestClustersTest, OfNothingAndOfSinglePagesNone) {
  EXPECT_THAT(largest(), IsEmpty());
  add("alone", 0);
  EXPECT_THAT(largest(), IsEmpty());
  EXPECT_EQ(largest_clusters(store_).pages, 1U);
}

TEST_F(LargestClustersTest, TheLargestFirstOfOneSizeTheOlder) {
  add("two", 1);
  add("five", 4);
  add("also-two", 1);
  add("alone", 0);
  EXPECT_THAT(largest(), ElementsAre(Pair("five", 5), Pair("two", 2), Pair("also-two", 2)));
  EXPECT_THAT(largest({.count_max = 2}), ElementsAre(Pair("five", 5), Pair("two", 2)));
  EXPECT_THAT(largest({.count_max = 0}), IsEmpty());
}

TEST_F(LargestClustersTest, CountsTheOldestPagesUpToALimit) {
  add("two", 1);
  add("five", 4);
  EXPECT_THAT(largest({.pages_max = 4}), ElementsAre(Pair("two", 2), Pair("five", 2)));
  EXPECT_TRUE(largest_clusters(store_, {.pages_max = 6}).is_truncated);
  EXPECT_FALSE(largest_clusters(store_, {.pages_max = 7}).is_truncated);
  EXPECT_EQ(largest_clusters(store_, {.pages_max = 6}).pages, 6U);
}

TEST_F(LargestClustersTest, CanBeEnded) {
  std::vector<Page> pages;
  for (int i = 0; i < 5000; ++i) {
    pages.push_back({.id = std::to_string(i), .bytes = "word" + std::to_string(i)});
  }
  static_cast<void>(store_.check_and_add(pages));
  EXPECT_THROW(
      static_cast<void>(largest_clusters(
          store_, {.check_in = [] { throw std::runtime_error("the service is stopping"); }})),
      std::runtime_error);
}

}  // namespace
}  // namespace facsim
