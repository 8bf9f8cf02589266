// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "bench/index/markdown.h"
#include "bench/index/sections.h"
#include "bench/index/timing.h"
#include "facsim/index/planner.h"
#include "facsim/known/calibrate.h"

namespace facsim::bench {
namespace {

constexpr double kLowMemoryBytes = 14.5;  // per fingerprint, ordinals included

struct Contender {
  std::string label;
  Design design;
};

Contender planned(std::uint64_t count, int k, const MachineCosts& costs, double bytes) {
  const auto memory = static_cast<std::uint64_t>(bytes * static_cast<double>(count));
  const PlanChoice choice =
      plan({.count = count, .max_distance = k, .memory_bytes = memory}, costs);
  const std::string within = bytes == 0 ? "" : ", at most " + fixed(bytes, 1) + " B";
  return {"planned" + within, choice.pareto[choice.chosen].design};
}

Contender named(const char* name, int k, std::uint64_t count) {
  return {name, fitted(design_named(name, k), count)};
}

std::vector<Contender> contenders_for(std::uint64_t count, int k, const MachineCosts& costs) {
  std::vector<Contender> all{planned(count, k, costs, 0)};
  if (k != 3) {
    const double least =
        plan({.count = count, .max_distance = k}, costs).pareto.front().bytes_a_fingerprint;
    if (least <= kLowMemoryBytes) all.push_back(planned(count, k, costs, kLowMemoryBytes));
    return all;
  }
  all.push_back(named("cover-6x21", k, count));
  all.push_back(planned(count, k, costs, kLowMemoryBytes));
  for (const char* name : {"blocks-1-1", "paper-4", "paper-10", "course-10"}) {
    all.push_back(named(name, k, count));
  }
  return all;
}

std::string masks_of(const Design& design) {
  std::string bits;
  for (const TableMask& table : design.tables) {
    const std::string one = std::to_string(std::popcount(table.mask)) +
                            (table.radius > 0 ? "r" + std::to_string(table.radius) : "");
    if (bits.empty() || bits.substr(bits.rfind('/') + 1) != one) bits += "/" + one;
  }
  return std::to_string(design.tables.size()) + " x " + bits.substr(1);
}

void print_contender(const Contender& contender, const Settings& settings,
                     const Population& population, int k, Reference& reference) {
  const std::uint64_t count = population.size();
  const std::unique_ptr<Subject> subject = subject_if_it_fits(contender.design, population);
  const std::string what = contender.label + ": " + contender.design.name;
  if (subject == nullptr) {
    print_row({millions(count), std::to_string(k), what,
               "skipped: needs " + fixed(build_bytes(contender.design, count) / 1e9, 1) + " GB", "",
               "", "", "", "", "", "", "", ""});
    return;
  }
  const std::size_t checked = count <= 10'000'000 ? 20 : 4;
  check_against_scan(*subject, k, checked);
  const Cost cost = measure(*subject, reference, options_for(settings, count, k));
  print_row({millions(count), std::to_string(k), what, masks_of(contender.design),
             fixed(subject->bytes_a_fingerprint(), 1), grouped(1e9 / cost.batched_ns),
             fixed(cost.batched_reads), grouped(cost.single_ns), fixed(cost.single_reads),
             grouped(cost.single_p99_ns), fixed(cost.single_p99_reads), fixed(cost.read_ns, 0),
             fixed(cost.matches, 1)});
}

}  // namespace

void run_query(const Settings& settings, Reference& reference) {
  print_title("Queries");
  print_line(
      std::string("Fingerprints: ") + kind_of(settings) +
      ". A read is a dependent random read of a table of 16 MB (1 M), 256 MB (10 M) or 2 GB "
      "(100 M) in the same minute. Bytes include ordinals. Checked against a linear scan: 20 "
      "queries a row, 4 from 100 M on.");
  print_header({"N", "k", "design", "tables x bits", "bytes", "batched queries/s", "batched, reads",
                "single median, ns", "reads", "single p99, ns", "reads", "a read, ns",
                "matches a query"});
  const MachineCosts costs = calibrate();
  std::vector<std::uint64_t> usual{1'000'000, 10'000'000};
  if (settings.full) usual.push_back(100'000'000);
  for (const std::uint64_t count : counts_of(settings, usual)) {
    const Population population = population_of(settings, count);
    for (const int k : {3, 6, 8}) {
      if (settings.k ? *settings.k != k : k > 3 && count < 10'000'000) continue;
      for (const Contender& contender : contenders_for(count, k, costs)) {
        print_contender(contender, settings, population, k, reference);
      }
    }
  }
}

}  // namespace facsim::bench
