// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the rows of a store directly: for programs that inspect a store without opening it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

// The folders of the rows and of the index of a store.
[[nodiscard]] std::string rows_folder(const std::string& store);
[[nodiscard]] std::string index_folder(const std::string& store);

// A collection is a store in STORE/collections/NAME; the collection "default" is STORE itself. A
// name has 1 to 64 characters of a-z 0-9 _ -.
inline constexpr std::string_view kDefaultCollection = "default";
[[nodiscard]] bool is_collection_name(std::string_view name) noexcept;
[[nodiscard]] std::string collection_folder(const std::string& store, std::string_view name);
// Returns the collections other than the default one, by name. Throws Error{io} if the folder
// cannot be read.
[[nodiscard]] std::vector<std::string> collections_in(const std::string& store);

// Calls `visit` for every page, ascending by number, until it returns false. Throws Error{damaged,
// unsupported} for a row that cannot be read, with its number and `folder`.
void for_each_stored_page(
    const RowStore& rows, const std::string& folder,
    const std::function<bool(std::uint64_t number, const StoredPage& page)>& visit);

// Returns the page of a row, or nothing if the row does not exist. Throws Error{damaged,
// unsupported, io}.
[[nodiscard]] std::optional<StoredPage> read_row(const RowStore& rows, std::uint64_t row,
                                                 const std::string& folder);

// When the page was last met again, in milliseconds since 1970; 0: never.
[[nodiscard]] std::int64_t last_seen_in(const RowStore& rows, std::uint64_t number);

}  // namespace facsim
