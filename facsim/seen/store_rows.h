// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a store, read by themselves: for who looks at a store without asking it anything.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

// Where the rows and the index of a store lie.
[[nodiscard]] std::string rows_folder(const std::string& store);
[[nodiscard]] std::string index_folder(const std::string& store);

// Every page, ascending by number, until `visit` returns false. Throws Error{damaged, unsupported}
// for a row that cannot be read, by its number and `folder`.
void for_each_stored_page(
    const RowStore& rows, const std::string& folder,
    const std::function<bool(std::uint64_t number, const StoredPage& page)>& visit);

}  // namespace facsim
