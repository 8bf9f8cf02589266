// SPDX-License-Identifier: Apache-2.0
#pragma once
// The documents of an evaluation, read once as dedup reads them.
//
// Short pages have shingles here too, because a truth may speak of them; they have no fingerprint,
// as dedup has it. Reads everything in its constructor; afterwards const and safe to share.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/corpus/scan.h"

namespace facsim {

class EvalCorpus {
 public:
  // `run` says what was left out. Throws Error{invalid_argument} where the units do not fit into
  // --memory and four times as much of --tmp.
  EvalCorpus(const std::vector<InputFile>& files, const ReadOptions& read,
             const ReadyProfile& judge, Run& run, Scope scope);

  [[nodiscard]] std::uint32_t pages() const { return corpus_.pages(); }
  [[nodiscard]] PageRow row(std::uint32_t page) const { return corpus_.rows.at(page); }
  [[nodiscard]] const Corpus& corpus() const noexcept { return corpus_; }
  [[nodiscard]] Corpus& corpus() noexcept { return corpus_; }
  // Under the least number of units, but not without any text.
  [[nodiscard]] bool is_short(const PageRow& row) const { return row.units < units_min_; }
  // Clears `set` and fills it with the shingles of the page, ascending.
  void shingles(std::uint32_t page, std::vector<std::uint64_t>& set) const;
  // In order: what agreement is measured on.
  [[nodiscard]] std::vector<std::uint64_t> units(std::uint32_t page) const;
  // An id as labels name it.
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
