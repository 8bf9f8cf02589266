// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/row_store_work.h"

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "facsim/store/row_store_seam_internal.h"

namespace facsim::fault {

namespace {

// The bytes are not constant, so that those of another row are recognized, and not too
// compressible.
std::string bytes_of_row(std::mt19937_64& random) {
  std::string bytes(100 + random() % 1500, '\0');
  for (char& byte : bytes) byte = static_cast<char>('a' + random() % 26);
  return bytes;
}

}  // namespace

RowChange change_of(std::uint64_t seed, std::uint64_t number) {
  std::mt19937_64 random(seed * 1'000'003 + number);
  RowChange change;
  for (std::uint64_t i = 0; i < 1 + random() % 6; ++i) {
    change.rows.push_back({number * 8 + i, bytes_of_row(random)});
  }
  if (random() % 3 == 0) change.rows.push_back({8 + random() % (number * 8), bytes_of_row(random)});
  if (random() % 3 == 0) change.erased.push_back(8 + random() % (number * 8));
  change.keys.push_back({"last", std::to_string(number)});
  change.keys.push_back({"some/" + std::to_string(random() % 50),
                         random() % 4 == 0 ? std::nullopt : std::optional(bytes_of_row(random))});
  return change;
}

std::uint64_t changes_in(const RowStore& store) {
  return std::strtoull(store.value("last").value_or("0").c_str(), nullptr, 10);
}

std::optional<std::string> complaint(const RowStore& store, std::uint64_t seed,
                                     std::uint64_t acknowledged) {
  const std::uint64_t there = changes_in(store);
  if (there < acknowledged) {
    return "of " + std::to_string(acknowledged) + " acknowledged changes " + std::to_string(there) +
           " are there";
  }
  std::map<std::uint64_t, std::string> rows;
  std::map<std::string, std::string> keys;
  for (std::uint64_t number = 1; number <= there; ++number) {
    const RowChange change = change_of(seed, number);
    for (const RowChange::Row& row : change.rows) rows[row.number] = row.bytes;
    for (const std::uint64_t erased : change.erased) rows.erase(erased);
    for (const RowChange::Key& key : change.keys) {
      keys.erase(key.key);
      if (key.value) keys[key.key] = *key.value;
    }
  }
  std::map<std::uint64_t, std::string> found_rows;
  store.for_each_row(0, [&](std::uint64_t number, std::string_view bytes) {
    found_rows.emplace(number, bytes);
    return true;
  });
  std::map<std::string, std::string> found_keys;
  store.for_each_key("", "", [&](std::string_view key, std::string_view value) {
    found_keys.emplace(key, value);
    return true;
  });
  if (found_rows != rows) return "rows are not those of " + std::to_string(there) + " changes";
  if (found_keys != keys) return "keys are not those of " + std::to_string(there) + " changes";
  return std::nullopt;
}

RowStore open_on(const std::shared_ptr<rocksdb::FileSystem>& files, const std::string& folder,
                 const RowStoreOptions& options) {
  static std::mutex mutex;
  const std::lock_guard hold(mutex);
  const RowStoreFilesScope scope(files);
  return RowStore::open(folder, options);
}

void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& each) {
  constexpr unsigned kThreads = 32;
  std::atomic<std::uint64_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t at = next++; at < count; at = next++) each(at);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace facsim::fault
