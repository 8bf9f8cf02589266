// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/store_renewal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "facsim/files/folder_for_test.h"
#include "facsim/seen.h"

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

}  // namespace
}  // namespace facsim
