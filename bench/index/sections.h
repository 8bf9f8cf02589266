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
  bool full = false;                   // 100 M, and everything else that fits into the memory
  std::vector<std::uint64_t> real;     // real fingerprints to extend; empty: uniform ones
};

[[nodiscard]] Population population_of(const Settings& settings, std::uint64_t count);
[[nodiscard]] MeasureOptions options_for(const Settings& settings, std::uint64_t count, int k);
// The text for the column "fingerprints".
[[nodiscard]] const char* kind_of(const Settings& settings);
// The requested counts, chosen from the usual ones.
[[nodiscard]] std::vector<std::uint64_t> counts_of(const Settings& settings,
                                                   std::vector<std::uint64_t> usual);
// Returns nothing if the memory is too small.
[[nodiscard]] std::unique_ptr<Subject> subject_if_it_fits(const Design& design,
                                                          const Population& population);

// The cost of memory on this machine.
void run_machine(const Settings& settings, Reference& reference);
// Named and planned designs, at several sizes and distances.
void run_query(const Settings& settings, Reference& reference);
// FAISS, linear scans and successive probing, compared with the planned design.
void run_peers(const Settings& settings, Reference& reference);
// Checks that the planner's choice is within 1.3 of the fastest design.
void run_planner(const Settings& settings, Reference& reference);
// The cost of a query from 1 M fingerprints up.
void run_growth(const Settings& settings, Reference& reference);

}  // namespace facsim::bench
