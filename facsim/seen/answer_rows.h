// SPDX-License-Identifier: Apache-2.0
#pragma once
// Completes an answer: fills in ids, URLs, times and crawls of the rows that it names by number.

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
  // Returns nothing if the row was erased since; then the page is known by its number alone.
  std::function<std::optional<StoredPage>(std::uint64_t row)> page;
  std::function<std::string(std::uint32_t crawl)> crawl_name;
  // When the page was last met again; 0: never. Empty function: not needed.
  std::function<std::int64_t(std::uint64_t row)> last_seen = {};
  std::function<std::uint64_t(std::uint64_t representative)> cluster_size = {};  // for whole()
};

// The number in "#NUMBER", the name of a page without an id.
[[nodiscard]] std::optional<std::uint64_t> row_in_name(std::string_view name);

// The name of a cluster: the id of its representative, or "#NUMBER".
[[nodiscard]] std::string cluster_id(std::uint64_t row, const StoredPage& page);

// Fills in what the answer lacks. `has_page`: all about its page is already filled in.
void complete(SeenAnswer& answer, const AnswerRows& rows, bool has_page = false);

// A row as a page of the store.
[[nodiscard]] SeenPage shown(std::uint64_t row, StoredPage page, const AnswerRows& rows);
// A row with everything that is stored of it.
[[nodiscard]] SeenRow whole(std::uint64_t row, const StoredPage& page, const AnswerRows& rows);

}  // namespace facsim
