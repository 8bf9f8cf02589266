// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a store, read by themselves: for who looks at a store without asking it anything.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

// Where the rows and the index of a store lie.
[[nodiscard]] std::string rows_folder(const std::string& store);
[[nodiscard]] std::string index_folder(const std::string& store);

// A collection is a store in STORE/collections/NAME; the one of the name "default" is STORE itself.
// A name has 1 to 64 characters of a-z 0-9 _ -.
inline constexpr std::string_view kDefaultCollection = "default";
[[nodiscard]] bool is_collection_name(std::string_view name) noexcept;
[[nodiscard]] std::string collection_folder(const std::string& store, std::string_view name);
// Those beside the default one, by name. Throws Error{io} where the folder cannot be read.
[[nodiscard]] std::vector<std::string> collections_in(const std::string& store);

// Every page, ascending by number, until `visit` returns false. Throws Error{damaged, unsupported}
// for a row that cannot be read, by its number and `folder`.
void for_each_stored_page(
    const RowStore& rows, const std::string& folder,
    const std::function<bool(std::uint64_t number, const StoredPage& page)>& visit);

// The page of a row, or nothing if the row is not there. Throws Error{damaged, unsupported, io}.
[[nodiscard]] std::optional<StoredPage> read_row(const RowStore& rows, std::uint64_t row,
                                                 const std::string& folder);

// When the page was met again, in milliseconds since 1970; 0: it was not.
[[nodiscard]] std::int64_t last_seen_in(const RowStore& rows, std::uint64_t number);

}  // namespace facsim
