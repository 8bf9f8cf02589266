// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_copy.h"

#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

constexpr std::size_t kChangeBytes = std::size_t{1} << 20;
constexpr std::size_t kChangeRows = 4096;
constexpr std::uint64_t kChangesOnTheWay = 16;

// Changes of a copy, some MiB at a time.
class Writer {
 public:
  Writer(RowStore& rows, const StoreCopyOptions& options) : rows_(rows), options_(options) {}

  void add_row(std::uint64_t number, std::string_view bytes) {
    change_.rows.push_back({number, std::string(bytes)});
    ++rows_added_;
    count(bytes.size());
  }
  void add_key(std::string_view key, std::string_view value) {
    change_.keys.push_back({std::string(key), std::string(value)});
    count(key.size() + value.size());
  }
  void finish() {
    submit();
    if (rows_.submitted() > 0) rows_.wait(rows_.submitted());
  }

 private:
  void count(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ >= kChangeBytes || change_.rows.size() + change_.keys.size() >= kChangeRows) {
      submit();
    }
  }
  void submit() {
    if (options_.check) options_.check(rows_added_);
    if (change_.rows.empty() && change_.keys.empty()) return;
    const std::uint64_t ticket = rows_.submit(std::exchange(change_, {}));
    bytes_ = 0;
    if (ticket > kChangesOnTheWay) rows_.wait(ticket - kChangesOnTheWay);
  }

  RowStore& rows_;
  const StoreCopyOptions& options_;
  RowChange change_;
  std::size_t bytes_ = 0;
  std::uint64_t rows_added_ = 0;
};

// Whether it could be: nobody else has the store, and its disk can be written.
bool linked(const std::string& from, const std::string& to, const StoreCopyOptions& options) {
  std::optional<RowStore> rows;
  try {
    rows.emplace(RowStore::open(from, {.memory_bytes = options.memory_bytes}));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::busy || error.code() == ErrorCode::io) return false;
    throw;
  }
  rows->checkpoint(to);
  return true;
}

// Without the log of the copy's rows: what is closed is synced, and nobody needs half of it.
void write_again(const std::string& from, const std::string& to, const StoreCopyOptions& options) {
  const RowStore rows =
      RowStore::open(from, {.read_only = true, .memory_bytes = options.memory_bytes / 2});
  RowStore copy = RowStore::open(
      to,
      {.durability = Durability::none, .create = true, .memory_bytes = options.memory_bytes / 2});
  Writer writer(copy, options);
  rows.for_each_row(1, [&](std::uint64_t number, std::string_view bytes) {
    writer.add_row(number, bytes);
    return true;
  });
  rows.for_each_key("", "", [&](std::string_view key, std::string_view value) {
    writer.add_key(key, value);
    return true;
  });
  writer.finish();
}

}  // namespace

StoreCopy copy_store(const std::string& store, const std::string& folder,
                     const StoreCopyOptions& options) {
  const std::string from = rows_folder(store);
  const std::string to = rows_folder(folder);
  StoreCopy copied;
  copied.is_linked = options.may_link && linked(from, to, options);
  if (!copied.is_linked) write_again(from, to, options);

  const RowStore copy =
      RowStore::open(to, {.read_only = true, .memory_bytes = options.memory_bytes});
  std::uint64_t pages = 0;
  copy.verify([&] {
    if (options.check) options.check(0);
  });
  for_each_stored_page(copy, store, [&](std::uint64_t, const StoredPage&) {
    ++pages;
    if (options.check && pages % kChangeRows == 0) options.check(pages);
    return true;
  });
  copied.pages = pages;
  copied.bytes = copy.figures().disk_bytes;
  return copied;
}

}  // namespace facsim
