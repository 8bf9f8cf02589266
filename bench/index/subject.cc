// SPDX-License-Identifier: Apache-2.0
#include "bench/index/subject.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <stdexcept>
#include <string>

#include "bench/index/timing.h"
#include "facsim/base/executor.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/planner.h"

namespace facsim::bench {
namespace {

// Queries at the start of a turn that are not counted; they bring code and stack back to the cache.
constexpr std::size_t kWarmUp = 32;
// Numbers far from the measured queries.
constexpr std::uint64_t kWarmUpFirst = std::uint64_t{1} << 41;

std::size_t reserve_bytes(const Design& design, std::uint64_t count) {
  // Equal fingerprints, full buckets and padding take little compared with this.
  return static_cast<std::size_t>(table_bytes(design, count) * 1.5) + (std::size_t{64} << 20);
}

// The number of steps that fill a turn if `sample` of them took `took_ns`.
std::size_t steps_in(double turn_ns, double took_ns, std::size_t sample) {
  const double steps = turn_ns * static_cast<double>(sample) / std::max(took_ns, 1.0);
  return static_cast<std::size_t>(std::clamp(steps, 16.0, 1e6));
}

}  // namespace

double table_bytes(const Design& design, std::uint64_t count) {
  MachineCosts costs;
  costs.reads = {{1, 1, 1}};
  return price(design, count, costs).bytes_a_fingerprint * static_cast<double>(count);
}

double build_bytes(const Design& design, std::uint64_t count) {
  return table_bytes(design, count) + 40 * static_cast<double>(count);
}

double memory_available() {
  std::ifstream in("/proc/meminfo");
  for (std::string name, unit; in >> name;) {
    double kilobytes = 0;
    in >> kilobytes;
    std::getline(in, unit);
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return 0;
}

Subject::Subject(const Design& design, const Population& population)
    : population_(population), sections_(reserve_bytes(design, population.size())) {
  const double begin = thread_ns();
  MemoryScratch scratch;
  HammingIndexBuilder builder({.design = design,
                               .memory_bytes = 64 * population.size() + (std::uint64_t{1} << 26),
                               .expected = population.size()},
                              scratch);
  for (std::uint64_t i = 0; i < population.size(); ++i) builder.add(population.at(i));
  SerialExecutor executor;
  builder.build(sections_, executor);
  index_ = std::make_unique<HammingIndex>(sections_);
  search_ = std::make_unique<HammingSearch>(*index_);
  build_seconds_ = (thread_ns() - begin) / 1e9;
}

double Subject::bytes_a_fingerprint() const noexcept {
  return static_cast<double>(sections_.bytes()) / static_cast<double>(population_.size());
}

void Subject::warm_up(int max_distance) {
  constexpr std::size_t kAtOnce = 256;
  constexpr double kReadsAPage = 16;
  constexpr double kLongestNs = 1e9;
  const double pages = static_cast<double>(sections_.bytes()) / 4096;
  const double queries = kReadsAPage * pages / static_cast<double>(design().tables.size());
  const double begin = thread_ns();
  for (std::uint64_t asked = 0; static_cast<double>(asked) < queries; asked += kAtOnce) {
    (void)ask(population_.queries(kWarmUpFirst + asked, kAtOnce, max_distance), max_distance);
    if (thread_ns() - begin > kLongestNs) return;
  }
}

std::uint64_t Subject::ask(std::span<const std::uint64_t> queries, int max_distance) {
  std::uint64_t matches = 0;
  search_->find(queries, {.max_distance = max_distance},
                [&](std::size_t, std::span<const Neighbour> found, bool) {
                  matches += found.size();
                  // Callers read ordinals.
                  if (!found.empty()) use(found.back().ordinal);
                });
  return matches;
}

std::vector<Neighbour> Subject::neighbours(std::uint64_t query, int max_distance) {
  std::vector<Neighbour> neighbours;
  search_->find({&query, 1}, {.max_distance = max_distance},
                [&](std::size_t, std::span<const Neighbour> found, bool) {
                  neighbours.assign(found.begin(), found.end());
                });
  return neighbours;
}

Cost measure(Subject& subject, Reference& reference, const MeasureOptions& options) {
  const Population& population = subject.population();
  const int k = options.max_distance;
  std::uint64_t next = 0;
  const auto draw = [&](std::size_t count) {
    next += count;
    return population.queries(next - count, count, k);
  };
  subject.warm_up(k);
  const auto sample = draw(256);
  const double took = cpu_ns([&] { (void)subject.ask(sample, k); });
  const std::size_t in_batch = steps_in(options.turn_ns, took, 256);
  const std::size_t singles = kWarmUp + steps_in(options.turn_ns, 2.5 * took, 256);
  const std::size_t reads = steps_in(options.turn_ns / 2, 200, 1);

  std::vector<double> read, batched, batched_reads, single, single_reads, all_singles;
  double matches = 0;
  for (int turn = 0; turn < options.turns; ++turn) {
    read.push_back(reference.dependent_ns(options.reference_bytes, reads));
    const auto batch = draw(in_batch);
    std::uint64_t found = 0;
    const double batch_ns = cpu_ns([&] { found = subject.ask(batch, k); });
    matches += static_cast<double>(found) / static_cast<double>(in_batch);
    batched.push_back(batch_ns / static_cast<double>(in_batch));
    batched_reads.push_back(batched.back() / read.back());
    const auto one_by_one = draw(singles);
    std::vector<double> times;
    for (std::size_t i = 0; i < singles; ++i) {
      const double begin = wall_ns();
      (void)subject.ask({&one_by_one[i], 1}, k);
      const double end = wall_ns();
      if (i >= kWarmUp) times.push_back(end - begin - wall_overhead_ns());
    }
    single.push_back(quantile(times, 0.5));
    single_reads.push_back(single.back() / read.back());
    all_singles.insert(all_singles.end(), times.begin(), times.end());
  }
  Cost cost;
  cost.read_ns = quantile(read, 0.5);
  cost.batched_ns = quantile(batched, 0.5);
  cost.batched_reads = quantile(batched_reads, 0.5);
  cost.single_ns = quantile(single, 0.5);
  cost.single_reads = quantile(single_reads, 0.5);
  cost.single_p99_ns = quantile(std::move(all_singles), 0.99);
  cost.single_p99_reads = cost.single_p99_ns / cost.read_ns;
  cost.matches = matches / options.turns;
  return cost;
}

void check_against_scan(Subject& subject, int max_distance, std::size_t queries) {
  const Population& population = subject.population();
  // Numbers far from the measured queries.
  const auto asked = population.queries(std::uint64_t{1} << 40, queries, max_distance);
  std::vector<std::vector<Neighbour>> expected(asked.size());
  for (std::uint64_t i = 0; i < population.size(); ++i) {
    const std::uint64_t value = population.at(i);
    for (std::size_t q = 0; q < asked.size(); ++q) {
      const int distance = std::popcount(value ^ asked[q]);
      if (distance <= max_distance) {
        expected[q].push_back({i, static_cast<std::uint32_t>(distance)});
      }
    }
  }
  for (std::size_t q = 0; q < asked.size(); ++q) {
    std::stable_sort(
        expected[q].begin(), expected[q].end(),
        [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; });
    if (subject.neighbours(asked[q], max_distance) != expected[q]) {
      throw std::runtime_error(subject.design().name + ": query " + std::to_string(q) +
                               " does not find what a scan finds");
    }
  }
}

}  // namespace facsim::bench
