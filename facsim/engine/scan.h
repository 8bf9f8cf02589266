// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first reading: every record of every file, each page analysed once, rows in input order.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "facsim/engine/analysis.h"
#include "facsim/engine/dedup.h"
#include "facsim/engine/page_row.h"
#include "facsim/engine/shingle_store.h"
#include "facsim/engine/skipped_rows.h"
#include "facsim/input/input_files.h"

namespace facsim {

// All that the first reading leaves behind.
struct Corpus {
  Corpus(Scratch& scratch, std::uint64_t memory_bytes)
      : rows(scratch, memory_bytes / 4),
        labels(scratch, memory_bytes / 16),
        sides(scratch, memory_bytes / 32),
        skips(scratch, memory_bytes / 64),
        shingles(scratch, memory_bytes / 4, 4 * memory_bytes) {}

  std::vector<InputFile> files;
  std::vector<std::uint32_t> first_page;  // of each file, and the number of pages at the end
  std::vector<std::uint64_t> first_side;  // the same for side rows
  SpillArray<PageRow> rows;
  SpillBytes labels;
  SpillArray<SideRow> sides;
  SpillArray<SkipRow> skips;  // records left out through somebody's fault, in input order
  ShingleStore shingles;

  [[nodiscard]] std::uint32_t pages() const { return static_cast<std::uint32_t>(rows.size()); }
  [[nodiscard]] PageName name_of(const PageRow& row) const;
};

// Reads all of `corpus.files` into the other members and counts into `summary`.
void scan(Corpus& corpus, const DedupOptions& options, const DedupHooks& hooks, Scratch& scratch,
          Summary& summary);

// What a row holds of a page's analysis.
void fill_row(PageRow& row, const Analysis& analysis, std::size_t shingles);

[[nodiscard]] ReadOptions read_options(const DedupOptions& options);

// Throws Error{cancelled} once the user has said stop.
void throw_if_cancelled(const DedupHooks& hooks);

}  // namespace facsim
