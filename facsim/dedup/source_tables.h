// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fate of the pages of each input file, and of each value of the field that the run counts by;
// and the sources for which each source lost pages.
//
// One thread adds each page in input order, so the result depends on the pages alone. Files that
// are one page each are counted by their folder. Memory: at most about 20 MiB.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "facsim/corpus/corpus.h"
#include "facsim/model/match.h"
#include "facsim/model/summary.h"

namespace facsim {

// The decision on one page.
struct PageFate {
  bool is_removed = false;
  const Match* match = nullptr;      // for pages that were removed or reported
  std::uint32_t representative = 0;  // for removed pages
  std::uint32_t representative_file = 0;
  bool representative_is_known = false;  // a page of an index
  std::uint64_t bytes_saved = 0;
};

class SourceTables {
 public:
  explicit SourceTables(const Corpus& corpus);

  void count(std::uint32_t page, std::uint32_t file, const PageFate& fate);
  // Rows with the most pages first, ties by name.
  void fill(DecisionCounts& counts) const;

 private:
  struct Table {
    SourceNames names;
    std::vector<SourceFigures> rows;  // by number; the last row counts all others
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> moves;
    std::uint64_t moves_uncounted = 0;
  };
  static void count(Table& table, std::uint32_t from, std::uint32_t to, const PageFate& fate);
  static SourceTable summed(const Table& table);

  const Corpus& corpus_;
  std::vector<std::uint32_t> number_of_file_;
  Table files_;
  Table values_;
};

}  // namespace facsim
