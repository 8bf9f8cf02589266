// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which design for so many fingerprints, this distance and this much memory?
//
// Every compiled-in design, at every width of its keys, is priced with the costs of the machine
// (known/calibrate.h measures them); of those that fit the memory the fastest is chosen. Designs
// that another beats in memory and hardly loses to in time are left out of the list.
//
// The model of a query in a batch: something for the query; for each probe what it costs in the
// cache and, beyond that, a random line of the directory and one of a column; for each entry of its
// bucket a comparison and its bytes, read one after the other; and more for what the low column
// does not rule out. What a line costs depends on how much is read before the same line comes
// again: all columns together, but only as much of them as the directories' size asks for. A single
// query waits twice besides, once for its directories and once for its columns. The time of a query
// in a batch decides. Assumes uniform fingerprints, half of them asked for with a neighbour; real
// ones are clustered, and their crowded buckets cost more.
//
// Pure functions, callable from anywhere. Cost: some hundred designs, microseconds each.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/index/design.h"

namespace facsim {

// What the machine charges for reading at random from a table of `bytes`.
struct ReadCost {
  double bytes = 0;
  double dependent_ns = 0;  // the next address is known when the last read is done
  double line_ns = 0;       // many lines asked for ahead
};

struct MachineCosts {
  std::vector<ReadCost> reads;  // ascending bytes, the first in the cache; at least one
  double byte_ns = 0.05;        // reading on
  double compare_ns = 0.3;      // an entry, in the cache
  double probe_ns = 17;         // a probe, all of it in the cache
  double query_ns = 70;         // a query, beside its probes
  double passed_ns = 15;        // an entry that the low column does not rule out
  double sort_ns = 40;          // building: a fingerprint and table
};

struct Plan {
  Design design;
  double bytes_a_fingerprint = 0;  // tables, and ordinals where they were wished
  double probes = 0;               // a query
  double candidates = 0;           // entries looked at, a query
  double single_us = 0;
  double batched_us = 0;
  double build_seconds = 0;  // one core
};

struct PlanWish {
  std::uint64_t count = 0;
  int max_distance = 3;
  std::uint64_t memory_bytes = 0;  // 0: whatever it takes
  bool ordinals = true;            // false: it is enough to know that there is one
};

struct PlanChoice {
  std::vector<Plan> pareto;  // least memory first
  std::size_t chosen = 0;    // in `pareto`
  std::string reason;
};

// The price of one design as it stands, with ordinals.
[[nodiscard]] Plan price(const Design& design, std::uint64_t count, const MachineCosts& costs);

// Throws Error{invalid_argument} where the memory holds no design, with what the smallest takes.
[[nodiscard]] PlanChoice plan(const PlanWish& wish, const MachineCosts& costs);

}  // namespace facsim
