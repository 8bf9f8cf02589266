// SPDX-License-Identifier: Apache-2.0
#include "bench/index/markdown.h"
#include "bench/index/sections.h"
#include "facsim/index/planner.h"
#include "facsim/known/calibrate.h"

namespace facsim::bench {
namespace {

constexpr double kLowMemoryBytes = 15;

void print_growth(std::uint64_t count, int k, double bytes, const MachineCosts& costs,
                  const Settings& settings, Reference& reference) {
  const auto memory = static_cast<std::uint64_t>(bytes * static_cast<double>(count));
  const PlanChoice choice =
      plan({.count = count, .max_distance = k, .memory_bytes = memory}, costs);
  const Plan& chosen = choice.pareto[choice.chosen];
  const std::string limit = bytes == 0 ? "any" : fixed(bytes, 0);
  const Population population = population_of(settings, count);
  const bool is_measured = count <= 1'000'000'000;
  const std::unique_ptr<Subject> subject =
      is_measured ? subject_if_it_fits(chosen.design, population) : nullptr;
  if (subject == nullptr) {
    print_row({millions(count), limit, chosen.design.name, fixed(chosen.bytes_a_fingerprint, 1),
               fixed(chosen.probes, 0), fixed(chosen.candidates, 0), fixed(chosen.batched_us),
               "not measured", "", fixed(chosen.single_us), "", "", ""});
    return;
  }
  check_against_scan(*subject, k, count <= 10'000'000 ? 10 : 2);
  const Cost cost = measure(*subject, reference, options_for(settings, count, k));
  print_row({millions(count), limit, chosen.design.name, fixed(subject->bytes_a_fingerprint(), 1),
             fixed(chosen.probes, 0), fixed(chosen.candidates, 0), fixed(chosen.batched_us),
             fixed(cost.batched_ns / 1e3), fixed(cost.batched_reads), fixed(chosen.single_us),
             fixed(cost.single_ns / 1e3), fixed(cost.single_reads),
             fixed(subject->build_seconds(), 1)});
}

}  // namespace

void run_growth(const Settings& settings, Reference& reference) {
  const int k = settings.k.value_or(3);
  print_title("Growth, k = " + std::to_string(k));
  print_line(std::string("Fingerprints: ") + kind_of(settings) +
             ". The planned design at each size; reads are dependent random reads of 16 MB up to 2 "
             "M, 256 MB up to 40 M, 2 GB beyond. Rows that this machine does not hold say what the "
             "planner expects from it.");
  print_header({"N", "bytes at most", "design", "bytes", "probes", "candidates",
                "batched, planned us", "batched us", "reads", "single, planned us",
                "single median us", "reads", "build s"});
  const MachineCosts costs = calibrate();
  std::vector<std::uint64_t> usual;
  for (std::uint64_t count = 1'000'000; count <= 32'000'000; count *= 2) usual.push_back(count);
  if (settings.full) usual.insert(usual.end(), {64'000'000, 128'000'000, 200'000'000});
  usual.insert(usual.end(), {1'000'000'000, 8'000'000'000});
  for (const std::uint64_t count : counts_of(settings, usual)) {
    for (const double bytes : {0.0, kLowMemoryBytes}) {
      print_growth(count, k, bytes, costs, settings, reference);
    }
  }
}

}  // namespace facsim::bench
