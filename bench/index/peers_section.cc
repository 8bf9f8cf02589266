// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <stdexcept>

#include "bench/index/faiss_peer.h"
#include "bench/index/markdown.h"
#include "bench/index/sections.h"
#include "bench/index/timing.h"
#include "facsim/index/bit_sliced.h"
#include "facsim/index/linear_scan.h"
#include "facsim/index/planner.h"
#include "facsim/known/calibrate.h"

namespace facsim::bench {
namespace {

using Ask = std::function<std::uint64_t(std::span<const std::uint64_t>)>;

struct Rival {
  std::string label;
  double bytes = 0;  // per fingerprint
  Ask ask;           // returns the number of neighbours of the queries
};

// Rivals are warmed up like the subject (Subject::warm_up).
constexpr double kRivalWarmUpNs = 1e9;

// In every turn both get the same queries; the faster one gets more of them.
struct Turns {
  int turns = 0;
  double turn_ns = 0;
};

Turns turns_of(const Settings& settings) {
  return settings.quick ? Turns{3, 30e6} : Turns{9, 150e6};
}

void compare(Subject& ours, int k, const Rival& rival, const Settings& settings) {
  const Turns turns = turns_of(settings);
  const Population& population = ours.population();
  std::uint64_t next = 0;
  const auto draw = [&](std::size_t count) {
    next += count;
    return population.queries(next - count, count, k);
  };
  const auto sample = draw(4);
  (void)rival.ask(sample);
  const double one = cpu_ns([&] { (void)rival.ask(draw(4)); }) / 4;
  const auto few = static_cast<std::size_t>(std::clamp(turns.turn_ns / one, 4.0, 4096.0));
  ours.warm_up(k);
  for (const double begin = thread_ns(); thread_ns() - begin < kRivalWarmUpNs;) {
    (void)rival.ask(draw(few));
  }
  const double our_one = cpu_ns([&] { (void)ours.ask(draw(256), k); }) / 256;
  const auto many = std::max(
      few, static_cast<std::size_t>(std::clamp(turns.turn_ns / 10 / our_one, 256.0, 65536.0)));
  std::vector<double> rates, our_rates, ratios;
  for (int turn = 0; turn < turns.turns; ++turn) {
    const auto queries = draw(many);
    const std::span<const std::uint64_t> shared = std::span(queries).first(few);
    std::uint64_t found = 0;
    const double our_ns = cpu_ns([&] { (void)ours.ask(queries, k); });
    const double rival_ns = cpu_ns([&] { found = rival.ask(shared); });
    if (found != ours.ask(shared, k)) {
      throw std::runtime_error(rival.label + " finds other neighbours than " + ours.design().name);
    }
    our_rates.push_back(1e9 * static_cast<double>(many) / our_ns);
    rates.push_back(1e9 * static_cast<double>(few) / rival_ns);
    ratios.push_back(our_rates.back() / rates.back());
  }
  const double rate = quantile(rates, 0.5);
  print_row({millions(population.size()), std::to_string(k), rival.label, fixed(rival.bytes, 1),
             rate < 100 ? fixed(rate, 1) : grouped(rate),
             std::to_string(few * static_cast<std::size_t>(turns.turns)), ours.design().name,
             fixed(ours.bytes_a_fingerprint(), 1), grouped(quantile(our_rates, 0.5)),
             grouped(quantile(ratios, 0.5)),
             fixed(100 * ours.bytes_a_fingerprint() / rival.bytes, 0) + " %"});
}

// --- without an index ---

Rival one_by_one(std::span<const std::uint64_t> entries, int k) {
  return {"linear scan, popcount", 8, [=](std::span<const std::uint64_t> queries) {
            std::uint64_t found = 0;
            for (const std::uint64_t query : queries)
              found += linear_scan(entries, query, k).size();
            return found;
          }};
}

Rival in_planes(const BitSliced& planes, int k) {
  return {"linear scan, bit-sliced", 8, [&planes, k](std::span<const std::uint64_t> queries) {
            std::uint64_t found = 0;
            for (const std::uint64_t query : queries) {
              planes.scan(query, k, [&](std::size_t, int) { ++found; });
            }
            return found;
          }};
}

// All words with at most k bits set.
std::vector<std::uint64_t> flips_within(int k) {
  std::vector<std::uint64_t> flips{0};
  for (std::size_t begin = 0, round = 0; round < static_cast<std::size_t>(k); ++round) {
    const std::size_t end = flips.size();
    for (; begin < end; ++begin) {
      const std::uint64_t flip = flips[begin];
      for (auto bit = static_cast<int>(std::bit_width(flip)); bit < 64; ++bit) {
        flips.push_back(flip | std::uint64_t{1} << bit);
      }
    }
  }
  return flips;
}

// Searches the sorted fingerprints for every variant of the query.
Rival successive_probing(std::span<const std::uint64_t> sorted, int k) {
  std::vector<std::uint64_t> flips = flips_within(k);
  std::string label =
      "successive probing, " + grouped(static_cast<double>(flips.size())) + " binary searches";
  return {std::move(label), 8, [sorted, flips](std::span<const std::uint64_t> queries) {
            std::uint64_t found = 0;
            for (const std::uint64_t query : queries) {
              for (const std::uint64_t flip : flips) {
                const auto range = std::equal_range(sorted.begin(), sorted.end(), query ^ flip);
                found += static_cast<std::uint64_t>(range.second - range.first);
              }
            }
            return found;
          }};
}

void compare_without_index(Subject& ours, int k, const Settings& settings) {
  const Population& population = ours.population();
  std::vector<std::uint64_t> values(population.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) values[i] = population.at(i);
  compare(ours, k, one_by_one(values, k), settings);
  {
    const BitSliced planes(values);
    compare(ours, k, in_planes(planes, k), settings);
  }
  if (k > 3) return;  // 80 million variants for 6
  std::sort(values.begin(), values.end());
  compare(ours, k, successive_probing(values, k), settings);
}

void compare_with_faiss(const std::map<int, std::unique_ptr<Subject>>& ours, int hashes,
                        const Settings& settings) {
  const Population& population = ours.begin()->second->population();
  const int bits = 64 / hashes;
  const std::string name =
      "FAISS MultiHash " + std::to_string(hashes) + " x " + std::to_string(bits);
  const std::unique_ptr<FaissPeer> faiss = make_faiss_peer(population, hashes, bits);
  for (const auto& [k, subject] : ours) {
    const int flips = k / hashes;
    if (faiss == nullptr) {
      print_row({millions(population.size()), std::to_string(k), name, "skipped: no FAISS", "", "",
                 "", "", "", "", ""});
      continue;
    }
    const int distance = k;
    compare(
        *subject, k,
        {name + (flips > 0 ? ", nflip " + std::to_string(flips) : ""), faiss->bytes_a_fingerprint(),
         [&faiss, distance, flips](std::span<const std::uint64_t> queries) {
           return faiss->ask(queries, distance, flips);
         }},
        settings);
  }
}

}  // namespace

void run_peers(const Settings& settings, Reference& /*reference*/) {
  print_title("Peers");
  print_line(std::string("Fingerprints: ") + kind_of(settings) +
             ". One thread, all queries given at once, range search; both sides answer the same "
             "queries in turns, and find the same number of neighbours. Bytes include ids; those "
             "of FAISS are what malloc says its heap grew by. Ratios are medians over the turns.");
  print_header({"N", "k", "peer", "its bytes", "its queries/s", "queries asked", "facsim",
                "our bytes", "our queries/s", "times faster", "our bytes / its"});
  const MachineCosts costs = calibrate();
  const std::vector<std::uint64_t> usual{settings.quick ? 1'000'000U : 10'000'000U};
  for (const std::uint64_t count : counts_of(settings, usual)) {
    const Population population = population_of(settings, count);
    std::map<int, std::unique_ptr<Subject>> ours;
    for (const int k : {3, 6, 8}) {
      if (settings.k && *settings.k != k) continue;
      const PlanChoice choice = plan({.count = count, .max_distance = k}, costs);
      ours[k] = std::make_unique<Subject>(choice.pareto[choice.chosen].design, population);
      check_against_scan(*ours[k], k, 10);
    }
    if (ours.empty()) continue;
    for (const int hashes : {4, 2}) compare_with_faiss(ours, hashes, settings);
    for (const auto& [k, subject] : ours) compare_without_index(*subject, k, settings);
  }
}

}  // namespace facsim::bench
