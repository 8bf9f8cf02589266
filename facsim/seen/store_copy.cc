// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_copy.h"

#include <optional>

#include "facsim/base/error.h"
#include "facsim/seen/row_writer.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/row_store.h"

namespace facsim {
namespace {

constexpr std::uint64_t kCopiedBetweenChecks = 4096;  // pages

// Returns false if linking is impossible: another program has the store open, or its disk cannot be
// written or has no space.
bool linked(const std::string& from, const std::string& to, const StoreCopyOptions& options) {
  std::optional<RowStore> rows;
  try {
    rows.emplace(RowStore::open(from, {.memory_bytes = options.memory_bytes}));
  } catch (const Error& error) {
    const ErrorCode code = error.code();
    if (code != ErrorCode::busy && code != ErrorCode::io && code != ErrorCode::no_space) throw;
    return false;
  }
  rows->checkpoint(to);
  return true;
}

// Writes the copy without a log: it is synced when it is closed, and half of it is useless.
void write_again(const std::string& from, const std::string& to, const StoreCopyOptions& options) {
  const RowStore rows =
      RowStore::open(from, {.read_only = true, .memory_bytes = options.memory_bytes / 2});
  RowStore copy = RowStore::open(
      to,
      {.durability = Durability::none, .create = true, .memory_bytes = options.memory_bytes / 2});
  RowWriter writer(copy, options.check);
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
    if (options.check && pages % kCopiedBetweenChecks == 0) options.check(pages);
    return true;
  });
  copied.pages = pages;
  copied.bytes = copy.figures().disk_bytes;
  return copied;
}

}  // namespace facsim
