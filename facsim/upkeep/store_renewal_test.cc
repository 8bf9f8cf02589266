// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/store_renewal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "facsim/files/folder_for_test.h"
#include "facsim/seen.h"
#include "facsim/seen/facts_bytes.h"

namespace facsim {
namespace {

TEST(StoreRenewal, KeepsWhenPagesWereMetAndTheirBytes) {
  constexpr std::int64_t kDay = 86'400'000;
  const for_test::Folder parent;
  const std::string folder = parent.file("store");
  const std::string renewed = parent.file("renewed");
  std::string text;
  for (int word = 0; word < 60; ++word) text += "word" + std::to_string(word) + ' ';
  const Page page{.id = "a", .url = "https://example.org/a", .bytes = text};
  {
    std::atomic<std::int64_t> now = kDay * 1000;
    SeenStoreOptions options;
    options.durability = Durability::none;
    options.clock = [&now] { return now.load(); };
    SeenStore store = SeenStore::open(folder, options);
    (void)store.check_and_add(page);
    now = kDay * 1006;
    (void)store.check_and_add(page);
  }
  (void)renew_store(folder, renewed, ready_profile("strict"), nullptr);
  const SeenStore store = SeenStore::open(renewed);
  const SeenPage found = store.find("a").front();
  EXPECT_EQ(found.last_seen_ms / kDay, 1006);
  EXPECT_EQ(found.bytes, text.size());
}

// One of a few names and texts; `number` tells it from others of the same.
StoredPage drawn_page(std::mt19937& random, std::uint64_t number) {
  StoredPage page;
  if (random() % 3 > 0) page.id = std::to_string(random() % 4);
  if (random() % 3 > 0) page.url = std::to_string(random() % 4);
  page.facts.digest = {.low = random() % 3, .high = random() % 2};
  page.facts.has_text = random() % 8 > 0;
  page.bytes = number;
  return page;
}

// The slow twin: a scan over all that were added.
std::optional<std::uint64_t> scanned(const std::vector<StoredPage>& added, const StoredPage& page,
                                     bool is_named_enough) {
  std::optional<std::uint64_t> best;
  int best_fit = 1;
  for (const StoredPage& each : added) {
    const bool has_names = each.id == page.id && each.url == page.url;
    const bool is_named = !page.id.empty() || !page.url.empty();
    int fit = each.facts.digest == page.facts.digest ? 1 : 0;
    if (has_names && (fit > 0 || (is_named && is_named_enough))) fit += 2;
    if (!each.facts.has_text || fit < best_fit) continue;
    best_fit = fit;
    best = each.bytes;
  }
  return best;
}

TEST(NewFacts, HasTheLastOfThePagesThatFitBest) {
  const Recipe recipe = ready_profile("strict").profile.recipe;
  for (const bool is_of_same_text : {false, true}) {
    const for_test::Folder parent;
    NewFacts facts(parent.file("facts"), recipe,
                   is_of_same_text ? std::optional(recipe) : std::nullopt, 1 << 20);
    std::mt19937 random(1);
    std::vector<StoredPage> added;
    for (std::uint64_t number = 1; number <= 60; ++number) {
      std::vector<std::string> some;
      for (auto i = random() % 4; i > 0; --i) {
        added.push_back(drawn_page(random, added.size()));
        some.push_back(encode_facts(added.back(), recipe.id()));
      }
      facts.add(some);
      const StoredPage page = drawn_page(random, number);
      const std::optional<StoredPage> found = facts.find(page);
      EXPECT_EQ(found ? found->bytes : std::nullopt, scanned(added, page, !is_of_same_text))
          << page.id << ' ' << page.url << ' ' << added.size();
    }
  }
}

}  // namespace
}  // namespace facsim
