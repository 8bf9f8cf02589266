// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Hamming index in huge pages, and the cost of its queries.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bench/index/huge_memory.h"
#include "bench/index/population.h"
#include "bench/index/reference.h"
#include "facsim/index/design.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/hamming_tables.h"

namespace facsim::bench {

class Subject {
 public:
  // Builds the index. That takes memory for its bytes, and during the build as much again and 30
  // bytes a fingerprint. Both arguments must outlive this object.
  Subject(const Design& design, const Population& population);

  [[nodiscard]] const Design& design() const noexcept { return index_->design(); }
  [[nodiscard]] const Population& population() const noexcept { return population_; }
  [[nodiscard]] double bytes_a_fingerprint() const noexcept;
  [[nodiscard]] double build_seconds() const noexcept { return build_seconds_; }

  // Runs queries until all pages of the index have been read. Virtual machines charge the first
  // reads of a written page: at first a query took twenty times as long.
  void warm_up(int max_distance);

  // The number of neighbours of the queries, which are searched together.
  std::uint64_t ask(std::span<const std::uint64_t> queries, int max_distance);
  [[nodiscard]] std::vector<Neighbour> neighbours(std::uint64_t query, int max_distance);

 private:
  const Population& population_;
  HugeSections sections_;
  std::unique_ptr<HammingIndex> index_;
  std::unique_ptr<HammingSearch> search_;
  double build_seconds_ = 0;
};

struct MeasureOptions {
  int max_distance = 3;
  int turns = 31;
  double turn_ns = 10e6;  // for each of the measurements that alternate
  std::size_t reference_bytes = std::size_t{1} << 28;
};

// Medians over the turns; ratios are medians of the ratios within a turn.
struct Cost {
  double batched_ns = 0;
  double batched_reads = 0;
  double single_ns = 0;
  double single_p99_ns = 0;
  double single_reads = 0;
  double single_p99_reads = 0;
  double read_ns = 0;  // a dependent random read
  double matches = 0;  // per query
};

// Alternates dependent reads, a batch and single queries; no query is repeated.
[[nodiscard]] Cost measure(Subject& subject, Reference& reference, const MeasureOptions& options);

// Checks that this many queries find the same ordinals and distances as a scan of all fingerprints.
// Throws std::runtime_error if they do not.
void check_against_scan(Subject& subject, int max_distance, std::size_t queries);

// The bytes that a design takes for `count` fingerprints, and the peak while it is built.
[[nodiscard]] double table_bytes(const Design& design, std::uint64_t count);
[[nodiscard]] double build_bytes(const Design& design, std::uint64_t count);

// Memory that is available to programs, in bytes.
[[nodiscard]] double memory_available();

}  // namespace facsim::bench
