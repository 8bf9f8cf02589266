// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which design for so many fingerprints, this distance and this much memory?
//
// Every compiled-in design, at every width of its keys, is priced with the costs of the machine
// (engine/calibrate.h measures them); of those that fit the memory the fastest is chosen. Designs
// that another beats in memory and hardly loses to in time are left out of the list.
//
// The model: a probe reads one line of the directory and one of a column, each at the price of a
// line of a table of its size, then the rest of its bucket at the price of sequential bytes and
// compares. Queries of a batch hide the latency of one another; a single query waits twice, once
// for its directories and once for its columns, and hides the rest. Assumes uniform fingerprints;
// real ones are clustered, and their crowded buckets cost more.
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
  std::vector<ReadCost> reads;  // ascending bytes; at least one
  double byte_ns = 0.05;        // reading on
  double compare_ns = 0.2;      // a candidate, in the cache
  double probe_ns = 12;         // a probe, all of it in the cache
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
