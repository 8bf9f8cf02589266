// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answers of a store of pages as one line of JSON, the same in every interface. docs/http.md
// describes every member. Pure functions.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/model/seen_answer.h"
#include "facsim/model/seen_copies.h"

namespace facsim {

// Members in addition to the answer itself.
struct SeenAnswerFrame {
  std::string_view recipe = {};  // the store's, by name and id
  std::string_view recipe_id = {};
  std::optional<int> status = {};              // for a line of a batch
  std::optional<std::string_view> query = {};  // the name of the queried page
  bool is_explained = false;                   // adds `candidates`
};

[[nodiscard]] std::string seen_answer_json(const SeenAnswer& answer, const SeenAnswerFrame& frame);
// Appends the same to `text`, for many answers.
void add_seen_answer_json(std::string& text, const SeenAnswer& answer,
                          const SeenAnswerFrame& frame);
[[nodiscard]] std::string seen_page_json(const SeenPage& page);
// [{...}, ...]
[[nodiscard]] std::string seen_pages_json(std::span<const SeenPage> pages);

// {"page": {...}, "copies": [{...}, ...], "truncated": false}
[[nodiscard]] std::string seen_copies_json(const SeenCopies& copies);
// A line of 'facsim store dump'; docs/store.md describes the members.
[[nodiscard]] std::string seen_row_json(const SeenRow& row);

// A page without an id is named by the number of its row: "#17".
[[nodiscard]] std::string name_of_page(const SeenPage& page);

}  // namespace facsim
