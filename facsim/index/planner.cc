// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/planner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>

#include "facsim/base/error.h"
#include "facsim/index/directory.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

constexpr double kCacheLineBytes = 64;
constexpr double kLowBytes = 4;
constexpr int kLowColumnBits = 32;
// Designs with more probes a query are slower than reading everything.
constexpr double kProbesMax = 1e6;
constexpr int kKeyBitsMin = 4;
// A design with more memory must take less than this share of the time, or it is not listed.
constexpr double kWorthIt = 0.97;

// Interpolates between the measured sizes, by the logarithm of the size; beyond them, extrapolates
// with the last slope.
double read_ns(const MachineCosts& costs, double bytes, double ReadCost::* cost) {
  const std::vector<ReadCost>& reads = costs.reads;
  assert(!reads.empty() && "the machine's costs were measured");
  if (bytes <= reads.front().bytes || reads.size() == 1) return reads.front().*cost;
  std::size_t next = 1;
  while (next + 1 < reads.size() && reads[next].bytes < bytes) ++next;
  const ReadCost& a = reads[next - 1];
  const ReadCost& b = reads[next];
  const double share =
      (std::log2(bytes) - std::log2(a.bytes)) / (std::log2(b.bytes) - std::log2(a.bytes));
  return std::max(a.*cost, a.*cost + share * (b.*cost - a.*cost));
}

// The number of ways to choose `taken` of `from`.
double ways_to_choose(int from, int taken) {
  double ways = 1;
  for (int i = 1; i <= taken; ++i) ways = ways * (from - i + 1) / i;
  return ways;
}

// The share of random words of 32 bits with at most `budget` ones.
double share_within(int budget) {
  double ways = 0;
  for (int ones = 0; ones <= std::min(budget, kLowColumnBits); ++ones)
    ways += ways_to_choose(kLowColumnBits, ones);
  return ways / std::exp2(kLowColumnBits);
}

std::string number(double value) {
  std::array<char, 48> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, value < 10 ? 2 : 1);
  return {text.data(), end.ptr};
}

std::string gigabytes(double bytes) { return number(bytes / 1e9) + " GB"; }

double bytes_of(const Plan& plan, std::uint64_t count) {
  return plan.bytes_a_fingerprint * static_cast<double>(count);
}

// All designs at all widths that may be useful.
std::vector<Plan> all_plans(const PlanWish& wish, const MachineCosts& costs) {
  std::vector<Plan> plans;
  for (const Design& design : designs_for(wish.max_distance)) {
    int widest = 0;
    for (const TableMask& table : design.tables) {
      widest = std::max(widest, std::popcount(table.mask));
    }
    const int useful = static_cast<int>(std::bit_width(std::max<std::uint64_t>(wish.count, 1))) + 3;
    for (int bits = kKeyBitsMin; bits <= std::min({widest, useful, kKeyBitsMax}); ++bits) {
      Plan plan = price(narrowed(design, bits), wish.count, costs);
      if (!wish.ordinals) plan.bytes_a_fingerprint -= bits_below(wish.count) / 8.0;
      if (plan.probes <= kProbesMax) plans.push_back(std::move(plan));
    }
  }
  return plans;
}

}  // namespace

Plan price(const Design& design, std::uint64_t count, const MachineCosts& costs) {
  const double n = std::max(static_cast<double>(count), 1.0);
  Plan plan;
  plan.design = design;
  double directories = 0;  // bytes
  double passed = 0;
  for (const TableMask& table : design.tables) {
    const int bits = std::popcount(table.mask);
    const double buckets = std::exp2(bits);
    const double directory = std::ceil(buckets / double{kBucketsALine}) * kCacheLineBytes;
    directories += directory;
    plan.bytes_a_fingerprint += kLowBytes + high_bits_of(table.mask) / 8.0 + directory / n;
    for (int flips = 0; flips <= std::min(table.radius, bits); ++flips) {
      const double probes = ways_to_choose(bits, flips);
      const double candidates = probes * n / buckets;
      plan.probes += probes;
      plan.candidates += candidates;
      passed += candidates * share_within(design.max_distance - flips);
    }
  }
  plan.bytes_a_fingerprint += bits_below(count) / 8.0;
  const double columns = n * kLowBytes * static_cast<double>(design.tables.size());
  const double lines = 1 + kLowBytes / kCacheLineBytes * plan.candidates / plan.probes;
  // Between two reads of a line of a directory, each other directory line is read once, and with
  // each of them `lines` lines of columns, at most all of them.
  const double read_between = directories + std::min(directories * lines, columns);
  const double all = directories + columns;
  const auto beyond_cache = [&](double bytes) {
    return read_ns(costs, bytes, &ReadCost::line_ns) - costs.reads.front().line_ns;
  };
  const double column_line = beyond_cache(all);
  const double batched_ns =
      costs.query_ns + plan.probes * (costs.probe_ns + beyond_cache(read_between) + column_line) +
      plan.candidates * (kLowBytes * costs.byte_ns + costs.compare_ns) +
      passed * (costs.passed_ns + column_line);
  const double waits = read_ns(costs, read_between, &ReadCost::dependent_ns) +
                       read_ns(costs, all, &ReadCost::dependent_ns);
  plan.batched_us = batched_ns / 1e3;
  plan.single_us = (waits + batched_ns) / 1e3;
  plan.build_seconds = n * static_cast<double>(design.tables.size()) * costs.sort_ns / 1e9;
  return plan;
}

PlanChoice plan(const PlanWish& wish, const MachineCosts& costs) {
  std::vector<Plan> plans = all_plans(wish, costs);
  std::sort(plans.begin(), plans.end(), [](const Plan& a, const Plan& b) {
    return a.bytes_a_fingerprint != b.bytes_a_fingerprint
               ? a.bytes_a_fingerprint < b.bytes_a_fingerprint
               : a.batched_us < b.batched_us;
  });
  PlanChoice choice;
  for (Plan& plan : plans) {
    if (choice.pareto.empty() || plan.batched_us < choice.pareto.back().batched_us * kWorthIt) {
      choice.pareto.push_back(std::move(plan));
    }
  }
  const double memory = wish.memory_bytes == 0 ? INFINITY : static_cast<double>(wish.memory_bytes);
  const auto fits = std::find_if(choice.pareto.rbegin(), choice.pareto.rend(),
                                 [&](const Plan& p) { return bytes_of(p, wish.count) <= memory; });
  if (fits == choice.pareto.rend()) {
    throw Error{ErrorCode::invalid_argument,
                "no design holds " + std::to_string(wish.count) + " fingerprints in " +
                    gigabytes(memory) + "; the smallest for max_distance " +
                    std::to_string(wish.max_distance) + " takes " +
                    gigabytes(bytes_of(choice.pareto.front(), wish.count))};
  }
  choice.chosen = static_cast<std::size_t>(choice.pareto.rend() - fits) - 1;
  const Plan& chosen = choice.pareto[choice.chosen];
  choice.reason = chosen.design.name + " takes " + gigabytes(bytes_of(chosen, wish.count)) +
                  " and " + number(chosen.batched_us) + " us a query in batches";
  if (choice.chosen + 1 < choice.pareto.size()) {
    const Plan& next = choice.pareto[choice.chosen + 1];
    choice.reason += ": the fastest that fits; " + next.design.name + " would take " +
                     number(next.batched_us) + " us, but " + gigabytes(bytes_of(next, wish.count));
  } else {
    choice.reason += ": the fastest there is";
  }
  return choice;
}

}  // namespace facsim
