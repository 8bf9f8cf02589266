// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an answer says of the rows that it names by number: ids, URLs, times, crawls.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/seen_answer.h"
#include "facsim/model/seen_copies.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct AnswerRows {
  // Nothing where the row was erased since: then it is known by its number alone.
  std::function<std::optional<StoredPage>(std::uint64_t row)> page;
  std::function<std::string(std::uint32_t crawl)> crawl_name;
  // When a page was met again; 0: it was not. Nothing: nobody asks.
  std::function<std::int64_t(std::uint64_t row)> last_seen = {};
  std::function<std::uint64_t(std::uint64_t representative)> cluster_size = {};  // for whole()
};

// Of "#NUMBER", as pages without an id are named.
[[nodiscard]] std::optional<std::uint64_t> row_in_name(std::string_view name);

// What a cluster is called: the id of its representative, or "#NUMBER".
[[nodiscard]] std::string cluster_id(std::uint64_t row, const StoredPage& page);

// Looks up what the answer does not say yet; `has_page`: of its page it says all.
void complete(SeenAnswer& answer, const AnswerRows& rows, bool has_page = false);

// A row as a page of the store.
[[nodiscard]] SeenPage shown(std::uint64_t row, StoredPage page, const AnswerRows& rows);
// With all that a row says.
[[nodiscard]] SeenRow whole(std::uint64_t row, const StoredPage& page, const AnswerRows& rows);

}  // namespace facsim
