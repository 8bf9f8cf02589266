// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which design suits this many fingerprints, this distance and this much memory?
//
// Every built-in design, at every width of its keys, is priced with the costs of the machine
// (known/calibrate.h measures them); of those that fit the memory the fastest is chosen. A design
// is left out of the list if another takes less memory and is hardly slower.
//
// The model of a query in a batch: a fixed cost for the query; for each probe its cost in the cache
// and, beyond that, a random line of the directory and one of a column; for each entry of its
// bucket a comparison and its bytes, read sequentially; and more for entries that the low column
// does not rule out. The cost of a line depends on how much is read before the same line is read
// again: for a line of a directory all directories, and with each of their lines the lines of
// columns that it leads to; for a line of a column everything. A single query also waits twice,
// once for its directories and once for its columns. The time of a query in a batch decides. The
// model assumes uniform fingerprints, and that half of the queries have a neighbour; real
// fingerprints are clustered, and their crowded buckets cost more.
//
// Pure functions, callable from anywhere. Cost: some hundred designs, microseconds each.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/index/design.h"

namespace facsim {

// The machine's cost of random reads from a table of `bytes` bytes.
struct ReadCost {
  double bytes = 0;
  double dependent_ns = 0;  // if the next address is known only when the last read is done
  double line_ns = 0;       // if many lines are prefetched
};

struct MachineCosts {
  std::vector<ReadCost> reads;  // ascending bytes, the first in the cache; at least one
  double byte_ns = 0.05;        // sequential reading
  double compare_ns = 0.3;      // an entry, in the cache
  double probe_ns = 17;         // a probe, all of it in the cache
  double query_ns = 70;         // a query, beside its probes
  double passed_ns = 15;        // an entry that the low column does not rule out
  double sort_ns = 40;          // building: a fingerprint and table
};

struct Plan {
  Design design;
  double bytes_a_fingerprint = 0;  // tables, and ordinals if they were requested
  double probes = 0;               // a query
  double candidates = 0;           // entries compared, a query
  double single_us = 0;
  double batched_us = 0;
  double build_seconds = 0;  // one core
};

struct PlanWish {
  std::uint64_t count = 0;
  int max_distance = 3;
  std::uint64_t memory_bytes = 0;  // 0: no limit
  bool ordinals = true;            // false: it is enough to know that a neighbour exists
};

struct PlanChoice {
  std::vector<Plan> pareto;  // least memory first
  std::size_t chosen = 0;    // in `pareto`
  std::string reason;
};

// The price of one design with its masks as they are, with ordinals.
[[nodiscard]] Plan price(const Design& design, std::uint64_t count, const MachineCosts& costs);

// Throws Error{invalid_argument}, with the size of the smallest design, if no design fits the
// memory.
[[nodiscard]] PlanChoice plan(const PlanWish& wish, const MachineCosts& costs);

}  // namespace facsim
