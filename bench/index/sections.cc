// SPDX-License-Identifier: Apache-2.0
#include "bench/index/sections.h"

#include <algorithm>

#include "bench/index/markdown.h"
#include "bench/index/timing.h"

namespace facsim::bench {
namespace {

// Memory for other programs.
constexpr double kMemoryLeftAlone = 1e9;

}  // namespace

Population population_of(const Settings& settings, std::uint64_t count) {
  return settings.real.empty() ? Population(count) : Population(count, settings.real);
}

MeasureOptions options_for(const Settings& settings, std::uint64_t count, int k) {
  MeasureOptions options;
  options.max_distance = k;
  options.turns = settings.quick ? 7 : 31;
  options.turn_ns = settings.quick ? 5e6 : 15e6;
  options.reference_bytes = reference_bytes(count);
  return options;
}

const char* kind_of(const Settings& settings) {
  return settings.real.empty() ? "uniform" : "real, grown";
}

std::vector<std::uint64_t> counts_of(const Settings& settings, std::vector<std::uint64_t> usual) {
  if (settings.count) return {*settings.count};
  if (settings.quick) std::erase_if(usual, [](std::uint64_t count) { return count > 1'000'000; });
  return usual;
}

std::unique_ptr<Subject> subject_if_it_fits(const Design& design, const Population& population) {
  const double bytes = build_bytes(design, population.size());
  if (bytes + kMemoryLeftAlone > memory_available()) return nullptr;
  return std::make_unique<Subject>(design, population);
}

void run_machine(const Settings& settings, Reference& reference) {
  print_title("Machine");
  print_header({"table in huge pages", "dependent read, ns", "prefetched line, ns",
                "sequential read, GB/s"});
  const std::size_t turns = settings.quick ? 3 : 9;
  for (std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 28, std::size_t{1} << 31}) {
    if (bytes > reference.bytes_max()) continue;
    std::vector<double> dependent, prefetched, sequential;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      dependent.push_back(reference.dependent_ns(bytes, 100'000));
      prefetched.push_back(reference.prefetched_ns(bytes, 640'000));
      sequential.push_back(reference.sequential_gb_s(std::min(bytes, std::size_t{1} << 28)));
    }
    const auto median = [](const std::vector<double>& values, int digits) {
      return fixed(quantile(values, 0.5), digits);
    };
    print_row({std::string(reference_name(bytes)), median(dependent, 0), median(prefetched, 1),
               median(sequential, 1)});
  }
}

}  // namespace facsim::bench
