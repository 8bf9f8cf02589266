// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/check_store.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/known/open_index.h"
#include "facsim/seen/check_store_internal.h"
#include "facsim/seen/crawl_book.h"
#include "facsim/seen/row_names.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/uncrawled_book.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/row_store.h"
#include "facsim/store/writer_lock.h"

namespace facsim {
namespace {

constexpr std::uint64_t kRowsBetweenStops = 1024;
constexpr std::uint64_t kFaultsTold = 1000;

// The contents of the keys about clusters.
struct ClusterKeys {
  std::map<std::uint64_t, std::uint64_t> sizes;   // by representative
  std::map<std::uint64_t, std::uint64_t> joined;  // pages of open crawls, which sizes do not count
  bool are_settled = true;                        // no crawl is being committed or cancelled
  std::uint64_t members = 0;                      // correct keys of members
};

class StoreChecker {
 public:
  StoreChecker(const std::string& store, const StoreCheckOptions& options)
      : store_(store), options_(options), faults_(options) {}

  StoreCheck run();

 private:
  void check(const char* stage, std::uint64_t pages) const {
    if (options_.check) options_.check(stage, pages);
  }
  // Runs `step`; damage counts as a fault. Returns true if there was none.
  bool tried(const std::function<void()>& step);

  void read_rows(const RowStore& rows);
  void add_page(std::uint64_t number, const StoredPage& page);
  void check_members(const RowStore& rows);
  void check_sizes(const std::map<std::uint64_t, std::uint64_t>& members, ClusterKeys keys);
  void check_key(std::string_view key, std::string_view value, ClusterKeys& keys);
  void check_names(const RowStore& rows);

  const std::string& store_;
  const StoreCheckOptions& options_;
  Faults faults_;
  StoreCheck found_;
  CheckedRows rows_;
};

bool StoreChecker::tried(const std::function<void()>& step) {
  try {
    step();
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::damaged) throw;
    faults_.add(error.sentence());
    return false;
  }
}

void StoreChecker::add_page(std::uint64_t number, const StoredPage& page) {
  CheckedRow row{.number = number, .representative = page.representative, .entry = 0};
  if (page.is_representative()) {
    row.entry = entry_hash(page.facts);
  }
  rows_.pages.push_back(row);
  if (rows_.pages.size() % kRowsBetweenStops == 0) check("rows", rows_.pages.size());
}

void StoreChecker::read_rows(const RowStore& rows) {
  rows.for_each_row(1, [&](std::uint64_t number, std::string_view bytes) {
    const bool is_sound = tried([&] {
      const auto content = decode_row(bytes, number, rows_folder(store_));
      if (const auto* const page = std::get_if<StoredPage>(&content))
        return add_page(number, *page);
      const Erasure& erasure = std::get<Erasure>(content);
      rows_.erased.insert(erasure.rows.begin(), erasure.rows.end());
    });
    if (!is_sound) rows_.are_whole = false;
    return true;
  });
  const std::optional<std::string> name = rows.value(kStoreNameKey);
  if (name) {
    rows_.store = *name;
  } else {
    faults_.add(store_ + ": the store has no name; bring back a backup");
  }
}

// Keys of clusters and pages begin with a letter and a number.
void StoreChecker::check_key(std::string_view key, std::string_view value, ClusterKeys& keys) {
  constexpr std::size_t kNumber = 8;
  const char sort = key.front();
  if (sort == 'n' && key.size() == 1 + kNumber) {
    keys.sizes[number_of(key.substr(1))] = number_of(value);
    return;
  }
  if (sort == 'c' && key.size() == 1 + kNumber) {
    const auto crawl = decode_crawl(static_cast<std::uint32_t>(number_of(key.substr(1))), value);
    if (!crawl) return faults_.add(store_ + ": what it keeps of a crawl cannot be read");
    keys.are_settled &=
        crawl->state == Crawl::State::open || crawl->state == Crawl::State::committed;
    return;
  }
  if (sort == 'l' && key.size() == 1 + kNumber && rows_.find(number_of(key.substr(1))) == nullptr) {
    return faults_.add(store_ + ": page " + std::to_string(number_of(key.substr(1))) +
                       " was met again, and is not there");
  }
  if (key.starts_with(kUncrawledPrefix)) {
    const auto counts = decode_uncrawled(key.substr(kUncrawledPrefix.size()), value);
    if (!counts) faults_.add(store_ + ": what crawlers left out cannot be read");
    return;
  }
  if (key.size() != 1 + 2 * kNumber) return;
  if (sort == 'x') keys.joined[number_of(key.substr(1 + kNumber))] += number_of(value);
  if (sort != 'm') return;
  const std::uint64_t representative = number_of(key.substr(1, kNumber));
  const std::uint64_t member = number_of(key.substr(1 + kNumber));
  const CheckedRow* const row = rows_.find(member);
  if (row == nullptr || row->representative != representative) {
    faults_.add(store_ + ": page " + std::to_string(member) + " is listed in cluster " +
                std::to_string(representative) + ", to which it does not belong");
    return;
  }
  ++keys.members;
}

void StoreChecker::check_members(const RowStore& rows) {
  ClusterKeys keys;
  rows.for_each_key("", "", [&](std::string_view key, std::string_view value) {
    if (!key.empty()) check_key(key, value, keys);
    return true;
  });
  std::map<std::uint64_t, std::uint64_t> members;  // by representative
  std::uint64_t in_all = 0;
  for (const CheckedRow& row : rows_.pages) {
    if (row.representative == 0) continue;
    ++members[row.representative];
    ++in_all;
    const CheckedRow* const first = rows_.find(row.representative);
    if (first != nullptr && first->representative == 0) continue;
    faults_.add(store_ + ": page " + std::to_string(row.number) + " is in cluster " +
                std::to_string(row.representative) +
                (first == nullptr ? ", whose first page is not there"
                                  : ", whose first page is a copy itself"));
  }
  if (keys.members < in_all) {
    faults_.add(store_ + ": " + std::to_string(in_all - keys.members) +
                " pages are not listed in their clusters");
  }
  found_.clusters = members.size();
  if (keys.are_settled) check_sizes(members, std::move(keys));
}

void StoreChecker::check_sizes(const std::map<std::uint64_t, std::uint64_t>& members,
                               ClusterKeys keys) {
  for (const auto& [representative, count] : keys.joined) {
    std::uint64_t& size = keys.sizes.try_emplace(representative, 1).first->second;
    size += count;
  }
  for (const auto& [representative, count] : members) {
    const auto said = keys.sizes.find(representative);
    const std::uint64_t size = said == keys.sizes.end() ? 1 : said->second;
    if (said != keys.sizes.end()) keys.sizes.erase(said);
    if (size == count + 1) continue;
    faults_.add(store_ + ": cluster " + std::to_string(representative) + " has " +
                std::to_string(count + 1) + " pages, and says " + std::to_string(size));
  }
  for (const auto& [representative, size] : keys.sizes) {
    if (size <= 1) continue;
    faults_.add(store_ + ": cluster " + std::to_string(representative) + " has 1 page, and says " +
                std::to_string(size));
  }
}

// Pages that are not sealed yet are not in a segment, and neither are their names.
void StoreChecker::check_names(const RowStore& rows) {
  if (found_.sealed_to == 0) return;  // there is no readable index
  const OpenIndex index(index_folder(store_));
  std::uint64_t pages = 0;
  const auto has = [&](std::uint64_t hash, std::uint64_t number) {
    bool is_there = false;
    find_row_names(index, {&hash, 1},
                   [&](std::size_t, std::uint64_t row) { is_there |= row == number; });
    return is_there;
  };
  for_each_stored_page(rows, store_, [&](std::uint64_t number, const StoredPage& page) {
    if (number > found_.sealed_to) return false;
    if (++pages % kRowsBetweenStops == 0) check("names", pages);
    if (!page.id.empty() && !has(id_name_hash(page.id), number)) {
      faults_.add(store_ + ": page " + std::to_string(number) + " is not found by its id");
    }
    if (!page.url.empty() && !has(url_name_hash(page.url), number)) {
      faults_.add(store_ + ": page " + std::to_string(number) + " is not found by its URL");
    }
    return true;
  });
}

// Takes the lock of the index, which every program holds that has the store open to change it. If
// the disk is full or cannot be written, no such program exists.
std::unique_ptr<WriterLock> locked(const std::string& store) {
  const std::string index = index_folder(store);
  if (!is_index_folder(index)) return nullptr;
  try {
    return std::make_unique<WriterLock>(
        index, WriterLockOptions{.command = "a check of the store", .noun = "store"});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io && error.code() != ErrorCode::no_space) throw;
    return nullptr;
  }
}

