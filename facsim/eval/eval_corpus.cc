// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/eval_corpus.h"

#include <utility>

#include "facsim/base/error.h"
#include "facsim/features/shingles.h"

namespace facsim {

EvalCorpus::EvalCorpus(const std::vector<InputFile>& files, const ReadOptions& read,
                       const ReadyProfile& judge, Run& run, Scope scope)
    : units_min_(judge.profile.units_min),
      corpus_(run.scratch(), run.memory_bytes()),
      sets_(run.scratch(), static_cast<std::size_t>(run.memory_bytes() / 4)) {
  corpus_.files = files;
  ReadyProfile all = judge;
  all.profile.units_min = 1;
  (void)scan(corpus_, read, all, run, {.scope = scope, .skips_name = {}});

  SpillArray<PageRow> rows(run.scratch(), run.memory_bytes() / 4);
  std::vector<std::uint64_t> set;
  std::vector<std::uint64_t> sorted;
  set_offsets_.resize(pages());
  for (std::uint32_t page = 0; page < pages(); ++page) {
    PageRow row = corpus_.rows.at(page);
    if (row.shingles > 0 && row.units_offset == kNoOffset) {
      throw Error(ErrorCode::invalid_argument, "the units of all documents do not fit; raise " +
                                                   Named::memory + " or give fewer");
    }
    if (row.shingles > 0) {
      shingle_set(units(page), judge.profile.recipe.sketch.shingle_size, set, sorted);
      set_offsets_[page] = sets_.append(std::as_bytes(std::span(set)));
    }
    if (is_short(row)) {
      row.has_fingerprint = false;
      row.anchors = 0;
    }
    rows.push_back(row);
  }
  corpus_.rows = std::move(rows);
}

void EvalCorpus::shingles(std::uint32_t page, std::vector<std::uint64_t>& set) const {
  set.resize(row(page).shingles);
  if (!set.empty()) sets_.read(set_offsets_[page], std::as_writable_bytes(std::span(set)));
}

std::vector<std::uint64_t> EvalCorpus::units(std::uint32_t page) const {
  const PageRow row = corpus_.rows.at(page);
  std::vector<std::uint64_t> units;
  if (row.units_offset != kNoOffset) corpus_.units.read(row.units_offset, row.units, units);
  return units;
}

}  // namespace facsim
