// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_rows.h"

#include <algorithm>
#include <filesystem>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/seen/store_keys.h"

namespace facsim {
namespace {

constexpr std::size_t kNameCharactersMax = 64;

}  // namespace

std::string rows_folder(const std::string& store) { return store + "/rows"; }
std::string index_folder(const std::string& store) { return store + "/pages.idx"; }

bool is_collection_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kNameCharactersMax &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
         });
}

std::string collection_folder(const std::string& store, std::string_view name) {
  return name == kDefaultCollection ? store : store + "/collections/" + std::string(name);
}

std::vector<std::string> collections_in(const std::string& store) {
  namespace fs = std::filesystem;
  const std::string parent = store + "/collections";
  std::error_code failure;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, failure)) {
    std::string name = entry.path().filename().string();
    // Folders that a service is making or removing have other names.
    if (is_collection_name(name)) names.push_back(std::move(name));
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    throw Error{ErrorCode::io, "cannot be read: " + failure.message(), parent};
  }
  std::ranges::sort(names);
  return names;
}

std::optional<StoredPage> read_row(const RowStore& rows, std::uint64_t row,
                                   const std::string& folder) {
  const std::optional<std::string> bytes = rows.row(row);
  if (!bytes) return std::nullopt;
  auto content = decode_row(*bytes, row, folder);
  StoredPage* const page = std::get_if<StoredPage>(&content);
  return page == nullptr ? std::nullopt : std::optional(std::move(*page));
}

std::int64_t last_seen_in(const RowStore& rows, std::uint64_t number) {
  const std::optional<std::string> value = rows.value(last_seen_key(number));
  return value ? static_cast<std::int64_t>(number_of(*value)) : 0;
}

void for_each_stored_page(
    const RowStore& rows, const std::string& folder,
    const std::function<bool(std::uint64_t number, const StoredPage& page)>& visit) {
  rows.for_each_row(1, [&](std::uint64_t number, std::string_view bytes) {
    const auto content = decode_row(bytes, number, folder);
    const StoredPage* const page = std::get_if<StoredPage>(&content);
    return page == nullptr || visit(number, *page);
  });
}

}  // namespace facsim
