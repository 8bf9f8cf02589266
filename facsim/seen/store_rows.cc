// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_rows.h"

#include <variant>

namespace facsim {

std::string rows_folder(const std::string& store) { return store + "/rows"; }
std::string index_folder(const std::string& store) { return store + "/pages.idx"; }

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
