// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/index/markdown.h"
#include "bench/index/sections.h"
#include "bench/index/timing.h"
#include "facsim/base/error.h"
#include "facsim/index/planner.h"
#include "facsim/known/calibrate.h"

namespace facsim::bench {
namespace {

struct Wish {
  std::uint64_t count = 0;
  int k = 0;
  double bytes = 0;  // per fingerprint; 0: no limit
};

// The designs that may be faster than the chosen one: those of the list, and every family at its
// fitted width, if they fit into the memory and are not predicted to take more than four times as
// long.
std::vector<Plan> rivals_of(const PlanChoice& choice, const Wish& wish, const MachineCosts& costs,
                            std::size_t most) {
  const Plan& chosen = choice.pareto[choice.chosen];
  std::vector<Plan> plans = choice.pareto;
  for (const Design& design : designs_for(wish.k)) {
    plans.push_back(price(fitted(design, wish.count), wish.count, costs));
  }
  std::sort(plans.begin(), plans.end(),
            [](const Plan& a, const Plan& b) { return a.batched_us < b.batched_us; });
  std::vector<Plan> rivals;
  for (Plan& plan : plans) {
    const bool fits = wish.bytes == 0 || plan.bytes_a_fingerprint <= wish.bytes;
    const auto is_plan = [&](const Plan& other) {
      return other.design.tables == plan.design.tables;
    };
    if (!fits || is_plan(chosen) || std::any_of(rivals.begin(), rivals.end(), is_plan)) continue;
    if (plan.batched_us > 4 * chosen.batched_us || rivals.size() == most) break;
    rivals.push_back(std::move(plan));
  }
  return rivals;
}

struct Duel {
  double chosen_us = 0;
  double rival_us = 0;
  double ratio = 0;  // the rival's time over the chosen one's
};

// Both answer the same batches in turns.
Duel duel(Subject& chosen, Subject& rival, int k, const Settings& settings) {
  const Population& population = chosen.population();
  std::uint64_t next = 0;
  std::vector<double> chosen_us, rival_us, ratios;
  chosen.warm_up(k);
  rival.warm_up(k);
  const double one = cpu_ns([&] { (void)chosen.ask(population.queries(next, 256, k), k); }) / 256;
  const auto batch = static_cast<std::size_t>(std::clamp(3e6 / one, 64.0, 65536.0));
  for (int turn = 0; turn < (settings.quick ? 31 : 101); ++turn) {
    next += batch;
    const auto queries = population.queries(next, batch, k);
    const double each = 1e-3 / static_cast<double>(batch);
    chosen_us.push_back(each * cpu_ns([&] { (void)chosen.ask(queries, k); }));
    rival_us.push_back(each * cpu_ns([&] { (void)rival.ask(queries, k); }));
    ratios.push_back(rival_us.back() / chosen_us.back());
  }
  return {quantile(chosen_us, 0.5), quantile(rival_us, 0.5), quantile(ratios, 0.5)};
}

void print_plan(const Wish& wish, const Plan& plan, const char* role, double measured,
                double ratio) {
  print_row({millions(wish.count), std::to_string(wish.k),
             wish.bytes == 0 ? "any" : fixed(wish.bytes, 1), plan.design.name, role,
             fixed(plan.bytes_a_fingerprint, 1), fixed(plan.probes, 0), fixed(plan.batched_us),
             fixed(measured), fixed(measured / plan.batched_us), fixed(ratio)});
}

void run_wish(const Wish& wish, const Settings& settings, const MachineCosts& costs,
              std::vector<std::string>& factors) {
  const auto memory = static_cast<std::uint64_t>(wish.bytes * static_cast<double>(wish.count));
  const PlanChoice choice =
      plan({.count = wish.count, .max_distance = wish.k, .memory_bytes = memory}, costs);
  const Plan& best = choice.pareto[choice.chosen];
  const Population population = population_of(settings, wish.count);
  const std::unique_ptr<Subject> chosen = subject_if_it_fits(best.design, population);
  if (chosen == nullptr) return;
  double fastest = 1;
  double chosen_us = 0;
  std::string fastest_name = best.design.name;
  for (const Plan& plan : rivals_of(choice, wish, costs, settings.quick ? 3 : 7)) {
    const std::unique_ptr<Subject> rival = subject_if_it_fits(plan.design, population);
    if (rival == nullptr) continue;
    const Duel result = duel(*chosen, *rival, wish.k, settings);
    chosen_us = result.chosen_us;
    print_plan(wish, plan, "", result.rival_us, result.ratio);
    if (result.ratio < fastest) {
      fastest = result.ratio;
      fastest_name = plan.design.name;
    }
  }
  if (chosen_us == 0) chosen_us = duel(*chosen, *chosen, wish.k, settings).chosen_us;
  print_plan(wish, best, "chosen", chosen_us, 1);
  factors.push_back("- " + millions(wish.count) + ", k = " + std::to_string(wish.k) + ", " +
                    (wish.bytes == 0 ? "any memory" : "at most " + fixed(wish.bytes, 1) + " B") +
                    ": " + best.design.name + " is chosen, " + fastest_name +
                    " is the fastest; factor " + fixed(1 / fastest));
}

}  // namespace

void run_planner(const Settings& settings, Reference& /*reference*/) {
  print_title("Planner");
  print_line(std::string("Fingerprints: ") + kind_of(settings) +
             ". Time is that of a query of a batch; every design takes turns with the chosen one "
             "on the same queries, `it / chosen` is the median of the ratios. Asked for: at most "
             "1.3 from the chosen to the fastest.");
  print_header({"N", "k", "bytes at most", "design", "", "bytes", "probes", "predicted us",
                "measured us", "measured / predicted", "it / chosen"});
  const MachineCosts costs = calibrate();
  std::vector<std::uint64_t> usual{1'000'000, 10'000'000};
  if (settings.full) usual.push_back(100'000'000);
  std::vector<std::string> factors;
  for (const std::uint64_t count : counts_of(settings, usual)) {
    for (const Wish& wish :
         {Wish{count, 3, 0}, Wish{count, 3, 26}, Wish{count, 3, 15}, Wish{count, 4, 0},
          Wish{count, 6, 0}, Wish{count, 6, 20}, Wish{count, 8, 0}}) {
      if (!settings.k || *settings.k == wish.k) run_wish(wish, settings, costs, factors);
    }
  }
  print_line("The chosen design beside the fastest that was measured:");
  for (const std::string& factor : factors) print_text(factor);
}

}  // namespace facsim::bench
