// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store of pages answers, as JSON of one line: the same from every door. docs/http.md has
// every member. Pure functions.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/model/seen_answer.h"
#include "facsim/model/seen_copies.h"

namespace facsim {

// What stands beside the answer itself.
struct SeenAnswerFrame {
  std::string_view recipe = {};  // the store's, by its name and its id
  std::string_view recipe_id = {};
  std::optional<int> status = {};              // of a line of a batch
  std::optional<std::string_view> query = {};  // the name of the page that was asked for
  bool is_explained = false;                   // with `candidates`
};

[[nodiscard]] std::string seen_answer_json(const SeenAnswer& answer, const SeenAnswerFrame& frame);
// The same behind what stands in `text`, for many of them.
void add_seen_answer_json(std::string& text, const SeenAnswer& answer,
                          const SeenAnswerFrame& frame);
[[nodiscard]] std::string seen_page_json(const SeenPage& page);
// [{...}, ...]
[[nodiscard]] std::string seen_pages_json(std::span<const SeenPage> pages);

// {"page": {...}, "copies": [{...}, ...], "truncated": false}
[[nodiscard]] std::string seen_copies_json(const SeenCopies& copies);
// A line of 'facsim store dump': docs/store.md has the members.
[[nodiscard]] std::string seen_row_json(const SeenRow& row);

// A page without an id goes by the number of its row: "#17".
[[nodiscard]] std::string name_of_page(const SeenPage& page);

}  // namespace facsim
