// SPDX-License-Identifier: Apache-2.0
#pragma once
// The data read from a store's rows before its lock was taken, for the change or answer that
// follows.
//
// It shows the rows of one moment or a little later; recent changes in memory take precedence.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/seen/asked_page.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct RowsRead {
  // The last row that the state knew when reading began; later rows were not read.
  std::uint64_t last_row = 0;
  // Sealed rows; nothing for rows that do not exist.
  std::unordered_map<std::uint64_t, std::optional<StoredPage>> pages = {};
  // Members of clusters by representative, without the representative.
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> members = {};
  // Look-ups in segments for rows that may be judged again.
  std::unordered_map<std::uint64_t, LookedUp> texts = {};
  // The numbers of pages of clusters, by representative.
  std::unordered_map<std::uint64_t, std::uint64_t> sizes = {};
  // When rows were met again, in milliseconds since 1970; 0: never.
  std::unordered_map<std::uint64_t, std::int64_t> met_ms = {};
  // True if `pages` has all sealed rows that answers may name.
  bool has_named_rows = false;
  // The bytes stored under the retry key, if any.
  std::optional<std::string> answers = {};
};

// The rows that have a name given by a caller: an id, a URL, or the number of a row.
struct AskedName {
  std::string name;
  std::string label = {};  // cut as labels are (model/label.h)
  std::vector<NamedRow> by_id = {};
  std::vector<NamedRow> by_url = {};
  std::optional<std::uint64_t> number = {};  // of a row, for names like "#17"
  std::optional<StoredPage> by_number = {};  // of that row, if it is sealed
};

}  // namespace facsim
