// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Hamming index in huge pages, and what asking it costs.

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
  // Builds it; takes its bytes, and as many and 30 bytes a fingerprint more while it does. Both
  // arguments must outlive this.
  Subject(const Design& design, const Population& population);

  [[nodiscard]] const Design& design() const noexcept { return index_->design(); }
  [[nodiscard]] const Population& population() const noexcept { return population_; }
  [[nodiscard]] double bytes_a_fingerprint() const noexcept;
  [[nodiscard]] double build_seconds() const noexcept { return build_seconds_; }

  // Asks until all pages of the index have been read now and then. Virtual machines let the first
  // reads of a page that was written pay for it: a query took twenty times as long at first.
  void warm_up(int max_distance);

  // How many neighbours the queries have, asked together.
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
  double turn_ns = 10e6;  // of each of the things that take turns
  std::size_t reference_bytes = std::size_t{1} << 28;
};

// Medians over the turns; ratios are the medians of the ratios within a turn.
struct Cost {
  double batched_ns = 0;
  double batched_reads = 0;
  double single_ns = 0;
  double single_p99_ns = 0;
  double single_reads = 0;
  double single_p99_reads = 0;
  double read_ns = 0;  // a dependent random read
  double matches = 0;  // a query
};

// Dependent reads, a batch and single queries in turns; no query is asked twice.
[[nodiscard]] Cost measure(Subject& subject, Reference& reference, const MeasureOptions& options);

// Whether so many queries find what a look at every fingerprint finds, ordinals and distances.
// Throws std::runtime_error where they do not.
void check_against_scan(Subject& subject, int max_distance, std::size_t queries);

// Bytes a design takes for so many fingerprints, and those that its building takes at the peak.
[[nodiscard]] double table_bytes(const Design& design, std::uint64_t count);
[[nodiscard]] double build_bytes(const Design& design, std::uint64_t count);

// Memory that programs can still have, in bytes.
[[nodiscard]] double memory_available();

}  // namespace facsim::bench
