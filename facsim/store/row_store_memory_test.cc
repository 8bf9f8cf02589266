// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <random>
#include <string>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

constexpr std::uint64_t kStoredRows = 250'000;  // one table of 60 MB
constexpr std::uint64_t kStoredAtOnce = 5'000;
constexpr std::size_t kStoredRowBytes = 240;

// The bytes that this process has read from files so far, cached or not.
std::uint64_t bytes_read_so_far() {
  std::ifstream io("/proc/self/io");
  std::string name;
  std::uint64_t value = 0;
  while (io >> name >> value) {
    if (name == "rchar:") return value;
  }
  return 0;
}

std::string cluster_key_of(std::uint64_t number) { return "cluster/" + std::to_string(number); }

void write_stored_rows(const std::string& folder) {
  RowStore store = RowStore::open(
      folder,
      {.durability = Durability::none, .create = true, .memory_bytes = std::uint64_t{512} << 20});
  std::mt19937_64 draw(5);
  for (std::uint64_t first = 1; first <= kStoredRows; first += kStoredAtOnce) {
    RowChange change;
    for (std::uint64_t number = first; number < first + kStoredAtOnce; ++number) {
      std::string bytes(kStoredRowBytes, '\0');
      for (char& byte : bytes) byte = static_cast<char>(draw());
      change.rows.push_back({number, std::move(bytes)});
      change.keys.push_back({cluster_key_of(number), "2"});
    }
    store.wait(store.submit(std::move(change)));
  }
  store.checkpoint(folder + ".whole");  // a copy with everything in tables
}

// If an index or a filter that does not fit into the cache were read completely, each read would
// take half a megabyte.
TEST(RowStoreMemory, AReadCostsLittleWhereThereIsLittle) {
  const TempFolder temp{testing::TempDir()};
  write_stored_rows(temp.path() + "/rows");
  const RowStore store =
      RowStore::open(temp.path() + "/rows.whole", {.memory_bytes = std::uint64_t{1} << 20});
  constexpr std::uint64_t kReads = 2'000;
  std::mt19937_64 draw(6);
  const auto mean_of = [&](const auto& read) {
    const std::uint64_t before = bytes_read_so_far();
    for (std::uint64_t i = 0; i < kReads; ++i) read(1 + draw() % kStoredRows);
    return (bytes_read_so_far() - before) / kReads;
  };
  EXPECT_GT(bytes_read_so_far(), 0U) << "this system does not count";
  EXPECT_LT(mean_of([&](std::uint64_t row) { EXPECT_TRUE(store.row(row)); }), 20'000U);
  EXPECT_LT(mean_of([&](std::uint64_t row) { EXPECT_TRUE(store.value(cluster_key_of(row))); }),
            40'000U);
  EXPECT_LT(
      mean_of([&](std::uint64_t row) { EXPECT_FALSE(store.value(cluster_key_of(row) + "x")); }),
      20'000U);
}

}  // namespace
}  // namespace facsim
