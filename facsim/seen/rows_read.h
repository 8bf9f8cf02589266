// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was read of a store's rows before its lock was taken, for a change or an answer to come.
//
// As the rows were at one moment or a little later; recent changes in memory count for more.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/seen/asked_page.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct RowsRead {
  // The last row that the state knew when reading began: what came later was not read.
  std::uint64_t last_row = 0;
  // Sealed rows; nothing for those that are not there.
  std::unordered_map<std::uint64_t, std::optional<StoredPage>> pages = {};
  // Members of clusters by representative, which is not among them.
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> members = {};
  // What segments say of rows that may be judged again.
  std::unordered_map<std::uint64_t, LookedUp> texts = {};
  // How many pages clusters have, by representative.
  std::unordered_map<std::uint64_t, std::uint64_t> sizes = {};
  // When rows were met again, in milliseconds since 1970; 0: never.
  std::unordered_map<std::uint64_t, std::int64_t> met_ms = {};
  // True if `pages` has all sealed rows that answers may name.
  bool has_named_rows = false;
  // The bytes stored under the retry key, if any.
  std::optional<std::string> answers = {};
};

// The rows that have a name which a caller gives: as id, as URL, or as the number of a row.
struct AskedName {
  std::string name;
  std::string label = {};  // cut as labels are (model/label.h)
  std::vector<NamedRow> by_id = {};
  std::vector<NamedRow> by_url = {};
  std::optional<std::uint64_t> number = {};  // of a row, for names like "#17"
  std::optional<StoredPage> by_number = {};  // of that row, if it is sealed
};

}  // namespace facsim
