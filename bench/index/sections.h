// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sections of the benchmark: each prints its tables.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bench/index/population.h"
#include "bench/index/reference.h"
#include "bench/index/subject.h"

namespace facsim::bench {

struct Settings {
  std::optional<std::uint64_t> count;  // this many fingerprints only
  std::optional<int> k;                // this distance only
  bool quick = false;                  // up to 1 M fingerprints, few turns
  bool full = false;                   // 100 M and what else fits the memory
  std::vector<std::uint64_t> real;     // real fingerprints to grow; none: uniform ones
};

[[nodiscard]] Population population_of(const Settings& settings, std::uint64_t count);
[[nodiscard]] MeasureOptions options_for(const Settings& settings, std::uint64_t count, int k);
// The words for the column "fingerprints".
[[nodiscard]] const char* kind_of(const Settings& settings);
// The counts asked for, of those that are usual.
[[nodiscard]] std::vector<std::uint64_t> counts_of(const Settings& settings,
                                                   std::vector<std::uint64_t> usual);
// Nothing where the memory does not hold it.
[[nodiscard]] std::unique_ptr<Subject> subject_if_it_fits(const Design& design,
                                                          const Population& population);

// What this machine charges for memory.
void run_machine(const Settings& settings, Reference& reference);
// Named designs and planned ones, at several sizes and distances.
void run_query(const Settings& settings, Reference& reference);
// FAISS, linear scans and successive probing beside the planned design.
void run_peers(const Settings& settings, Reference& reference);
// Is what the planner chooses within 1.3 of the fastest there is?
void run_planner(const Settings& settings, Reference& reference);
// The cost of a query from 1 M fingerprints up.
void run_growth(const Settings& settings, Reference& reference);

}  // namespace facsim::bench
