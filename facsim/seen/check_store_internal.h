// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that check_store() remembers, and its second half, the check of the index. Private to
// this room.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/seen/check_store.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// A hash of a page's facts that identifies its entry in an index.
[[nodiscard]] std::uint64_t entry_hash(const PageFacts& facts);

struct CheckedRow {
  std::uint64_t number = 0;
  std::uint64_t representative = 0;  // 0: it is a representative itself
  std::uint64_t entry = 0;           // entry_hash(), of representatives only
};

struct CheckedRows {
  std::vector<CheckedRow> pages;             // ascending
  std::unordered_set<std::uint64_t> erased;  // according to rows that record erasures
  std::string store;                         // the store's name
  bool are_whole = true;                     // all rows could be read

  // Returns null if the row is not a page.
  [[nodiscard]] const CheckedRow* find(std::uint64_t number) const;
};

// Counts all faults, and reports the first thousand.
class Faults {
 public:
  explicit Faults(const StoreCheckOptions& options) : options_(options) {}
  void add(const Sentence& fault);
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  const StoreCheckOptions& options_;
  std::uint64_t count_ = 0;
};

// Checks STORE/pages.idx and fills in the members of `found` about it.
void check_index_of_store(const std::string& store, const CheckedRows& rows,
                          const StoreCheckOptions& options, Faults& faults, StoreCheck& found);

}  // namespace facsim
