// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of reading the inputs: rows of pages in input order, their labels and units.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/corpus/page_places.h"
#include "facsim/corpus/page_row.h"
#include "facsim/corpus/payloads.h"
#include "facsim/corpus/revisits.h"
#include "facsim/corpus/skip_row.h"
#include "facsim/corpus/source_names.h"
#include "facsim/corpus/unit_store.h"
#include "facsim/input/input_files.h"

namespace facsim {

struct Corpus {
  // Which units are stored for comparisons: up to a cap if the pages can be read again; all for
  // pages that come only once.
  enum class Units { none, capped, all };
  Corpus(Scratch& scratch, std::uint64_t memory_bytes, Units units_kept = Units::capped)
      : rows(scratch, memory_bytes / 4),
        labels(scratch, memory_bytes / 16),
        non_pages(scratch, memory_bytes / 32),
        skips(scratch, memory_bytes / 64),
        anchors(scratch, memory_bytes / 32),
        revisits(scratch, memory_bytes / 32),
        places(scratch, memory_bytes / 64),
        value_of_page(scratch, memory_bytes / 64),
        units(scratch, memory_bytes / 4, units_bytes_max(units_kept, memory_bytes)) {}

  std::vector<InputFile> files;
  std::vector<std::string> keep_fields;       // as in ReadOptions: the fields of KeepValues::fields
  std::vector<std::string> known_files;       // names of the files of known pages
  std::vector<std::uint32_t> first_page;      // of each file, followed by the number of pages
  std::vector<std::uint64_t> first_non_page;  // the same for non_pages
  SpillArray<PageRow> rows;
  std::uint32_t known = 0;  // the number of last rows that are pages of an index (against.h)
  SpillBytes labels;
  SpillArray<NonPageRow> non_pages;
  SpillArray<SkipRow> skips;         // records skipped because of a fault, in input order
  SpillBytes anchors;                // for recipes that have them
  Revisits revisits;                 // and the pages that they refer to
  PagePlaces places;                 // for pages from memory
  std::optional<Payloads> payloads;  // set if revisit records are to be written
  // If the run counts pages by a field, value_of_page has the number of a value for each row.
  bool counts_values = false;
  SourceNames values;
  SpillArray<std::uint32_t> value_of_page;
  std::vector<std::uint64_t> skipped_of_value;
  std::vector<std::uint64_t> skipped_of_file;  // empty if they were not counted
  std::vector<bool>
      truncated;  // for runs against an index: pages whose known candidates were cut short
  std::vector<bool> damaged_bodies;  // only up to the last page that has one
  std::vector<bool> error_answers;   // only up to the last page that is one
  UnitStore units;

  [[nodiscard]] static std::uint64_t units_bytes_max(Units kept, std::uint64_t memory_bytes);
  // The number of pages of the inputs, and of those plus the pages of an index that follow them.
  [[nodiscard]] std::uint32_t pages() const { return all_pages() - known; }
  [[nodiscard]] std::uint32_t all_pages() const { return static_cast<std::uint32_t>(rows.size()); }
  [[nodiscard]] PageName name_of(const PageRow& row) const;
  [[nodiscard]] PageName name_of(const RevisitRow& revisit) const;
  // The original as the revisit names it (Revisits::keep_keys()), without a file: by id, else by
  // URL, which is the revisit's own if it names none.
  [[nodiscard]] PageName original_name_of(const RevisitRow& revisit) const;
  // True if the body that was read is not all that the server sent, or differs from it.
  [[nodiscard]] bool has_damaged_body(std::uint32_t page) const {
    return page < damaged_bodies.size() && damaged_bodies[page];
  }
  // PageFacts::is_error(), without reading the row.
  [[nodiscard]] bool is_error_answer(std::uint32_t page) const {
    return page < error_answers.size() && error_answers[page];
  }
  // Sets what the two functions above return for this page.
  void note_worth(const PageRow& row, std::uint32_t page);
  // True for captures of one page: they may differ in a date and are not two pages of a template.
  [[nodiscard]] bool have_one_url(const PageRow& row, const PageRow& other) const;
  // Ascending.
  [[nodiscard]] std::vector<std::uint64_t> anchors_of(const PageRow& row) const;
  // Appends the row's anchors and stores their place in the row.
  void append_anchors(std::span<const std::uint64_t> set, PageRow& row);
};

}  // namespace facsim
