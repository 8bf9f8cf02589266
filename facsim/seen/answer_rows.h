// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an answer says of the rows that it names by number: ids, URLs, times, crawls.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/seen_answer.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct AnswerRows {
  // Nothing where the row was erased since: then it is known by its number alone.
  std::function<std::optional<StoredPage>(std::uint64_t row)> page;
  std::function<std::string(std::uint32_t crawl)> crawl_name;
};

// Of "#NUMBER", as pages without an id are named.
[[nodiscard]] std::optional<std::uint64_t> row_in_name(std::string_view name);

void complete(SeenAnswer& answer, const AnswerRows& rows);

// A row as a page of the store.
[[nodiscard]] SeenPage shown(std::uint64_t row, const StoredPage& page, const AnswerRows& rows);

}  // namespace facsim
