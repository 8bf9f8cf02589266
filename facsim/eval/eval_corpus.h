// SPDX-License-Identifier: Apache-2.0
#pragma once
// The documents of an evaluation, read once by the reader of dedup.
//
// Short pages have shingles here too, because labels may refer to them; as in dedup, they have no
// fingerprint. Reads everything in its constructor; afterwards const and safe to share.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/corpus/scan.h"

namespace facsim {

class EvalCorpus {
 public:
  // `run` gets the warnings about skipped records. Throws Error{invalid_argument} if the units do
  // not fit into --memory and four times as much of --tmp.
  EvalCorpus(const std::vector<InputFile>& files, const ReadOptions& read,
             const ReadyProfile& judge, Run& run, Scope scope);

  [[nodiscard]] std::uint32_t pages() const { return corpus_.pages(); }
  [[nodiscard]] PageRow row(std::uint32_t page) const { return corpus_.rows.at(page); }
  [[nodiscard]] const Corpus& corpus() const noexcept { return corpus_; }
  [[nodiscard]] Corpus& corpus() noexcept { return corpus_; }
  // True if the page has fewer than the least number of units; it may still have a text.
  [[nodiscard]] bool is_short(const PageRow& row) const { return row.units < units_min_; }
  // Clears `set` and fills it with the shingles of the page, ascending.
  void shingles(std::uint32_t page, std::vector<std::uint64_t>& set) const;
  // The units in order, on which agreement is measured.
  [[nodiscard]] std::vector<std::uint64_t> units(std::uint32_t page) const;
  // The page's id in labels.
  [[nodiscard]] std::string label(const PageRow& row) const {
    return label_of(corpus_.name_of(row));
  }

 private:
  std::size_t units_min_;
  Corpus corpus_;
  SpillBytes sets_;                         // of shingles
  std::vector<std::uint64_t> set_offsets_;  // by page
};

}  // namespace facsim