StoreCheck StoreChecker::run() {
  const std::unique_ptr<WriterLock> lock = locked(store_);
  std::optional<RowStore> rows;
  const bool opens = tried([&] {
    rows.emplace(RowStore::open(rows_folder(store_),
                                {.read_only = true, .memory_bytes = options_.memory_bytes}));
  });
  if (!opens) rows_.are_whole = false;
  if (rows) {
    (void)tried([&] { rows->verify([&] { check("bytes", 0); }); });
    rows_.are_whole &= tried([&] { read_rows(*rows); });
  }
  check_index_of_store(store_, rows_, options_, faults_, found_);
  if (rows_.are_whole) {
    (void)tried([&] { check_members(*rows); });
    (void)tried([&] { check_names(*rows); });
  }
  found_.faults = faults_.count();
  found_.pages = rows_.pages.size();
  found_.representatives = static_cast<std::uint64_t>(std::ranges::count_if(
      rows_.pages, [](const CheckedRow& row) { return row.representative == 0; }));
  return found_;
}

}  // namespace

std::uint64_t entry_hash(const PageFacts& facts) {
  std::uint64_t hash = combine(facts.digest.low, facts.digest.high);
  hash = combine(hash, std::uint64_t{facts.shingles} << 32 | facts.units);
  if (!facts.has_fingerprint) return hash;
  const auto* const bins = reinterpret_cast<const char*>(&facts.sketch.bins);
  return combine(combine(hash, facts.fingerprint), hash64({bins, sizeof facts.sketch.bins}));
}

const CheckedRow* CheckedRows::find(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(pages, number, {}, &CheckedRow::number);
  return found == pages.end() || found->number != number ? nullptr : &*found;
}

void Faults::add(const Sentence& fault) {
  if (++count_ <= kFaultsTold && options_.tell) options_.tell(fault);
}

StoreCheck check_store(const std::string& store, const StoreCheckOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(rows_folder(store), ignored)) {
    throw Error{ErrorCode::not_found, "there is no store", store};
  }
  return StoreChecker(store, options).run();
}

}  // namespace facsim
